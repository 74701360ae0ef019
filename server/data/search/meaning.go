package search

import (
	"slices"
	"strings"
	"sync"

	"vitrine/linkedart/words/dates"
	"vitrine/server/data/search/internal/columns"
	"vitrine/server/data/search/internal/concepts"
	"vitrine/server/data/search/internal/document"
	"vitrine/server/data/search/internal/fields"
	"vitrine/server/data/search/query"
)

// What the meaning of words counts for the order.
const (
	dateScore    = 6
	conceptScore = 10
	partScore    = 2
	// madeScore is what the place counts where something was made, more than where it is kept.
	madeScore = 10
	// translatedWeight is what the name of a concept in another language counts of the word.
	translatedWeight = 0.7
)

// maxDateWords is the number of words of the longest date that is read.
const maxDateWords = 5

// group is some words of a query that are looked up as one: a date, the name of a concept, or a
// word alone.
type group struct {
	items []query.Item
	// last tells that they are the last words of the query.
	last  bool
	years query.Years
	dated bool
	// spelled are the words that were taken for others.
	spelled []Spelled
}

// groups evaluates the words of a query at the same time: those that together are a date or the
// name of a concept as one. The optional ones are apart.
func (m *matches) groups(items []query.Item) (all []tally, optional []columns.Set, err error) {
	table, err := concepts.Load()
	if err != nil {
		return nil, nil, err
	}
	var some []group
	for i := 0; i < len(items); {
		n, years, dated := m.group(table, items[i:])
		g := group{items: items[i : i+n], last: i+n == len(items), years: years, dated: dated}
		if i += n; n > 1 || dated || !g.items[0].Optional {
			some = append(some, g)
			continue
		}
		docs, err := m.withWord(g.items[0].Words[0])
		if err != nil {
			return nil, nil, err
		}
		optional = append(optional, docs)
	}
	all = make([]tally, len(some))
	err = together(m.ctx, len(some), func(i int) (err error) {
		own := *m // which notes spellings
		own.spelled = nil
		if all[i], err = own.meaning(table, some[i].items, some[i].last); err == nil && some[i].dated {
			err = own.dated(some[i].years, all[i])
		}
		some[i].spelled = own.spelled
		return err
	})
	for _, g := range some {
		m.spelled = append(m.spelled, g.spelled...)
	}
	return all, optional, err
}

// withWord are the documents that have a word itself.
func (m *matches) withWord(word string) (columns.Set, error) {
	docs := columns.NewSet(m.docs)
	for _, field := range textFields {
		if err := docs.AddTerm(m.parts, field.name, word); err != nil {
			return nil, err
		}
	}
	return docs, nil
}

// group is the number of words that belong together at the beginning of some.
func (m *matches) group(table *concepts.Table, items []query.Item) (n int, years query.Years, dated bool) {
	for n = min(len(items), maxDateWords); n > 0; n-- {
		if slices.ContainsFunc(items[:n], func(it query.Item) bool { return !it.Plain() }) {
			continue
		}
		if years, dated = yearsOf(items[:n]); dated {
			return n, years, true
		}
		if n > 1 && len(table.Find(wordsOf(items[:n]))) > 0 {
			return n, years, false
		}
	}
	return 1, years, false
}

func wordsOf(items []query.Item) (out []string) {
	for _, it := range items {
		out = append(out, it.Words...)
	}
	return out
}

// dateReader reads the dates of queries. It is made once and never changes.
var dateReader = sync.OnceValues(func() (*dates.Reader, error) {
	habits := dates.Defaults()
	habits.Century = 1
	return dates.New(habits)
})

// yearsOf reads words as a date. A number alone is a year where it has four digits.
func yearsOf(items []query.Item) (query.Years, bool) {
	texts := make([]string, len(items))
	for i, it := range items {
		texts[i] = it.Text
	}
	text := strings.Join(texts, " ")
	if strings.Trim(text, "0123456789") == "" && len(text) != 4 {
		return query.Years{}, false
	}
	reader, err := dateReader()
	if err != nil {
		return query.Years{}, false
	}
	span, ok := reader.Read(text)
	open := span.Earliest.IsZero() || span.Latest.IsZero()
	if !ok || open && (len(items) != 2 || !slices.Contains(bounds, items[0].Words[0])) || span.Earliest.IsZero() && span.Latest.IsZero() {
		return query.Years{}, false
	}
	years := query.Years{First: -endless, Last: endless}
	if !span.Earliest.IsZero() {
		years.First = int64(span.Earliest.Year)
	}
	if !span.Latest.IsZero() {
		years.Last = int64(span.Latest.Year)
	}
	return years, years.Last >= years.First && (years.Last < 2200 || span.Latest.IsZero())
}

// bounds are the words before a date that make it open at one end. That is meant by from or von,
// as in "from the 1640s", no more than by of.
var bounds = []string{"before", "until", "after", "since", "vor", "bis", "nach", "seit", "avant", "jusque", "apres", "depuis", "voor", "tot", "na", "sinds", "antes", "hasta", "despues", "desde", "prima", "fino", "dopo"}

// endless is the year in which a time without an end ends, and without a beginning before Christ
// it begins.
const endless = 5_000_000

// maxVague is how many years longer than the date that was asked for one may be that is
// found by it.
const maxVague = 15

