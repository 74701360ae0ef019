// Package jsonldtest makes JSON-LD 1.1 documents at random, for tests that let
// several processors read the same ones. It reads nothing itself.
package jsonldtest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
)

// ContextURL names the only context that a document names by its URL, and
// Context is what a processor has to find there.
const (
	ContextURL = "https://ex.example/import.json"
	Context    = `{"@context":{"p":"https://ex.example/p"}}`
)

// keywordMaker makes random documents that use every keyword of JSON-LD 1.1 that
// a document of one graph may have: contexts of all kinds, in terms, types and
// nodes, and values that suit their terms or do not.
type keywordMaker struct {
	r      *rand.Rand
	budget int
}

type member struct {
	key   string
	value any
}

// members are a JSON object with its members in order.
type members []member

// MarshalJSON writes the members in order, the first of each name only.
func (m members) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	seen := map[string]bool{}
	for _, member := range m {
		if seen[member.key] {
			continue
		}
		seen[member.key] = true
		if len(out) > 1 {
			out = append(out, ',')
		}
		key, err := json.Marshal(member.key)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(member.value)
		if err != nil {
			return nil, err
		}
		out = append(append(append(out, key...), ':'), value...)
	}
	return append(out, '}'), nil
}

// Document returns the document of the seed, which is always the same. Its
// processors may refuse it: not every random document is a valid one.
func Document(seed uint64) []byte {
	m := &keywordMaker{r: rand.New(rand.NewPCG(seed, 11)), budget: 25}
	root := members{{"@context", m.context(2)}}
	if m.r.IntN(8) > 0 {
		root = append(root, member{"@id", "https://ex.example/root"})
	}
	root = append(root, m.node(0)...)
	text, err := json.Marshal(root)
	if err != nil {
		panic(err)
	}
	return text
}

func (m *keywordMaker) one(values ...any) any { return values[m.r.IntN(len(values))] }

func (m *keywordMaker) text(values ...string) string { return values[m.r.IntN(len(values))] }

// rarely is true once in n times.
func (m *keywordMaker) rarely(n int) bool { return m.r.IntN(n) == 0 }

// context makes a context whose scoped contexts are nested so deep.
func (m *keywordMaker) context(depth int) any {
	switch m.r.IntN(12) {
	case 0:
		return nil
	case 1:
		return []any{m.definition(depth), m.definition(depth - 1), nil, m.definition(0)}[:1+m.r.IntN(4)]
	case 2:
		return ContextURL
	}
	return m.definition(depth)
}

func (m *keywordMaker) definition(depth int) members {
	var c members
	add := func(chance int, key string, value any) {
		if m.rarely(chance) {
			c = append(c, member{key, value})
		}
	}
	add(4, "@version", 1.1)
	add(2, "@vocab", m.one("https://ex.example/v/", "https://ex.example/v#", "", "e:", "w/", nil))
	add(5, "@base", m.one("https://ex.example/b/", "https://ex.example/b/c?q", "d/e", "../f", nil))
	add(4, "@language", m.one("nl", "en-GB", nil))
	add(12, "@direction", m.one("ltr", "rtl", nil))
	add(6, "@propagate", m.one(true, false))
	add(8, "@protected", true)
	// jsonld.js refuses each such context.
	add(60, "@protected", false)
	add(8, "@import", ContextURL)
	add(2, "e", m.one("https://ex.example/", "https://ex.example/e#"))
	for _, alias := range []struct{ key, keyword string }{
		{"id", "@id"}, {"type", "@type"}, {"val", "@value"}, {"none", "@none"}, {"nest", "@nest"}, {"lang", "@language"},
		{"list", "@list"}, {"set", "@set"}, {"rev", "@reverse"}, {"inc", "@included"}, {"graph", "@graph"},
	} {
		add(5, alias.key, alias.keyword)
	}
	add(10, "nest", members{{"@id", "@nest"}, {"@context", m.scoped(depth)}})
	add(12, "@type", members{{"@container", "@set"}})
	for i := range 4 {
		add(3, fmt.Sprint("T", i), m.class(i, depth))
	}
	for i := range 6 {
		add(2, fmt.Sprint("p", i), m.term(i, depth))
	}
	m.r.Shuffle(len(c), func(i, j int) { c[i], c[j] = c[j], c[i] })
	return c
}

func (m *keywordMaker) scoped(depth int) any {
	if depth <= 0 {
		return m.one(nil, members{})
	}
	return m.context(depth - 1)
}

func (m *keywordMaker) class(i, depth int) any {
	iri := fmt.Sprint("https://ex.example/T", i)
	if m.rarely(3) {
		return iri
	}
	return members{{"@id", iri}, {"@context", m.scoped(depth)}}
}

