package query

import (
	"strconv"
	"testing"
)

func TestNamed(t *testing.T) {
	var n named
	look := func(state int, name string, want uint64) {
		t.Helper()
		if got, ok := n.get(state, name); got != want || ok != (want > 0) {
			t.Errorf("%s in state %d has version %d, %t; want %d", name, state, got, ok, want)
		}
	}
	look(0, "a", 0)
	n.put(1, "a", 7)
	n.put(1, "b", 8)
	look(1, "a", 7)
	look(1, "b", 8)
	look(1, "c", 0)
	look(0, "a", 0)
	look(2, "a", 0)
	n.put(2, "a", 9)
	look(2, "a", 9)
	look(2, "b", 0)
	look(1, "a", 0)
	n.put(1, "b", 8) // of a state that is over
	look(2, "b", 0)
	look(1, "b", 0)
	for i := range maxNamed + 1 {
		n.put(2, strconv.Itoa(i), 1)
		if len(n.versions) > maxNamed {
			t.Fatalf("it knows %d names", len(n.versions))
		}
	}
	look(2, strconv.Itoa(maxNamed), 1)
}
