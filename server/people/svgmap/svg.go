package svgmap

import (
	"html"
	"net/url"
	"strings"
	"unicode/utf8"

	"vitrine/server/people/svgmap/basemap"
)

// writer writes markup that is both XML and HTML. Every text and every value goes through
// escape.
type writer struct{ strings.Builder }

// attribute is the name of an attribute and its value.
type attribute struct{ name, value string }

// open writes a start tag. Attributes without a value are left out.
func (w *writer) open(name string, attributes ...attribute) {
	w.tag(name, attributes)
	w.WriteByte('>')
}

// empty writes an element without content.
func (w *writer) empty(name string, attributes ...attribute) {
	w.tag(name, attributes)
	w.WriteString("/>")
}

func (w *writer) tag(name string, attributes []attribute) {
	w.WriteByte('<')
	w.WriteString(name)
	for _, a := range attributes {
		if a.value == "" {
			continue
		}
		w.WriteByte(' ')
		w.WriteString(a.name)
		w.WriteString(`="`)
		w.WriteString(escape(a.value))
		w.WriteByte('"')
	}
}

func (w *writer) close(name string) {
	w.WriteString("</")
	w.WriteString(name)
	w.WriteByte('>')
}

// text writes an element with a text.
func (w *writer) text(name, text string, attributes ...attribute) {
	w.open(name, attributes...)
	w.WriteString(escape(text))
	w.close(name)
}

// escape makes a text safe in content and in values in double quotes, without the
// characters that XML does not allow (XML 1.0, section 2.2).
func escape(text string) string {
	return html.EscapeString(strings.Map(func(r rune) rune {
		switch {
		case r == utf8.RuneError, r < ' ' && r != '\t' && r != '\n' && r != '\r', r == 0xfffe, r == 0xffff:
			return -1
		default:
			return r
		}
	}, text))
}

// followed is an address that may be linked, otherwise "".
func followed(href string) string {
	u, err := url.Parse(href)
	if err != nil || len(href) > maxHref || u.Scheme != "" && u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	return href
}

// move is the value of a transform to a place.
func move(at basemap.Point) string { return "translate(" + number(at.X) + " " + number(at.Y) + ")" }
