package pgstore_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/checks/pgstoretest"
	"vitrine/checks/storetest"
	"vitrine/rdfstore"
	"vitrine/rdfstore/extsort"
	"vitrine/rdfstore/pgstore"
	"vitrine/rdfstore/storecopy"
)

// change makes random changes to stores, which have to agree on which are made.
func change(t *testing.T, r *rand.Rand, n int, stores ...rdfstore.Store) {
	t.Helper()
	for range n {
		changes := []rdfstore.Change{storetest.RandomHistoryChange(r, 8), storetest.RandomHistoryChange(r, 3)}
		var made []bool
		for _, s := range stores {
			_, err := s.Apply(t.Context(), changes...)
			if made = append(made, err == nil); made[0] != (err == nil) {
				t.Fatalf("Apply: %v", err)
			}
		}
	}
}

// TestRestoreOfPast fills a store with histories that have past states, which it keeps as it
// does its own, and goes on from there.
func TestRestoreOfPast(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	model := storetest.Model()
	change(t, r, 200, model)
	for i := range 40 {
		if _, err := model.Apply(t.Context(), rdfstore.Change{Put: place(t, "x:long", fmt.Sprint("state ", i))}); err != nil {
			t.Fatal(err)
		}
	}
	from, err := storecopy.Open(t.Context(), model, extsort.Folder(t.TempDir(), ""), 1<<16)
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	s, _ := pgstoretest.New(t, pgstore.Options{Derivation: storetest.Derivation()})
	if err := s.Restore(t.Context(), from.Histories(t.Context()), pgstore.BulkOptions{Memory: 1 << 16}); err != nil {
		t.Fatal(err)
	}
	storetest.CompareVersions(t, s, model, false)
	change(t, r, 30, model, s)
	storetest.CompareVersions(t, s, model, false)
	storetest.Compare(t, s, model)
}

// sizeOf returns how many bytes the tables of a store take with their indexes, after a vacuum.
func sizeOf(t testing.TB, address, vacuum string) (all float64) {
	t.Helper()
	for _, table := range []string{"entity", "past", "tombstone", "log", "posting", "tally"} {
		execute(t, address, vacuum+" "+table)
		var n float64
		if _, err := fmt.Sscan(rows(t, address, "SELECT pg_total_relation_size('@."+table+"')::text"), &n); err != nil {
			t.Fatal(err)
		}
		all += n
	}
	return all
}

// TestSizeOfVersions looks at what the update of one literal costs in a record of about 1 kB: an entry
// of the log, and a state in a block.
func TestSizeOfVersions(t *testing.T) {
	s, address := pgstoretest.New(t, pgstore.Options{})
	g := place(t, "https://museum.example/place/1", "Delft")
	for i := range 8 {
		more := place(t, g.Name.String(), strings.Repeat(fmt.Sprint("a note of the place, number ", i, "; "), 4))
		g.Triples = append(g.Triples, more.Triples[1])
	}
	const updates = 1500
	var changes []rdfstore.Change
	for i := range updates {
		next := *g
		next.Triples = append(g.Triples[:len(g.Triples):len(g.Triples)], place(t, g.Name.String(), fmt.Sprint("label ", i)).Triples[1])
		changes = append(changes, rdfstore.Change{Put: &next})
	}
	put(t, s, changes[:100])
	before := sizeOf(t, address, "VACUUM")
	for some := range slices.Chunk(changes[100:], 20) {
		put(t, s, some)
	}
	n := (sizeOf(t, address, "VACUUM") - before) / (updates - 100)
	if t.Logf("a version takes %.0f bytes", n); n > 150 {
		t.Error("those are too many")
	}
}

// TestSignature opens a store with a signature, which changes and loads get.
func TestSignature(t *testing.T) {
	by := rdfstore.Signature{Author: "Anna", Message: "from the card index"}
	s, _ := pgstoretest.New(t, pgstore.Options{Signature: by})
	if _, err := s.BulkLoad(t.Context(), numbered(t, 2), pgstore.BulkOptions{}); err != nil {
		t.Fatal(err)
	}
	put(t, s, []rdfstore.Change{{Put: place(t, "x:0", "changed")}, {Put: place(t, "x:1", "changed"), Author: "Bert"}})
	var said []rdfstore.Signature
	for e, err := range s.Changes(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		said = append(said, rdfstore.Signature{Author: e.Author, Message: e.Message})
	}
	if want := []rdfstore.Signature{by, by, by, {Author: "Bert"}}; !slices.Equal(said, want) {
		t.Errorf("the log says %+v, want %+v", said, want)
	}
}

