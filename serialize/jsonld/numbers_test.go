package jsonld

import (
	"bytes"
	"testing"
)

// TestNumbersOfLayouts finds the odd spellings of numbers in the layout of every fixture:
// the document must have each.
func TestNumbersOfLayouts(t *testing.T) {
	p := fixtureProcessor(t)
	found := 0
	eachFixture(t, "roundtrip/*.json", 150, func(t *testing.T, _ string, text []byte) {
		numbers, err := Numbers(mustRead(t, p, text))
		if err != nil {
			t.Fatal(err)
		}
		for triple, spelling := range numbers {
			found++
			if !bytes.Contains(text, []byte(spelling)) {
				t.Errorf("%v is spelled %s, which the document has not", triple, spelling)
			}
		}
	})
	if found < 5 {
		t.Errorf("only %d numbers were found", found)
	}
}