// term makes a term definition.
func (m *keywordMaker) term(i, depth int) any {
	iri := m.one(fmt.Sprint("https://ex.example/p", i), fmt.Sprint("e:p", i), fmt.Sprint("https://ex.example/p", m.r.IntN(6)))
	switch m.r.IntN(14) {
	case 0:
		return nil
	case 1, 2:
		return iri
	case 3:
		return m.one("@later", members{{"@id", "@later"}}, members{{"@id", nil}})
	case 4:
		t := members{{"@reverse", iri}}
		if m.rarely(2) {
			t = append(t, member{"@container", m.one("@set", "@index", nil)})
		}
		return t
	}
	t := members{{"@id", iri}}
	add := func(chance int, key string, value any) {
		if m.rarely(chance) {
			t = append(t, member{key, value})
		}
	}
	add(2, "@type", m.one("@id", "@vocab", "@json", "@none", "https://ex.example/d", "e:d"))
	switch m.r.IntN(8) {
	case 0:
		// The values of a map of types are nodes.
		t = append(members{{"@container", m.one("@type", []any{"@set", "@type"})}, {"@type", m.one("@id", "@vocab")}}, t...)
	default:
		add(2, "@container", m.one("@set", "@list", "@language", "@id", "@index", "@graph",
			[]any{"@set", "@language"}, []any{"@set", "@id"}, []any{"@graph", "@set"}))
	}
	add(6, "@language", m.one("de", "fr", nil))
	add(12, "@direction", m.one("ltr", nil))
	add(8, "@nest", m.one("@nest", "nest"))
	add(5, "@context", m.scoped(depth))
	add(10, "@protected", m.one(true, false))
	add(12, "@prefix", m.one(true, false))
	if m.rarely(8) {
		index := members{{"@index", m.one("p0", "https://ex.example/k")}, {"@container", "@index"}, {"@type", "@id"}}
		t = append(index, t...)
	}
	return t
}

// node makes the members of a node object, but its identifier.
func (m *keywordMaker) node(depth int) members {
	m.budget--
	var n members
	add := func(chance int, key string, value func() any) {
		if m.rarely(chance) {
			n = append(n, member{key, value()})
		}
	}
	add(2, m.text("@type", "@type", "type"), func() any {
		class := func() any { return m.one("T0", "T1", "T2", "T3", "https://ex.example/C", "e:C") }
		if m.rarely(3) {
			return []any{class(), class()}
		}
		return class()
	})
	if m.budget < 0 || depth > 4 {
		return n
	}
	for range m.r.IntN(4) {
		n = append(n, member{m.key(), m.value(depth)})
	}
	add(8, m.text("@nest", "nest"), func() any { return m.nested(depth) })
	add(10, m.text("@reverse", "rev"), func() any {
		return members{{m.key(), m.object(depth)}}
	})
	add(12, m.text("@included", "inc"), func() any { return m.one(m.object(depth), []any{m.object(depth)}) })
	add(40, m.text("@graph", "graph"), func() any { return []any{m.object(depth)} })
	add(30, "@index", func() any { return "i" })
	if depth > 0 {
		add(6, "@context", func() any { return m.context(1) })
	}
	return n
}

func (m *keywordMaker) nested(depth int) any {
	inner := members{{m.key(), m.value(depth + 1)}}
	if m.rarely(3) {
		inner = append(inner, member{"nest", members{{m.key(), m.value(depth + 1)}}})
	}
	if m.rarely(3) {
		return []any{inner, members{{m.key(), "x"}}}
	}
	return inner
}

func (m *keywordMaker) key() string {
	return m.text("p0", "p1", "p2", "p3", "p4", "p5", "p0", "p1", "p2", "p3", "e:p0", "https://ex.example/p1", "q")
}

func (m *keywordMaker) object(depth int) members {
	n := m.node(depth + 1)
	if m.rarely(2) {
		n = append(n, member{m.text("@id", "@id", "id"), m.identifier()})
	}
	m.r.Shuffle(len(n), func(i, j int) { n[i], n[j] = n[j], n[i] })
	return n
}

func (m *keywordMaker) identifier() string {
	return m.text("https://ex.example/n1", "https://ex.example/n2", "n3", "../n4", "?n5", "#n6", "e:n7", "_:n8", "_:b0")
}

func (m *keywordMaker) scalar() any {
	return m.one("x", "y", true, false, 5, -7, 2.5, json.Number("1e30"), nil, "T1", "p1", "n1", "e:n2", "https://ex.example/n3")
}

func (m *keywordMaker) value(depth int) any {
	m.budget--
	switch m.r.IntN(16) {
	case 0, 1, 2:
		return m.scalar()
	case 3:
		return []any{m.scalar(), m.scalar(), m.object(depth)}
	case 4:
		return []any{m.value(depth + 1), []any{m.scalar()}}
	case 5:
		return members{{m.text("@list", "list"), m.one(m.scalar(), []any{m.scalar(), m.object(depth)}, []any{[]any{m.scalar()}, []any{}})}}
	case 6:
		return members{{m.text("@set", "set"), m.one(m.scalar(), []any{m.scalar(), m.object(depth)})}}
	case 7, 8:
		v := members{{m.text("@value", "@value", "val"), m.scalar()}}
		switch m.r.IntN(5) {
		case 0:
			v = append(v, member{m.text("@type", "type"), m.one("https://ex.example/d", "e:d", "T1", "@json", nil)})
		case 1:
			v = append(v, member{m.text("@language", "lang"), m.one("nl", "de-AT", nil)})
		case 2:
			v = append(v, member{"@index", "i"})
		}
		return v
	case 9, 10:
		// A map, of languages, indexes, ids or types.
		entry := func() any { return m.one("x", []any{"x", nil, "y"}, m.object(depth), []any{m.object(depth)}) }
		return members{
			{m.text("nl", "de-AT", "T1", "e:n1", "https://ex.example/n2"), entry()},
			{m.text("@none", "none", "T2", "k", "n3", "_:n4"), entry()},
		}
	}
	return m.object(depth)
}
