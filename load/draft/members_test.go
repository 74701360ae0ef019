package draft

import (
	"testing"

	"vitrine/linkedart/words/lexicon"
)

// TestMembers reads all of the table of the names of members.
func TestMembers(t *testing.T) {
	rows := 0
	for row, err := range lexicon.Rows(memberNames, 3) {
		if err != nil {
			t.Fatal(err)
		}
		if row.Cells[0] == "" || row.Cells[2] == "" {
			t.Errorf("line %d has no kind or no names", row.Line)
		}
		rows++
	}
	if rows == 0 {
		t.Error("the table is empty")
	}
}
