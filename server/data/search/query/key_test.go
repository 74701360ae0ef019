package query

import "testing"

// TestKey tells queries apart that find different records, though their words are the same.
func TestKey(t *testing.T) {
	known := map[string]string{}
	for _, text := range []string{"girl with", `"girl with"`, "girl with*", "girl* with", "with girl", "girl"} {
		q, err := ParseText(text)
		if err != nil {
			t.Fatal(err)
		}
		if other, ok := known[q.Key()]; ok {
			t.Errorf("%s has the key of %s", text, other)
		}
		known[q.Key()] = text
	}
}
