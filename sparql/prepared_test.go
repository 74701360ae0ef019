package sparql_test

import (
	"fmt"
	"strings"
	"testing"

	"vitrine/sparql"
)

// TestPrepared asks for texts again: each is read once, as long as it is kept.
func TestPrepared(t *testing.T) {
	var p sparql.Prepared
	prepare := func(text, base string) *sparql.Query {
		q, err := p.Prepare(text, sparql.Options{Base: base})
		if err != nil {
			t.Fatal(err)
		}
		return q
	}
	first := prepare("ASK { <a> ?p ?o }", "http://museum.example/")
	if prepare("ASK { <a> ?p ?o }", "http://museum.example/") != first {
		t.Error("a text was read twice")
	}
	if prepare("ASK { <a> ?p ?o }", "http://other.example/") == first {
		t.Error("a text with another base is the same query")
	}
	long := "ASK { ?s ?p ?o }" + strings.Repeat(" ", 5000)
	if kept := prepare(long, ""); prepare(long, "") == kept {
		t.Error("a long text is kept")
	}
	for i := range 5000 {
		prepare(fmt.Sprintf("ASK { ?s ?p %d }", i), "")
	}
	if prepare("ASK { <a> ?p ?o }", "http://museum.example/") == first {
		t.Error("a text is kept after thousands of others")
	}
	for range 2 {
		if _, err := p.Prepare("ASK {", sparql.Options{}); err == nil {
			t.Error("what is not SPARQL was read")
		}
	}
}
