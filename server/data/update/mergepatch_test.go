package update

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"vitrine/server/data/jsontree"
)

func applyMerge(t testing.TB, target, patch string) string {
	t.Helper()
	p, err := parseMergePatch([]byte(patch))
	if err != nil {
		t.Fatalf("%s: %v", patch, err)
	}
	out, err := p.Apply([]byte(target))
	if err != nil {
		t.Fatalf("%s: %v", target, err)
	}
	return string(out)
}

// TestMergePatch has the cases of RFC 7396, appendix A, and those about order.
func TestMergePatch(t *testing.T) {
	for _, test := range []struct{ target, patch, want string }{
		{`{"a":"b"}`, `{"a":"c"}`, `{"a":"c"}`},
		{`{"a":"b"}`, `{"b":"c"}`, `{"a":"b","b":"c"}`},
		{`{"a":"b"}`, `{"a":null}`, `{}`},
		{`{"a":"b","b":"c"}`, `{"a":null}`, `{"b":"c"}`},
		{`{"a":["b"]}`, `{"a":"c"}`, `{"a":"c"}`},
		{`{"a":"c"}`, `{"a":["b"]}`, `{"a":["b"]}`},
		{`{"a":{"b":"c"}}`, `{"a":{"b":"d","c":null}}`, `{"a":{"b":"d"}}`},
		{`{"a":[{"b":"c"}]}`, `{"a":[1]}`, `{"a":[1]}`},
		{`["a","b"]`, `["c","d"]`, `["c","d"]`},
		{`{"a":"b"}`, `["c"]`, `["c"]`},
		{`{"a":"foo"}`, `null`, `null`},
		{`{"a":"foo"}`, `"bar"`, `"bar"`},
		{`{"e":null}`, `{"a":1}`, `{"e":null,"a":1}`},
		{`[1,2]`, `{"a":"b","c":null}`, `{"a":"b"}`},
		{`{}`, `{"a":{"bb":{"ccc":null}}}`, `{"a":{"bb":{}}}`},

		{`{"z":1,"y":2,"x":3}`, `{"x":9,"w":8,"z":7,"v":6}`, `{"z":7,"y":2,"x":9,"w":8,"v":6}`},
		{`{"z":1,"y":2,"x":3}`, `{"y":null,"z":{"b":1,"a":2}}`, `{"z":{"b":1,"a":2},"x":3}`},
		{`{"a":8.80,"b":1E3}`, `{"c":2.50}`, `{"a":8.80,"b":1E3,"c":2.50}`},
		{`{"a":[null,{"b":null}]}`, `{"c":[null,{"d":null}]}`, `{"a":[null,{"b":null}],"c":[null,{"d":null}]}`},
		{` { "a" : [ 1 , 2 ] } `, ` { "b" : "x" } `, `{"a":[1,2],"b":"x"}`},
		{`{"a\"é":1}`, `{"a\"\u00e9":2, "\n":3}`, `{"a\"é":2,"\n":3}`},
		{`{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"j":10}`, `{"j":null,"a":null,"k":11,"b":{"x":1}}`, `{"b":{"x":1},"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"k":11}`},
	} {
		if got := applyMerge(t, test.target, test.patch); got != test.want {
			t.Errorf("%s with %s is %s, want %s", test.target, test.patch, got, test.want)
		}
	}
}

// naive is MergePatch of RFC 7396 section 2, to the letter.
func naive(target, patch any) any {
	changes, ok := patch.(map[string]any)
	if !ok {
		return patch
	}
	out, ok := target.(map[string]any)
	if !ok {
		out = map[string]any{}
	}
	for name, value := range changes {
		if value == nil {
			delete(out, name)
		} else {
			out[name] = naive(out[name], value)
		}
	}
	return out
}

