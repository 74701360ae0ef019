package nquads

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"hash/maphash"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
)

// regular reports whether the decoder would read a document to its end with no error
// but those about single records: each line is right, names a graph by an IRI and
// stands beside the others of that graph. It may say no of a document that is so.
//
// A line as canonical N-Quads has them, with plain IRIs, is looked at without making
// terms of it, which takes a fifth of the time; others are parsed.
func regular(ctx context.Context, r io.Reader, o serialize.DecodeOptions) bool {
	c := &lineChecker{graphs: map[uint64]struct{}{}, seed: maphash.MakeSeed()}
	// The parser decides about a byte order mark by the first bytes it reads.
	c.unusual.rest = []byte("# \n")
	c.parser = newParser(ctx, &c.unusual, "nquads", o.Limit())
	lines := bufio.NewReaderSize(r, maxRegularLine)
	for n := 0; ; n++ {
		if n%linesPerCheck == 0 && ctx.Err() != nil {
			return false
		}
		line, err := lines.ReadSlice('\n')
		if err != nil && !errors.Is(err, io.EOF) || int64(len(line)) > o.Limit() {
			return false
		}
		if !c.line(bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))) {
			return false
		}
		if err != nil {
			return true
		}
	}
}

const (
	// maxRegularLine is the longest line of a document that is called regular.
	maxRegularLine = 256 << 10
	// linesPerCheck is how many lines are read between two looks at the context.
	linesPerCheck = 1024
)

// lineChecker looks at the lines of a document.
type lineChecker struct {
	// parser reads unusual, the lines that take a parser.
	parser  parser
	unusual lineSource
	// subject is that of the last line, with the space after it; end is what the last
	// line ended with: its graph and the dot.
	subject, end []byte
	// graphs has the hashes of those that were seen.
	graphs map[uint64]struct{}
	seed   maphash.Seed
}

// line reports whether a line, without its end, is right and in its place.
func (c *lineChecker) line(line []byte) bool {
	if !utf8.Valid(line) || bytes.IndexByte(line, '\r') >= 0 {
		return false
	}
	end, ok := c.triple(line)
	if !ok {
		return c.parsed(line)
	}
	if len(end) > 0 && bytes.Equal(end, c.end) {
		return true
	}
	n := plainIRI(end)
	if n == 0 || string(end[n:]) != " ." {
		return c.parsed(line)
	}
	c.end = append(c.end[:0], end...)
	return c.begin(end[:n])
}

// triple passes the triple of a line, and returns what follows it and a space. It is
// false where that takes a parser.
func (c *lineChecker) triple(line []byte) (rest []byte, ok bool) {
	if rest, ok = bytes.CutPrefix(line, c.subject); !ok || len(c.subject) == 0 {
		n := plainNode(line)
		if n == 0 || n == len(line) || line[n] != ' ' {
			return nil, false
		}
		rest = line[n+1:]
		c.subject = append(c.subject[:0], line[:n+1]...)
	}
	n := plainIRI(rest)
	if n == 0 || n == len(rest) || rest[n] != ' ' {
		return nil, false
	}
	rest = rest[n+1:]
	if n = plainNode(rest); n == 0 {
		n = plainLiteral(rest)
	}
	if n == 0 || n == len(rest) || rest[n] != ' ' {
		return nil, false
	}
	return rest[n+1:], true
}

// begin notes the graph of a line, a term in N-Quads. It is false where there were
// lines of it before the last one, or seem to have been.
func (c *lineChecker) begin(graph []byte) bool {
	hash := maphash.Bytes(c.seed, graph)
	_, again := c.graphs[hash]
	c.graphs[hash] = struct{}{}
	return !again
}

