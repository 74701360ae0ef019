package reading

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// readAll asks a node for everything, and returns how much it got.
func readAll(n Node) int {
	count := len(n.Names()) + len(n.Identifiers()) + len(n.Statements()) + len(n.Kinds()) + len(n.TimeSpans()) + len(n.Dimensions()) +
		len(n.Amounts()) + len(n.Images()) + len(n.Documents()) + len(n.Wholes()) + len(n.Geometries()) +
		len(n.Classes()) + len(n.Label()) + len(n.LanguageTag())
	n.TimeSpan()
	n.Endpoint()
	p := Preference{Languages: []string{"en", "nl"}}
	for _, name := range n.Names() {
		count += len(name.Parts())
	}
	p.Sort(n.Statements())
	for _, f := range n.Images() {
		count += len(f.AccessPoints) + len(f.Services) + len(f.Statements)
	}
	return count
}

// properties are all that the package looks at.
var properties = []Property{
	IdentifiedBy, ClassifiedAs, ReferredToBy, Equivalent, Representation, SubjectOf, SubjectTo, Content, Language, Format, ConformsTo,
	AccessPoint, DigitallyShownBy, DigitallyAvailableVia, DigitallyCarriedBy, Notation, Timespan, BeginOfTheBegin, EndOfTheBegin,
	BeginOfTheEnd, EndOfTheEnd, Duration, HasDimension, Value, Unit, LowerValueLimit, UpperValueLimit, Currency, PaidAmount, Shows,
	Carries, DefinedBy, ApproximatedBy, PlacePartOf, SymbolicPart, ActivityPart, Broader, MemberOf,
}

// TestRecordsThatBreakTheModel reads graphs at random: nodes that contain themselves,
// literals where nodes are expected, and nodes where literals are.
func TestRecordsThatBreakTheModel(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		n := Read(randomGraph(t, r)).Root()
		if count := readAll(n); count < 0 {
			t.Fatalf("seed %d", seed)
		}
		for _, p := range properties {
			for _, node := range n.Nodes(p) {
				readAll(node)
			}
		}
	}
}

func randomGraph(t testing.TB, r *rand.Rand) *graph.Graph {
	t.Helper()
	name, _ := graph.IRI("https://museum.example/it")
	terms := []rdf.Object{name}
	for i := range 6 {
		blank, _ := graph.Blank(fmt.Sprintf("b%d", i))
		iri, _ := graph.IRI(fmt.Sprintf("https://museum.example/%d", i))
		terms = append(terms, blank, iri, graph.String(strings.Repeat("1e", i)), graph.Typed("1665-01-01", graph.XSDInteger), graph.Typed("4.45E1", graph.XSDDouble))
	}
	for _, class := range []Class{ClassDigitalObject, ClassMonetaryAmount, ClassIdentifier, ClassActivity} {
		iri, _ := graph.IRI(string(class))
		terms = append(terms, iri)
	}
	g := &graph.Graph{Name: name}
	for range 120 {
		subject, ok := terms[r.IntN(len(terms))].(rdf.Subject)
		if !ok {
			continue
		}
		property, _ := graph.IRI(string(properties[r.IntN(len(properties))]))
		if r.IntN(8) == 0 {
			property = graph.Type
		}
		g.Triples = append(g.Triples, rdf.Triple{Subj: subject, Pred: property, Obj: terms[r.IntN(len(terms))]})
	}
	g.Triples = graph.Dedup(g.Triples)
	return g
}

func TestLargeRecords(t *testing.T) {
	text := strings.Repeat("long ", 2<<20)
	var names []string
	for i := range 5000 {
		names = append(names, fmt.Sprintf(`{"type": "Name", "content": "name %d"}`, i))
	}
	root := read(t, `{"type": "Person", "identified_by": [`+strings.Join(names, ",")+`],
		"referred_to_by": [{"type": "LinguisticObject", "content": "`+text+`"}],
		"dimension": [{"type": "Dimension", "value": "`+text+`"}]}`).Root()
	if got := len(root.Names()); got != 5000 {
		t.Errorf("there are %d names", got)
	}
	if got := root.Statements()[0].Content; len(got) != len(text) {
		t.Errorf("a statement of %d bytes has %d", len(text), len(got))
	}
	if value := root.Dimensions()[0].Value; value.Known {
		t.Error("a text is read as a number")
	}
	readAll(root)
}

// TestSharedNodes has many works that share many files with many services, which would
// make a million of a few thousand triples.
func TestSharedNodes(t *testing.T) {
	var works, files, services []string
	for i := range 2000 {
		works = append(works, fmt.Sprintf(`{"id": "_:w%d", "type": "VisualItem", "digitally_shown_by": [{"id": "_:f", "type": "DigitalObject"}]}`, i))
		services = append(services, fmt.Sprintf(`{"id": "_:s%d", "type": "DigitalService"}`, i))
		files = append(files, fmt.Sprintf(`{"id": "_:f%d", "type": "DigitalObject"}`, i))
	}
	root := read(t, `{"type": "HumanMadeObject", "representation": [`+strings.Join(works, ",")+`,
		{"id": "_:many", "type": "VisualItem", "digitally_shown_by": [`+strings.Join(files, ",")+`]},
		{"id": "_:w", "type": "VisualItem", "digitally_shown_by": [{"id": "_:g", "type": "DigitalObject", "digitally_available_via": [`+strings.Join(services, ",")+`]}]}]}`).Root()
	images := root.Images()
	if len(images) != maxFiles {
		t.Errorf("there are %d images, the limit is %d", len(images), maxFiles)
	}
	for _, f := range images {
		if len(f.Services) > maxServices {
			t.Errorf("a file has %d services", len(f.Services))
		}
	}
}
