package provtext

import (
	"maps"
	"testing"
)

// TestNotes divides notes at the numbers of notes, and not at those that a note refers to.
func TestNotes(t *testing.T) {
	r := reader(t)
	for text, want := range map[string]map[int]string{
		"Ada Roth [1]; Jan Steen [2]; Olof Roth [3].\n\nNotes:\n[1]. See note [2] below.\n[2]. Letter, see [3] below.\n[3] As in [1] above.": {
			1: "See note [2] below.", 2: "Letter, see [3] below.", 3: "As in [1] above."},
		"Ada Roth [1]; Jan Steen [2].\nNOTES: [1] Bought in Lund. [2] Letter of 1920.": {1: "Bought in Lund.", 2: "Letter of 1920."},
		"Ada Roth [1]; Jan Steen [2].\nNotes: [1] Bought in Lund [2] Letter of 1920":   {1: "Bought in Lund", 2: "Letter of 1920"},
		"Ada Roth [1]; Jan Steen [3].\nNotes:\n[1] Lund.\n[3] Bern.":                   {1: "Lund.", 3: "Bern."},
	} {
		if got := r.Read(text).Notes; !maps.Equal(got, want) {
			t.Errorf("%q: %v", text, got)
		}
	}
}