// dated adds the documents of a time. What is dated less exactly counts less.
func (m *matches) dated(years query.Years, out tally) error {
	if _, err := m.columnsOf(fields.Years); err != nil { // which number the values
		return err
	}
	var within, about []uint32
	for i, text := range m.columns.Texts(fields.Years) {
		switch y, ok := query.ParseYears(text); {
		case !ok || !y.Overlap(years):
		case y.First >= years.First && y.Last <= years.Last:
			within = append(within, uint32(i))
		case y.Length() <= years.Length()+maxVague:
			about = append(about, uint32(i))
		}
	}
	for i, numbers := range [][]uint32{within, about} {
		docs, err := m.having(fields.Years, numbers)
		if err != nil {
			return err
		}
		out.addSet(docs, dateScore/float32(i+1))
	}
	return nil
}

// meaning adds the documents that have the words, or what they are the name of.
func (m *matches) meaning(table *concepts.Table, items []query.Item, last bool) (tally, error) {
	out := m.none()
	if len(items) == 1 {
		if err := m.item(items[0], last, out); err != nil || !items[0].Plain() {
			return out, err
		}
	} else if err := m.inARow(wordsOf(items), out); err != nil {
		return out, err
	}
	if err := m.handled(out); err != nil {
		return out, err
	}
	own := wordsOf(items)
	names := [][]string{own}
	var iris []string
	for _, c := range table.Find(own) {
		if c.IRI != "" {
			iris = append(iris, c.IRI)
		}
		for _, name := range c.Names {
			if !slices.ContainsFunc(names, func(other []string) bool { return slices.Equal(other, name) }) {
				names = append(names, name)
			}
		}
	}
	for _, name := range names[1:] {
		if err := m.translated(name, out); err != nil {
			return out, err
		}
	}
	return out, m.below(names, iris, out)
}

// translated adds the documents that have the name of a concept in another language.
func (m *matches) translated(name []string, out tally) error {
	for _, field := range textFields {
		if field.name == fields.Statement {
			continue
		}
		var err error
		if len(name) == 1 {
			err = m.term(field.name, name[0], field.weight*translatedWeight, out)
		} else {
			err = m.phrase(field.name, phraseOf(name), field.weight*translatedWeight, out)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// partFields are the fields whose values may be parts of others.
var partFields = []string{fields.ClassifiedAs, fields.Material, fields.Place, fields.MemberOf}

// below adds the documents of concepts, and of what the entities of the names contain.
func (m *matches) below(names [][]string, iris []string, out tally) error {
	parts, err := m.hierarchy()
	if err != nil {
		return err
	}
	if err := m.partsOf(parts.below(iris), conceptScore, out); err != nil {
		return err
	}
	iris = nil
	var all []string
	for _, name := range names {
		docs, err := m.named(strings.Join(name, " "))
		if err != nil {
			return err
		}
		ids, err := m.ids(docs, maxNamed)
		if err != nil {
			return err
		}
		all = append(all, ids...)
		for _, id := range ids {
			if len(parts[id]) > 0 {
				iris = append(iris, id)
			}
		}
	}
	if err := m.partsOf(parts.below(iris), partScore, out); err != nil {
		return err
	}
	made, err := m.withAny(fields.MadeAt, parts.below(all))
	if err == nil {
		out.addSet(made, madeScore)
	}
	return err
}

// partsOf adds the documents that are of some entities: classified by them, made of them,
// in them.
func (m *matches) partsOf(wanted map[string]bool, value float32, out tally) error {
	if len(wanted) == 0 {
		return nil
	}
	for _, field := range partFields {
		docs, err := m.withAny(field, wanted)
		if err != nil {
			return err
		}
		out.addSet(docs, value)
	}
	return nil
}

// maxNamed is the number of entities of one name of which the parts are looked for.
const maxNamed = 16

// named are the documents of which a name is this, folded.
func (m *matches) named(name string) (columns.Set, error) {
	docs := columns.NewSet(m.docs)
	key := document.SuggestKey(name)
	if is, err := m.begins(key); err != nil || !is {
		return docs, err
	}
	terms, err := m.wordsOfField(fields.Suggest, key+"\x00", maxLooked)
	if err != nil {
		return nil, err
	}
	for _, term := range terms {
		if _, whole, _ := strings.Cut(term, "\x00"); document.SuggestKey(whole) == key {
			if err := docs.AddTerm(m.parts, fields.Suggest, term); err != nil {
				return nil, err
			}
		}
	}
	return docs, nil
}

// begins tells whether a name may begin as a folded one: not where it begins with a word of Latin
// letters and no word of a name begins so. The words are kept, which the names are not.
func (m *matches) begins(key string) (bool, error) {
	first, _, _ := strings.Cut(key, " ")
	if first == "" || strings.Trim(first, "abcdefghijklmnopqrstuvwxyz") != "" {
		return first != "", nil
	}
	for _, p := range m.parts {
		for _, field := range []string{fields.Label, fields.Name} {
			words, err := m.columns.Words(p.Segment, field)
			if err != nil {
				return false, err
			}
			for range words.Beginning(first) {
				return true, nil
			}
		}
	}
	return false, nil
}

// ids are the URIs of the first documents.
func (m *matches) ids(docs columns.Set, limit int) (out []string, err error) {
	for _, p := range m.parts {
		docs.Each(p.First, p.First+p.Size, func(doc uint64) {
			if len(out) < limit && err == nil {
				var id []byte
				id, err = p.Segment.DocID(doc - p.First)
				out = append(out, string(id))
			}
		})
	}
	return out, err
}
