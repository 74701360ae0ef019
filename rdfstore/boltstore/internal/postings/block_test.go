package postings

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// FuzzBlock reads arbitrary bytes as a block of postings; what it reads must
// be written and read again alike.
func FuzzBlock(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 1))
	ps := randomPostings(r, 50)
	f.Add(ps[0].Key(), EncodeBlock(nil, ps, 0).Payload)
	f.Add([]byte("s"), []byte{1, 2, 3})
	f.Fuzz(func(t *testing.T, key, payload []byte) {
		ps, err := DecodeBlock(nil, key, payload)
		given := func(p Posting) bool { return p.Graph < 1<<60 } // no store numbers that many
		inOrder := slices.IsSortedFunc(ps, func(a, b Posting) int { return a.Compare(&b.Place) })
		if err != nil || len(ps) == 0 || !inOrder || !given(slices.MaxFunc(ps, func(a, b Posting) int { return cmp.Compare(a.Graph, b.Graph) })) {
			return
		}
		again, err := DecodeBlock(nil, ps[0].Key(), EncodeBlock(nil, ps, 0).Payload)
		if err != nil || !slices.Equal(again, ps) {
			t.Errorf("%v became %v, %v", ps, again, err)
		}
	})
}

// randomPostings returns postings of one kind, in order.
func randomPostings(r *rand.Rand, n int) []Posting {
	ps := make([]Posting, n)
	for i := range ps {
		ps[i] = Posting{Place: List{Kind: BySubject, Hash: r.Uint64N(4) << r.IntN(62)}.At(r.Uint32N(5), r.Uint64N(1<<(1+r.IntN(40)))), N: 1 + r.Uint32N(3)}
	}
	slices.SortFunc(ps, func(a, b Posting) int { return a.Compare(&b.Place) })
	return slices.CompactFunc(ps, func(a, b Posting) bool { return a.Place == b.Place })
}

func TestBlocksOfAnySize(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	ps := randomPostings(r, 5000)
	for limit := range 40 {
		var got []Posting
		for rest := ps; len(rest) > 0; {
			b := EncodeBlock(nil, rest, limit*10)
			var err error
			if got, err = DecodeBlock(got, rest[0].Key(), b.Payload); err != nil {
				t.Fatal(err)
			}
			rest = rest[b.N:]
		}
		if !slices.Equal(got, ps) {
			t.Errorf("blocks of %d bytes: the postings changed", limit*10)
		}
	}
}
