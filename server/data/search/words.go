package search

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vitrine/server/data/search/internal/columns"
	"vitrine/server/data/search/internal/fields"
	"vitrine/server/data/search/internal/words"
	"vitrine/server/data/search/query"
)

// textFields are the fields of words, with what a word in them counts: first those of names.
var textFields = []struct {
	name   string
	weight float32
}{{fields.Label, 10}, {fields.Name, 5}, {fields.Type, 4}, {fields.Statement, 1}, {fields.Reference, 4}}

// What another form of a word counts of the word itself: of the same stem, one that begins
// so or has it in it, and one of which it is a misspelling.
const (
	stemWeight = 0.7
	partWeight = 0.5
	typoWeight = 0.4
)

// The limits of what stands for a word.
const (
	// fewUses is how often a word is used at most for others to be looked for that it may
	// stand for, minPart the length of the shortest beginning that stands for a word, and
	// minInner that of what may be inside of one.
	fewUses  = 2
	minPart  = 3
	minInner = 4
	// maxForms is the number of words that stand for one, and maxRead of those that are
	// looked at, in each field.
	maxForms = 64
	maxRead  = 2000
)

// form is a word of the index that stands for one of a query.
type form struct {
	word   string
	weight float32
}

// item adds the documents that have a word or phrase.
func (m *matches) item(it query.Item, last bool, out tally) error {
	switch {
	case it.Starred:
		return m.starred(it, out)
	case it.Phrase || len(it.Words) > 1:
		if err := m.inARow(it.Words, out); err != nil {
			return err
		}
		return m.number(it.Identifier, out)
	default:
		return m.word(it, last, out)
	}
}

// inARow adds the documents that have words in a row in one of the fields of words.
func (m *matches) inARow(words []string, out tally) error {
	for _, field := range textFields {
		if err := m.phrase(field.name, phraseOf(words), field.weight, out); err != nil {
			return err
		}
	}
	return nil
}

// phraseOf is a phrase of these words and no others.
func phraseOf(words []string) [][]string {
	out := make([][]string, len(words))
	for i, word := range words {
		out[i] = []string{word}
	}
	return out
}

// word adds the documents that have a word, or a form of it.
func (m *matches) word(it query.Item, last bool, out tally) error {
	if err := m.number(it.Identifier, out); err != nil {
		return err
	}
	word, uses := it.Words[0], out.docs.Count()
	forms := map[string][]form{}
	kin := words.Forms(word)
	for _, field := range textFields {
		some, n, err := m.stemmed(field.name, word, kin)
		if err != nil {
			return err
		}
		forms[field.name] = some
		uses += n
	}
	if uses <= fewUses {
		if err := m.guess(word, last, forms, out); err != nil {
			return err
		}
	}
	for _, field := range textFields {
		for _, f := range forms[field.name] {
			if err := m.term(field.name, f.word, field.weight*f.weight, out); err != nil {
				return err
			}
		}
	}
	return nil
}

// guess adds the words that a rare word may stand for: those that begin so where it is the
// last, those that have it in them, and those that are spelled nearly so.
func (m *matches) guess(word string, last bool, forms map[string][]form, out tally) error {
	length := utf8.RuneCountInString(word)
	if strings.IndexFunc(word, unicode.IsDigit) >= 0 {
		if !last || length < minPart {
			return nil
		}
		terms, err := m.expand(fields.Identifier, word)
		if err != nil {
			return nil // too many to say which
		}
		for _, term := range terms[:min(len(terms), maxForms)] {
			if err := m.number(term, out); err != nil {
				return err
			}
		}
		return nil
	}
	any := false
	for _, field := range textFields {
		var some []string
		if length >= minPart && last {
			var err error
			if some, err = m.wordsOfField(field.name, word, maxForms); err != nil {
				return err
			}
		}
		if length >= minInner && (field.name == fields.Label || field.name == fields.Name) {
			more, err := m.wordsWith(field.name, word, maxForms)
			if err != nil {
				return err
			}
			some = append(some, more...)
		}
		for _, other := range some {
			any = true
			forms[field.name] = append(forms[field.name], form{other, partWeight})
		}
	}
	if any {
		return nil
	}
	if split, err := m.split(word, out); err != nil || split {
		return err
	}
	return m.misspelt(word, length, forms)
}

