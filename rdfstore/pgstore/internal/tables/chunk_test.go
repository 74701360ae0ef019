package tables

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"vitrine/rdfstore"
)

func TestEncode(t *testing.T) {
	c := Chunk{First: 5, Postings: []Posting{{5, 1}, {6, 300}, {1 << 40, 2}}}
	body := c.Encode()
	got, err := DecodeChunk(5, body)
	if err != nil || got.First != 5 || !slices.Equal(got.Postings, c.Postings) || got.Triples() != 303 || got.Last() != 1<<40 {
		t.Fatalf("%v, %v; want %v", got, err, c)
	}
	if _, err := DecodeChunk(6, body); !errors.Is(err, rdfstore.ErrCorrupt) {
		t.Errorf("as the body of another chunk: %v", err)
	}
	for i := range body {
		if _, err := DecodeChunk(5, body[:i]); !errors.Is(err, rdfstore.ErrCorrupt) {
			t.Errorf("cut after %d bytes: %v", i, err)
		}
		body[i] ^= 1
		if _, err := DecodeChunk(5, body); !errors.Is(err, rdfstore.ErrCorrupt) {
			t.Errorf("byte %d changed: %v", i, err)
		}
		body[i] ^= 1
	}
}

// TestEdit compares edits at random with those of a map.
func TestEdit(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		want := map[int64]uint32{}
		c := Chunk{First: 10}
		for id := int64(10); len(c.Postings) < r.IntN(MaxPostings+1); id += 1 + r.Int64N(9) {
			c.Postings = append(c.Postings, Posting{id, 1})
			want[id] = 1
		}
		var edits []Posting
		for id := int64(10); len(edits) < r.IntN(600); id += 1 + r.Int64N(12) {
			n := uint32(r.IntN(3))
			if edits = append(edits, Posting{id, n}); n == 0 {
				delete(want, id)
			} else {
				want[id] = n
			}
		}
		var got []Posting
		for i, part := range c.Edit(edits) {
			if i == 0 && part.First != 10 || i > 0 && part.First != part.Postings[0].Entity {
				t.Fatalf("chunk %d begins at %d", i, part.First)
			}
			if n := len(part.Postings); n == 0 || n > MaxPostings {
				t.Fatalf("chunk %d has %d postings", i, n)
			}
			got = append(got, part.Postings...)
		}
		if len(got) != len(want) {
			t.Fatalf("%d postings, want %d", len(got), len(want))
		}
		for i, p := range got {
			if want[p.Entity] != p.Triples || i > 0 && got[i-1].Entity >= p.Entity {
				t.Fatalf("posting %d is %v", i, p)
			}
		}
	}
}

func TestEditSizes(t *testing.T) {
	full := Chunk{}
	for id := range int64(MaxPostings) {
		full.Postings = append(full.Postings, Posting{2 * id, 1})
	}
	if got := full.Edit([]Posting{{2 * MaxPostings, 1}}); len(got) != 2 || len(got[0].Postings) != MaxPostings {
		t.Errorf("a full chunk that is added to at its end becomes %d chunks, the first of %d", len(got), len(got[0].Postings))
	}
	if got := full.Edit([]Posting{{1, 1}}); len(got) < 2 || len(got[0].Postings) != MaxPostings/2 {
		t.Errorf("a full chunk that is added to in between becomes %d chunks, the first of %d", len(got), len(got[0].Postings))
	}
	if got := (Chunk{Postings: []Posting{{3, 1}}}).Edit([]Posting{{3, 0}}); len(got) != 0 {
		t.Errorf("what is left of a chunk that loses all is %v", got)
	}
}
