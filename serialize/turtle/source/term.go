package source

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"

	"vitrine/rdfstore/graph"
	"vitrine/serialize/foreign"
)

// iri reads an IRI in angle brackets and writes it resolved.
func (r *rewriter) iri() error {
	rest := r.in[r.pos:]
	if bytes.HasPrefix(rest, []byte("<<")) {
		return errors.New("a triple term or reified triple (RDF 1.2) cannot be kept; Vitrine's graphs are RDF 1.1")
	}
	length := bytes.IndexAny(rest, "> \n\r\t")
	if length < 0 {
		r.pos = len(r.in)
		return errors.New("the IRI lacks its '>'")
	}
	if rest[length] != '>' {
		return errors.New("an IRI cannot have white space in it")
	}
	reference, err := unescapeIRI(rest[1:length])
	if err != nil {
		return err
	}
	iri, err := foreign.Resolve(r.Base, reference)
	if err != nil {
		return err
	}
	if err := r.writeIRI(iri); err != nil {
		return err
	}
	r.pos += length + 1
	r.declare(iri)
	return nil
}

// declare ends a directive with its IRI.
func (r *rewriter) declare(iri string) {
	switch r.directive {
	case baseIRI:
		r.Base = iri
	case prefixIRI:
		r.prefixes[r.declaring] = iri
	}
	r.directive = none
}

func (r *rewriter) writeIRI(iri string) error {
	if _, err := graph.IRI(iri); err != nil {
		return err
	}
	r.out = append(r.out, '<')
	r.out = append(r.out, iri...)
	r.out = append(r.out, '>')
	return nil
}

// unescapeIRI replaces the escapes \u and \U, the only ones that IRIs have.
func unescapeIRI(text []byte) (string, error) {
	var out []byte
	for {
		i := bytes.IndexByte(text, '\\')
		if i < 0 {
			out = append(out, text...)
			return string(out), check(out)
		}
		out = append(out, text[:i]...)
		c, length, err := codePoint(text[i:])
		if err != nil {
			return "", err
		}
		out = utf8.AppendRune(out, c)
		text = text[i+length:]
	}
}

// codePoint reads the escape \u or \U that text begins with.
func codePoint(text []byte) (c rune, length int, err error) {
	switch {
	case bytes.HasPrefix(text, []byte(`\u`)):
		length = 6
	case bytes.HasPrefix(text, []byte(`\U`)):
		length = 10
	default:
		return 0, 0, fmt.Errorf("unknown escape %q", text[:min(2, len(text))])
	}
	if len(text) < length {
		return 0, 0, fmt.Errorf("the escape %q is cut short", text)
	}
	n, err := strconv.ParseUint(string(text[2:length]), 16, 32)
	if err != nil || !utf8.ValidRune(rune(n)) {
		return 0, 0, fmt.Errorf("the escape %q is no Unicode character", text[:length])
	}
	return rune(n), length, nil
}

// literal reads a string and the language tag that follows it.
func (r *rewriter) literal(quote byte) error {
	delimiter := []byte{quote}
	if long := []byte{quote, quote, quote}; bytes.HasPrefix(r.in[r.pos:], long) {
		delimiter = long
	}
	start := r.pos
	r.copy(len(delimiter))
	for {
		if r.pos == len(r.in) {
			return fmt.Errorf("the string that begins %.20q lacks its end", r.in[start:])
		}
		switch c := r.in[r.pos]; {
		case bytes.HasPrefix(r.in[r.pos:], delimiter):
			r.copy(len(delimiter))
			if err := check(r.in[start:r.pos]); err != nil {
				return err
			}
			return r.tag()
		case c == '\\':
			if err := r.escape(); err != nil {
				return err
			}
		case (c == '\n' || c == '\r') && len(delimiter) == 1:
			return errors.New("a line end stands in a string; write \\n or three quotation marks")
		default:
			r.text(c)
		}
	}
}

// text takes over one byte of a string.
func (r *rewriter) text(c byte) {
	r.copy(1)
	if c == '\n' || c == '\r' && (r.pos == len(r.in) || r.in[r.pos] != '\n') {
		r.Line++
		r.lineStart = r.pos
	}
}

// escape reads an escape of a string.
func (r *rewriter) escape() error {
	rest := r.in[r.pos:]
	if len(rest) > 1 && bytes.IndexByte([]byte(`tbnrf"'\`), rest[1]) >= 0 {
		r.copy(2)
		return nil
	}
	_, length, err := codePoint(rest)
	if err != nil {
		return err
	}
	r.copy(length)
	return nil
}

// tag reads the language tag after a string, if there is one.
func (r *rewriter) tag() error {
	if r.pos == len(r.in) {
		return r.end()
	}
	if r.in[r.pos] != '@' {
		return nil
	}
	end := r.pos + 1
	for end < len(r.in) && isTagByte(r.in[end]) {
		end++
	}
	if err := r.cut(end); err != nil {
		return err
	}
	tag := r.in[r.pos+1 : end]
	if bytes.Contains(tag, []byte("--")) {
		return fmt.Errorf("the base direction of @%s (RDF 1.2) cannot be kept; Vitrine's graphs are RDF 1.1", tag)
	}
	if _, err := graph.Tagged("", string(tag)); err != nil {
		return err
	}
	r.copy(end - r.pos)
	return nil
}

func isTagByte(c byte) bool {
	return c == '-' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}
