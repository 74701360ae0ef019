package boltstore_test

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/storetest"
)

// writeVersion makes TestWriteVersion write the file of the format version that
// the program writes, once for each version.
var writeVersion = flag.Int("write-version", 0, "write testdata/version-`N`.db and what it holds")

// versionFile is the store of a format version in testdata, and what it holds.
func versionFile(version int) (store, listing string) {
	name := filepath.Join("testdata", fmt.Sprintf("version-%d", version))
	return name + ".db", name + ".txt"
}

// TestVersions opens the file of each version that this program reads, which holds
// what the program that wrote it said that it holds.
func TestVersions(t *testing.T) {
	stores, err := filepath.Glob(filepath.Join("testdata", "version-*.db"))
	if err != nil || len(stores) == 0 {
		t.Fatalf("no files of earlier versions: %v", err)
	}
	for _, name := range stores {
		t.Run(filepath.Base(name), func(t *testing.T) {
			file, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(strings.TrimSuffix(name, ".db") + ".txt")
			if err != nil {
				t.Fatal(err)
			}
			path := newPath(t)
			if err := os.WriteFile(path, file, 0o600); err != nil {
				t.Fatal(err)
			}
			checkClean(t, path)
			s := openWith(t, path, boltstore.Options{Derivation: derivation})
			if got := list(t, s); got != string(want) {
				t.Errorf("the store holds\n%s\nand not\n%s", got, want)
			}
		})
	}
}

// TestWriteVersion writes the file of a format version.
func TestWriteVersion(t *testing.T) {
	if *writeVersion == 0 {
		t.Skip("only with -write-version")
	}
	store, listing := versionFile(*writeVersion)
	if _, err := os.Stat(store); err == nil {
		t.Fatalf("%s is there; the file of a version is written once", store)
	}
	path := newPath(t)
	r := rand.New(rand.NewPCG(uint64(*writeVersion), 1))
	// What comes first is merged, at least in part; what comes last is not.
	s := openWith(t, path, boltstore.MergeOften(boltstore.Options{Derivation: derivation}))
	changeAtRandom(t, s, r, 120)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = openWith(t, path, boltstore.Options{Derivation: derivation})
	changeAtRandom(t, s, r, 40)
	var file bytes.Buffer
	if _, err := s.Backup(t.Context(), &file); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(store, file.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(listing, []byte(list(t, s)), 0o644); err != nil {
		t.Fatal(err)
	}
}

// changeAtRandom makes changes to a few entities: most are created, changed,
// deleted and created again.
func changeAtRandom(t *testing.T, s rdfstore.Store, r *rand.Rand, n int) {
	t.Helper()
	for range n {
		c := storetest.RandomChange(r, 40)
		c.If = rdfstore.Precondition{}
		if _, err := s.Apply(t.Context(), c); err != nil && !strings.Contains(err.Error(), rdfstore.ErrNotFound.Error()) {
			t.Fatal(err)
		}
	}
}

// list says all that a store tells of its contents.
func list(t *testing.T, s rdfstore.Store) string {
	t.Helper()
	var b strings.Builder
	names := map[rdf.IRI]bool{}
	for e, err := range s.Changes(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		names[e.Name] = true
		fmt.Fprintf(&b, "change %d %s %s %s %s\n", e.Seq, e.Kind, e.Name, e.Class, stamp(e.Time))
	}
	for e, err := range s.Graphs(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		delete(names, e.Graph.Name)
		fmt.Fprintf(&b, "entity %s version %d created %s modified %s\n", e.Graph.Name, e.Version, stamp(e.Created), stamp(e.Modified))
		fmt.Fprintf(&b, "\tsource %q %q %q\n", e.Graph.Source.MediaType, e.Graph.Source.Context, e.Graph.Source.Outline)
		for _, triple := range e.Graph.Triples {
			fmt.Fprintf(&b, "\t%s", triple.Serialize(rdf.NTriples))
		}
	}
	listDeleted(t, s, &b, names)
	listIndex(t, s, &b)
	return b.String()
}

func stamp(at time.Time) string { return at.Format(time.RFC3339Nano) }

// listDeleted says what a store tells of names that have no entity.
func listDeleted(t *testing.T, s rdfstore.Store, b *strings.Builder, names map[rdf.IRI]bool) {
	t.Helper()
	byText := func(a, b rdf.IRI) int { return strings.Compare(a.String(), b.String()) }
	for _, n := range slices.SortedFunc(maps.Keys(names), byText) {
		_, err := s.Get(t.Context(), n)
		fmt.Fprintf(b, "deleted %v\n", err)
	}
}

// listIndex says what a store finds by its index.
func listIndex(t *testing.T, s rdfstore.Store, b *strings.Builder) {
	t.Helper()
	classes, err := s.Classes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range classes {
		fmt.Fprintf(b, "class <%s> %d\n", c.Class, c.Count)
		for name, err := range s.Members(t.Context(), c.Class, 0) {
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(b, "\t%s\n", name)
		}
	}
	for i := range 30 {
		relations, err := s.Relations(t.Context(), entity(i))
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range relations {
			fmt.Fprintf(b, "relation %d to %s %d\n", r.Relation, entity(i), r.Count)
			for name, err := range s.Related(t.Context(), entity(i), r.Relation, 0) {
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(b, "\t%s\n", name)
			}
		}
	}
	for _, p := range []rdfstore.Pattern{{}, {Object: entity(3)}, {Subject: entity(4)}, {Predicate: graph.Label}} {
		n, err := s.Count(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(b, "pattern counts %d\n", n)
		for m, err := range s.Match(t.Context(), p, "") {
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(b, "\t%s", m.Quad.Serialize(rdf.NQuads))
		}
	}
}
