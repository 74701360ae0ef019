// Package source rewrites Turtle and TriG so that goRDFlib reads them right:
// every IRI and prefixed name as an absolute IRI, no comments, no prefixed
// names. It reads tokens (Turtle section 6.5), not the grammar, and keeps lines
// where they were. It refuses what the library would change or drop in silence:
//
//   - relative IRIs, which the library percent-encodes when it resolves them,
//     and prefixes that the document does not declare;
//   - language tags that are not well formed, and escapes that are no character;
//   - nesting beyond a limit, at which the library would use up the stack;
//   - RDF 1.2: triple terms, annotations, base directions and VERSION.
package source

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/foreign"
)

// ErrMore means that a piece does not end in what was given of the document.
var ErrMore = errors.New("the piece goes on")

// Source is what a document has declared so far.
type Source struct {
	// Format is the short name of the format, for errors.
	Format string
	// Blocks tells that a piece ends with a block in braces, as in TriG; a
	// piece is the whole document otherwise.
	Blocks bool
	// Base is the IRI that relative references resolve against.
	Base string
	// Line is the one that is read next, counted from 1.
	Line int

	// limit is the length of the longest piece, rewritten.
	limit    int64
	prefixes map[string]string
}

// New returns a source at the start of a document. A piece of it may have limit
// bytes, and a multiple of that when it is rewritten.
func New(format, base string, blocks bool, limit int64) *Source {
	return &Source{Format: format, Blocks: blocks, Base: base, Line: 1, limit: limit * foreign.MaxGrowth, prefixes: map[string]string{}}
}

// Piece is a part of a document that can be parsed by itself.
type Piece struct {
	// Text is rewritten, without the white space before the first token.
	Text []byte
	// Line is the one that Text begins on.
	Line int
	// Read is how many bytes of the document it takes.
	Read int
}

// Next rewrites the next piece of the document, which in begins with. Unless
// last is true, more of the document follows in; the error is then ErrMore when
// more is needed. Any other error is a *serialize.SyntaxError.
func (s *Source) Next(in []byte, last bool) (Piece, error) {
	r := &rewriter{Source: *s, in: in, last: last, prefixes: map[string]string{}}
	err := r.run()
	if err != nil && !last && len(in)-r.pos < longestToken {
		return Piece{}, ErrMore
	}
	if err != nil {
		return Piece{}, r.fault(err)
	}
	s.Base, s.Line = r.Base, r.Line
	for name, namespace := range r.prefixes {
		s.prefixes[name] = namespace
	}
	return Piece{Text: r.out, Line: r.start, Read: r.pos}, nil
}

// longestToken is the length of the longest token whose end is told by its
// length, \U and eight digits, with room to spare.
const longestToken = 16

// rewriter reads one piece.
type rewriter struct {
	Source
	in   []byte
	last bool
	pos  int
	out  []byte
	// start is the line of the first token, 0 before it.
	start int
	// lineStart is the place at which the present line begins.
	lineStart int
	depth     int
	// directive is what the token after this one declares.
	directive directive
	// declaring is the prefix that is being declared.
	declaring string
	// prefixes are those that this piece declares.
	prefixes map[string]string
}

type directive int

const (
	none directive = iota
	prefixName
	prefixIRI
	baseIRI
)

func (r *rewriter) run() error {
	for {
		if err := r.space(); err != nil {
			return err
		}
		if r.pos == len(r.in) {
			return r.end()
		}
		if r.start == 0 {
			r.start, r.out = r.Line, r.out[:0]
		}
		c := r.in[r.pos]
		if err := r.token(c); err != nil {
			return err
		}
		if int64(len(r.out)) > r.limit {
			return fmt.Errorf("%w: more than %d bytes with all IRIs written out", graph.ErrTooLarge, r.limit)
		}
		if r.Blocks && c == '}' && r.depth == 0 {
			return nil
		}
	}
}

