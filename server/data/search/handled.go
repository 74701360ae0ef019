package search

import (
	"slices"

	"vitrine/server/data/search/internal/columns"
	"vitrine/server/data/search/internal/fields"
)

// activityScore is what an object counts for the words of an activity that it was part of, such
// as an exhibition or a sale.
const activityScore = 2

// handled adds what the activities among the documents are about, and the members of sets that
// they are about: an object is found by the name of its exhibition, and by the parties of its
// sale, though only their records link to it. An activity that has the words by what it refers to
// alone may have them from one of its objects, and says nothing of the others then.
func (m *matches) handled(out tally) error {
	objects, err := m.columnsOf(fields.Objects)
	if err != nil {
		return err
	}
	selves, err := m.selvesOf(fields.Objects)
	if err != nil {
		return err
	}
	about, isAny := columns.NewSet(m.docs), false // the activities
	for i, p := range m.parts {
		objects[i].Some().Each(0, p.Size, func(n uint64) {
			if out.docs.Has(p.First + n) {
				about.Add(p.First + n)
				isAny = true
			}
		})
	}
	if !isAny {
		return nil
	}
	size := len(m.columns.Texts(fields.Objects))
	found, wanted, some := make([]bool, size), make([]bool, size), false
	for i, p := range m.parts {
		for doc, n := range selves[i] {
			if n > 0 && out.docs.Has(p.First+uint64(doc)) {
				found[n-1] = true
			}
		}
	}
	for i, p := range m.parts {
		about.Each(p.First, p.First+p.Size, func(doc uint64) {
			of := objects[i].Of(doc - p.First)
			if !out.own.Has(doc) && anyOf(found, of) {
				return
			}
			for _, n := range of {
				wanted[n], some = true, true
			}
		})
	}
	if !some {
		return nil
	}
	docs, err := m.numbered(wanted, selves)
	if err == nil {
		out.addSet(docs, activityScore)
	}
	return err
}

func anyOf(in []bool, numbers []uint32) bool {
	return slices.ContainsFunc(numbers, func(n uint32) bool { return in[n] })
}

// numbered are the documents of the names with some numbers, and the members of those that are
// sets.
func (m *matches) numbered(wanted []bool, selves []columns.Selves) (columns.Set, error) {
	if _, err := m.columnsOf(fields.MemberOf); err != nil { // which number the sets of all parts
		return nil, err
	}
	docs := columns.NewSet(m.docs)
	texts := m.columns.Texts(fields.Objects)
	sets := map[string]bool{}
	for n, is := range wanted {
		if !is {
			continue
		}
		if _, isSet := m.columns.Number(fields.MemberOf, texts[n]); isSet {
			sets[texts[n]] = true
		}
	}
	for i, p := range m.parts {
		for doc, n := range selves[i] {
			if n > 0 && wanted[n-1] {
				docs.Add(p.First + uint64(doc))
			}
		}
	}
	if len(sets) == 0 {
		return docs, nil
	}
	members, err := m.withAny(fields.MemberOf, sets)
	docs.Or(members)
	return docs, err
}
