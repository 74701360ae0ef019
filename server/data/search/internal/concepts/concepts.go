// Package concepts says which words mean the same in the languages that Vitrine has words
// of: those of common concepts (linkedart/words/terms), of countries and great cities
// (linkedart/words/places), and some of its own.
//
// The package knows no record and no index.
package concepts

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"vitrine/linkedart/words/places"
	"vitrine/linkedart/words/terms"
	"vitrine/server/data/search/internal/words"
)

// MaxWords is the number of words of the longest name of a concept that is found.
const MaxWords = 4

// Concept is something that has names in several languages.
type Concept struct {
	// IRI is that of its record in a vocabulary, "" where none is known.
	IRI string
	// Names are its names, each as the words of the index.
	Names [][]string
}

//go:embed synonyms.tsv
var synonymsFile string

//go:embed nationalities.tsv
var nationalitiesFile string

// Table finds concepts by their names.
type Table struct {
	words words.Analyzer
	// byName has the concepts by language and stems of names.
	byName map[string][]*Concept
}

// Load returns the table. It is made once and never changes.
var Load = sync.OnceValues(func() (*Table, error) {
	t := &Table{words: words.New(), byName: map[string][]*Concept{}}
	all, err := terms.All()
	if err != nil {
		return nil, err
	}
	for _, term := range all {
		c := &Concept{IRI: term.IRI()}
		for i, code := range words.Languages {
			t.add(c, term.Words[code], i)
		}
		for _, word := range term.Also {
			t.add(c, word, anyLanguage)
		}
	}
	names, err := places.Names()
	if err != nil {
		return nil, err
	}
	of, people := nationalities(), map[string][]terms.Term{}
	for _, term := range all {
		if country := of[term.Words["en"]]; country != "" && term.Kind == "nationality" {
			people[country] = append(people[country], term)
		}
	}
	for _, names := range names {
		if len(names) == 0 {
			continue
		}
		place := t.addAll(names)
		for _, term := range people[names[0]] {
			for i, code := range words.Languages {
				t.lead(t.words.Terms(term.Words[code]), i, place)
			}
		}
	}
	for line := range strings.Lines(synonymsFile) {
		if !strings.HasPrefix(line, "#") {
			t.addAll(strings.Split(strings.TrimSpace(line), "\t"))
		}
	}
	return t, nil
})

// anyLanguage stands for a name of which the language is not known.
const anyLanguage = -1

// nationalities are the countries of nationalities, both in English.
func nationalities() map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(nationalitiesFile) {
		if nationality, country, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			out[nationality] = country
		}
	}
	return out
}

func (t *Table) addAll(names []string) *Concept {
	c := &Concept{}
	for _, name := range names {
		t.add(c, name, anyLanguage)
	}
	return c
}

// add adds a name of a concept in a language. What is in brackets tells homographs apart.
func (t *Table) add(c *Concept, name string, language int) {
	name, _, _ = strings.Cut(name, "(")
	parts := t.words.Terms(name)
	if len(parts) == 0 || len(parts) > MaxWords || slices.ContainsFunc(c.Names, func(other []string) bool { return slices.Equal(other, parts) }) {
		return
	}
	c.Names = append(c.Names, parts)
	t.lead(parts, language, c)
}

// lead has the words of a language lead to a concept, of which they need not be a name.
func (t *Table) lead(parts []string, language int, c *Concept) {
	if len(parts) == 0 {
		return
	}
	for i, key := range keys(parts) {
		if (language == anyLanguage || language == i) && !slices.Contains(t.byName[key], c) {
			t.byName[key] = append(t.byName[key], c)
		}
	}
}

// keys are the stems of a name in each language, which the first byte says.
func keys(parts []string) (out [len(words.Languages)]string) {
	for i := range out {
		out[i] = string(rune('a' + i))
	}
	for _, part := range parts {
		for i, stem := range words.StemsOf(part) {
			out[i] += " " + stem
		}
	}
	return out
}

// Find returns the concepts of a name, whatever its language.
func (t *Table) Find(name []string) []*Concept {
	var out []*Concept
	for _, key := range keys(name) {
		for _, c := range t.byName[key] {
			if !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	return out
}
