package graph

import (
	"errors"
	"testing"

	"github.com/knakk/rdf"
)

// TestBuilder says one triple of each kind, and one with an IRI that is none.
func TestBuilder(t *testing.T) {
	var b Builder
	node := b.Blank("n")
	b.Link(node, "x:link", "x:o")
	b.Link(node, "x:link", "")
	b.Text(node, "x:text", "a")
	b.Text(node, "x:text", "")
	b.Number(node, "x:number", 12)
	b.Literal(node, "x:date", "1665", "gYear")
	want := []rdf.Object{b.IRI("x:o"), String("a"), Typed("12", XSDInteger), Typed("1665", b.IRI("http://www.w3.org/2001/XMLSchema#gYear"))}
	if b.Err != nil || len(b.Triples) != len(want) {
		t.Fatalf("%d triples, %v, want %d", len(b.Triples), b.Err, len(want))
	}
	for i, triple := range b.Triples {
		if triple.Subj != rdf.Subject(node) || triple.Obj != want[i] {
			t.Errorf("triple %d is %v, want the object %v", i, triple, want[i])
		}
	}
	b.Link(node, "x:link", "not an IRI")
	if b.IRI("x:good"); !errors.Is(b.Err, ErrTerm) {
		t.Errorf("the error is %v, want ErrTerm", b.Err)
	}
}
