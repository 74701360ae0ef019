package page

import (
	"html/template"
	"strings"
)

// Highlight returns a JSON text laid out and marked up: keys, strings, numbers and
// words in elements of their own, and each string that follow knows an address of as a
// link. It is empty for a text of more than most bytes, and for one that is no JSON.
func Highlight(text []byte, follow func(iri string) string, most int) template.HTML {
	if len(text) > most {
		return ""
	}
	h := highlighter{text: string(text), follow: follow}
	h.out = make([]byte, 0, 4*len(text))
	h.value(0)
	if h.failed || h.skip() < len(text) {
		return ""
	}
	return template.HTML(h.out)
}

// maxNesting bounds the nesting of a JSON text that is marked up.
const maxNesting = 200

// highlighter reads a JSON text (RFC 8259) and writes it as HTML.
type highlighter struct {
	text   string
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
func (h *highlighter) string() string {
	if h.next() != '"' {
		h.fail()
		return ""
	}
	for end := h.at + 1; ; end++ {
		quote := strings.IndexByte(h.text[end:], '"')
		if quote < 0 {
			h.fail()
			return ""
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
func isEscaped(before string) bool {
	return (len(before)-len(strings.TrimRight(before, "\\")))%2 == 1
}

// word reads a number, true, false or null.
func (h *highlighter) word() string {
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
func (h *highlighter) mark(begin, token string) {
	if h.failed {
		return
	}
	h.out = append(h.out, begin...)
	h.token(token)
	h.out = append(h.out, "</span>"...)
}

// token writes a token, escaped.
func (h *highlighter) token(token string) {
	if inner, quoted := strings.CutPrefix(token, `"`); quoted {
		h.out = append(h.out, "&#34;"...)
		h.out = appendEscaped(h.out, inner[:len(inner)-1])
		h.out = append(h.out, "&#34;"...)
		return
	}
	h.out = appendEscaped(h.out, token)
}

// said writes a string that is no key, as a link where it is an id.
func (h *highlighter) said(token string) {
	if h.failed {
		return
	}
	href := ""
	if h.follow != nil && strings.IndexByte(token, ':') >= 0 && strings.IndexByte(token, '\\') < 0 {
		href = address(h.follow(token[1 : len(token)-1]))
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
