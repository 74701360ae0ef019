package server

import (
	"context"
	"iter"
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
)

// describedStore counts how often an entity is described: each time the store is
// asked for the names that its own begins.
type describedStore struct {
	rdfstore.Store
	asked atomic.Int64
}

func (s *describedStore) Entities(ctx context.Context, prefix string) iter.Seq2[rdf.IRI, error] {
	s.asked.Add(1)
	return s.Store.Entities(ctx, prefix)
}

// TestPutDescribesOnce: a PUT describes what it stores, once, where its answer
// tells the entity tag, and never what it replaces.
func TestPutDescribesOnce(t *testing.T) {
	counted := &describedStore{}
	m := newMuseum(t, func(c *Config) {
		counted.Store = c.Store
		c.Store, c.CacheBytes = counted, 1
	})
	tag := answerTag(t, m)
	for i, test := range []struct {
		name   string
		fields []string
		want   int64
	}{
		{"with a precondition", []string{"If-Match", tag}, 1},
		{"with one that fails", []string{"If-Match", `"other"`}, 0},
		{"without", nil, 1},
		{"with the representation", []string{"Prefer", "return=representation"}, 1},
		{"with nothing", []string{"Prefer", "return=minimal"}, 0},
	} {
		before := counted.asked.Load()
		r := m.send(t, "PUT", "/person/ada", ada("Ada "+strconv.Itoa(i)), test.fields...)
		if r.StatusCode >= 300 && r.StatusCode != 412 {
			t.Fatalf("%s: status %d: %s", test.name, r.StatusCode, body(t, r))
		}
		if got := counted.asked.Load() - before; got != test.want {
			t.Errorf("%s: described %d times, want %d", test.name, got, test.want)
		}
	}
}

// answerTag is the entity tag of the record at /person/ada.
func answerTag(t *testing.T, m *museum) string {
	t.Helper()
	return do(t, m, "GET", "/person/ada").Header.Get("ETag")
}
