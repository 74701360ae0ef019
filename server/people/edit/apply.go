package edit

import (
	"net/url"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/linkedart"
	"vitrine/linkedart/words/dates"
	"vitrine/server/data/jsontree"
	"vitrine/server/people/i18n"
)

// What is said of a value that is not understood.
const (
	noNumber i18n.Key = "This is not a number as JSON writes it, such as 12.5."
	noDate   i18n.Key = "The date was not understood, so nothing was changed. Write it in another way, or fill in the fields."
)

// sent is what somebody sent with a form.
type sent struct {
	values url.Values
	dates  *dates.Reader
	words  *i18n.Wording
	// typed and faults are those of builder.
	typed, faults map[string]string
}

// apply makes the changes of the fields of a form in its document. A field that was not touched
// changes nothing.
func (s *sent) apply(b *builder) {
	for _, f := range b.fields {
		value, ok := s.values[f.name]
		if !ok || len(value) != 1 {
			continue
		}
		text := oneNewline(value[0])
		switch {
		case text == oneNewline(f.value):
		case f.span:
			s.date(f, text)
		default:
			s.set(f, text)
		}
	}
	prune(b.root.Value)
}

// oneNewline writes the ends of lines as JSON has them: browsers send CRLF.
func oneNewline(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
}

// fault notes a value that is not understood.
func (s *sent) fault(f field, text string, key i18n.Key) {
	s.typed[f.name], s.faults[f.name] = text, s.words.Text(key)
}

// set gives a value another text. An empty one removes the value, unless there has to be one.
func (s *sent) set(f field, text string) {
	value := jsontree.Quote(text)
	if f.kind == linkedart.Number && text != "" {
		text = strings.TrimSpace(text)
		if value = []byte(text); jsontext.Value(value).Kind() != '0' || !jsontext.Value(value).IsValid() {
			s.fault(f, text, noNumber)
			return
		}
	}
	switch {
	case f.n == nil && text == "":
	case f.n == nil:
		f.in.Added = append(f.in.Added, jsontree.Addition{Name: f.member, Value: value})
	case text == "" && !f.required:
		f.n.Removed = true
	default:
		f.n.Changed, f.n.Removed = value, false
	}
}

// date gives a time span the date that a text means. One that is not understood, or that means
// several dates, changes nothing.
func (s *sent) date(f field, text string) {
	span, ok := s.dates.Read(text)
	if !ok || span.Undated || len(span.More) > 0 || span.Earliest.IsZero() && span.Latest.IsZero() {
		s.fault(f, text, noDate)
		return
	}
	as := span.TimeSpan()
	for _, end := range []struct{ name, value string }{
		{"begin_of_the_begin", as.BeginOfTheBegin}, {"end_of_the_begin", ""}, {"begin_of_the_end", ""}, {"end_of_the_end", as.EndOfTheEnd},
	} {
		f.n.Added = slices.DeleteFunc(f.n.Added, func(a jsontree.Addition) bool { return a.Name == end.name })
		s.set(field{n: f.n.Member(end.name), in: f.n, member: end.name}, end.value)
	}
	if names := f.n.Member("identified_by"); names != nil && names.Kind() == '[' {
		for _, name := range names.Children {
			if content := name.Member("content"); content != nil && name.Member("type").Text() == "Name" {
				content.Changed = jsontree.Quote(text)
				return
			}
		}
	}
	f.n.Added = append(f.n.Added, jsontree.Addition{Name: "identified_by", Value: []byte(`[{"type":"Name","content":` + string(jsontree.Quote(text)) + `}]`)})
}

// prune removes arrays of which nothing is left.
func prune(n *jsontree.Value) {
	for _, child := range n.Children {
		prune(child)
	}
	if n.Kind() == '[' && n.IsMember() && len(n.Children) > 0 && len(n.Added) == 0 &&
		!slices.ContainsFunc(n.Children, func(item *jsontree.Value) bool { return !item.Removed }) {
		n.Removed = true
	}
}

// remove removes what a pointer leads to; nothing where it leads nowhere.
func remove(d *jsontree.Document, pointer string) {
	if n := d.At(pointer); n != nil && n != d.Value {
		n.Removed = true
	}
	prune(d.Value)
}
