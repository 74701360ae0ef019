package jsonld

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	ldcontext "vitrine/context"
)

// recordMaker makes random records from the terms of the Linked Art context:
// every class, every property in the active context where it stands, nodes said twice,
// several types, languages, numbers and odd Unicode.
type recordMaker struct {
	r       *rand.Rand
	classes []string
	budget  int
	// big makes integers beyond int64 too. json-gold turns those into doubles,
	// so they stay out of what is compared with it.
	big bool
}

func newRecordMaker(t testing.TB, active *ldcontext.ActiveContext, seed uint64) *recordMaker {
	t.Helper()
	m := &recordMaker{r: rand.New(rand.NewPCG(seed, 7))}
	for _, key := range active.Keys() {
		if c := key[0]; 'A' <= c && c <= 'Z' {
			m.classes = append(m.classes, key)
		}
	}
	if len(m.classes) < 80 {
		t.Fatalf("the context has %d classes, expected 85", len(m.classes))
	}
	return m
}

func (m *recordMaker) record(t testing.TB, active *ldcontext.ActiveContext) string {
	t.Helper()
	m.budget = 60
	var b strings.Builder
	b.WriteString(`{"@context":"` + ldcontext.LinkedArt + `","id":"https://data.museum.example/root",`)
	m.inside(t, &b, active, 0)
	b.WriteString("}")
	return b.String()
}

// inside writes type and properties of a node, without braces and id.
func (m *recordMaker) inside(t testing.TB, b *strings.Builder, active *ldcontext.ActiveContext, depth int) {
	types := []string{m.classes[m.r.IntN(len(m.classes))]}
	if m.r.IntN(10) == 0 {
		types = append(types, m.classes[m.r.IntN(len(m.classes))])
	}
	inner, err := active.TypeScoped(nil, types...)
	if err != nil {
		t.Fatal(err)
	}
	var members []string
	if len(types) == 1 && m.r.IntN(8) > 0 {
		members = append(members, `"type":`+quoted(types[0]))
	} else {
		members = append(members, `"type":[`+quoted(types[0])+strings.Join(prefixed(types[1:]), "")+`]`)
	}
	if m.r.IntN(6) == 0 {
		members = append(members, fmt.Sprintf(`"_complete":%t`, m.r.IntN(2) == 0))
	}
	keys := inner.Keys()
	seen := map[string]bool{}
	for range m.r.IntN(7) {
		key := keys[m.r.IntN(len(keys))]
		term := inner.Term(key)
		if c := key[0]; 'A' <= c && c <= 'Z' || seen[key] || term.IRI == "" || strings.HasPrefix(term.IRI, "@") || strings.HasSuffix(term.IRI, "/") || strings.HasSuffix(term.IRI, "#") {
			continue
		}
		seen[key] = true
		members = append(members, quoted(key)+":"+m.values(t, inner, term, depth))
	}
	m.r.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	b.WriteString(strings.Join(members, ","))
}

func prefixed(names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = "," + quoted(name)
	}
	return out
}

func quoted(s string) string { return string(appendString(nil, s)) }

func (m *recordMaker) values(t testing.TB, active *ldcontext.ActiveContext, term *ldcontext.Term, depth int) string {
	n := m.r.IntN(4)
	if n == 0 || depth > 12 {
		return m.value(t, active, term, depth)
	}
	items := make([]string, n)
	for i := range items {
		items[i] = m.value(t, active, term, depth)
	}
	if m.r.IntN(6) == 0 && items[0][0] != '{' {
		items = append(items, items[0])
	}
	return "[" + strings.Join(items, ",") + "]"
}

func (m *recordMaker) value(t testing.TB, active *ldcontext.ActiveContext, term *ldcontext.Term, depth int) string {
	m.budget--
	switch term.Coercion {
	case ldcontext.ToVocab:
		if m.r.IntN(3) == 0 {
			return quoted("https://data.museum.example/property/" + fmt.Sprint(m.r.IntN(3)))
		}
		inner, err := active.PropertyScoped(nil, term)
		if err != nil {
			t.Fatal(err)
		}
		for {
			keys := inner.Keys()
			key := keys[m.r.IntN(len(keys))]
			if term := inner.Term(key); term.IRI != "" && !strings.HasPrefix(term.IRI, "@") {
				return quoted(key)
			}
		}
	case ldcontext.ToDatatype:
		return quoted(m.text())
	case ldcontext.ToID:
		return m.node(t, active, term, depth)
	default:
		return m.scalar()
	}
}

func (m *recordMaker) node(t testing.TB, active *ldcontext.ActiveContext, term *ldcontext.Term, depth int) string {
	id := ""
	switch m.r.IntN(10) {
	case 0, 1, 2:
		id = `"id":` + quoted(fmt.Sprintf("https://data.museum.example/n/%d", m.r.IntN(6)))
	case 3:
		id = `"id":` + quoted(fmt.Sprintf("_:b%d", m.r.IntN(9)))
	case 4:
		id = `"id":"crm:E` + fmt.Sprint(m.r.IntN(90)) + `"`
	case 5:
		return quoted(fmt.Sprintf("https://data.museum.example/n/%d", m.r.IntN(6)))
	}
	if m.budget < 0 || depth > 12 || m.r.IntN(4) == 0 {
		return "{" + id + "}"
	}
	inner, err := active.PreviousOrSelf().PropertyScoped(nil, term)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("{")
	if id != "" {
		b.WriteString(id + ",")
	}
	m.inside(t, &b, inner, depth+1)
	b.WriteString("}")
	return b.String()
}

func (m *recordMaker) scalar() string {
	switch m.r.IntN(8) {
	case 0:
		return []string{"true", "false"}[m.r.IntN(2)]
	case 1:
		return fmt.Sprint(m.r.IntN(100_000_000) - 50_000_000)
	case 2:
		numbers := []string{"8.8", "2.0", "2.50", "1e21", "1.5E-7", "-0.5", "0", "-0", "0.1", "1e3", "0.30000000000000004", "45.75", "1E4"}
		if m.big {
			numbers = append(numbers, "12345678901234567890", "-999999999999999999999", "12345678901234567890.0")
		}
		return numbers[m.r.IntN(len(numbers))]
	case 3:
		return fmt.Sprintf(`{"@value":%s,"@language":"%s"}`, quoted(m.text()), []string{"nl", "en-GB", "zh-Hant-TW"}[m.r.IntN(3)])
	case 4:
		return fmt.Sprintf(`{"type":"%s","@value":%s}`, []string{"xsd:date", "http://www.w3.org/2001/XMLSchema#decimal", "xsd:string"}[m.r.IntN(3)], quoted(m.text()))
	default:
		return quoted(m.text())
	}
}

func (m *recordMaker) text() string {
	pieces := []string{"", "Vase", "é", "e\u0301", "\"", "\\", "\n", "\r\n", "\t", "\u0000", "\u2028", "العربية", "𝔳", "_:b1", "<p>", "a b", "\u007f", "\uffff"}
	var b strings.Builder
	for range m.r.IntN(4) {
		b.WriteString(pieces[m.r.IntN(len(pieces))])
	}
	return b.String()
}

// sortedKeys is what Scope.Keys must return; checked here since the records
// depend on it for being the same for the same seed.
func TestKeysAreSorted(t *testing.T) {
	active := linkedArtContext(t, testProcessor())
	if keys := active.Keys(); !slices.IsSorted(keys) || len(keys) < 400 {
		t.Errorf("Keys() returned %d keys, sorted: %t", len(keys), slices.IsSorted(keys))
	}
}
