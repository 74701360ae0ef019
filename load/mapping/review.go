package mapping

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"go.yaml.in/yaml/v4"

	"vitrine/linkedart/words/entity"
	"vitrine/linkedart/words/lexicon"
	"vitrine/linkedart/words/places"
	"vitrine/linkedart/words/terms"
)

// Matched is a word of the rows, and what it was taken for.
type Matched struct {
	// Kind is that of a term, or "person", "group" or "place".
	Kind, Text string
	// ID is the address of the concept, person or place, "" for none.
	ID, Label string
	How       terms.Match
}

// review has the decisions of people on what words mean, and notes how words are matched.
// Several goroutines may use it.
type review struct {
	terms     *terms.Table
	places    *places.Table
	decisions map[reviewKey]Matched

	// mu guards counts.
	mu     sync.Mutex
	counts map[Matched]int
}

type reviewKey struct{ kind, text string }

func keyOf(kind, text string) reviewKey {
	return reviewKey{kind, strings.Join(strings.Fields(lexicon.Fold(text)), " ")}
}

// maxMatched bounds the words that a review lists.
const maxMatched = 200_000

// reviewColumns are the columns of a review file.
var reviewColumns = []string{"kind", "text", "count", "id", "label", "matched"}

// newReview returns a review without decisions.
func newReview() (*review, error) {
	r := &review{decisions: map[reviewKey]Matched{}, counts: map[Matched]int{}}
	var err error
	if r.terms, err = terms.New(); err != nil {
		return nil, fmt.Errorf("read the tables of terms: %w", err)
	}
	if r.places, err = places.New(); err != nil {
		return nil, fmt.Errorf("read the tables of places: %w", err)
	}
	return r, nil
}

// review reads the file of decisions that stands beside the mapping. Before the first import
// there is none.
func (p *mappingParser) review(at *yaml.Node, r *review) error {
	if at.Kind != yaml.ScalarNode || at.Value == "" {
		return p.fail(at, "review is the name of a CSV file beside the mapping")
	}
	if p.open == nil {
		return nil
	}
	file, err := p.open(at.Value)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return p.fail(at, "open the review file: %w", err)
	}
	defer file.Close()
	if err := r.read(file); err != nil {
		return p.fail(at, "%s: %w", at.Value, err)
	}
	return nil
}

// read reads a review file. A row is a decision where it says so, or where its id is not that
// which the tables have.
func (r *review) read(from io.Reader) error {
	in := csv.NewReader(from)
	header, err := in.Read()
	if err != nil {
		return err
	}
	at := func(name string) int { return slices.Index(header, name) }
	if at("kind") < 0 || at("text") < 0 || at("id") < 0 {
		return fmt.Errorf("the first line is %s", strings.Join(reviewColumns, ","))
	}
	for {
		cells, err := in.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		cell := func(name string) string {
			if i := at(name); i >= 0 {
				return strings.TrimSpace(cells[i])
			}
			return ""
		}
		line, _ := in.FieldPos(0)
		id, err := fullID(cell("id"))
		if err != nil {
			return fmt.Errorf("line %d: %w", line, err)
		}
		kind, text := cell("kind"), cell("text")
		if cell("matched") == string(terms.Reviewed) || id != r.byTable(kind, text).ID {
			r.decisions[keyOf(kind, text)] = Matched{kind, text, id, cmp.Or(cell("label"), text), terms.Reviewed}
		}
	}
}

// fullID returns the address that an id of a review file means: an address, or the number of
// a concept of the AAT.
func fullID(id string) (string, error) {
	number := strings.TrimPrefix(id, "aat:")
	if len(number) == 9 && strings.Trim(number, "0123456789") == "" {
		return entity.Type(number, "").ID, nil
	}
	if u, err := url.Parse(id); id != "" && (err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "") {
		return "", fmt.Errorf("%q is no id; it is an address, or the number of a concept of the AAT", id)
	}
	return id, nil
}

// byTable returns what the tables say of a word.
func (r *review) byTable(kind, text string) Matched {
	m := Matched{Kind: kind, Text: text, How: terms.None}
	switch kind {
	case "person", "group":
	case "place":
		if found, ok := r.places.Find(text); ok {
			m.ID, m.Label, m.How = found.IRI(), found.Name, terms.Exact
		}
	default:
		if found, how := r.terms.Match(kind, text); how != terms.None {
			m.ID, m.Label, m.How = found.IRI(), found.Words["en"], how
		}
	}
	return m
}

// decision returns what was decided of a word.
func (r *review) decision(kind, text string) (Matched, bool) {
	if len(r.decisions) == 0 {
		return Matched{}, false // as before the first import
	}
	m, ok := r.decisions[keyOf(kind, text)]
	return m, ok
}

// find returns what a word means: by a decision, or by the tables.
func (r *review) find(kind, text string) Matched {
	if m, ok := r.decision(kind, text); ok {
		m.Text = text
		return m
	}
	return r.byTable(kind, text)
}

// note finds what a word means, and counts it.
func (r *review) note(kind, text string) Matched {
	m := r.find(kind, text)
	r.count(m)
	return m
}

func (r *review) count(m Matched) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, ok := r.counts[m]; ok || len(r.counts) < maxMatched {
		r.counts[m]++
	}
}

// Match returns the term that a word is for. A decision that it is none stands.
func (r *review) Match(kind, word string) (terms.Term, terms.Match) {
	m, ok := r.decision(kind, word)
	switch {
	case !ok:
		return r.terms.Match(kind, word)
	case m.ID == "":
		return terms.Term{}, terms.None
	}
	return terms.Term{ID: m.ID, Kind: kind, Words: map[string]string{"en": m.Label}}, terms.Reviewed
}

// WriteReview writes what the words of the rows were taken for, as CSV. A person edits ids in
// it, and the next conversion by the mapping goes by them.
func (m *Mapping) WriteReview(w io.Writer) error {
	out := csv.NewWriter(w)
	rows := [][]string{reviewColumns}
	matched, counts := m.matches()
	for _, of := range matched {
		rows = append(rows, []string{of.Kind, of.Text, strconv.Itoa(counts[of]), of.ID, of.Label, string(of.How)})
	}
	return out.WriteAll(rows)
}

// matches returns the words that were matched, with how often each came, by kind and the most
// frequent first; and the decisions on words that did not come.
func (m *Mapping) matches() ([]Matched, map[Matched]int) {
	r := m.review
	r.mu.Lock()
	defer r.mu.Unlock()
	counts := maps.Clone(r.counts)
	came := map[reviewKey]bool{}
	for of := range counts {
		came[keyOf(of.Kind, of.Text)] = true
	}
	for key, decision := range r.decisions {
		if !came[key] {
			counts[decision] = 0
		}
	}
	return slices.SortedFunc(maps.Keys(counts), func(a, b Matched) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), counts[b]-counts[a], cmp.Compare(a.Text, b.Text), cmp.Compare(a.ID, b.ID))
	}), counts
}
