package provenance

import (
	_ "embed"
	"strings"
	"sync"

	"vitrine/linkedart/reading"
)

// Kind is what sort of event it was.
type Kind string

// The kinds. Those from Acquisition on are of a class alone: the record says no more.
const (
	Sale        Kind = "sale"
	Auction     Kind = "auction"
	Gift        Kind = "gift"
	Bequest     Kind = "bequest"
	Inheritance Kind = "inheritance"
	Exchange    Kind = "exchange"
	Commission  Kind = "commission"
	Loan        Kind = "loan"
	Return      Kind = "return"
	Restitution Kind = "restitution"
	Theft       Kind = "theft"
	Looting     Kind = "looting"
	Seizure     Kind = "seizure"
	Surrender   Kind = "surrender"
	Loss        Kind = "loss"
	Find        Kind = "find"
	Inventory   Kind = "inventory"
	Promise     Kind = "promise"
	Exhibition  Kind = "exhibition"
	Publication Kind = "publication"
	Treatment   Kind = "conservation"
	Storage     Kind = "storage"

	Acquisition Kind = "acquisition"
	Custody     Kind = "custody"
	Transfer    Kind = "transfer"
	Move        Kind = "move"
	Right       Kind = "right"
	Payment     Kind = "payment"
	Destruction Kind = "destruction"
	Removal     Kind = "removal"
	Attribution Kind = "attribution"
	Other       Kind = "event"
)

// kinds.tsv has a kind on each line, and the URI of a concept or a word that is the whole
// name of one, in lower case.
//
//go:embed kinds.tsv
var kindsFile string

// knownKinds are the kinds by URI and by word. They are read once and never change.
var knownKinds = sync.OnceValue(func() map[string]Kind {
	out := map[string]Kind{}
	for line := range strings.Lines(kindsFile) {
		if kind, key, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok && kind != "kind" {
			out[key] = Kind(kind)
		}
	}
	return out
})

// kindOfConcept is the kind that a classification names: by its URI, by its equivalents,
// or by its names and label, in the record or in its own; "" for another.
func (l Lookup) kindOfConcept(concept reading.Node) Kind {
	nodes := []reading.Node{concept}
	if own := l.record(concept.IRI()); !own.IsZero() {
		nodes = append(nodes, own)
	}
	known := knownKinds()
	for _, n := range nodes {
		if kind, ok := known[aat(n.IRI())]; ok {
			return kind
		}
		for _, e := range n.Nodes(reading.Equivalent) {
			if kind, ok := known[aat(e.IRI())]; ok {
				return kind
			}
		}
	}
	for _, n := range nodes {
		for _, name := range n.Names() {
			if kind, ok := known[word(name.Content)]; ok {
				return kind
			}
		}
		if kind, ok := known[word(n.Label())]; ok {
			return kind
		}
	}
	return ""
}

// kindOf is the kind that the first telling classification of a node names.
func (l Lookup) kindOf(n reading.Node) Kind {
	for _, concept := range n.Kinds() {
		if kind := l.kindOfConcept(concept); kind != "" {
			return kind
		}
	}
	return ""
}

// maxWord is the number of bytes of the longest name that is looked up as a word.
const maxWord = 80

// word is the name of a concept without the qualifier that vocabularies add to tell
// homographs apart: "gift" of "Gift (method of acquisition)".
func word(name string) string {
	if len(name) > maxWord {
		return ""
	}
	name, _, _ = strings.Cut(name, "(")
	return strings.ToLower(strings.TrimSpace(name))
}

// aat is a URI with the scheme that Getty's have.
func aat(uri string) string {
	if rest, ok := strings.CutPrefix(uri, "https://vocab.getty.edu/"); ok {
		return "http://vocab.getty.edu/" + rest
	}
	return uri
}