// end is at the end of what is there of the document.
func (r *rewriter) end() error {
	if !r.last {
		return ErrMore
	}
	return nil
}

func (r *rewriter) token(c byte) error {
	switch c {
	case '<':
		return r.iri()
	case '"', '\'':
		return r.literal(c)
	case '@':
		return r.at()
	case '[', '(', '{':
		return r.open(c)
	case ']', ')', '}':
		r.depth = max(0, r.depth-1)
		r.copy(1)
		return nil
	case '|', '~':
		return fmt.Errorf("%q belongs to the annotations of RDF 1.2, which cannot be kept; Vitrine's graphs are RDF 1.1", c)
	case '.':
		if r.pos+1 == len(r.in) || r.in[r.pos+1] < '0' || r.in[r.pos+1] > '9' {
			r.copy(1)
			return nil
		}
	case ',', ';', '^', '>':
		r.copy(1)
		return nil
	}
	return r.word()
}

func (r *rewriter) open(c byte) error {
	if c == '{' && r.pos+1 < len(r.in) && r.in[r.pos+1] == '|' {
		return errors.New("an annotation (RDF 1.2) cannot be kept; Vitrine's graphs are RDF 1.1")
	}
	if r.depth++; r.depth > foreign.MaxDepth {
		return fmt.Errorf("%w: nested more than %d deep", graph.ErrTooLarge, foreign.MaxDepth)
	}
	r.copy(1)
	return nil
}

// copy takes n bytes over as they are.
func (r *rewriter) copy(n int) {
	r.out = append(r.out, r.in[r.pos:r.pos+n]...)
	r.pos += n
}

// space passes white space and comments. A CR that stands alone ends a line and
// is written as LF, which is all that the library counts.
func (r *rewriter) space() error {
	for r.pos < len(r.in) {
		switch c := r.in[r.pos]; c {
		case ' ', '\t':
			r.out = append(r.out, c)
			r.pos++
		case '\n', '\r':
			r.newline()
		case '#':
			start := r.pos
			for r.pos < len(r.in) && r.in[r.pos] != '\n' && r.in[r.pos] != '\r' {
				r.pos++
			}
			if err := check(r.in[start:r.pos]); err != nil {
				return err
			}
		default:
			return nil
		}
	}
	return nil
}

func (r *rewriter) newline() {
	if r.in[r.pos] == '\r' && r.pos+1 < len(r.in) && r.in[r.pos+1] == '\n' {
		r.pos++
	}
	r.pos++
	r.Line++
	r.lineStart = r.pos
	r.out = append(r.out, '\n')
}

// at reads a directive that begins with "@".
func (r *rewriter) at() error {
	end := r.pos + 1
	for end < len(r.in) && 'a' <= r.in[end] && r.in[end] <= 'z' {
		end++
	}
	switch name := string(r.in[r.pos+1 : end]); name {
	case "prefix":
		r.directive = prefixName
	case "base":
		r.directive = baseIRI
	case "version":
		return errVersion
	default:
		return fmt.Errorf("@%s is neither a directive nor a language tag that follows its string at once", name)
	}
	r.copy(end - r.pos)
	r.out = append(r.out, ' ')
	return r.cut(end)
}

var errVersion = errors.New("a document that declares its VERSION is RDF 1.2, which cannot be kept; Vitrine's graphs are RDF 1.1")

// cut tells whether a token that ends at the place may go on beyond what is
// there of the document.
func (r *rewriter) cut(end int) error {
	if end == len(r.in) {
		return r.end()
	}
	return nil
}

// fault says where err is.
func (r *rewriter) fault(err error) error {
	column := max(1, r.pos-r.lineStart+1)
	return &serialize.SyntaxError{Format: r.Format, Line: r.Line, Column: column, Reason: err.Error(), Err: err}
}

// check tells whether a text is UTF-8.
func check(text []byte) error {
	if !utf8.Valid(text) {
		return errors.New("the document is not valid UTF-8; convert it to UTF-8")
	}
	return nil
}
