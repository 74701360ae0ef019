package search

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	index "github.com/blevesearch/bleve_index_api"

	"vitrine/server/data/search/internal/columns"
	"vitrine/server/data/search/internal/document"
	"vitrine/server/data/search/internal/fields"
	"vitrine/server/data/search/query"
)

// The limits of suggestions.
const (
	// maxLooked is how many names are looked at for one suggestion.
	maxLooked = 2000
	// MaxSuggest is the length of the longest beginning that names are suggested for, in
	// bytes.
	MaxSuggest = 100
)

// Suggestion is a name that begins as somebody typed, or of which a word does.
type Suggestion struct {
	// Name is as a record has it, Count how many entities are called so.
	Name  string
	Count uint64
	// Class is the class that all of them have first, "" where they differ.
	Class string
	// ID is the URI of the one of these that counts most for the order of results.
	ID string
}

// suggest returns the most frequent names for a beginning.
func (f finder) suggest(beginning string, limit int) (out []Suggestion, err error) {
	prefix := document.SuggestKey(beginning)
	if prefix == "" {
		return nil, nil
	}
	dict, err := f.reader.FieldDictPrefix(fields.Suggest, []byte(prefix))
	if err != nil {
		return nil, err
	}
	terms, err := firstTerms(dict)
	if err = errors.Join(err, dict.Close()); err != nil {
		return nil, err
	}
	m := f.matches()
	slices.SortStableFunc(terms, func(a, b index.DictEntry) int { return int(min(b.Count, 1<<30)) - int(min(a.Count, 1<<30)) })
	seen := map[string]bool{}
	for _, term := range terms {
		_, name, _ := strings.Cut(term.Term, "\x00")
		if len(out) == limit {
			break
		}
		if seen[name] {
			continue
		}
		seen[name] = true
		one, err := m.suggestion(term.Term, name)
		if err != nil {
			return nil, err
		}
		if one.Count > 0 {
			out = append(out, one)
		}
	}
	return out, nil
}

// firstTerms reads a dictionary as far as names are looked at.
func firstTerms(dict index.FieldDict) ([]index.DictEntry, error) {
	var out []index.DictEntry
	for len(out) < maxLooked {
		entry, err := dict.Next()
		if err != nil || entry == nil {
			return out, err
		}
		out = append(out, *entry)
	}
	return out, nil
}

// suggestion counts the entities that have the term of a name. The dictionary itself
// still counts documents that were replaced.
func (m *matches) suggestion(term, name string) (Suggestion, error) {
	found := columns.NewSet(m.docs)
	if err := found.AddTerm(m.parts, fields.Suggest, term); err != nil {
		return Suggestion{}, err
	}
	out := Suggestion{Name: name, Count: found.Count()}
	if err := m.first(found, &out); err != nil {
		return out, err
	}
	classes := map[string]bool{}
	for _, p := range m.parts {
		col, err := m.columns.Column(p.Segment, fields.Class)
		if err != nil {
			return out, err
		}
		texts := m.columns.Texts(fields.Class)
		found.Each(p.First, p.First+p.Size, func(doc uint64) {
			out.Class = ""
			if has := col.Of(doc - p.First); len(has) > 0 {
				out.Class = texts[has[0]]
			}
			classes[out.Class] = true
		})
	}
	if len(classes) > 1 {
		out.Class = ""
	}
	return out, nil
}

// first adds the entity that counts most for the order of results.
func (m *matches) first(found columns.Set, out *Suggestion) error {
	best := 0.0
	for _, p := range m.parts {
		weight, err := m.weights(p)
		if err != nil {
			return err
		}
		at, better := uint64(0), false
		found.Each(p.First, p.First+p.Size, func(doc uint64) {
			if w := weight(doc - p.First); w > best {
				best, at, better = w, doc-p.First, true
			}
		})
		if !better {
			continue
		}
		id, err := p.Segment.DocID(at)
		if err != nil {
			return err
		}
		out.ID = string(id)
	}
	return nil
}

// Suggest returns the names that begin so, or of which a word does, the most frequent
// first. It does not wait for the index to catch up. Errors are ErrClosed, and those
// of ctx and the index.
func (x *Index) Suggest(ctx context.Context, beginning string, limit int) (out []Suggestion, err error) {
	if len(beginning) > MaxSuggest || !utf8.ValidString(beginning) {
		return nil, query.Wrong("Suggestions are for at most %d bytes of UTF-8.", MaxSuggest)
	}
	err = x.use(func(e *engine) error {
		return e.read(func(reader index.IndexReader) error {
			out, err = finder{ctx, reader, e.columns, e.memos}.suggest(beginning, limit)
			return err
		})
	})
	return out, err
}