func decode(t testing.TB, text string) any {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var v any
	if err := decoder.Decode(&v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// TestMergePatchAgainstNaive applies random patches to random texts.
func TestMergePatchAgainstNaive(t *testing.T) {
	random := rand.New(rand.NewPCG(7396, 1))
	for range 3000 {
		target, patch := randomText(random, 3), randomText(random, 3)
		got := applyMerge(t, target, patch)
		if want := naive(decode(t, target), decode(t, patch)); !reflect.DeepEqual(decode(t, got), want) {
			t.Fatalf("%s with %s is %s, want %v", target, patch, got, want)
		}
		checkOrder(t, target, got)
	}
}

// checkOrder: names of the target that are still there keep their order and
// come first.
func checkOrder(t testing.TB, target, got string) {
	t.Helper()
	before, after := names(target), names(got)
	known := map[string]bool{}
	for _, name := range before {
		known[name] = true
	}
	var kept []string
	for i, name := range after {
		if known[name] {
			if len(kept) < i {
				t.Fatalf("%s: a new member of %s stands before an old one", target, got)
			}
			kept = append(kept, name)
		}
	}
	for _, name := range before {
		if len(kept) > 0 && kept[0] == name {
			kept = kept[1:]
		}
	}
	if len(kept) > 0 {
		t.Fatalf("the members of %s stand in another order in %s", target, got)
	}
}

// names are those of the members of a text that is an object, in order.
func names(text string) []string {
	v, err := jsontree.Parse([]byte(text), maxValues)
	if err != nil {
		return nil
	}
	var out []string
	for _, m := range v.Children {
		out = append(out, m.Name)
	}
	return out
}

func randomText(random *rand.Rand, depth int) string {
	kind := random.IntN(10)
	if depth == 3 && random.IntN(20) > 0 {
		kind = 9 // most texts are objects
	}
	switch {
	case kind < 2 || depth == 0:
		return []string{"null", "true", "1", "2.50", `"text"`, `"é"`}[random.IntN(6)]
	case kind < 3:
		return "null"
	case kind < 4:
		return "[" + randomText(random, depth-1) + "," + randomText(random, 0) + "]"
	}
	var members []string
	for _, i := range random.Perm(14)[:random.IntN(13)] {
		members = append(members, fmt.Sprintf("%q:%s", string(rune('a'+i)), randomText(random, depth-1)))
	}
	return "{" + strings.Join(members, ", ") + "}"
}

func FuzzMergePatch(f *testing.F) {
	for _, seed := range [][2]string{{`{"a":1}`, `{"a":null,"b":{"c":null}}`}, {`[1]`, `{}`}, {`{"a":{"b":[1, 2]}}`, `{"a":{"b":"c"}}`}, {`"x"`, `nul`}, {`{"a":1,"a":2}`, `{"`}, {"1e400", "{\"\\ud800\":1}"}} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, target, patch string) {
		p, err := parseMergePatch([]byte(patch))
		if err != nil {
			return
		}
		out, err := p.Apply([]byte(target))
		if err != nil {
			return
		}
		if want := naive(decode(t, target), decode(t, patch)); !reflect.DeepEqual(decode(t, string(out)), want) {
			t.Fatalf("%q with %q is %q, want %v", target, patch, out, want)
		}
		checkOrder(t, target, string(out))
		again, err := p.Apply(out)
		if err != nil || !bytes.Equal(again, out) {
			t.Fatalf("applied again, %q is %q: %v", out, again, err)
		}
	})
}

func TestMergePatchErrors(t *testing.T) {
	for _, text := range []string{"", " ", "{", `{"a"`, `{"a":1`, `{"a":1,"a":2}`, "{} {}", "nul", "{\"\xff\":1}", strings.Repeat(`{"a":`, 20_000)} {
		if _, err := parseMergePatch([]byte(text)); err == nil {
			t.Errorf("%.40q is taken for JSON", text)
		}
	}
	p, err := parseMergePatch([]byte(`{"a":1}`))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Apply([]byte("oops")); err == nil {
		t.Error("a text that is no JSON was patched")
	}
}

// object is a text with n members.
func object(n int, value string) string {
	var b strings.Builder
	b.WriteByte('{')
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `"m%d":%s`, i, value)
	}
	return b.String() + "}"
}

// BenchmarkMergePatch shows by ns/member that the time grows with the texts only.
func BenchmarkMergePatch(b *testing.B) {
	for _, members := range []int{2_000, 20_000, 200_000} {
		b.Run(fmt.Sprint(members), func(b *testing.B) {
			target, patch := []byte(object(members, "1")), []byte(object(members, "2"))
			p, err := parseMergePatch(patch)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := p.Apply(target); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(members), "ns/member")
		})
	}
}
