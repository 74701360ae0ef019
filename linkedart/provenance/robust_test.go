package provenance

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/linkedart/reading"
	"vitrine/rdfstore/graph"
)

// TestRecordsThatBreakTheModel reads histories of graphs at random: activities that are
// parts of themselves, parties that are literals, and what else nobody should write.
func TestRecordsThatBreakTheModel(t *testing.T) {
	properties := []reading.Property{
		reading.ActivityPart, reading.AttributedBy, reading.Assigned, reading.AssignedProperty, reading.TransferredTitleOf, reading.TransferredTitleFrom,
		reading.TransferredTitleTo, reading.TransferredCustodyOf, reading.TransferredCustodyFrom, reading.Moved, reading.MovedFrom,
		reading.MovedTo, reading.Before, reading.After, reading.During, reading.ActivityPartOf, reading.Timespan, reading.PaidAmount,
		reading.PaidFrom, reading.ClassifiedAs, reading.IdentifiedBy, reading.UsedSpecificObject, reading.ReferredToBy, reading.BeginOfTheBegin,
	}
	classes := append(append([]reading.Class{}, partClasses...), activityClasses...)
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 2))
		var roots []reading.Node
		for i := range 4 {
			roots = append(roots, reading.Read(randomGraph(r, fmt.Sprintf("https://museum.example/%d", i), properties, classes)).Root())
		}
		lookup := func(iri string) reading.Node {
			for _, root := range roots {
				if root.IRI() == iri {
					return root
				}
			}
			return reading.Node{}
		}
		h := Of(roots[0], roots[1:], lookup)
		h.Journey(roots[0])
		if len(h.Events) > MaxEvents {
			t.Fatalf("seed %d: %d events", seed, len(h.Events))
		}
		for _, s := range h.Text {
			if s.Event < 0 || s.Event >= len(h.Events) {
				t.Fatalf("seed %d: a statement of event %d of %d", seed, s.Event, len(h.Events))
			}
		}
	}
}

func randomGraph(r *rand.Rand, name string, properties []reading.Property, classes []reading.Class) *graph.Graph {
	root, _ := graph.IRI(name)
	terms := []rdf.Object{root, root, graph.String("1700-01-01T00:00:00Z"), graph.String("x")}
	for i := range 6 {
		blank, _ := graph.Blank(fmt.Sprintf("b%d", i))
		iri, _ := graph.IRI(fmt.Sprintf("https://museum.example/%d", i))
		terms = append(terms, blank, iri)
	}
	g := &graph.Graph{Name: root}
	for range 80 {
		subject, ok := terms[r.IntN(len(terms))].(rdf.Subject)
		if !ok {
			continue
		}
		property, _ := graph.IRI(string(properties[r.IntN(len(properties))]))
		object := terms[r.IntN(len(terms))]
		if r.IntN(3) == 0 {
			class, _ := graph.IRI(string(classes[r.IntN(len(classes))]))
			property, object = graph.Type, class
		}
		g.Triples = append(g.Triples, rdf.Triple{Subj: subject, Pred: property, Obj: object})
	}
	g.Triples = graph.Dedup(g.Triples)
	return g
}

func TestManyEvents(t *testing.T) {
	c := &collection{}
	for i := range 3 {
		var many []string
		for range 1200 {
			many = append(many, title("a", "b", ""))
		}
		c.activity(t, fmt.Sprint(i), `"after": [{"id": "provenance/`+fmt.Sprint(i+1)+`", "type": "Activity"}], `+`"part": [`+strings.Join(many, ",")+`]`)
	}
	h := c.history(c.vase(t, ""))
	if len(h.Events) != MaxEvents || h.More != 3*maxParts-MaxEvents {
		t.Errorf("there are %d events, and %d are left out", len(h.Events), h.More)
	}
}

func TestDeepParts(t *testing.T) {
	c := &collection{}
	c.activity(t, "deep", `"part": [`+strings.Repeat(`{"type": "Activity", "part": [`, 100)+title("a", "b", "")+strings.Repeat(`]}`, 100)+`]`)
	h := c.history(c.vase(t, ""))
	if len(h.Events) != 1 {
		t.Errorf("there are %d events", len(h.Events))
	}
}

// TestSharedNodes has a thousand parts that lead to the same thousands of nodes.
func TestSharedNodes(t *testing.T) {
	c := &collection{}
	var shared, many []string
	for i := range 5000 {
		shared = append(shared, fmt.Sprintf(`{"id": "_:n%d", "type": "LinguisticObject"}`, i))
	}
	for range maxParts {
		many = append(many, `{"type": "Acquisition", "referred_to_by": [{"id": "_:shared", "type": "LinguisticObject"}]}`)
	}
	many[0] = `{"type": "Acquisition", "referred_to_by": [{"id": "_:shared", "type": "LinguisticObject",
		"about": [{"id": "object/vase", "type": "HumanMadeObject"}], "referred_to_by": [` + strings.Join(shared, ",") + `]}]}`
	c.activity(t, "shared", parts(many...))
	if h := c.history(c.vase(t, "")); len(h.Events) != maxParts {
		t.Errorf("there are %d events", len(h.Events))
	}
}
