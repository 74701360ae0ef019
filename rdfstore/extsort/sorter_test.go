package extsort

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// pair is an item that was added.
type pair struct{ key, value []byte }

// randomPairs returns items whose keys share beginnings, end in zeros, are empty, long
// or repeated. Their values are their numbers.
func randomPairs(r *rand.Rand, n int) []pair {
	beginnings := []string{"", "a", "https://museum.example/object/", strings.Repeat("\x00", 9), strings.Repeat("long", 50)}
	all := make([]pair, n)
	for i := range all {
		key := []byte(beginnings[r.IntN(len(beginnings))])
		for range r.IntN(12) {
			key = append(key, "\x00\x01z\xff"[r.IntN(4)])
		}
		if r.IntN(4) == 0 {
			key = binary.BigEndian.AppendUint64(key, uint64(r.IntN(20)))
		}
		all[i] = pair{key, binary.BigEndian.AppendUint32(nil, uint32(i))}
	}
	return all
}

// errPanic is what the guard of the tests makes of a panic.
var errPanic = errors.New("panic")

// scratch has temporary files in a folder.
func scratch(dir string) Scratch {
	guard := func(fn func() error) (err error) {
		defer func() {
			if r := recover(); r != nil {
				err = fmt.Errorf("%w: %v", errPanic, r)
			}
		}()
		return fn()
	}
	return Scratch{func() (*os.File, error) { return os.CreateTemp(dir, "run") }, guard}
}

// newSorter returns a sorter in a folder that is empty when it is closed.
func newSorter(t *testing.T, ctx context.Context, memory int64, fanIn int) *Sorter {
	t.Helper()
	dir := t.TempDir()
	s := New(ctx, scratch(dir), memory)
	s.runs.fanIn = fanIn
	t.Cleanup(func() {
		if err := s.Close(); err != nil && !errors.Is(err, os.ErrClosed) {
			t.Errorf("Close: %v", err)
		}
		if files, err := os.ReadDir(dir); err != nil || len(files) > 0 {
			t.Errorf("left: %v, %v", files, err)
		}
	})
	return s
}

// addAll adds items and returns all that come out.
func addAll(s *Sorter, all []pair) ([]pair, error) {
	for _, p := range all {
		if err := s.Add(p.key, p.value); err != nil {
			return nil, err
		}
	}
	it, err := s.Sorted()
	if err != nil {
		return nil, err
	}
	var out []pair
	for {
		key, value, err := it.Next()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		out = append(out, pair{bytes.Clone(key), bytes.Clone(value)})
	}
}

func TestSorter(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, memory := range []int64{1, 4 << 10, 64 << 10, 1 << 20} {
		for _, fanIn := range []int{2, 3, 7, maxFanIn} {
			for _, n := range []int{0, 1, 300, 5000} {
				t.Run(fmt.Sprintf("%d bytes, %d at a time, %d items", memory, fanIn, n), func(t *testing.T) {
					if n > 300 && memory < 4<<10 {
						n = 300
					}
					all := randomPairs(r, n)
					s := newSorter(t, t.Context(), memory, fanIn)
					got, err := addAll(s, all)
					if err != nil {
						t.Fatal(err)
					}
					slices.SortStableFunc(all, func(a, b pair) int { return bytes.Compare(a.key, b.key) })
					if !slices.EqualFunc(got, all, func(a, b pair) bool { return bytes.Equal(a.key, b.key) && bytes.Equal(a.value, b.value) }) {
						t.Errorf("%d items come out in another order or number, want %d", len(got), len(all))
					}
					// As many of each level as are not merged yet, and what n runs have levels.
					levels := 1 + int(math.Log(float64(n+1))/math.Log(float64(fanIn)))
					if files := len(s.runs.files); files > fanIn || files > levels*(fanIn-1) {
						t.Errorf("%d runs at the end", files)
					}
					if spilled := len(s.runs.files) > 0; n >= 300 && memory == 1 && !spilled || memory == 1<<20 && spilled {
						t.Errorf("%d runs", len(s.runs.files))
					}
				})
			}
		}
	}
}

