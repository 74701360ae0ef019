package schemaorg

import (
	"encoding/json"
	"strings"
	"testing"
)

// FuzzString compares strings with those of encoding/json.
func FuzzString(f *testing.F) {
	for _, seed := range []string{"", "plain", `"\`, "</script>&", "a\x00\n\t\x1f\x7f", "é 𝄞 日", "\u2028\u2029", "\xff\xc3", "\uFFFD", "\xe2\x80"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := appendString(nil, s)
		if strings.ContainsAny(string(got), "<>&\u2028\u2029") {
			t.Errorf("%q became %s, which is not safe in a script element", s, got)
		}
		marshaled, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var read, want string
		if err := json.Unmarshal(got, &read); err != nil {
			t.Fatalf("%q became %s: %v", s, got, err)
		}
		if err := json.Unmarshal(marshaled, &want); err != nil {
			t.Fatal(err)
		}
		if read != want {
			t.Errorf("%q became %q, want %q", s, read, want)
		}
	})
}
