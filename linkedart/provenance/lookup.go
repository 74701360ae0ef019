package provenance

import "vitrine/linkedart/reading"

// Lookup answers what the records of other entities say. It returns the root of the
// record of the entity with the IRI, the zero Node where there is none, or where the
// caller has read as many as it wants to. It may be nil.
type Lookup func(iri string) reading.Node

func (l Lookup) record(iri string) reading.Node {
	if l == nil || iri == "" {
		return reading.Node{}
	}
	return l(iri)
}

// Party is a person or group that took part.
type Party struct {
	// Node is the party as the activity names it, Record the root of its own record, zero
	// where there is none.
	Node, Record reading.Node
	// Agent means that the party deals in art: a dealer, an auction house, an auctioneer.
	// It is no private owner.
	Agent bool
	// Certainty is that of the party.
	Certainty Certainty
}

// Same reports whether two parties are the same entity. Parties without an IRI are not.
func (p Party) Same(o Party) bool { return p.Node.IRI() != "" && p.Node.IRI() == o.Node.IRI() }

// agentKinds are the occupations of dealers in art, by URI and by word.
var agentKinds = map[string]bool{
	"http://vocab.getty.edu/aat/300025236": true, // dealers
	"http://vocab.getty.edu/aat/300025208": true, // auctioneers
	"http://vocab.getty.edu/aat/300417515": true, // auction houses
	"dealer":                               true, "dealers": true, "art dealer": true, "art dealers": true, "gallery": true,
	"auctioneer": true, "auctioneers": true, "auction house": true, "auction houses": true,
	"kunsthandelaar": true, "kunsthandel": true, "veilinghuis": true, "marchand d'art": true, "galerie": true,
	"maison de ventes": true, "kunsthändler": true, "auktionshaus": true,
}

func (l Lookup) party(n reading.Node, c Certainty) Party {
	p := Party{Node: n, Record: l.record(n.IRI()), Certainty: c}
	for _, node := range []reading.Node{n, p.Record} {
		for _, kind := range node.Kinds() {
			if l.isAgent(kind) {
				p.Agent = true
			}
		}
	}
	return p
}

func (l Lookup) isAgent(kind reading.Node) bool {
	for _, n := range []reading.Node{kind, l.record(kind.IRI())} {
		if agentKinds[aat(n.IRI())] || agentKinds[word(n.Label())] {
			return true
		}
		for _, e := range n.Nodes(reading.Equivalent) {
			if agentKinds[aat(e.IRI())] {
				return true
			}
		}
		for _, name := range n.Names() {
			if agentKinds[word(name.Content)] {
				return true
			}
		}
	}
	return false
}
