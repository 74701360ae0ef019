package links

import (
	"errors"
	"fmt"
	"strings"

	"vitrine/rdfstore/graph"
)

// ErrPath is wrapped by the errors about the text of a path.
var ErrPath = errors.New("not a path")

// maxNesting is how deep the parentheses of a path may be nested.
const maxNesting = 32

// path is the syntax tree of a path from a record to the results. A step follows a property
// from subject to object, or from object to subject where it begins with ^; a star after a step
// or a group stands for zero or more times. [a C] asks that the node reached has the class,
// [p IRI] that it has this value for the property. The tree is a step, a sequence or a choice,
// of which all but one are empty.
type path struct {
	// property is the IRI that a step follows, from object to subject if
	// inverse.
	property string
	inverse  bool
	sequence []path
	choice   []path
	// star means that it may be taken zero or more times.
	star bool
	// tests must hold for the node that is reached.
	tests []test
}

// test asks that a node has one of the values for a property.
type test struct {
	property string
	values   []string
}

// prefixes returns the prefixes of compact IRIs in paths.
func prefixes() map[string]string {
	return map[string]string{
		"aat":  "http://vocab.getty.edu/aat/",
		"crm":  "http://www.cidoc-crm.org/cidoc-crm/",
		"dig":  "http://www.ics.forth.gr/isl/CRMdig/",
		"la":   "https://linked.art/ns/terms/",
		"sci":  "http://www.ics.forth.gr/isl/CRMsci/",
		"skos": "http://www.w3.org/2004/02/skos/core#",
	}
}

// parsePath reads a path:
//
//	path   = choice
//	choice = sequence *( "|" sequence )
//	sequence = item *( "/" item )
//	item   = ( [ "^" ] name / "(" choice ")" ) [ "*" ] *test
//	test   = "[" ( "a" / name ) name *( "|" name ) "]"
//	name   = prefix ":" local
//
// with white space between any two. The error tells the offset in bytes.
func parsePath(text string) (path, error) {
	p := &pathParser{text: text, prefixes: prefixes()}
	tree, err := p.choice(0)
	if err != nil {
		return path{}, err
	}
	if p.space(); p.at < len(text) {
		return path{}, p.fail("expected / or | or the end")
	}
	return tree, nil
}

type pathParser struct {
	text     string
	at       int
	prefixes map[string]string
}

func (p *pathParser) fail(format string, args ...any) error {
	return fmt.Errorf("%w: at offset %d of %q: %s", ErrPath, p.at, p.text, fmt.Sprintf(format, args...))
}

func (p *pathParser) space() {
	for p.at < len(p.text) && p.text[p.at] == ' ' {
		p.at++
	}
}

// take skips white space and then c, if it is next.
func (p *pathParser) take(c byte) bool {
	p.space()
	if p.at < len(p.text) && p.text[p.at] == c {
		p.at++
		return true
	}
	return false
}

func (p *pathParser) choice(depth int) (path, error) {
	return p.several('|', func() (path, error) {
		return p.several('/', func() (path, error) { return p.item(depth) }, func(parts []path) path { return path{sequence: parts} })
	}, func(parts []path) path { return path{choice: parts} })
}

// several reads one or more parts with c between them.
func (p *pathParser) several(c byte, part func() (path, error), join func([]path) path) (path, error) {
	var parts []path
	for {
		next, err := part()
		if err != nil {
			return path{}, err
		}
		if parts = append(parts, next); !p.take(c) {
			break
		}
	}
	if len(parts) == 1 {
		return parts[0], nil
	}
	return join(parts), nil
}

func (p *pathParser) item(depth int) (path, error) {
	var item path
	if p.take('(') {
		if depth == maxNesting {
			return path{}, p.fail("more than %d parentheses inside each other", maxNesting)
		}
		inner, err := p.choice(depth + 1)
		if err != nil {
			return path{}, err
		}
		if !p.take(')') {
			return path{}, p.fail("expected )")
		}
		item = path{sequence: []path{inner}}
	} else {
		item.inverse = p.take('^')
		property, err := p.name()
		if err != nil {
			return path{}, err
		}
		item.property = property
	}
	item.star = p.take('*')
	for p.take('[') {
		t, err := p.test()
		if err != nil {
			return path{}, err
		}
		item.tests = append(item.tests, t)
	}
	return item, nil
}

// test reads a test after its opening bracket.
func (p *pathParser) test() (test, error) {
	var t test
	p.space()
	if strings.HasPrefix(p.text[p.at:], "a ") {
		p.at++
		t.property = graph.Type.String()
	} else {
		property, err := p.name()
		if err != nil {
			return test{}, err
		}
		t.property = property
	}
	for {
		value, err := p.name()
		if err != nil {
			return test{}, err
		}
		if t.values = append(t.values, value); !p.take('|') {
			break
		}
	}
	if !p.take(']') {
		return test{}, p.fail("expected ]")
	}
	return t, nil
}

// name reads a compact IRI and returns the IRI.
func (p *pathParser) name() (string, error) {
	p.space()
	end := p.at
	for end < len(p.text) && isNameChar(p.text[end]) {
		end++
	}
	prefix, local, ok := strings.Cut(p.text[p.at:end], ":")
	if !ok || local == "" {
		return "", p.fail("expected a name such as crm:P2_has_type")
	}
	namespace, ok := p.prefixes[prefix]
	if !ok {
		return "", p.fail("unknown prefix %q", prefix)
	}
	p.at = end
	return namespace + local, nil
}

func isNameChar(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || strings.IndexByte("_-.:", c) >= 0
}
