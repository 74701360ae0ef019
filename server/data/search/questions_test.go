package search

import (
	"bytes"
	_ "embed"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"vitrine/checks/memstore"
	ldcontext "vitrine/context"
	"vitrine/data"
	"vitrine/rdfstore"
	"vitrine/serialize"
	"vitrine/serialize/jsonld"
	"vitrine/server/data/search/query"
)

// questionsFile has a question on each line: its kind, what a visitor types, and the records
// of the sample collection that answer it.
//
//go:embed testdata/questions.tsv
var questionsFile string

// grade says how well questions are answered: the share of the answers that could be among
// the first five and are (P@5), and the mean of one over the place of the first (MRR).
type grade struct {
	questions       int
	precision, rank float64
}

func (g *grade) add(answers, ids []string) {
	g.questions++
	top := 0
	for _, id := range ids[:min(5, len(ids))] {
		if slices.Contains(answers, id) {
			top++
		}
	}
	g.precision += float64(top) / float64(min(5, len(answers)))
	if first := slices.IndexFunc(ids, func(id string) bool { return slices.Contains(answers, id) }); first >= 0 {
		g.rank += 1 / float64(first+1)
	}
}

func (g *grade) atLeast(t *testing.T, kind string, floor float64) {
	t.Helper()
	precision, rank := g.precision/float64(g.questions), g.rank/float64(g.questions)
	t.Logf("%-10s %3d questions, P@5 %.2f, MRR %.2f", kind, g.questions, precision, rank)
	if precision < floor || rank < floor {
		t.Errorf("%s: P@5 %.2f and MRR %.2f, both are to be %.2f at least", kind, precision, rank, floor)
	}
}

// TestQuestions asks for the sample collection what visitors do.
func TestQuestions(t *testing.T) {
	x := opened(t, t.TempDir(), collection(t), Options{})
	all, kinds := &grade{}, map[string]*grade{}
	for line := range strings.Lines(questionsFile) {
		cells := strings.Split(strings.TrimSpace(line), "\t")
		if len(cells) != 3 {
			continue
		}
		answers := strings.Fields(cells[2])
		q, err := query.ParseText(cells[1])
		if err != nil {
			t.Fatalf("%q: %v", cells[1], err)
		}
		q.Most = true
		hits, err := x.Find(t.Context(), q, 0, 100)
		if err != nil {
			t.Fatalf("%q: %v", cells[1], err)
		}
		var ids []string
		for _, id := range hits.IDs {
			ids = append(ids, strings.TrimPrefix(id, data.Base))
		}
		if len(ids) == 0 {
			t.Errorf("%s %q finds nothing", cells[0], cells[1])
		}
		if kinds[cells[0]] == nil {
			kinds[cells[0]] = &grade{}
		}
		one := &grade{}
		for _, g := range []*grade{all, kinds[cells[0]], one} {
			g.add(answers, ids)
		}
		if one.precision < 0.6 || one.rank < 1 {
			t.Logf("%s %q: P@5 %.2f, MRR %.2f, of %d: %v", cells[0], cells[1], one.precision, one.rank, hits.Total, ids[:min(5, len(ids))])
		}
	}
	for kind, g := range kinds {
		g.atLeast(t, kind, 0.7)
	}
	all.atLeast(t, "all", 0.85)
	if all.questions < 120 {
		t.Errorf("%d questions", all.questions)
	}
}

// collection is a store with the sample collection.
func collection(t *testing.T) *memstore.Store {
	store := memstore.New()
	t.Cleanup(func() { _ = store.Close() })
	format := jsonld.New(ldcontext.New(nil)).LinkedArt()
	err := fs.WalkDir(data.FS, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(data.FS, name)
		if err != nil {
			return err
		}
		for g, err := range format.Decode(t.Context(), bytes.NewReader(text), serialize.DecodeOptions{}) {
			if err != nil {
				return err
			}
			apply(t, store, rdfstore.Change{Put: g})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return store
}

// TestMadeBeforeKept asks for what was made in a town, where other paintings are kept.
func TestMadeBeforeKept(t *testing.T) {
	x := opened(t, t.TempDir(), collection(t), Options{})
	q, err := query.ParseText("Paintings made in Amsterdam")
	if err != nil {
		t.Fatal(err)
	}
	hits, err := x.Find(t.Context(), q, 0, 5)
	if err != nil {
		t.Fatal(err)
	}
	for i, id := range hits.IDs {
		made := []string{"object/marten-soolmans", "object/oopjen-coppit", "object/the-night-watch"}
		if slices.Contains(made, strings.TrimPrefix(id, data.Base)) != (i < len(made)) {
			t.Errorf("place %d has %s", i+1, id)
		}
	}
}