// parsed is line for what the parser has to look at.
func (c *lineChecker) parsed(line []byte) bool {
	if start := bytes.TrimLeft(line, " \t"); len(start) == 0 || start[0] == '#' {
		return true
	}
	c.unusual.add(line)
	q, err := c.parser.statement()
	if err != nil || c.unusual.asked {
		return false
	}
	if q.Subj == nil {
		return true // a version
	}
	name, ok := q.Ctx.(rdf.IRI)
	if !ok {
		return false
	}
	term := "<" + name.String() + ">"
	if strings.HasPrefix(string(c.end), term+" ") {
		return true
	}
	c.end = append(append(c.end[:0], term...), " ."...)
	return c.begin([]byte(term))
}

// lineSource is a document that is read line by line: the parser asks for the next
// only when it has passed the last.
type lineSource struct {
	rest []byte
	// asked means that it has asked too early.
	asked bool
}

func (l *lineSource) add(line []byte) {
	l.rest = append(append(l.rest, line...), '\n')
}

func (l *lineSource) Read(p []byte) (int, error) {
	if len(l.rest) == 0 {
		l.asked = true
		return 0, io.EOF
	}
	n := copy(p, l.rest)
	l.rest = append(l.rest[:0], l.rest[n:]...)
	return n, nil
}

// What an ASCII character may stand in.
const (
	inHost uint8 = 1 << iota
	inPath
	inLabel
)

// plain says where characters may stand that need no second look.
var plain = func() (table [256]uint8) {
	set := func(chars string, where uint8) {
		for _, c := range []byte(chars) {
			table[c] |= where
		}
	}
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	set(letters, inHost|inPath|inLabel)
	set(".-", inHost|inPath)
	set("_~!$&'()*+,;=:@/?", inPath)
	return table
}()

// plainIRI returns the length of an HTTP IRI in angle brackets that begins here and
// is well-formed at first sight, 0 where there is none.
func plainIRI(b []byte) int {
	var n int
	switch {
	case bytes.HasPrefix(b, []byte("<http://")):
		n = len("<http://")
	case bytes.HasPrefix(b, []byte("<https://")):
		n = len("<https://")
	default:
		return 0
	}
	host := n
	for n < len(b) && plain[b[n]]&inHost != 0 {
		n++
	}
	if n == host || n == len(b) || b[n] != '/' {
		return 0
	}
	fragments := 0
	for ; n < len(b) && n <= graph.MaxIRI; n++ {
		switch c := b[n]; {
		case plain[c]&inPath != 0:
		case c == '>':
			return n + 1
		case c == '#' && fragments == 0:
			fragments++
		default:
			return 0
		}
	}
	return 0
}

// plainNode is plainIRI for a blank node, too.
func plainNode(b []byte) int {
	if !bytes.HasPrefix(b, []byte("_:")) {
		return plainIRI(b)
	}
	n := len("_:")
	for n < len(b) && plain[b[n]]&inLabel != 0 {
		n++
	}
	if n == len("_:") || n == len(b) || b[n] != ' ' {
		return 0
	}
	return n
}

// rdfNamespace is that of the datatypes that a literal must not spell out.
var rdfNamespace = []byte("<http://www.w3.org/1999/02/22-rdf-syntax-ns#")

// plainLiteral returns the length of a literal without escapes that begins here, 0
// where there is none.
func plainLiteral(b []byte) int {
	if len(b) == 0 || b[0] != '"' {
		return 0
	}
	n := 2 + bytes.IndexByte(b[1:], '"')
	if n < 2 || n == len(b) || bytes.IndexByte(b[:n], '\\') >= 0 {
		return 0
	}
	switch rest := b[n:]; {
	case rest[0] == ' ':
		return n
	case bytes.HasPrefix(rest, []byte("^^")) && !bytes.HasPrefix(rest[2:], rdfNamespace):
		if m := plainIRI(rest[2:]); m > 0 {
			return n + 2 + m
		}
	case rest[0] == '@':
		for m := 1; m < len(rest) && m <= len("@eng"); m++ {
			if c := rest[m] | 0x20; m > 1 && rest[m] == ' ' {
				return n + m
			} else if c < 'a' || c > 'z' {
				return 0
			}
		}
	}
	return 0
}
