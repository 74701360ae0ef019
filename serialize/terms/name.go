package terms

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"vitrine/rdfstore/graph"
)

// Names are the prefixes of a document and the prefixed names that were met.
type Names struct {
	namespaces map[string]string
	known      map[string]IRI
}

// NewNames returns names without a prefix.
func NewNames() *Names {
	return &Names{namespaces: map[string]string{}, known: map[string]IRI{}}
}

// Declare binds a prefix, which may have been bound before.
func (names *Names) Declare(prefix, namespace string) {
	if names.namespaces[prefix] != namespace {
		clear(names.known)
	}
	names.namespaces[prefix] = namespace
}

// Word returns the word that begins here: a keyword, or a prefix where a colon
// follows it at once. It is empty where no word begins here. It is good until
// the next token.
func (s *Scanner) Word() (word []byte, prefix bool) {
	r, size := s.rune(0)
	if r == ':' {
		return nil, true
	}
	if size == 0 || !IsNameBase(r) {
		return nil, false
	}
	n := s.nameEnd(size)
	prefix = s.at(n) == ':'
	return s.text(n), prefix
}

// Prefix reads a prefix and its colon (PNAME_NS), which begins here.
func (s *Scanner) Prefix() (string, error) {
	word, ok := s.Word()
	if !ok {
		return "", s.Expected("a prefix and its colon, such as crm:,")
	}
	s.pos += len(word) + len(":")
	return string(word), nil
}

// PrefixedName reads a prefixed name, which begins here with a prefix of n
// bytes and a colon (PNAME_LN, PNAME_NS).
func (s *Scanner) PrefixedName(n int, names *Names) (IRI, error) {
	colon := n
	end, err := s.localEnd(n + 1)
	if err != nil {
		return nil, s.Fault(err)
	}
	name := s.text(end)
	if known, ok := names.known[string(name)]; ok {
		s.pos += end
		return known, nil
	}
	namespace, ok := names.namespaces[string(name[:colon])]
	if !ok {
		return nil, s.Fault(fmt.Errorf("the prefix %s: is not declared", name[:colon]))
	}
	made, err := graph.ParseIRI(namespace + WithoutBackslashes(string(name[colon+1:])))
	if err != nil {
		return nil, s.Fault(err)
	}
	if len(names.known) == maxKnown {
		clear(names.known)
	}
	known := IRI(made)
	names.known[string(name)] = known
	s.pos += end
	return known, nil
}

// localEnd returns the place after the local name that begins at the place start
// (PN_LOCAL), which may be empty. Dots at its end are not part of it. What follows
// a percent sign is for the check of the IRI.
func (s *Scanner) localEnd(start int) (end int, err error) {
	end = start
	for n := start; ; {
		switch c := s.at(n); {
		case c == ':', c == '%', c < utf8.RuneSelf && nameBytes[c] && (n > start || c != '-'):
			n++
		case c == '.' && n > start:
			n++
			continue
		case c == '\\':
			if c := s.at(n + 1); c == 0 || strings.IndexByte(Reserved, c) < 0 {
				return 0, errors.New(`a '\' in a prefixed name stands before a character that is not one of ` + Reserved)
			}
			n += len(`\~`)
		default:
			r, size := s.rune(n)
			if size == 0 || !IsNameChar(r) || n == start && !IsNameStart(r) {
				return end, nil
			}
			n += size
		}
		end = n
	}
}

// WithoutBackslashes removes the escapes of a local name, where a backslash
// stands before a character that it keeps.
func WithoutBackslashes(local string) string {
	if !strings.Contains(local, `\`) {
		return local
	}
	var out strings.Builder
	for i := 0; i < len(local); i++ {
		if local[i] == '\\' {
			i++
		}
		out.WriteByte(local[i])
	}
	return out.String()
}

// Reserved are the characters that may be escaped in a local name (PN_LOCAL_ESC).
const Reserved = `_~.-!$&'()*+,;=/?#@%`
