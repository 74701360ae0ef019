package edit

import (
	"net/url"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/linkedart"
	"vitrine/linkedart/words/dates"
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
			s.date(b.document, f, text)
		default:
			s.set(f, text)
		}
	}
	b.prune(b.root)
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
	value := quoted(text)
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
		f.in.added = append(f.in.added, addition{f.member, value})
	case text == "" && !f.required:
		f.n.removed = true
	default:
		f.n.changed, f.n.removed = value, false
	}
}

// date gives a time span the date that a text means. One that is not understood, or that means
// several dates, changes nothing.
func (s *sent) date(d *document, f field, text string) {
	span, ok := s.dates.Read(text)
	if !ok || span.Undated || len(span.More) > 0 || span.Earliest.IsZero() && span.Latest.IsZero() {
		s.fault(f, text, noDate)
		return
	}
	as := span.TimeSpan()
	for _, end := range []struct{ name, value string }{
		{"begin_of_the_begin", as.BeginOfTheBegin}, {"end_of_the_begin", ""}, {"begin_of_the_end", ""}, {"end_of_the_end", as.EndOfTheEnd},
	} {
		f.n.added = slices.DeleteFunc(f.n.added, func(a addition) bool { return a.name == end.name })
		s.set(field{n: f.n.member(end.name), in: f.n, member: end.name}, end.value)
	}
	if names := f.n.member("identified_by"); names != nil && names.kind == '[' {
		for _, name := range names.children {
			if content := name.member("content"); content != nil && d.string(name.member("type")) == "Name" {
				content.changed = quoted(text)
				return
			}
		}
	}
	f.n.added = append(f.n.added, addition{"identified_by", []byte(`[{"type":"Name","content":` + string(quoted(text)) + `}]`)})
}

// prune removes arrays of which nothing is left.
func (d *document) prune(n *node) {
	for _, child := range n.children {
		d.prune(child)
	}
	if n.kind == '[' && n.isMember() && len(n.children) > 0 && len(n.added) == 0 &&
		!slices.ContainsFunc(n.children, func(item *node) bool { return !item.removed }) {
		n.removed = true
	}
}

// remove removes what a pointer leads to; nothing where it leads nowhere.
func (d *document) remove(pointer string) {
	if n := d.at(pointer); n != nil && n != d.root {
		n.removed = true
	}
	d.prune(d.root)
}
