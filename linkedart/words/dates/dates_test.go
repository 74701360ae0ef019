package dates

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"vitrine/linkedart/datetime"
)

// short is a span as the tests write it: years where they are whole.
func short(s Span) string {
	text := shortDay(s.Earliest, 1, 1) + ".." + shortDay(s.Latest, 12, 31)
	if s.Undated {
		text = "undated"
	}
	if s.Circa {
		text += "~"
	}
	if s.Uncertain {
		text += "?"
	}
	if s.Act != "" {
		text = s.Act + " " + text
	}
	for _, more := range s.More {
		text += "; " + short(more)
	}
	return text
}

func shortDay(d Day, month, day int) string {
	switch {
	case d.IsZero():
		return ""
	case d.Month == month && d.Day == day:
		return fmt.Sprint(d.Year)
	}
	return d.format()
}

func TestRead(t *testing.T) {
	for _, c := range cases(t) {
		o := Defaults()
		r, err := New(o)
		if err != nil {
			t.Fatal(err)
		}
		got := "?"
		s, ok := r.Read(c.text)
		if ok {
			got = short(s)
		}
		if got != c.want || s.Text != c.text {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
}

func TestOptions(t *testing.T) {
	for _, c := range []struct {
		options    Options
		text, want string
	}{
		{Options{Circa: 10, Early: 20}, "c. 1911", "1901..1921~"},
		{Options{Early: 33}, "early 20th century", "1900..1933"},
		{Options{Century: 1, Early: 20}, "19th century", "1801..1900"},
		{Options{Century: 1, Early: 20}, "1st century", "1..100"},
		{Options{Century: 1, Early: 20}, "first half of the 19th century", "1801..1850"},
		{Options{Century: 1, Early: 20}, "1st century BCE", "-99..0"},
		{Options{Order: MonthFirst}, "5/4/1971", "1971-05-04..1971-05-04"},
		{Options{Order: DayFirst}, "5/4/1971", "1971-04-05..1971-04-05"},
		{Options{Order: MonthFirst}, "23/4/1971", "?"},
		{Options{Order: MonthFirst}, "4.5.1971", "1971-05-04..1971-05-04"},
	} {
		r, err := New(c.options)
		if err != nil {
			t.Fatal(err)
		}
		got := "?"
		if s, ok := r.Read(c.text); ok {
			got = short(s)
		}
		if got != c.want {
			t.Errorf("%+v %q: %s, want %s", c.options, c.text, got, c.want)
		}
	}
}

func TestTimeSpan(t *testing.T) {
	for text, want := range map[string]string{
		"c. 1911":     `{"type":"TimeSpan","identified_by":[{"type":"Name","classified_as":[{"id":"http://vocab.getty.edu/aat/300404669","type":"Type","_label":"Display Title"}],"content":"c. 1911"}],"begin_of_the_begin":"1906-01-01T00:00:00Z","end_of_the_end":"1916-12-31T23:59:59Z"}`,
		"before 1800": `{"type":"TimeSpan","identified_by":[{"type":"Name","classified_as":[{"id":"http://vocab.getty.edu/aat/300404669","type":"Type","_label":"Display Title"}],"content":"before 1800"}],"end_of_the_end":"1800-12-31T23:59:59Z"}`,
		"31 BC":       `{"type":"TimeSpan","identified_by":[{"type":"Name","classified_as":[{"id":"http://vocab.getty.edu/aat/300404669","type":"Type","_label":"Display Title"}],"content":"31 BC"}],"begin_of_the_begin":"-0030-01-01T00:00:00Z","end_of_the_end":"-0030-12-31T23:59:59Z"}`,
	} {
		r, err := New(Defaults())
		if err != nil {
			t.Fatal(err)
		}
		s, _ := r.Read(text)
		got, err := json.Marshal(s.TimeSpan())
		if err != nil || string(got) != want {
			t.Errorf("%s: %s, %v", text, got, err)
		}
	}
}

// FuzzRead checks that what is read is a span of days that exist, in order, that its text
// is kept, and that a second reading is the same.
func FuzzRead(f *testing.F) {
	for _, c := range cases(f) {
		f.Add(c.text)
	}
	r, err := New(Defaults())
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, ok := r.Read(text)
		again, _ := r.Read(text)
		if s.Text != text || short(s) != short(again) {
			t.Errorf("%q is not kept, or read otherwise again", text)
		}
		if ok && !s.Undated && s.Earliest.IsZero() && s.Latest.IsZero() {
			t.Errorf("%q is understood to be nothing", text)
		}
		for _, part := range append(s.More, s) {
			if !part.ordered() {
				t.Errorf("%q ends before it begins: %s", text, short(part))
			}
			e := part.TimeSpan()
			for _, end := range []string{e.BeginOfTheBegin, e.EndOfTheEnd} {
				if _, err := datetime.Parse(end); end != "" && err != nil {
					t.Errorf("%q: %s: %v", text, end, err)
				}
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	r, err := New(Defaults())
	if err != nil {
		b.Fatal(err)
	}
	all := cases(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		r.Read(all[i%len(all)].text)
	}
}

type dateCase struct{ text, want string }

// cases are the rows of cases.txt: a text and what it means, with a tab between.
func cases(t testing.TB) []dateCase {
	t.Helper()
	var out []dateCase
	for line := range strings.Lines(casesFile) {
		line = strings.TrimRight(line, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		text, want, ok := strings.Cut(line, "\t")
		if !ok {
			t.Fatalf("no tab in %q", line)
		}
		out = append(out, dateCase{text, want})
	}
	return out
}
