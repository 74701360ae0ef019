package html

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// written is the page of a record.
func written(t *testing.T, r Record) string {
	t.Helper()
	pages, err := New(Options{Assets: "/-/assets/"})
	if err != nil {
		t.Fatal(err)
	}
	r.Frame = goldenFrame(t, "en", "Museum")
	var b bytes.Buffer
	if err := pages.Write(&b, &r); err != nil {
		t.Fatal(err)
	}
	checkHTML(t, b.String())
	return b.String()
}

// TestManyNames has a page with few names, and one with more than are read at a glance, of
// which the most are folded. Each stands on the page once.
func TestManyNames(t *testing.T) {
	for count, folded := range map[int]bool{3: false, 16: false, 17: true, 100: true} {
		r := Record{Endpoint: "person", Name: Part{Text: "Somebody"}}
		for i := range count {
			r.OtherNames = append(r.OtherNames, Named{Value: Part{Text: fmt.Sprintf("Name %d.", i)}})
		}
		text := written(t, r)
		if strings.Contains(text, "More names") != folded {
			t.Errorf("of %d names some are folded: %t, want %t", count, !folded, folded)
		}
		for i := range count {
			if n := strings.Count(text, fmt.Sprintf("Name %d.", i)); n != 1 {
				t.Errorf("name %d of %d is there %d times", i, count, n)
			}
		}
	}
}

// TestIdentifierKinds has a column for kinds where there is one.
func TestIdentifierKinds(t *testing.T) {
	for _, row := range []struct {
		identifiers []Named
		column      bool
	}{
		{[]Named{{Value: Part{Text: "1"}}}, false},
		{[]Named{{Value: Part{Text: "1"}}, {Value: Part{Text: "2"}, Kind: Text("Lot")}}, true},
	} {
		text := written(t, Record{Endpoint: "object", Name: Part{Text: "Thing"}, Identifiers: row.identifiers})
		if strings.Contains(text, `<th scope="col">Kind</th>`) != row.column || strings.Contains(text, "<tr><td></td>") != row.column {
			t.Errorf("%v: the column is there: %t", row.identifiers, !row.column)
		}
	}
}

// TestLongRecord has a record that is too long to be shown: the page says so, and where it
// is.
func TestLongRecord(t *testing.T) {
	formats := []Link{{Href: "/object/1?format=json", Title: "Linked Art JSON-LD"}}
	for record, says := range map[string]bool{"": true, "{}": false} {
		text := written(t, Record{Endpoint: "object", Name: Part{Text: "Thing"}, Data: Data{Source: Source{text: []byte(record)}, Formats: formats}})
		if strings.Contains(text, "too long to be shown") != says || !strings.Contains(text, `href="/object/1?format=json"`) {
			t.Errorf("record %q: the page says that it is too long: %t, want %t", record, !says, says)
		}
	}
}
