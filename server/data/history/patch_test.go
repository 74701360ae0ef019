package history

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	jsonpatch "github.com/evanphx/json-patch/v5"
	"github.com/go-json-experiment/json/jsontext"

	"vitrine/checks/thorough"
)

// randomJSON is a value with few names and values, so that two have much in common. No name is
// empty: the library that applies patches takes such a name for the object itself.
func randomJSON(r *rand.Rand, depth int) string {
	switch n := r.IntN(8); {
	case n < 3 && depth > 0:
		var parts []string
		for _, i := range r.Perm(6)[:r.IntN(6)] {
			name := []string{`"a"`, `"b/c"`, `"~d"`, `" "`, `"é\"e"`, `"0"`}[i]
			parts = append(parts, name+":"+randomJSON(r, depth-1))
		}
		return "{" + strings.Join(parts, ",") + "}"
	case n < 6 && depth > 0:
		var parts []string
		for range r.IntN(6) {
			parts = append(parts, randomJSON(r, depth-1))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	default:
		return []string{"null", "true", "1", "1.0", `"x"`, `"y\u00e9\n"`, "[]", "{}"}[r.IntN(8)]
	}
}

// TestPatch applies patches between texts at random: what comes is the other text, with its members in order.
func TestPatch(t *testing.T) {
	for seed := range uint64(thorough.Rounds(2000, 20_000)) {
		r := rand.New(rand.NewPCG(seed, 6902))
		before, after := `{"doc":`+randomJSON(r, 4)+`}`, `{"doc":`+randomJSON(r, 4)+`}`
		checkPatch(t, before, after)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	var long, other []string
	for i := range 1500 {
		long = append(long, fmt.Sprint(i))
		other = append(other, fmt.Sprint(-i))
	}
	checkPatch(t, `{"doc":[`+strings.Join(long, ",")+`]}`, `{"doc":[`+strings.Join(other, ",")+`]}`)
	checkPatch(t, `{"doc":[`+strings.Join(long, ",")+`]}`, `{"doc":[`+strings.Join(long[10:], ",")+`]}`)
}

func checkPatch(t *testing.T, before, after string) {
	t.Helper()
	text, err := Patch([]byte(before), []byte(after))
	if err != nil {
		t.Fatalf("%s\n%s\n%v", before, after, err)
	}
	p, err := jsonpatch.DecodePatch(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	got, err := p.Apply([]byte(before))
	want := jsontext.Value(after)
	if compactErr := want.Compact(); err != nil || compactErr != nil || string(compacted(t, got)) != string(want) {
		t.Errorf("before %s\nafter  %s\npatch  %s\ngot    %s\n%v", before, want, text, got, err)
	}
}

func compacted(t *testing.T, text []byte) jsontext.Value {
	t.Helper()
	v := jsontext.Value(text)
	if err := v.Compact(); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestPatchIsShort(t *testing.T) {
	deep := func(value string) string {
		return strings.Repeat(`{"a":[`, 24) + value + strings.Repeat("]}", 24)
	}
	for _, row := range [][3]string{
		{`{"a":1,"b":[1,2,3]}`, `{"a":1,"b":[1,2,3]}`, "[]\n"},
		{`{"a":1,"b":2}`, `{"a":1,"c":3,"b":2}`, `[{"op":"add","path":"/c","value":3},` + "\n" + `{"op":"move","from":"/b","path":"/b"}]` + "\n"},
		{`{"a":[{"id":"x","n":1},{"id":"y"}]}`, `{"a":[{"id":"x","n":2},{"id":"y"}]}`, `[{"op":"replace","path":"/a/0/n","value":2}]` + "\n"},
		{deep(`{"b":[1,2]}`), deep(`{"b":[1,3]}`), `[{"op":"replace","path":"` + strings.Repeat("/a/0", 24) + `/b/1","value":3}]` + "\n"},
		{`{"a":[1,2,3,4]}`, `{"a":[1,3,5,4]}`, `[{"op":"remove","path":"/a/1"},` + "\n" + `{"op":"add","path":"/a/2","value":5}]` + "\n"},
	} {
		if got, err := Patch([]byte(row[0]), []byte(row[1])); err != nil || string(got) != row[2] {
			t.Errorf("%s to %s: %s, %v", row[0], row[1], got, err)
		}
	}
}
