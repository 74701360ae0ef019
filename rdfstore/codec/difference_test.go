package codec

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// checkDifference fails the test where a difference does not lead from one state to the other, and
// returns its length.
func checkDifference(t testing.TB, from, to []byte) int {
	t.Helper()
	before := []byte("before")
	difference := AppendDifference(before, from, to)[len(before):]
	got, err := ApplyDifference(from, difference)
	if err != nil || !bytes.Equal(got, to) {
		t.Fatalf("from %.100q to %.100q: %.100q, %v", from, to, got, err)
	}
	if max := len(to) + 24; len(difference) > max {
		t.Errorf("a difference of %d bytes to a state of %d", len(difference), len(to))
	}
	return len(difference)
}

func TestDifference(t *testing.T) {
	text := func(n int) []byte { return bytes.Repeat([]byte("0123456789"), n)[:n] }
	r := rand.New(rand.NewPCG(1, 36))
	noise := make([]byte, 300_000)
	for i := range noise {
		noise[i] = byte(r.Uint32())
	}
	for _, test := range []struct {
		name     string
		from, to []byte
		max      int
	}{
		{"nothing", nil, nil, 5},
		{"all new", nil, text(50), 60},
		{"all gone", text(50), nil, 5},
		{"the same", text(50), text(50), 10},
		{"shorter than a copy", []byte("a"), []byte("b"), 8},
		{"one end repeated", text(10), text(20), 30},
		{"cut", noise[:1000], noise[:500], 12},
		{"a byte in the middle", noise[:1000], slices.Concat(noise[:500], []byte("x"), noise[500:1000]), 20},
		{"two places", noise[:1000], slices.Concat([]byte("x"), noise[1:500], []byte("new"), noise[510:1000]), 30},
		{"parts moved", noise[:2000], slices.Concat(noise[1000:2000], noise[:1000]), 30},
		{"parts of a long one moved", noise, slices.Concat(noise[200_000:], noise[:200_000]), 60},
	} {
		t.Run(test.name, func(t *testing.T) {
			if n := checkDifference(t, test.from, test.to); n > test.max {
				t.Errorf("the difference takes %d bytes, want at most %d", n, test.max)
			}
		})
	}
}

// TestDifferenceOfRecords changes one literal of a record, and adds a statement to it.
func TestDifferenceOfRecords(t *testing.T) {
	state := func(label, note string) []byte {
		g := &graph.Graph{Name: iriOf(t, "https://museum.example/object/1")}
		add := func(s rdf.Subject, p string, o rdf.Object) {
			g.Triples = append(g.Triples, rdf.Triple{Subj: s, Pred: iriOf(t, p), Obj: o})
		}
		add(g.Name, graph.Label.String(), graph.String(label))
		for i := range 8 {
			part, _ := graph.Blank(fmt.Sprint("b", i))
			add(g.Name, "https://vocab.example/part", part)
			add(part, graph.Label.String(), graph.String(fmt.Sprintf("what is said of part number %d of the object, in words", i)))
			if i == 3 && note != "" {
				add(part, "https://vocab.example/note", graph.String(note))
			}
		}
		return NumberTerms(g).EncodeAlone()
	}
	before := state("a vase", "")
	if n := checkDifference(t, before, state("a large vase of earthenware", "")); n > 50 {
		t.Errorf("a literal takes %d bytes", n)
	}
	if n := checkDifference(t, before, state("a vase", "a new statement")); n > 120 {
		t.Errorf("a statement takes %d bytes", n)
	}
}

func iriOf(t *testing.T, text string) rdf.IRI {
	t.Helper()
	iri, err := graph.IRI(text)
	if err != nil {
		t.Fatal(err)
	}
	return iri
}

// TestDifferenceAtRandom cuts, moves, repeats and changes parts of states.
func TestDifferenceAtRandom(t *testing.T) {
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 36))
	for range 3000 {
		from := make([]byte, r.IntN(1<<r.IntN(13)))
		letters := 1 + r.IntN(256)
		for i := range from {
			from[i] = byte(r.IntN(letters))
		}
		to := slices.Clone(from)
		for range r.IntN(5) {
			i := r.IntN(len(to) + 1)
			j := i + r.IntN(len(to)-i+1)
			switch part := slices.Clone(to[i:j]); r.IntN(4) {
			case 0:
				to = slices.Delete(to, i, j)
			case 1:
				to = slices.Insert(to, r.IntN(len(to)+1), part...)
			case 2:
				to = slices.Insert(to, i, byte(r.IntN(256)))
			default:
				for n := i; n < min(j, i+20); n++ {
					to[n]++
				}
			}
		}
		checkDifference(t, from, to)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// TestDifferenceRefused applies differences to states that they are not from, and what is none.
func TestDifferenceRefused(t *testing.T) {
	from, to := bytes.Repeat([]byte("one state "), 9), bytes.Repeat([]byte("one state."), 9)
	difference := AppendDifference(nil, from, append(to, from...))
	refused := func(from, difference []byte) {
		t.Helper()
		if got, err := ApplyDifference(from, difference); !errors.Is(err, rdfstore.ErrCorrupt) || !errors.Is(err, ErrDifference) {
			t.Errorf("%q from %q: %q, %v; want ErrDifference", difference, from, got, err)
		}
	}
	for i := range from {
		refused(from[:i], difference)
	}
	for i := range difference {
		refused(from, difference[:i])
		for bit := range 8 {
			flipped := slices.Clone(difference)
			flipped[i] ^= 1 << bit
			refused(from, flipped)
		}
	}
	refused(from, append(difference, 0))
}

// FuzzDifference makes differences of any states, and applies any bytes as one.
func FuzzDifference(f *testing.F) {
	f.Add([]byte("a vase"), []byte("a large vase"), []byte{})
	f.Add([]byte("a vase of earthenware, broken"), []byte("broken, a vase of earthenware"), []byte{0, 0, 0, 0, 3, 0, 3, 2})
	f.Add([]byte(nil), []byte("abcdefghabcdefgh"), []byte{1, 2, 3, 4, 5, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1})
	f.Fuzz(func(t *testing.T, from, to, difference []byte) {
		checkDifference(t, from, to)
		if got, err := ApplyDifference(from, difference); err != nil && !errors.Is(err, ErrDifference) {
			t.Errorf("%q, %v", got, err)
		}
	})
}

func BenchmarkDifference(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 36))
	from := make([]byte, 1000)
	for i := range from {
		from[i] = byte(r.Uint32())
	}
	to := slices.Concat([]byte("new head"), from[8:400], []byte("another literal"), from[420:])
	difference := AppendDifference(nil, from, to)
	b.Run("make", func(b *testing.B) {
		for b.Loop() {
			AppendDifference(nil, from, to)
		}
	})
	b.Run("apply", func(b *testing.B) {
		for b.Loop() {
			if _, err := ApplyDifference(from, difference); err != nil {
				b.Fatal(err)
			}
		}
	})
}
