package lru

import (
	"strconv"
	"sync"
	"testing"
)

func length(key, value string) int { return len(key) + len(value) }

// present returns which of the keys have a value.
func present(c *Cache[string, string], keys ...string) string {
	out := ""
	for _, key := range keys {
		if _, ok := c.Get(key); ok {
			out += key
		}
	}
	return out
}

func TestOldestGoesFirst(t *testing.T) {
	c := New(9, length)
	c.Set("a", "11")
	c.Set("b", "22")
	c.Set("c", "33")
	c.Get("a")
	c.Set("d", "44")
	if got := present(c, "a", "b", "c", "d"); got != "acd" {
		t.Errorf("kept %q, want a, c and d: b was not used for the longest time", got)
	}
}

func TestWeightIsBounded(t *testing.T) {
	c := New(9, length)
	c.Set("a", "11")
	c.Set("b", "22")
	c.Set("b", "2222222")
	if got := present(c, "a", "b"); got != "b" || c.kept.weight != 8 {
		t.Errorf("kept %q with a weight of %d, want b with 8", got, c.kept.weight)
	}
	c.Set("b", "more than may be kept")
	if got := present(c, "a", "b"); got != "" || c.kept.weight != 0 {
		t.Errorf("kept %q with a weight of %d, want nothing", got, c.kept.weight)
	}
}

func TestForgetting(t *testing.T) {
	c := NewCounted[string, string](3)
	for _, key := range []string{"a", "b", "c", "d"} {
		c.Set(key, key)
	}
	c.Remove("b")
	c.Remove("absent")
	if got := present(c, "a", "b", "c", "d"); got != "cd" || c.kept.weight != 2 {
		t.Errorf("kept %q with a weight of %d, want c and d with 2", got, c.kept.weight)
	}
	c.Clear()
	if got := present(c, "a", "b", "c", "d"); got != "" || c.kept.weight != 0 {
		t.Errorf("kept %q with a weight of %d, want nothing", got, c.kept.weight)
	}
}

func TestManyGoroutines(t *testing.T) {
	c := NewCounted[string, int](100)
	var all sync.WaitGroup
	for g := range 8 {
		all.Go(func() {
			for i := range 1000 {
				key := strconv.Itoa((i * (g + 1)) % 300)
				c.Set(key, i)
				c.Get(key)
				if i%50 == 0 {
					c.Remove(key)
				}
			}
		})
	}
	all.Wait()
	if c.kept.weight != len(c.kept.places) || c.kept.weight > 100 {
		t.Errorf("a weight of %d for %d entries", c.kept.weight, len(c.kept.places))
	}
}
