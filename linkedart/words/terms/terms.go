package terms

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"vitrine/linkedart/words/entity"
	"vitrine/linkedart/words/lexicon"
)

//go:embed terms.tsv
var termsFile string

// Term is a concept and its words.
type Term struct {
	// AAT is its number, "" for a concept of another vocabulary, which has an ID.
	AAT string
	// ID is the address of a concept of another vocabulary.
	ID string
	// Kind is what it is a word for: "object", "material", "technique", "part",
	// "dimension", "role", "nationality", "style"; empty for the other concepts.
	Kind string
	// Words are its words by the codes of languages. Not every language has one.
	Words map[string]string
	// Also are further words for it, of any language.
	Also []string
}

// IRI is the address of the concept.
func (t Term) IRI() string {
	if t.ID != "" {
		return t.ID
	}
	return entity.Type(t.AAT, "").ID
}

// Entity is the concept as a reference of a class, such as Type or Material.
func (t Term) Entity(class string) entity.Entity {
	return entity.Entity{ID: t.IRI(), Type: class, Label: t.Words["en"]}
}

// columns are those before and after the words.
const (
	columnsBefore = 2
	columnsAfter  = 1
)

// Read reads a table: numbers, kinds, a column for each language, and further words between
// bars. The first line names the columns.
func Read(table string) ([]Term, error) {
	var out []Term
	var codes []string
	seen := map[string]bool{}
	n := 0
	for line := range strings.Lines(table) {
		n++
		cells := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if codes == nil {
			if len(cells) <= columnsBefore+columnsAfter {
				return nil, fmt.Errorf("terms.tsv, line 1: there are no columns for languages")
			}
			codes = cells[columnsBefore : len(cells)-columnsAfter]
			continue
		}
		if len(cells) != len(codes)+columnsBefore+columnsAfter {
			return nil, fmt.Errorf("terms.tsv, line %d: there are %d columns, not %d", n, len(cells), len(codes)+columnsBefore+columnsAfter)
		}
		t := Term{AAT: cells[0], Kind: cells[1], Words: map[string]string{}}
		for i, code := range codes {
			if word := cells[columnsBefore+i]; word != "" {
				t.Words[code] = word
			}
		}
		if t.Words["en"] == "" || seen[t.AAT] {
			return nil, fmt.Errorf("terms.tsv, line %d: %s has no word in English, or two lines", n, t.AAT)
		}
		seen[t.AAT] = true
		if also := cells[len(cells)-1]; also != "" {
			t.Also = strings.Split(also, "|")
		}
		out = append(out, t)
	}
	return out, nil
}

// All are the terms of the table. They are read once and never change.
var All = sync.OnceValues(func() ([]Term, error) { return Read(termsFile) })

// Table finds terms by their words. Several goroutines may use it.
type Table struct{ byWord map[string][]entry }

// entry is a term that a word is for.
type entry struct {
	term Term
	// qualified tells that the table has the word with a qualifier in brackets, which it has
	// where the plain word means something else more often.
	qualified bool
	// plural tells that the table has the singular.
	plural bool
}

// New returns the table of all terms.
func New() (*Table, error) { return table() }

// table has all terms by their words. It is made once and never changes.
var table = sync.OnceValues(func() (*Table, error) {
	all, err := All()
	if err != nil {
		return nil, err
	}
	t := &Table{map[string][]entry{}}
	for _, term := range all {
		if term.Kind == "" {
			continue
		}
		for _, word := range term.Words {
			t.add(word, entry{term: term})
		}
		for _, word := range term.Also {
			t.add(word, entry{term: term})
		}
	}
	for _, term := range all {
		if term.Kind != "" && term.Kind != "nationality" && term.Kind != "style" {
			t.add(plural(key(term.Words["en"])), entry{term: term, plural: true})
		}
	}
	return t, nil
})

func (t *Table) add(word string, e entry) {
	e.qualified = strings.Contains(word, "(")
	k := key(word)
	for i, known := range t.byWord[k] {
		if known.term.AAT == e.term.AAT {
			t.byWord[k][i].qualified = known.qualified && e.qualified
			return
		}
	}
	t.byWord[k] = append(t.byWord[k], e)
}

// plural returns the regular plural of an English word.
func plural(word string) string {
	ends := func(endings ...string) bool {
		return slices.ContainsFunc(endings, func(end string) bool { return strings.HasSuffix(word, end) })
	}
	switch {
	case ends("y") && !ends("ay", "ey", "oy", "uy"):
		return word[:len(word)-1] + "ies"
	case ends("s", "x", "z", "ch", "sh"):
		return word + "es"
	}
	return word + "s"
}

// maxWord is how many bytes a word has at most.
const maxWord = 100

// key is a word without case, accents and the qualifier that tells homographs apart.
func key(word string) string {
	word, _, _ = strings.Cut(word, "(")
	return strings.Join(strings.Fields(lexicon.Fold(word)), " ")
}

// Match says how a term was found.
type Match string

// The ways in which a term is found.
const (
	// Exact is by a word of the table.
	Exact Match = "exact"
	// Plural is by the regular plural of an English word of it.
	Plural Match = "plural"
	// Reviewed is by a person, whose decision goes before the table.
	Reviewed Match = "reviewed"
	// None is not at all.
	None Match = "none"
)

// Find returns the term of a kind that a word is for. It is false where the table has none,
// or several.
func (t *Table) Find(kind, word string) (Term, bool) {
	found, how := t.Match(kind, word)
	return found, how != None
}

// Match returns the term of a kind that a word is for, and how it was found. A word that the
// table has without a qualifier goes before those that it has with one, and a singular
// before a plural.
func (t *Table) Match(kind, word string) (Term, Match) {
	if len(word) > maxWord {
		return Term{}, None
	}
	var best entry
	found, rank := 0, 0
	for _, e := range t.byWord[key(word)] {
		of := e.rank()
		switch {
		case e.term.Kind != kind || found > 0 && of > rank:
		case found > 0 && of == rank:
			found++
		default:
			best, found, rank = e, 1, of
		}
	}
	switch {
	case found != 1:
		return Term{}, None
	case best.plural:
		return best.term, Plural
	}
	return best.term, Exact
}

// rank orders what a word may be, the likeliest first.
func (e entry) rank() int {
	switch {
	case e.plural:
		return 2
	case e.qualified:
		return 1
	}
	return 0
}
