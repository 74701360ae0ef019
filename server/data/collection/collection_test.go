package collection

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"vitrine/checks/golden"
)

const linkID = "https://data.museum.example/-/links/personBornAtPlace?of=https%3A%2F%2Fdata.museum.example%2Fplace%2Fdelft"

// items are n items from the place on.
func items(start, n uint64) []Item {
	var list []Item
	for i := range n {
		list = append(list, Item{fmt.Sprintf("https://data.museum.example/person/%d", start+i), Types{"Person"}})
	}
	return list
}

// mustPage returns a page with as many items as it should have.
func mustPage(t *testing.T, l List, number uint64) Page {
	t.Helper()
	start, length, err := l.Span(number)
	if err != nil {
		t.Fatal(err)
	}
	p, err := l.Page(number, items(start, length))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestGolden(t *testing.T) {
	births := List{ID: linkID, Label: English("People who were born in Delft"), Total: 5, Size: 2}
	places := List{ID: "https://data.museum.example/place/", Size: 100}
	mixed, err := List{ID: "https://data.museum.example/x/", Total: 3, Size: 3}.Page(1, []Item{
		{"https://data.museum.example/x/\"1", nil},
		{"https://data.museum.example/x/ä", Types{"Type", "Material"}},
		{"https://data.museum.example/x/3", Types{"http://example.org/A&B"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name  string
		value any
	}{
		{"collection", births.Collection()},
		{"first", mustPage(t, births, 1)},
		{"middle", mustPage(t, births, 2)},
		{"last", mustPage(t, births, 3)},
		{"empty-collection", places.Collection()},
		{"empty-page", mustPage(t, places, 1)},
		{"types", mixed},
		{"summary", List{ID: "https://data.museum.example/x/", Label: Text{"en": {"A", "B"}, "none": {"C"}}, Summary: English("D"), Total: 1, Size: 1}.Collection()},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var b bytes.Buffer
			encoder := json.NewEncoder(&b)
			encoder.SetEscapeHTML(false)
			encoder.SetIndent("", "  ")
			if err := encoder.Encode(test.value); err != nil {
				t.Fatal(err)
			}
			golden.Check(t, "testdata/"+test.name+".json", b.Bytes())
		})
	}
}

// TestWalk checks that next from the first page, and prev from the last, give
// every item once and in order.
func TestWalk(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		l := List{ID: "https://data.museum.example/x/", Total: random.Uint64N(300), Size: 1 + random.Uint64N(40)}
		c := l.Collection()
		number := map[string]uint64{}
		for n := uint64(1); n <= l.Pages(); n++ {
			number[l.PageID(n)] = n
		}
		var forward []Page
		for at := &c.First; at != nil; at = forward[len(forward)-1].Next {
			forward = append(forward, mustPage(t, l, number[at.ID]))
		}
		seen := uint64(0)
		for i, p := range forward {
			if p.StartIndex != seen {
				t.Fatalf("%+v: page %d starts at %d, want %d", l, i+1, p.StartIndex, seen)
			}
			if n := uint64(len(p.OrderedItems)); n > l.Size || n == 0 && l.Total > 0 || n != l.Size && p.Next != nil {
				t.Fatalf("%+v: page %d has %d items", l, i+1, n)
			}
			for _, item := range p.OrderedItems {
				if want := items(seen, 1)[0].ID; item.ID != want {
					t.Fatalf("%+v: item %d is %s", l, seen, item.ID)
				}
				seen++
			}
		}
		if seen != l.Total || c.Last.ID != forward[len(forward)-1].ID {
			t.Fatalf("%+v: %d items; the last page is %s", l, seen, c.Last.ID)
		}
		i := len(forward) - 1
		for at := &c.Last; at != nil; at = forward[i+1].Prev {
			if i < 0 || forward[i].ID != at.ID {
				t.Fatalf("%+v: %s is not page %d", l, at.ID, i+1)
			}
			i--
		}
		if i != -1 {
			t.Fatalf("%+v: prev leaves out %d pages", l, i+1)
		}
	}
}

func TestNoPage(t *testing.T) {
	tests := []struct {
		total, size, page uint64
		ok                bool
	}{
		{0, 10, 1, true}, {0, 10, 0, false}, {0, 10, 2, false},
		{10, 10, 1, true}, {10, 10, 2, false}, {11, 10, 2, true}, {11, 10, 3, false},
		{11, 0, 11, true}, {11, 0, 12, false},
		{math.MaxUint64, 1, math.MaxUint64, true}, {math.MaxUint64, 2, math.MaxUint64, false},
	}
	for _, test := range tests {
		l := List{ID: "https://data.museum.example/x/", Total: test.total, Size: test.size}
		_, err := l.Page(test.page, nil)
		if (err == nil) != test.ok || err != nil && !errors.Is(err, ErrNoPage) {
			t.Errorf("page %d of %d by %d: %v", test.page, test.total, test.size, err)
		}
	}
}

// TestShown checks lists whose pages show only the first items.
func TestShown(t *testing.T) {
	tests := []struct {
		total, shown         uint64
		pages, start, length uint64
	}{
		{25, 0, 3, 20, 5}, {25, 25, 3, 20, 5}, {25, 30, 3, 20, 5}, {25, 20, 2, 10, 10}, {25, 21, 3, 20, 1}, {25, 1, 1, 0, 1}, {0, 5, 1, 0, 0},
	}
	for _, test := range tests {
		l := List{ID: linkID, Total: test.total, Size: 10, Shown: test.shown}
		start, length, err := l.Span(l.Pages())
		if l.Pages() != test.pages || start != test.start || length != test.length || err != nil {
			t.Errorf("%d of %d: %d pages, the last from %d with %d, %v", test.shown, test.total, l.Pages(), start, length, err)
		}
		if _, err := l.Page(test.pages+1, nil); !errors.Is(err, ErrNoPage) {
			t.Errorf("%d of %d: page %d: %v", test.shown, test.total, test.pages+1, err)
		}
		if c := l.Collection(); c.TotalItems != test.total || c.Last.ID != l.PageID(test.pages) {
			t.Errorf("%d of %d: %+v", test.shown, test.total, c)
		}
	}
}

func TestNumber(t *testing.T) {
	for text, want := range map[string]uint64{"1": 1, "42": 42, "18446744073709551615": math.MaxUint64} {
		if n, ok := Number(text); !ok || n != want {
			t.Errorf("%s: %d, %t", text, n, ok)
		}
	}
	for _, text := range []string{"", "0", "01", "+1", "-1", "1.0", " 1", "1 ", "x", "18446744073709551616", "0x1", "1_0"} {
		if n, ok := Number(text); ok {
			t.Errorf("%q is %d", text, n)
		}
	}
}
