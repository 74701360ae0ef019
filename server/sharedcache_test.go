package server

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// sharedCache is a cache as RFC 9111 has it, in front of a server: it keys
// answers by URL and by the fields that Vary names (section 4.1), checks with
// the server what it may not reuse (section 4.3), and takes what a 304 names by
// its entity tag.
type sharedCache struct {
	origin http.Handler
	stored map[string][]storedAnswer
	// reused and checked count answers that came out of the cache.
	reused, checked int
}

type storedAnswer struct {
	request http.Header
	header  http.Header
	body    string
}

// get answers a request, from the cache if it may.
func (c *sharedCache) get(t *testing.T, target string, fields http.Header) storedAnswer {
	t.Helper()
	var tags []string
	for _, stored := range c.stored[target] {
		if strings.Contains(stored.header.Get("Cache-Control"), "max-age=60") && sameVariant(stored, fields) {
			c.reused++
			return stored
		}
		tags = append(tags, stored.header.Get("ETag"))
	}
	r := httptest.NewRequest("GET", target, nil)
	r.Header = fields.Clone()
	if len(tags) > 0 {
		r.Header.Set("If-None-Match", strings.Join(tags, ", "))
	}
	w := httptest.NewRecorder()
	c.origin.ServeHTTP(w, r)
	answer := w.Result()
	switch answer.StatusCode {
	case 304:
		for _, stored := range c.stored[target] {
			if stored.header.Get("ETag") == answer.Header.Get("ETag") {
				c.checked++
				return stored
			}
		}
		t.Fatalf("%s: a 304 for %s, which is not stored", target, answer.Header.Get("ETag"))
	case 200:
		stored := storedAnswer{fields.Clone(), answer.Header, body(t, answer)}
		c.stored[target] = append(c.stored[target], stored)
		return stored
	}
	return storedAnswer{fields, answer.Header, body(t, answer)}
}

// sameVariant tells whether a request selects the stored answer.
func sameVariant(stored storedAnswer, fields http.Header) bool {
	for name := range strings.SplitSeq(stored.header.Get("Vary"), ",") {
		name = strings.TrimSpace(name)
		if strings.Join(stored.request.Values(name), ",") != strings.Join(fields.Values(name), ",") {
			return false
		}
	}
	return true
}

// TestSharedCache sends mixed clients through a shared cache, while entities
// change, and compares each answer with the server's own.
func TestSharedCache(t *testing.T) {
	for _, control := range []string{"public, no-cache", "public, max-age=60"} {
		t.Run(control, func(t *testing.T) {
			s, store := newTestServer(t, func(c *Config) { c.CacheControl = control })
			cache := &sharedCache{origin: s, stored: map[string][]storedAnswer{}}
			seed := rand.Uint64()
			t.Logf("seed %d", seed)
			random := rand.New(rand.NewPCG(seed, 0))
			all := everyWanted()
			for i := range 1000 {
				// With max-age a cache may rightly be out of date.
				if i%50 == 0 && control == "public, no-cache" {
					store.put(t, person(t, testBase+"person/2", strings.Repeat(fmt.Sprint("Name ", i), 300)))
				}
				w := all[random.IntN(len(all))]
				fields := http.Header{}
				if w.accept != "" || random.IntN(2) == 0 {
					fields.Set("Accept", w.accept)
				}
				if w.coding != "" || random.IntN(2) == 0 {
					fields.Set("Accept-Encoding", w.coding)
				}
				got := cache.get(t, w.target, fields)
				right := do(t, s, "GET", w.target, w.fields()...)
				if want := body(t, right); got.body != want {
					t.Fatalf("%v: the cache hands out %.60q, the server %.60q", w, got.body, want)
				}
				// A small body has one tag where its size decided about the coding, and
				// another where it did not. Either stands for it.
				tag := got.header.Get("ETag")
				if again := do(t, s, "GET", w.target, append(w.fields(), "If-None-Match", tag)...); again.StatusCode != 304 {
					t.Fatalf("%v: the tag %s of the cache does not hold", w, tag)
				}
				for _, name := range []string{"Content-Type", "Content-Encoding", "Content-Location"} {
					if got.header.Get(name) != right.Header.Get(name) {
						t.Fatalf("%v: %s %q from the cache, %q from the server", w, name, got.header.Get(name), right.Header.Get(name))
					}
				}
			}
			if cache.reused+cache.checked == 0 {
				t.Error("the cache never had anything")
			}
		})
	}
}
