package page

import (
	"bytes"
	"html/template"
	"slices"
	"strings"
)

// Source is a JSON text that is shown laid out and marked up: keys, strings, numbers and
// words in elements of their own, and each string that is known to be an address as a link.
type Source struct {
	text   []byte
	follow func(iri string) string
}

// NewSource returns a text whose strings lead to the addresses that follow has for them.
// The text is not copied.
func NewSource(text []byte, follow func(iri string) string) Source { return Source{text, follow} }

// HTML is the text, marked up; empty for one that is no JSON.
func (s Source) HTML() template.HTML {
	out, _ := s.append(nil)
	return template.HTML(out)
}

// append appends the text, marked up. It appends nothing and is false for one that is no
// JSON.
func (s Source) append(to []byte) ([]byte, bool) {
	h := highlighter{text: s.text, out: slices.Grow(to, markedUp*len(s.text)), follow: s.follow}
	h.value(0)
	if h.failed || h.skip() < len(s.text) {
		return to, false
	}
	return h.out, true
}

// markedUp is about how many times as long a text of records is when it is marked up.
const markedUp = 5

// maxNesting bounds the nesting of a JSON text that is marked up.
const maxNesting = 200

// highlighter reads a JSON text (RFC 8259) and writes it as HTML.
type highlighter struct {
	text   []byte
	at     int
	out    []byte
	follow func(string) string
	failed bool
}

// skip goes on to what is no blank, and returns its place.
func (h *highlighter) skip() int {
	for h.at < len(h.text) && isBlank(h.text[h.at]) {
		h.at++
	}
	return h.at
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// next returns the next byte that is no blank, 0 at the end.
func (h *highlighter) next() byte {
	if h.skip() >= len(h.text) {
		return 0
	}
	return h.text[h.at]
}

func (h *highlighter) fail() {
	h.failed, h.at = true, len(h.text)
}

func (h *highlighter) newline(depth int) {
	h.out = append(h.out, '\n')
	for depth > len(indent)/2 {
		h.out = append(h.out, indent...)
		depth -= len(indent) / 2
	}
	h.out = append(h.out, indent[:2*depth]...)
}

// indent is that of many levels.
const indent = "                                "

func (h *highlighter) value(depth int) {
	switch c := h.next(); {
	case h.failed:
	case depth > maxNesting:
		h.fail()
	case c == '{':
		h.items(depth, '}', func() {
			h.mark(beginKey, h.string())
			if h.next() != ':' {
				h.fail()
				return
			}
			h.at++
			h.out = append(h.out, ": "...)
			h.value(depth + 1)
		})
	case c == '[':
		h.items(depth, ']', func() { h.value(depth + 1) })
	case c == '"':
		h.said(h.string())
	default:
		h.mark(beginOther, h.word())
	}
}

// items writes what stands between brackets, each item in a line.
func (h *highlighter) items(depth int, end byte, item func()) {
	h.out = append(h.out, h.text[h.at])
	h.at++
	for n := 0; !h.failed; n++ {
		c := h.next()
		if c == end {
			h.at++
			if n > 0 {
				h.newline(depth)
			}
			h.out = append(h.out, end)
			return
		}
		if n > 0 {
			if c != ',' {
				break
			}
			h.at++
			h.out = append(h.out, ',')
			h.skip()
		}
		h.newline(depth + 1)
		item()
	}
	h.fail()
}

// string reads a string with its quotation marks.
func (h *highlighter) string() []byte {
	if h.next() != '"' {
		h.fail()
		return nil
	}
	for end := h.at + 1; ; end++ {
		quote := bytes.IndexByte(h.text[end:], '"')
		if quote < 0 {
			h.fail()
			return nil
		}
		end += quote
		if !isEscaped(h.text[h.at+1 : end]) {
			start := h.at
			h.at = end + 1
			return h.text[start:h.at]
		}
	}
}

// isEscaped tells whether the character after a text of a string is escaped: by the last of
// an odd number of backslashes.
func isEscaped(before []byte) bool {
	n := 0
	for n < len(before) && before[len(before)-1-n] == '\\' {
		n++
	}
	return n%2 == 1
}

// word reads a number, true, false or null.
func (h *highlighter) word() []byte {
	start := h.at
	for h.at < len(h.text) && strings.IndexByte(" \t\r\n,]}:[{\"", h.text[h.at]) < 0 {
		h.at++
	}
	if h.at == start {
		h.fail()
	}
	return h.text[start:h.at]
}

// What a token of each class begins with.
const (
	beginKey    = `<span class="k">`
	beginString = `<span class="s">`
	beginOther  = `<span class="n">`
)

// mark writes a token after what it begins with.
func (h *highlighter) mark(begin string, token []byte) {
	if h.failed {
		return
	}
	h.out = append(h.out, begin...)
	h.token(token)
	h.out = append(h.out, "</span>"...)
}

// token writes a token, escaped for the content of an element, in which quotation marks
// stand as they are.
func (h *highlighter) token(token []byte) {
	if len(token) < 2 || token[0] != '"' {
		h.out = appendEscaped(h.out, token)
		return
	}
	h.out = append(h.out, '"')
	h.out = appendEscaped(h.out, token[1:len(token)-1])
	h.out = append(h.out, '"')
}

// said writes a string that is no key, as a link where it is an id.
func (h *highlighter) said(token []byte) {
	if h.failed {
		return
	}
	href := ""
	if h.follow != nil && bytes.IndexByte(token, ':') >= 0 && bytes.IndexByte(token, '\\') < 0 {
		href = address(h.follow(string(token[1 : len(token)-1])))
	}
	if href == "" {
		h.mark(beginString, token)
		return
	}
	h.out = append(h.out, beginString+`<a href="`...)
	h.out = appendEscaped(h.out, href)
	h.out = append(h.out, `">`...)
	h.token(token)
	h.out = append(h.out, "</a></span>"...)
}
