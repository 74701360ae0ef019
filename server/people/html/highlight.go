package html

import (
	"bytes"
	"encoding/json"
	"html/template"
	"strings"
)

// Source is a JSON text that is shown laid out and marked up: keys, numbers and words in
// elements of their own, and each string that is known to be an address as a link.
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
	var out bytes.Buffer
	out.Grow(markedUp * len(s.text))
	depth := 0
	for i := s.skip(0); i < len(s.text); i = s.skip(i) {
		c := s.text[i]
		end := i + 1
		switch c {
		case '{', '[':
			out.WriteByte(c)
			if depth++; depth > maxNesting {
				return ""
			}
			if next := s.skip(end); s.text[next] == c+2 { // "}" and "]" are two after "{" and "["
				out.WriteByte(c + 2)
				end = next + 1
				depth--
				break
			}
			newline(&out, depth)
		case '}', ']':
			depth--
			newline(&out, depth)
			out.WriteByte(c)
		case ',':
			out.WriteByte(c)
			newline(&out, depth)
		case ':':
			out.WriteString(": ")
		case '"':
			end = s.stringEnd(i)
			if next := s.skip(end); next < len(s.text) && s.text[next] == ':' {
				marked(&out, `<span class="k">`, s.text[i:end], "</span>")
			} else {
				s.value(&out, s.text[i:end])
			}
		default:
			if length := bytes.IndexAny(s.text[i:], " \t\r\n,]}"); length >= 0 {
				end = i + length
			} else {
				end = len(s.text)
			}
			marked(&out, `<span class="n">`, s.text[i:end], "</span>")
		}
		i = end
	}
	return template.HTML(out.String())
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

func newline(out *bytes.Buffer, depth int) {
	out.WriteByte('\n')
	for range depth {
		out.WriteString("  ")
	}
}

// value writes a string, as a link where it leads somewhere.
func (s Source) value(out *bytes.Buffer, token []byte) {
	if href := s.href(token[1 : len(token)-1]); href != "" {
		marked(out, `<a href="`+template.HTMLEscapeString(href)+`">`, token, "</a>")
		return
	}
	marked(out, "", token, "")
}

// marked writes a token between two tags. Quotation marks around it stand as they are.
func marked(out *bytes.Buffer, before string, token []byte, after string) {
	out.WriteString(before)
	quote := ""
	if token[0] == '"' {
		quote, token = `"`, token[1:len(token)-1]
	}
	out.WriteString(quote)
	template.HTMLEscape(out, token)
	out.WriteString(quote)
	out.WriteString(after)
}
