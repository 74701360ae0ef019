package load

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
)

// An N-Quads document may name its graphs in any order, as one that was sorted
// by lines does. Its lines are then read again so that those of a graph stand
// together. Which graph a line is of is only guessed by its last term here: the
// decoder reads everything anew, and a document in which it finds any fault
// then is refused as a whole.

// lineRef is one line of a document in a temporary file.
type lineRef struct {
	offset int64
	size   int32
	// graph numbers the graphs, number the lines.
	graph, number int32
}

// regrouped is a document whose lines are read graph by graph. It takes 24
// bytes a line.
type regrouped struct {
	text  *os.File
	lines []lineRef
}

// regroup copies the document to a temporary file and sorts its lines.
func regroup(ctx context.Context, source Source, limit int64) (_ *regrouped, err error) {
	r, err := source.Reader(new(int64))
	if err != nil {
		return nil, err
	}
	defer r.Close()
	file, err := os.CreateTemp("", "vitrine-load-*")
	if err != nil {
		return nil, fmt.Errorf("make a temporary file for %s: %w", source.Name, err)
	}
	doc := &regrouped{text: file}
	if err := doc.read(ctx, r, limit); err != nil {
		doc.close()
		return nil, err
	}
	slices.SortStableFunc(doc.lines, func(a, b lineRef) int { return cmp.Compare(a.graph, b.graph) })
	return doc, nil
}

// read copies the document and notes where each statement of it is.
func (doc *regrouped) read(ctx context.Context, r io.Reader, limit int64) error {
	out := bufio.NewWriterSize(doc.text, 1<<16)
	lines := bufio.NewScanner(io.TeeReader(r, out))
	lines.Buffer(nil, int(limit))
	lines.Split(wholeLine)
	graphs := map[string]int32{}
	var offset int64
	for number := int32(1); lines.Scan(); number++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		line := lines.Bytes()
		if statement := bytes.TrimSpace(line); len(statement) > 0 && statement[0] != '#' {
			key := lastTerm(statement)
			if key == nil {
				return fmt.Errorf("line %d does not end in the name of a graph and a dot", number)
			}
			graph, ok := graphs[string(key)]
			if !ok {
				graph = int32(len(graphs))
				graphs[string(key)] = graph
			}
			doc.lines = append(doc.lines, lineRef{offset, int32(len(line)), graph, number})
		}
		offset += int64(len(line))
	}
	if err := lines.Err(); err != nil {
		return err
	}
	return out.Flush()
}

// wholeLine is bufio.ScanLines, but keeps the end of the line.
func wholeLine(data []byte, atEOF bool) (int, []byte, error) {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return i + 1, data[:i+1], nil
	}
	if atEOF && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}

// lastTerm returns the IRI before the dot that ends a statement, nil where
// there is none.
func lastTerm(statement []byte) []byte {
	statement, ok := bytes.CutSuffix(statement, []byte("."))
	statement = bytes.TrimRight(statement, " \t")
	if !ok || !bytes.HasSuffix(statement, []byte(">")) {
		return nil
	}
	i := bytes.LastIndexByte(statement, '<')
	if i < 0 {
		return nil
	}
	return statement[i:]
}

func (doc *regrouped) close() {
	// Nothing is lost with the file, whatever these come to.
	_ = doc.text.Close()
	_ = os.Remove(doc.text.Name())
}

// source returns the regrouped document in place of the one that it was.
func (doc *regrouped) source(original Source) Source {
	open := func() (io.ReadCloser, error) { return io.NopCloser(&regroupedReader{doc: doc}), nil }
	return Source{Name: original.Name, Format: original.Format, Open: open}
}

// number returns the number in the original of a line as it is read now.
func (doc *regrouped) number(line int) int {
	if line < 1 || line > len(doc.lines) {
		return 0
	}
	return int(doc.lines[line-1].number)
}

// regroupedReader reads the lines of a document one after the other.
type regroupedReader struct {
	doc  *regrouped
	next int
	// line is what is left to give out of the last one; buf holds it.
	line, buf []byte
}

func (r *regroupedReader) Read(p []byte) (int, error) {
	if len(r.line) == 0 {
		if r.next == len(r.doc.lines) {
			return 0, io.EOF
		}
		ref := r.doc.lines[r.next]
		r.buf = slices.Grow(r.buf[:0], int(ref.size)+1)[:ref.size]
		if _, err := r.doc.text.ReadAt(r.buf, ref.offset); err != nil {
			return 0, err
		}
		r.line = r.buf
		if r.line[len(r.line)-1] != '\n' {
			r.line = append(r.line, '\n')
		}
		r.next++
	}
	n := copy(p, r.line)
	r.line = r.line[n:]
	return n, nil
}
