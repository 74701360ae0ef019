package storetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"vitrine/rdfstore"
)

// checkNames compares the names that begin with a prefix, and their number, with
// those that Entities yields.
func checkNames(t *testing.T, s rdfstore.Store, prefix string, skips ...int) {
	t.Helper()
	var want []string
	for _, name := range collect(t, s.Entities(t.Context(), "")) {
		if text := name.String(); strings.HasPrefix(text, prefix) && text != prefix {
			want = append(want, text)
		}
	}
	if n, err := s.CountNames(t.Context(), prefix); err != nil || n != uint64(len(want)) {
		t.Errorf("CountNames(%q): %d, %v, want %d", prefix, n, err, len(want))
	}
	for _, skip := range append(skips, 0, len(want), len(want)+1) {
		got := texts(collect(t, s.Names(t.Context(), prefix, uint64(skip))))
		if rest := strings.Join(want[min(skip, len(want)):], " "); got != rest {
			t.Errorf("Names(%q) without the first %d yields %s, want %s", prefix, skip, got, rest)
		}
	}
}

func testNames(t *testing.T, s rdfstore.Store) {
	prefixes := []string{"x:a/", "x:a", "x:", "x:b", "x:b/", "x:\u00e9/", "x:none/", "y", ""}
	check := func() {
		t.Helper()
		for _, prefix := range prefixes {
			checkNames(t, s, prefix, 1, 2)
		}
	}
	check()
	apply(t, s, put(newGraph("x:a/", "E21_Person", "")), put(newGraph("x:a/1", "E21_Person", "")), put(newGraph("x:a/2/3", "E21_Person", "")),
		put(newGraph("x:a0", "E21_Person", "")), put(newGraph("x:b", "E21_Person", "")), put(newGraph("x:\u00e9/\u00fc", "E21_Person", "")))
	check()
	apply(t, s, remove("x:a/1"), put(newGraph("x:b/1", "E21_Person", "")), put(newGraph("x:a/0", "E21_Person", "")), put(newGraph("x:a/2/3", "E21_Person", "a label")))
	check()
	apply(t, s, put(newGraph("x:a/1", "E21_Person", "")), remove("x:b/1"), remove("x:b"))
	check()
}

// testNamesAmidChanges compares a list of many names while they come and go, a few
// at a time and a great many at once, and asks for more prefixes than any store
// will remember.
func testNamesAmidChanges(t *testing.T, s rdfstore.Store) {
	r := rand.New(rand.NewPCG(5, 6))
	name := func() string { return fmt.Sprintf("x:%d/%d", r.IntN(3), r.IntN(700)) }
	there := map[string]bool{}
	change := func(n int) {
		changes := map[string]rdfstore.Change{}
		for range n {
			name := name()
			if changes[name] = put(newGraph(name, "E21_Person", "")); there[name] && r.IntN(3) == 0 {
				changes[name] = remove(name)
			}
		}
		var all []rdfstore.Change
		for name, c := range changes {
			there[name] = c.Put != nil
			all = append(all, c)
		}
		apply(t, s, all...)
	}
	for _, n := range []int{2500, 1, 30, 500, 2} {
		change(n)
		for _, prefix := range []string{"x:0/", "x:1/", "x:2/6", "x:"} {
			checkNames(t, s, prefix, r.IntN(700), r.IntN(2100))
		}
	}
	for i := range 70 {
		checkNames(t, s, fmt.Sprint("x:0/", i))
	}
	change(20)
	for _, prefix := range []string{"x:0/69", "x:0/1", "x:0/"} {
		checkNames(t, s, prefix, 10)
	}
}

// testWriteDuringNames takes the names away that a walk has yielded, and puts
// others before the place where it stands.
func testWriteDuringNames(t *testing.T, s rdfstore.Store) {
	var changes []rdfstore.Change
	var want []string
	for i := range 100 {
		name := fmt.Sprintf("x:p/%03d", i)
		want = append(want, name)
		changes = append(changes, put(newGraph(name, "E21_Person", "")))
	}
	apply(t, s, changes...)
	var got []string
	for name, err := range s.Names(t.Context(), "x:p/", 10) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, name.String())
		apply(t, s, remove(name.String()), put(newGraph(fmt.Sprint("x:p/", "0a", len(got)), "E21_Person", "")))
	}
	got = slices.DeleteFunc(got, func(name string) bool { return strings.HasPrefix(name, "x:p/0a") })
	if !slices.Equal(got, want[10:]) {
		t.Errorf("the walk yields %s, want %s", got, want[10:])
	}
	checkNames(t, s, "x:p/", 5)
}