// TestSpilledRunsAreMerged counts the runs while items are added.
func TestSpilledRunsAreMerged(t *testing.T) {
	s := newSorter(t, t.Context(), 1, 3)
	for _, p := range randomPairs(rand.New(rand.NewPCG(2, 2)), 200) {
		if err := s.Add(p.key, p.value); err != nil {
			t.Fatal(err)
		}
		if err := s.join(); err != nil {
			t.Fatal(err)
		}
		if n := len(s.runs.files); n > 5*2 {
			t.Fatalf("%d runs", n)
		}
	}
}

func TestCancelled(t *testing.T) {
	all := randomPairs(rand.New(rand.NewPCG(3, 3)), 300)
	for _, after := range []int{0, 1, 150, 299} {
		ctx, cancel := context.WithCancel(t.Context())
		s := newSorter(t, ctx, 1, 2)
		for _, p := range all[:after] {
			if err := s.Add(p.key, p.value); err != nil {
				t.Fatal(err)
			}
		}
		cancel()
		if _, err := addAll(s, all); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled after %d items: %v", after, err)
		}
	}
}

// TestClosedInTheMiddle closes sorters whose goroutine may be at work.
func TestClosedInTheMiddle(t *testing.T) {
	all := randomPairs(rand.New(rand.NewPCG(4, 4)), 2000)
	for n := range 20 {
		s := newSorter(t, t.Context(), 8<<10, 2)
		for _, p := range all[:n*100] {
			if err := s.Add(p.key, p.value); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestNoFolder(t *testing.T) {
	s := New(t.Context(), scratch(filepath.Join(t.TempDir(), "gone")), 1)
	_, err := addAll(s, randomPairs(rand.New(rand.NewPCG(5, 5)), 300))
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v, want that there is no folder", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// failingWriter fails after some bytes.
type failingWriter struct{ left int }

var errFull = errors.New("the disk is full")

func (f *failingWriter) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestWriteErrors(t *testing.T) {
	b := newBuffer(4 << 20)
	for i := range 60_000 {
		b.add([]byte(fmt.Sprint("key ", i)), nil)
	}
	r := &runs{ctx: t.Context()}
	for _, left := range []int{0, readAhead, 2 * readAhead} {
		if err := r.fill(&failingWriter{left}, b.reader()); !errors.Is(err, errFull) {
			t.Errorf("after %d bytes: %v", left, err)
		}
	}
	if err := r.fill(&failingWriter{math.MaxInt}, b.reader()); err != nil {
		t.Error(err)
	}
}

// TestReadErrors takes away and cuts short runs that are to be merged.
func TestReadErrors(t *testing.T) {
	all := randomPairs(rand.New(rand.NewPCG(6, 6)), 500)
	for name, damage := range map[string]func(f *os.File) error{
		"closed":    func(f *os.File) error { return f.Close() },
		"cut short": func(f *os.File) error { return f.Truncate(5) },
	} {
		s := newSorter(t, t.Context(), 8<<10, maxFanIn)
		for _, p := range all {
			if err := s.Add(p.key, p.value); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.join(); err != nil {
			t.Fatal(err)
		}
		if err := damage(s.runs.files[1].File); err != nil {
			t.Fatal(err)
		}
		if _, err := addAll(s, nil); !errors.Is(err, os.ErrClosed) && !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestAPanicInTheGoroutine makes the goroutine that spills panic.
func TestAPanicInTheGoroutine(t *testing.T) {
	s := newSorter(t, t.Context(), 1, 2)
	if err := s.Add([]byte("a"), nil); err != nil {
		t.Fatal(err)
	}
	s.collecting.items[0].at = 1 << 40
	_, err := addAll(s, randomPairs(rand.New(rand.NewPCG(7, 7)), 10))
	if !errors.Is(err, errPanic) {
		t.Errorf("error %v, want that of the guard", err)
	}
}
