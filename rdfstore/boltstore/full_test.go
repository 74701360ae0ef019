//go:build linux || darwin

package boltstore_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"vitrine/checks/storetest"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
)

// limitFiles makes the system refuse to write files of this process beyond a
// size, as it does when the disk is full.
func limitFiles(bytes uint64) error {
	signal.Ignore(syscall.SIGXFSZ)
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	limit.Cur = min(bytes, limit.Max)
	return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit)
}

// childFillsDisk writes until there is no room, sees that the store still has
// everything and still reads, makes room and goes on.
func childFillsDisk(path string, seed uint64) error {
	ctx := context.Background()
	s, err := boltstore.Open(path, boltstore.FlushOften(boltstore.Options{Create: true, Derivation: derivation}))
	if err != nil {
		return err
	}
	if err := limitFiles(128 << 10); err != nil {
		return err
	}
	model := storetest.Model()
	r := rand.New(rand.NewPCG(seed, 1))
	refused := 0
	for i := 0; refused < 5; i++ {
		if i == 100_000 {
			return errors.New("the disk is never full")
		}
		c := rdfstore.Change{Put: storetest.Random(r, i)}
		if _, err := s.Apply(ctx, c); err != nil {
			if !strings.HasPrefix(err.Error(), path+": nothing was written: ") {
				return fmt.Errorf("Apply: %w, want the name of the file and that nothing was written", err)
			}
			if !errors.Is(err, rdfstore.ErrFull) {
				return fmt.Errorf("Apply: %w, want ErrFull", err)
			}
			if h := s.Health(); h.Writable || !errors.Is(h.NotWritable, rdfstore.ErrFull) || h.NotWritableSince.IsZero() {
				return fmt.Errorf("health %+v, want that the disk is full", h)
			}
			refused++
			continue
		}
		if _, err := model.Apply(ctx, c); err != nil {
			return err
		}
	}
	if err := same(ctx, s, model); err != nil {
		return fmt.Errorf("with a full disk: %w", err)
	}
	if err := limitFiles(1 << 30); err != nil {
		return err
	}
	for i := range 200 {
		c := rdfstore.Change{Put: storetest.Random(r, 200_000+i)}
		if _, err := s.Apply(ctx, c); err != nil {
			return fmt.Errorf("with room again: %w", err)
		}
		if _, err := model.Apply(ctx, c); err != nil {
			return err
		}
	}
	if h := s.Health(); !h.Writable {
		return fmt.Errorf("health %+v with room again", h)
	}
	return errors.Join(same(ctx, s, model), s.Close())
}

// childLoadsIntoFullDisk must fail and leave the store as it is.
func childLoadsIntoFullDisk(path string, seed uint64) error {
	if err := limitFiles(16 << 10); err != nil {
		return err
	}
	_, err := boltstore.BulkLoad(context.Background(), path, each(loaded(seed)), boltstore.BulkOptions{Derivation: derivation, Memory: 32 << 10})
	if !errors.Is(err, syscall.EFBIG) {
		return fmt.Errorf("BulkLoad: %w, want EFBIG", err)
	}
	return nil
}

// same tells whether a store has the entities of a model.
func same(ctx context.Context, s, model rdfstore.Store) error {
	for e, err := range model.Graphs(ctx, "") {
		if err != nil {
			return err
		}
		got, err := s.Get(ctx, e.Graph.Name)
		if err != nil || !got.Graph.Equal(e.Graph) || got.Version != e.Version {
			return fmt.Errorf("%s is not as it was acknowledged: %w", e.Graph.Name, err)
		}
		for _, t := range e.Graph.Triples[:1] {
			p := rdfstore.Pattern{Predicate: t.Pred, Object: t.Obj}
			got, err := s.Count(ctx, p)
			if want, wantErr := model.Count(ctx, p); err != nil || wantErr != nil || got != want {
				return fmt.Errorf("%v is found %d times, not %d: %w", p, got, want, errors.Join(err, wantErr))
			}
		}
	}
	a, err := s.LastChange(ctx)
	if err != nil {
		return err
	}
	if b, err := model.LastChange(ctx); err != nil || a.Seq != b.Seq {
		return fmt.Errorf("the log ends with %d, not %d (%w)", a.Seq, b.Seq, err)
	}
	return nil
}

// run runs a child that is not killed and must succeed.
func run(t *testing.T, mode, path string, seed uint64) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = childEnvironment(mode, path, seed)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestFullDisk(t *testing.T) {
	path := newPath(t)
	run(t, "fill", path, rand.Uint64())
	checkClean(t, path)
}

func TestFullDiskWhileLoading(t *testing.T) {
	path, model := newPath(t), storetest.Model()
	s := open(t, path)
	for _, store := range []rdfstore.Store{s, model} {
		putAll(t, store, randomGraphs(rand.New(rand.NewPCG(1, 2)), 0, 40))
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	run(t, "load full", path, rand.Uint64())
	left(t, path)
	checkClean(t, path)
	storetest.Compare(t, open(t, path), model)
}
