package html

import (
	"bytes"
	"encoding/json"
	"html/template"
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

// markedUp is about how many times as long a text of records is when it is marked up.
const markedUp = 5

// maxNesting bounds the nesting of a JSON text that is marked up.
const maxNesting = 200

// HTML is the text, marked up; empty for one that is no JSON (RFC 8259), or nested too deeply.
func (s Source) HTML() template.HTML {
	if !json.Valid(s.text) {
		return ""
	}
	out := make([]byte, 0, markedUp*len(s.text))
	depth := 0
	for i := s.skip(0); i < len(s.text); i = s.skip(i) {
		c := s.text[i]
		end := i + 1
		switch c {
		case '{', '[':
			out = append(out, c)
			if depth++; depth > maxNesting {
				return ""
			}
			if next := s.skip(end); s.text[next] == c+2 { // "}" and "]" are two after "{" and "["
				out, end = append(out, c+2), next+1
				depth--
				break
			}
			out = newline(out, depth)
		case '}', ']':
			depth--
			out = append(newline(out, depth), c)
		case ',':
			out = newline(append(out, c), depth)
		case ':':
			out = append(out, ": "...)
		case '"':
			end = s.stringEnd(i)
			if next := s.skip(end); next < len(s.text) && s.text[next] == ':' {
				out = marked(out, "k", s.text[i:end], "")
			} else {
				out = marked(out, "s", s.text[i:end], s.href(s.text[i+1:end-1]))
			}
		default:
			if length := bytes.IndexAny(s.text[i:], " \t\r\n,]}"); length >= 0 {
				end = i + length
			} else {
				end = len(s.text)
			}
			out = marked(out, "n", s.text[i:end], "")
		}
		i = end
	}
	return template.HTML(out)
}

// skip is the place of the next character that is no blank.
func (s Source) skip(i int) int {
	for i < len(s.text) && strings.IndexByte(" \t\r\n", s.text[i]) >= 0 {
		i++
	}
	return i
}

// stringEnd is the place after a string.
func (s Source) stringEnd(i int) int {
	for i++; s.text[i] != '"'; i++ {
		if s.text[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// href is where a string leads, "" where it is no address.
func (s Source) href(text []byte) string {
	if s.follow == nil || bytes.IndexByte(text, ':') < 0 || bytes.IndexByte(text, '\\') >= 0 {
		return ""
	}
	return address(s.follow(string(text)))
}

func newline(out []byte, depth int) []byte {
	out = append(out, '\n')
	for range depth {
		out = append(out, "  "...)
	}
	return out
}

// marked appends a token in an element of a class, and as a link where it leads somewhere.
// Quotation marks around it stand as they are.
func marked(out []byte, class string, token []byte, href string) []byte {
	out = append(append(append(out, `<span class="`...), class...), `">`...)
	if href != "" {
		out = append(appendEscaped(append(out, `<a href="`...), href), `">`...)
	}
	if token[0] == '"' {
		out = append(appendEscaped(append(out, '"'), token[1:len(token)-1]), '"')
	} else {
		out = appendEscaped(out, token)
	}
	if href != "" {
		out = append(out, "</a>"...)
	}
	return append(out, "</span>"...)
}