// TestPrune removes past states that are kept no longer, of more names than are looked at at once.
func TestPrune(t *testing.T) {
	s, address := pgstoretest.New(t, pgstore.Options{})
	for round := range 3 {
		var all []rdfstore.Change
		for i := range 1100 {
			all = append(all, rdfstore.Change{Put: place(t, fmt.Sprintf("x:%d", i), fmt.Sprint(round))})
		}
		put(t, s, all)
	}
	gone := place(t, "x:5", "").Name
	put(t, s, []rdfstore.Change{{Delete: gone}})
	pruned := func(keep rdfstore.Retention, want int64) {
		t.Helper()
		n, err := pgstoretest.Open(t, address, pgstore.Options{Keep: keep}).Prune(t.Context())
		if err != nil || n != want {
			t.Errorf("%+v: %d are removed, %v; want %d", keep, n, err, want)
		}
	}
	pruned(rdfstore.Retention{}, 0)
	pruned(rdfstore.Retention{Age: time.Hour}, 0)
	pruned(rdfstore.Retention{Count: 2}, 1)
	pruned(rdfstore.Retention{Count: 1}, 1100)
	if e, err := s.Past(t.Context(), place(t, "x:7", "").Name, 1108); err != nil || !e.Graph.Equal(place(t, "x:7", "1")) {
		t.Errorf("the state before the present one is %v, %v", e, err)
	}
	pruned(rdfstore.Retention{Age: 1}, 1100) // the present states came to be before now
	if _, err := s.Past(t.Context(), gone, 3301); !errors.Is(err, rdfstore.ErrDeleted) {
		t.Errorf("the deletion: %v", err)
	}
}

// TestDamagedPast changes and removes blocks of past states, which are reported and never served.
func TestDamagedPast(t *testing.T) {
	s, address := pgstoretest.New(t, pgstore.Options{})
	var all []rdfstore.Change
	for i := range 100 {
		all = append(all, rdfstore.Change{Put: place(t, "https://museum.example/place/of/a/long/name", fmt.Sprint("state ", i))})
	}
	put(t, s, all)
	name := all[0].Put.Name
	damaged := func(from, to uint64, what string, want error) {
		t.Helper()
		for version := range uint64(100) {
			e, err := s.Past(t.Context(), name, version+1)
			if errors.Is(err, want) && version+1 >= from && version+1 < to {
				continue
			}
			if err != nil || !e.Graph.Equal(all[version].Put) {
				t.Errorf("%s: version %d is %v, %v", what, version+1, e, err)
			}
		}
	}
	damaged(0, 0, "nothing", nil)
	var blocks []uint64
	for text := range strings.FieldsSeq(rows(t, address, "SELECT version::text FROM @.past ORDER BY version")) {
		var n uint64
		if _, err := fmt.Sscan(text, &n); err != nil {
			t.Fatal(err)
		}
		blocks = append(blocks, n)
	}
	if len(blocks) < 4 {
		t.Fatalf("%d blocks", len(blocks))
	}
	// What is before the block needs it, as far as a state that is whole.
	execute(t, address, fmt.Sprintf("UPDATE past SET body = set_byte(body, length(body) - 1, get_byte(body, length(body) - 1) # 1) WHERE version = %d", blocks[2]))
	damaged(1, blocks[3], "a block of another byte", rdfstore.ErrCorrupt)
	if _, err := s.Past(t.Context(), name, blocks[2]); !errors.Is(err, rdfstore.ErrCorrupt) {
		t.Errorf("a state of the block: %v, want ErrCorrupt", err)
	}
	execute(t, address, fmt.Sprintf("DELETE FROM past WHERE version = %d", blocks[2]))
	if _, err := s.Past(t.Context(), name, blocks[2]); !errors.Is(err, rdfstore.ErrNotFound) {
		t.Errorf("a state of a block that is gone: %v", err)
	}
}
