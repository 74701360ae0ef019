package home

import (
	"net/url"
	"strings"
	"testing"

	"vitrine/server/data/search"
	"vitrine/server/people/i18n"
)

// TestTimeline has a bar for each decade, or for each century where the decades would be too
// many, and each that has objects leads to them.
func TestTimeline(t *testing.T) {
	languages, err := i18n.All()
	if err != nil {
		t.Fatal(err)
	}
	count := func(terms ...string) []search.Value {
		var out []search.Value
		for _, term := range terms {
			out = append(out, search.Value{Term: term, Count: 2})
		}
		return out
	}
	for name, row := range map[string]struct {
		found           search.Overview
		bars            int
		first, selected string
	}{
		"nothing":   {search.Overview{}, 0, "", ""},
		"decades":   {search.Overview{Decades: count("1660", "1650", "1670", "1680", "no number")}, 4, "1650s", "decade=1650"},
		"few":       {search.Overview{Decades: count("1650", "1660", "1690")}, 0, "", ""},
		"centuries": {search.Overview{Decades: count("-1000", "1990"), Centuries: count("16", "17", "18", "19")}, 4, "16th century", "century=16"},
	} {
		bars := (&Maker{}).timeline(row.found, languages.English())
		if len(bars) != row.bars {
			t.Errorf("%s: %d bars, want %d", name, len(bars), row.bars)
			continue
		}
		if row.bars == 0 {
			continue
		}
		href, err := url.QueryUnescape(bars[0].Label.Href)
		if err != nil {
			t.Fatal(err)
		}
		if bars[0].Label.Text != row.first || bars[0].Count != 2 || !strings.Contains(href, row.selected) || !strings.Contains(href, "class=HumanMadeObject") {
			t.Errorf("%s: the first bar is %+v, want %s that leads to %s", name, bars[0], row.first, row.selected)
		}
	}
}
