package terms

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"vitrine/linkedart/words/entity"
	"vitrine/linkedart/words/lexicon"
)

//go:embed terms.tsv
var termsFile string

// Term is a concept and its words.
type Term struct {
	// AAT is its number.
	AAT string
	// Kind is what it is a word for: "object", "material", "technique", "part",
	// "dimension", "role", "nationality", "style"; empty for the other concepts.
	Kind string
	// Words are its words by the codes of languages. Not every language has one.
	Words map[string]string
	// Also are further words for it, of any language.
	Also []string
}

// IRI is the address of the concept.
func (t Term) IRI() string { return entity.Type(t.AAT, "").ID }

// Entity is the concept as a reference of a class, such as Type or Material.
func (t Term) Entity(class string) entity.Entity { return *entity.Of(class, t.AAT, t.Words["en"]) }

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
type Table struct{ byWord map[string][]Term }

// New returns a table of all terms.
func New() (*Table, error) {
	all, err := All()
	if err != nil {
		return nil, err
	}
	t := &Table{map[string][]Term{}}
	for _, term := range all {
		if term.Kind == "" {
			continue
		}
		for _, word := range term.Words {
			t.add(word, term)
		}
		for _, word := range term.Also {
			t.add(word, term)
		}
	}
	return t, nil
}

func (t *Table) add(word string, term Term) {
	k := key(word)
	for _, known := range t.byWord[k] {
		if known.AAT == term.AAT {
			return
		}
	}
	t.byWord[k] = append(t.byWord[k], term)
}

// maxWord is how many bytes a word has at most.
const maxWord = 100

// key is a word without case, accents and the qualifier that tells homographs apart.
func key(word string) string {
	word, _, _ = strings.Cut(word, "(")
	return strings.Join(strings.Fields(lexicon.Fold(word)), " ")
}

// Find returns the term of a kind that a word is for. It is false where the table has none,
// or several.
func (t *Table) Find(kind, word string) (Term, bool) {
	if len(word) > maxWord {
		return Term{}, false
	}
	var found []Term
	for _, term := range t.byWord[key(word)] {
		if term.Kind == kind {
			found = append(found, term)
		}
	}
	if len(found) != 1 {
		return Term{}, false
	}
	return found[0], true
}
