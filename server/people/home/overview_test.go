package home

import (
	"errors"
	"fmt"
	"strings"
	"testing"
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

func TestBars(t *testing.T) {
	for _, test := range []struct {
		counts []Count
		step   int64
		want   string
	}{
		{nil, 10, "[] true"},
		{[]Count{{1650, 0}}, 10, "[] true"},
		{[]Count{{1680, 400}, {1650, 1}}, 10, "[{{1650 1} 1 1650} {{1660 0} 0 1660} {{1670 0} 0 1670} {{1680 400} 100 1680}] true"},
		{[]Count{{-2, 1}, {1, 2}}, 1, "[{{-2 1} 50 -2} {{-1 0} 0 -1} {{1 2} 100 1}] true"},
		{[]Count{{0, 1}, {10 * maxBars, 1}}, 10, "[] false"},
	} {
		bars, ok := barsOf(test.counts, test.step)
		if got := fmt.Sprint(bars, ok); got != test.want {
			t.Errorf("%v: %s, want %s", test.counts, got, test.want)
		}
	}
}

func TestFold(t *testing.T) {
	for _, test := range []struct {
		counts []Count
		want   string
	}{
		{[]Count{{-2, 1}, {17, 4}, {18, 1}}, "[{{-2 1} 25 -2} {{-1 0} 0 16} {{17 4} 100 17} {{18 1} 25 18}]"},
		{[]Count{{1, 1}, {6, 1}}, "[{{1 1} 100 1} {{2 0} 0 2} {{3 0} 0 3} {{4 0} 0 4} {{5 0} 0 5} {{6 1} 100 6}]"},
		{nil, "[]"},
	} {
		bars, _ := barsOf(test.counts, 1)
		if got := fmt.Sprint(fold(bars)); got != test.want {
			t.Errorf("%v: %s, want %s", test.counts, got, test.want)
		}
	}
}

func TestTrimmed(t *testing.T) {
	if got := fmt.Sprint(trimmed([]Count{{-3000, 1}, {1600, 999}, {1700, 1000}, {9990, 2}})); got != "[{1600 999} {1700 1000}]" {
		t.Error(got)
	}
	if got := fmt.Sprint(trimmed([]Count{{1, 1}, {5, 1}})); got != "[{1 1} {5 1}]" {
		t.Error(got)
	}
	if got := trimmed(nil); len(got) != 0 {
		t.Error(got)
	}
}
