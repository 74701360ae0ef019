package boltstore_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"iter"
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
			version := versionOf(t, name)
			if version < currentVersion {
				upgrade(t, path, version)
			}
			checkClean(t, path)
			s := openWith(t, path, boltstore.Options{Derivation: derivation})
			compareLines(t, list(t, s, version), string(want))
			changeAtRandom(t, s, rand.New(rand.NewPCG(1, 1)), 100)
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			checkClean(t, path)
		})
	}
}

// compareLines says where two listings begin to differ.
func compareLines(t *testing.T, got, want string) {
	t.Helper()
	lines, wanted := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i, line := range lines {
		if i >= len(wanted) || line != wanted[i] {
			t.Fatalf("line %d is %q, want %q", i+1, line, wanted[min(i, len(wanted)-1)])
		}
	}
	if len(lines) < len(wanted) {
		t.Fatalf("the listing ends before %q", wanted[len(lines)])
	}
}

// currentVersion is the version that the program writes.
const currentVersion = 5

func versionOf(t *testing.T, file string) (version int) {
	t.Helper()
	if _, err := fmt.Sscanf(filepath.Base(file), "version-%d.db", &version); err != nil {
		t.Fatal(err)
	}
	return version
}

// upgrade upgrades a store of an earlier version, which is refused before.
func upgrade(t *testing.T, path string, version int) {
	t.Helper()
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	unchanged := func(what string) {
		if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, before) {
			t.Errorf("%s has changed the file, %v", what, err)
		}
		left(t, path)
	}
	for _, readOnly := range []bool{false, true} {
		_, err := boltstore.Open(path, boltstore.Options{Create: true, ReadOnly: readOnly, Derivation: derivation})
		var other *boltstore.VersionError
		if !errors.As(err, &other) || other.Version != version || !errors.Is(err, boltstore.ErrFormat) || !strings.Contains(err.Error(), "vitrine upgrade --db "+path) {
			t.Errorf("Open, read-only %v: %v, want a VersionError that names the command", readOnly, err)
		}
	}
	if err := boltstore.Check(t.Context(), path, derivation, nil); !errors.Is(err, boltstore.ErrFormat) {
		t.Errorf("Check: %v, want ErrFormat", err)
	}
	unchanged("opening it")
	ctx, cancel := context.WithCancel(t.Context())
	interrupt := rdfstore.Derivation{Version: "ends", Of: func(*graph.Graph) []rdfstore.Related {
		cancel()
		return nil
	}}
	if err := boltstore.Upgrade(ctx, path, interrupt, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("Upgrade: %v, want Canceled", err)
	}
	unchanged("an interrupted Upgrade")
	for range 2 {
		if err := boltstore.Upgrade(t.Context(), path, derivation, nil); err != nil {
			t.Fatal(err)
		}
	}
}

// TestKilledUpgrading kills a child that upgrades a store. It must be as it was or
// complete, and the next attempt must succeed and leave nothing behind.
func TestKilledUpgrading(t *testing.T) {
	stores, err := filepath.Glob(filepath.Join("testdata", "version-*.db"))
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(rand.Uint64(), 1))
	killed := 0
	for round := range rounds(t) / 3 {
		version := stores[round%(len(stores)-1)] // but for the last, which is of today
		before, err := os.ReadFile(version)
		if err != nil {
			t.Fatal(err)
		}
		path := newPath(t)
		if err := os.WriteFile(path, before, 0o600); err != nil {
			t.Fatal(err)
		}
		// These stores are small, so a child is soon done.
		x := r.Float64()
		if !slices.Contains(crash(t, "upgrade", path, 0, 1+int(x*x*x*x*mostChatter/8)), "done") {
			killed++
		}
		if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, before) {
			checkClean(t, path)
		}
		if err := boltstore.Upgrade(t.Context(), path, derivation, nil); err != nil {
			t.Fatal(err)
		}
		left(t, path)
		checkClean(t, path)
	}
	t.Logf("%d children were killed", killed)
	if killed == 0 {
		t.Error("no child was killed: the test tests nothing")
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
	s := openWith(t, path, boltstore.FlushOften(boltstore.Options{Derivation: derivation}))
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
	if err := os.WriteFile(listing, []byte(list(t, s, *writeVersion)), 0o644); err != nil {
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

// list says all that a store of a version tells of its contents. Before version 4
// it told of fewer lists.
func list(t *testing.T, s rdfstore.Store, version int) string {
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
		fmt.Fprintf(&b, "\tsource %q %q %q\n", e.Graph.Source.MediaType, e.Graph.Source.Context, e.Graph.Source.Layout)
		for _, triple := range e.Graph.Triples {
			fmt.Fprintf(&b, "\t%s", triple.Serialize(rdf.NTriples))
		}
	}
	listDeleted(t, s, &b, names)
	listPatterns(t, s, &b)
	if version >= 4 {
		listLists(t, s, &b)
	}
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

// listPatterns says what a store finds by its classes and by pattern.
func listPatterns(t *testing.T, s rdfstore.Store, b *strings.Builder) {
	t.Helper()
	classes, err := s.Classes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range classes {
		fmt.Fprintf(b, "class <%s> %d\n", c.Class, c.Count)
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

// listLists says what a store lists of classes and relations.
func listLists(t *testing.T, s rdfstore.Store, b *strings.Builder) {
	t.Helper()
	names := func(walk iter.Seq2[rdf.IRI, error]) {
		for name, err := range walk {
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(b, "\t%s\n", name)
		}
	}
	classes, err := s.Classes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range classes {
		fmt.Fprintf(b, "members of <%s>\n", c.Class)
		names(s.Members(t.Context(), c.Class, 0))
	}
	for i := range 30 {
		relations, err := s.Relations(t.Context(), entity(i))
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range relations {
			fmt.Fprintf(b, "relation %d to %s %d\n", r.Relation, entity(i), r.Count)
			names(s.Related(t.Context(), entity(i), r.Relation, 0))
		}
	}
}
