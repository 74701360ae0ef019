package history

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/knakk/rdf"

	"vitrine/checks/thorough"
	"vitrine/rdfstore"
)

// entries are the versions of one entity, oldest first; they count how many were asked for.
type entries struct {
	list  []rdfstore.LogEntry
	asked int
}

func (s *entries) Versions(_ context.Context, _ rdf.IRI, before uint64) iter.Seq2[rdfstore.LogEntry, error] {
	return func(yield func(rdfstore.LogEntry, error) bool) {
		for i := len(s.list) - 1; i >= 0; i-- {
			if before != 0 && s.list[i].Seq >= before {
				continue
			}
			s.asked++
			if !yield(s.list[i], nil) {
				return
			}
		}
	}
}

// random is a history with deletions and several states in one second.
func random(r *rand.Rand) *entries {
	s, seq, now := &entries{}, uint64(0), time.Unix(1_700_000_000, 0).UTC()
	for range r.IntN(30) {
		seq += 1 + r.Uint64N(1+r.Uint64N(1000))
		now = now.Add(time.Duration(r.Int64N(3 * int64(time.Second))))
		kind := rdfstore.Updated
		if r.IntN(4) == 0 {
			kind = rdfstore.Deleted
		}
		s.list = append(s.list, rdfstore.LogEntry{Seq: seq, Time: now, Kind: kind})
	}
	return s
}

// TestPlaces compares searches with walks of whole histories.
func TestPlaces(t *testing.T) {
	for seed := range uint64(thorough.Rounds(500, 3000)) {
		r := rand.New(rand.NewPCG(seed, 36))
		s := random(r)
		at := time.Unix(1_700_000_000+r.Int64N(60)-5, 0).UTC()
		var states []rdfstore.LogEntry
		want := -1
		for _, e := range s.list {
			if e.Kind == rdfstore.Deleted {
				continue
			}
			if states = append(states, e); !Moment(e.Time).After(at) {
				want = len(states) - 1
			}
		}
		got, err := At(t.Context(), s, rdf.IRI{}, at)
		if len(states) == 0 {
			if !rdfstore.IsMissing(err) {
				t.Fatalf("seed %d: %v, %v of no states", seed, got, err)
			}
			continue
		}
		want = max(want, 0)
		place := Place{State: states[want], First: states[0], Last: states[len(states)-1]}
		if want > 0 {
			place.Prev = states[want-1]
		}
		if want+1 < len(states) {
			place.Next = states[want+1]
		}
		if err != nil || got != place {
			t.Fatalf("seed %d: at %v\n%+v, %v\n%+v", seed, at, got, err, place)
		}
	}
}

// TestSteps checks that a search in a long history reads few entries.
func TestSteps(t *testing.T) {
	s := &entries{}
	for i := range uint64(100_000) {
		s.list = append(s.list, rdfstore.LogEntry{Seq: 3 * (i + 1), Time: time.Unix(int64(i), 0), Kind: rdfstore.Updated})
	}
	for _, at := range []int64{-1, 0, 1, 50_000, 99_998, 99_999, 200_000} {
		s.asked = 0
		if _, err := At(t.Context(), s, rdf.IRI{}, time.Unix(at, 0)); err != nil || s.asked > 200 {
			t.Error(fmt.Sprint(at), err, s.asked)
		}
	}
}
