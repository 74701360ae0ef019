package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"sort"
	"strings"
	"time"

	"github.com/knakk/rdf"

	"vitrine/checks/sparqltest"
	"vitrine/rdfstore/graph"
	"vitrine/sparql"
	"vitrine/sparql/algebra"
	"vitrine/sparql/dataset"
	"vitrine/sparql/syntax"
)

func parse(query string, t test) error {
	_, err := syntax.Parse(query, baseOf(t.query))
	return err
}

// evaluate answers the query of a test and compares the answer.
func evaluate(query string, t test) error {
	prepared, err := sparql.Prepare(query, sparql.Options{Base: baseOf(t.query)})
	if err != nil {
		return err
	}
	data, err := load(t)
	if err != nil {
		return err
	}
	want, err := readExpected(t.result)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	answer, err := prepared.Run(ctx, data, sparql.Limits{})
	if err != nil {
		return err
	}
	switch answer.Form {
	case algebra.Ask:
		if want.boolean == nil || *want.boolean != answer.Boolean {
			return fmt.Errorf("the answer is %t", answer.Boolean)
		}
		return nil
	case algebra.Construct, algebra.Describe:
		var got []rdf.Triple
		for triple, err := range answer.Triples {
			if err != nil {
				return err
			}
			got = append(got, triple)
		}
		if !graph.Isomorphic(got, graph.Dedup(want.triples)) {
			return fmt.Errorf("the graph is %v, want %v", got, want.triples)
		}
		return nil
	}
	var got []solution
	for row, err := range answer.Solutions {
		if err != nil {
			return err
		}
		s := solution{}
		for i, value := range row {
			if value != nil {
				s[answer.Variables[i]] = value
			}
		}
		got = append(got, s)
	}
	return compare(got, want, strings.Contains(strings.ToUpper(query), "REDUCED"))
}

// load makes the dataset of a test. Graphs that only FROM names are files beside it.
func load(t test) (dataset.Dataset, error) {
	var defaults []rdf.Triple
	for i, path := range t.data {
		triples, err := readTriples(path)
		if err != nil {
			return nil, err
		}
		defaults = append(defaults, apart(triples, fmt.Sprint("d", i))...)
	}
	named := map[rdf.IRI][]rdf.Triple{}
	files := maps.Clone(t.named)
	if len(t.data)+len(t.named) == 0 {
		for _, path := range siblings(t) {
			files[baseOf(path)] = path
		}
	}
	for name, path := range files {
		triples, err := readTriples(path)
		if err != nil {
			return nil, err
		}
		iri, err := graph.IRI(name)
		if err != nil {
			return nil, err
		}
		named[iri] = apart(triples, fmt.Sprint("n", len(named)))
	}
	return sparqltest.NewMemory(defaults, named), nil
}

// apart gives the blank nodes of a document labels of their own.
func apart(triples []rdf.Triple, prefix string) []rdf.Triple {
	out := make([]rdf.Triple, len(triples))
	for i, t := range triples {
		if b, ok := t.Subj.(rdf.Blank); ok {
			t.Subj, _ = graph.Blank(prefix + strings.TrimPrefix(b.String(), "_:"))
		}
		if b, ok := t.Obj.(rdf.Blank); ok {
			t.Obj, _ = graph.Blank(prefix + strings.TrimPrefix(b.String(), "_:"))
		}
		out[i] = t
	}
	return out
}

// compare tells how solutions differ from those that are wanted.
func compare(got []solution, want expected, reduced bool) error {
	if want.solutions == nil && want.boolean != nil {
		return errors.New("the test wants a boolean")
	}
	wanted := want.solutions
	if reduced {
		got, wanted = distinct(got), distinct(wanted)
	}
	if len(got) != len(wanted) {
		return fmt.Errorf("%d solutions, want %d: %v, want %v", len(got), len(wanted), got, wanted)
	}
	if want.ordered {
		for i := range got {
			if key(got[i], want.texts, true) != key(wanted[i], want.texts, true) {
				return fmt.Errorf("solution %d is %v, want %v", i+1, got[i], wanted[i])
			}
		}
		return nil
	}
	if match(got, wanted, map[rdf.Term]rdf.Term{}, map[rdf.Term]bool{}, want.texts) {
		return nil
	}
	return fmt.Errorf("%v, want %v", got, wanted)
}

func distinct(solutions []solution) []solution {
	seen := map[string]bool{}
	var out []solution
	for _, s := range solutions {
		if k := key(s, false, false); !seen[k] {
			seen[k] = true
			out = append(out, s)
		}
	}
	return out
}

// match finds which blank nodes stand for which, by trying.
func match(got, want []solution, nodes map[rdf.Term]rdf.Term, used map[rdf.Term]bool, texts bool) bool {
	if len(got) == 0 {
		return true
	}
	for i, w := range want {
		if key(got[0], texts, true) != key(w, texts, true) {
			continue
		}
		added, ok := pair(got[0], w, nodes, used)
		if ok {
			rest := append(append([]solution{}, want[:i]...), want[i+1:]...)
			if match(got[1:], rest, nodes, used, texts) {
				return true
			}
		}
		for _, a := range added {
			delete(used, nodes[a])
			delete(nodes, a)
		}
	}
	return false
}

// pair pairs the blank nodes of two solutions.
func pair(got, want solution, nodes map[rdf.Term]rdf.Term, used map[rdf.Term]bool) (added []rdf.Term, ok bool) {
	for name, value := range got {
		if _, isBlank := value.(rdf.Blank); !isBlank {
			continue
		}
		other := want[name]
		if known, seen := nodes[value]; seen {
			if known != other {
				return added, false
			}
			continue
		}
		if used[other] {
			return added, false
		}
		nodes[value], used[other] = other, true
		added = append(added, value)
	}
	return added, true
}

// key is a solution as a text, with all blank nodes alike where hidden tells so.
func key(s solution, texts, hidden bool) string {
	parts := make([]string, 0, len(s))
	for name, value := range s {
		text := value.String()
		switch v := value.(type) {
		case rdf.Blank:
			if hidden {
				text = "_:"
			}
		case rdf.Literal:
			if !texts {
				text = literal(v)
			}
		case rdf.IRI:
			if !texts {
				text = "<" + text + ">"
			}
		}
		parts = append(parts, name+"="+text)
	}
	sort.Strings(parts)
	return strings.Join(parts, "\n")
}

// literal is a literal as a text, the same for numbers that are.
func literal(l rdf.Literal) string {
	datatype := l.DataType.String()
	name := strings.TrimPrefix(datatype, "http://www.w3.org/2001/XMLSchema#")
	switch name {
	case "integer", "decimal":
		if r, ok := new(big.Rat).SetString(l.String()); ok {
			return r.RatString() + "^^" + name
		}
	case "double", "float":
		var f float64
		if _, err := fmt.Sscan(l.String(), &f); err == nil {
			return fmt.Sprint(f) + "^^" + name
		}
	}
	return fmt.Sprintf("%q@%s^^%s", l.String(), strings.ToLower(l.Lang()), datatype)
}
