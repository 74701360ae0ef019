package home

import (
	"errors"
	"strings"
	"testing"

	"vitrine/server/data/search"
	"vitrine/server/data/search/query"
	"vitrine/server/people/i18n"
)

func TestIntroduction(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"a.md", "# Welcome\n\nTo *us* and [them](https://x.example/).", "<h2>Welcome</h2>\n<p>To <em>us</em> and <a href=\"https://x.example/\">them</a>.</p>\n"},
		{"a.MD", "## Hours\n\n- ten\n- eleven", "<h2>Hours</h2>\n<ul>\n<li>ten</li>\n<li>eleven</li>\n</ul>\n"},
		{"a.markdown", "<script>alert(1)</script>\n\n[x](javascript:alert(1))", "\n<p>x</p>\n"},
		{"a.html", `<p lang="nl" style="x" onclick="y">Dag</p><script>alert(1)</script><iframe src="https://x.example/"></iframe>`, `<p lang="nl">Dag</p>`},
		{"a.htm", `<a href="javascript:x">a</a><a href="/person/">b</a><img src="/-/assets/a.png" alt="c" onerror="d">`, `a<a href="/person/">b</a><img src="/-/assets/a.png" alt="c">`},
		{"a.html", `<h1 lang="fr">x</h1>`, `<h2 lang="fr">x</h2>`},
		{"a.html", "\ufeff<b>x", "<b>x"},
		{"a.html", "", ""},
	} {
		got, err := Introduction(test.name, []byte(test.text))
		if err != nil || string(got) != test.want {
			t.Errorf("%s %q: %q, %v, want %q", test.name, test.text, got, err, test.want)
		}
	}
	for name, text := range map[string]string{"a.txt": "x", "a": "x", "a.md": "\xff", "b.md": strings.Repeat("a", MaxIntroduction+1)} {
		if _, err := Introduction(name, []byte(text)); !errors.Is(err, ErrIntroduction) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzIntroduction checks that nothing that runs or loads comes through.
func FuzzIntroduction(f *testing.F) {
	f.Add("a.md", "# x\n<script>")
	f.Add("a.html", `<svg onload=x><style>`)
	f.Fuzz(func(t *testing.T, name, text string) {
		out, err := Introduction(name, []byte(text))
		if err != nil {
			return
		}
		for _, bad := range []string{"<script", "<style", "<iframe", "<svg", "<form", "<object", "<link", "<meta"} {
			if strings.Contains(strings.ToLower(string(out)), bad) {
				t.Errorf("%s in %q", bad, out)
			}
		}
	})
}

// TestTimeline has a bar for each stretch of years, which leads to its objects, where enough have any.
func TestTimeline(t *testing.T) {
	languages, err := i18n.All()
	if err != nil {
		t.Fatal(err)
	}
	years := search.Facet{Field: "years"}
	for _, decade := range []int64{1650, 1660, 1670, 1680, 1690} {
		if got := (&Maker{}).timeline(years, languages.English()); got != nil {
			t.Errorf("%d bars for few years", len(got))
		}
		v := search.Value{Term: query.Years{First: decade, Last: decade + 9}.Term(), Count: 2}
		if decade == 1660 {
			v.Count = 0
		}
		years.Values = append(years.Values, v)
	}
	bars := (&Maker{}).timeline(years, languages.English())
	if len(bars) != 5 || bars[0].Label.Text != "1650s" || bars[1].Percent != 0 || !strings.Contains(bars[0].Label.Href, "class=HumanMadeObject") || !strings.Contains(bars[0].Label.Href, "from=1650") {
		t.Errorf("%+v", bars)
	}
}
