package represent

import (
	"crypto/sha256"
	"testing"
)

// TestSumOf tells pages apart whose drawings, or the places of these, are others.
func TestSumOf(t *testing.T) {
	drawn := func(html string) drawing { return drawing{html, sha256.Sum256([]byte(html))} }
	seen := map[string]string{}
	for _, p := range []struct {
		name, body string
		drawing    drawing
	}{
		{"no map", "begin end", drawing{}},
		{"a map", "begin <svg>1</svg> end", drawn("<svg>1</svg>")},
		{"another map", "begin <svg>2</svg> end", drawn("<svg>2</svg>")},
		{"another text before", "began <svg>1</svg> end", drawn("<svg>1</svg>")},
		{"another text after", "begin <svg>1</svg> done", drawn("<svg>1</svg>")},
		{"the map elsewhere", "begin  end<svg>1</svg>", drawn("<svg>1</svg>")},
		{"a map that is not shown", "begin and end", drawn("<svg>1</svg>")},
	} {
		sum := sumOf([]byte(p.body), p.drawing)
		if other, ok := seen[sum]; ok {
			t.Errorf("%s has the digest of %s", p.name, other)
		}
		seen[sum] = p.name
	}
}
