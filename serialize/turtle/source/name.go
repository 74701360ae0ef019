package source

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"vitrine/serialize/foreign"
	"vitrine/serialize/namechar"
)

// word reads a keyword, a number, a prefixed name or a blank node label.
func (r *rewriter) word() error {
	end, err := r.wordEnd()
	if err != nil {
		return err
	}
	word := string(r.in[r.pos:end])
	if err := check(r.in[r.pos:end]); err != nil {
		return err
	}
	prefix, local, named := strings.Cut(word, ":")
	switch {
	case !named:
		err = r.keyword(word)
	case prefix == "_":
		err = r.label(local)
	case r.directive == prefixName && local == "":
		err = r.declarePrefix(prefix)
	default:
		err = r.prefixed(prefix, local)
	}
	r.pos = end
	return err
}

// wordEnd returns the place where the word ends. Dots at its end are not part
// of it, unless escaped.
func (r *rewriter) wordEnd() (int, error) {
	end := r.pos
	for end < len(r.in) && !isDelimiter(r.in[end]) {
		if r.in[end] != '\\' {
			end++
			continue
		}
		if end+1 == len(r.in) && !r.last {
			return 0, ErrMore
		}
		if end+1 == len(r.in) || bytes.IndexByte([]byte(reserved), r.in[end+1]) < 0 {
			return 0, errors.New(`a '\' in a name stands before a character that is not one of ` + reserved)
		}
		end += 2
	}
	if err := r.cut(end); err != nil {
		return 0, err
	}
	for end > r.pos+1 && r.in[end-1] == '.' && r.in[end-2] != '\\' {
		end--
	}
	if end == r.pos {
		return 0, fmt.Errorf("unexpected character %q", r.in[r.pos])
	}
	return end, nil
}

// reserved are the characters that may be escaped in a local name (PN_LOCAL_ESC).
const reserved = `_~.-!$&'()*+,;=/?#@%`

func isDelimiter(c byte) bool {
	return bytes.IndexByte([]byte(" \t\r\n<>\"'{}[]()|^`@,;#~"), c) >= 0
}

// keyword writes a word without a colon. The space after it is for the library,
// which does not take every delimiter for the end of a keyword.
func (r *rewriter) keyword(word string) error {
	r.out = append(r.out, word...)
	switch strings.ToLower(word) {
	case "version":
		return errVersion
	case "prefix":
		r.directive = prefixName
	case "base":
		r.directive = baseIRI
	case "a", "true", "false", "graph":
	default:
		return nil
	}
	r.out = append(r.out, ' ')
	return nil
}

// label writes a blank node, marked as one that has a label.
func (r *rewriter) label(label string) error {
	if !namechar.Label(label) {
		return fmt.Errorf("_:%s is not a valid blank node label", label)
	}
	r.out = append(r.out, "_:"+foreign.Labelled+label...)
	return nil
}

func (r *rewriter) declarePrefix(prefix string) error {
	for i, c := range prefix {
		if i == 0 && !namechar.Base(c) || c != '.' && !namechar.Name(c) {
			return fmt.Errorf("%s: is not a valid prefix", prefix)
		}
	}
	if strings.HasSuffix(prefix, ".") {
		return fmt.Errorf("%s: is not a valid prefix", prefix)
	}
	r.directive, r.declaring = prefixIRI, prefix
	r.out = append(r.out, prefix+": "...)
	return nil
}

// prefixed writes a prefixed name as an IRI.
func (r *rewriter) prefixed(prefix, local string) error {
	namespace, ok := r.prefixes[prefix]
	if !ok {
		namespace, ok = r.Source.prefixes[prefix]
	}
	if !ok {
		return fmt.Errorf("the prefix %s: is not declared", prefix)
	}
	local, err := localName(local)
	if err != nil {
		return err
	}
	iri, err := foreign.Resolve("", namespace+local)
	if err != nil {
		return err
	}
	return r.writeIRI(iri)
}

// localName checks a local name (PN_LOCAL) and removes its escapes.
func localName(name string) (string, error) {
	var out strings.Builder
	for i := 0; i < len(name); {
		switch {
		case name[i] == '\\': // followed by a reserved character, see wordEnd
			out.WriteByte(name[i+1])
			i += 2
		case name[i] == '%':
			if i+3 > len(name) || !isHex(name[i+1]) || !isHex(name[i+2]) {
				return "", fmt.Errorf("a '%%' in the name %s needs two hexadecimal digits", name)
			}
			out.WriteString(name[i : i+3])
			i += 3
		default:
			c := firstRune(name[i:])
			if !allowed(c, i == 0) {
				return "", fmt.Errorf("%q cannot stand there in the name %s", c, name)
			}
			out.WriteRune(c)
			i += len(string(c))
		}
	}
	return out.String(), nil
}

// allowed tells whether a local name may have c at its start or later.
func allowed(c rune, first bool) bool {
	if first {
		return c == ':' || namechar.Start(c) || namechar.Digit(c)
	}
	return c == ':' || c == '.' || namechar.Name(c)
}

func firstRune(s string) rune {
	for _, c := range s {
		return c
	}
	return 0
}

func isHex(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f' }