// split adds the documents in whose names two words stand that were typed as one.
func (m *matches) split(word string, out tally) (found bool, err error) {
	for cut := range word {
		if utf8.RuneCountInString(word[:cut]) < minPart || utf8.RuneCountInString(word[cut:]) < minPart {
			continue
		}
		before := out.docs.Count()
		for _, field := range textFields[:2] {
			if err := m.phrase(field.name, [][]string{{word[:cut]}, {word[cut:]}}, field.weight*partWeight, out); err != nil {
				return false, err
			}
		}
		if out.docs.Count() > before {
			m.spelled = append(m.spelled, Spelled{word, word[:cut] + " " + word[cut:]})
			return true, nil
		}
	}
	return false, nil
}

// misspelt adds the words that are spelled nearly as one: with one other letter from four
// letters on, and two from eight on.
func (m *matches) misspelt(word string, length int, forms map[string][]form) error {
	for letters := 1; letters <= 2 && length >= 4*letters; letters++ {
		var best listed
		for _, spelling := range words.Spellings(word) {
			accept, err := speltLike(spelling, letters)
			if err != nil {
				return err
			}
			for _, field := range textFields {
				read, err := m.listedIn(field.name, "", accept, maxForms)
				if err != nil {
					return err
				}
				for _, other := range read {
					if other.word == word {
						continue
					}
					forms[field.name] = append(forms[field.name], form{other.word, typoWeight})
					if other.uses > best.uses {
						best = other
					}
				}
			}
		}
		if best.word != "" {
			m.spelled = append(m.spelled, Spelled{word, best.word})
			return nil
		}
	}
	return nil
}

// stemmed returns the words of a field that have the same stem as a word, or that are the
// same in another spelling, and how many documents use them.
func (m *matches) stemmed(field, word string, kin []words.Form) (out []form, uses uint64, err error) {
	for _, of := range kin {
		read := 0
		err = m.dictionary(field, of.Beginning, nil, func(e listed) bool {
			read++
			if of.Has(e.word) {
				uses += e.uses
				if len(out) < maxForms && !slices.ContainsFunc(out, func(f form) bool { return f.word == e.word }) {
					out = append(out, form{e.word, weightOf(e.word, word)})
				}
			}
			return read < maxRead
		})
		if err != nil {
			return nil, 0, err
		}
	}
	return out, uses, nil
}

// weightOf is what a word of the same stem counts of the word.
func weightOf(form, word string) float32 {
	if form == word {
		return 1
	}
	return stemWeight
}

// number adds the documents that have an identifier.
func (m *matches) number(identifier string, out tally) error {
	docs := columns.NewSet(m.docs)
	if err := docs.AddTerm(m.parts, fields.Identifier, identifier); err != nil {
		return err
	}
	out.addSet(docs, numberScore)
	out.own.Or(docs)
	return nil
}

// starred adds the documents that have words or identifiers that begin so.
func (m *matches) starred(it query.Item, out tally) error {
	last := len(it.Words) - 1
	for _, field := range textFields {
		phrase := phraseOf(it.Words)
		if it.Prefix {
			terms, err := m.expand(field.name, it.Words[last])
			if err != nil {
				return err
			}
			if phrase[last] = terms; len(terms) == 0 {
				continue
			}
		}
		var err error
		if last > 0 {
			err = m.phrase(field.name, phrase, field.weight, out)
		} else {
			err = m.anyOf(field.name, phrase[0], field.weight, out)
		}
		if err != nil {
			return err
		}
	}
	terms, err := m.expand(fields.Identifier, it.Identifier)
	if err != nil {
		return err
	}
	return m.anyOf(fields.Identifier, terms, numberScore, out)
}

// anyOf adds the documents that have one of the words in a field, which all count the same.
func (m *matches) anyOf(field string, terms []string, weight float32, out tally) error {
	docs := columns.NewSet(m.docs)
	for _, term := range terms {
		if err := docs.AddTerm(m.parts, field, term); err != nil {
			return err
		}
	}
	out.addSet(docs, weight)
	return nil
}
