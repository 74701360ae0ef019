package result

import (
	"encoding/hex"
	"io"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/serialize/terms"
)

// bufferSize is how many bytes are sent at once.
const bufferSize = 32 << 10

// stage is how far an answer is.
type stage uint8

const (
	begun stage = iota
	inSolutions
	afterBoolean
	closed
)

// output collects what a writer writes, and sees to it that the parts of an answer
// come in order.
type output struct {
	w     io.Writer
	buf   []byte
	err   error
	stage stage
	// width is the number of variables.
	width int
}

// begin enters a stage from the one before it.
func (o *output) begin(from, to stage) error {
	if o.err == nil && o.stage != from {
		o.err = errOrder
	}
	o.stage = to
	return o.err
}

// variables enters the solutions, of so many variables.
func (o *output) variables(width int) error {
	o.width = width
	return o.begin(begun, inSolutions)
}

// row tells whether a row may be written.
func (o *output) row(row []rdf.Term) error {
	if len(row) != o.width && o.err == nil {
		o.err = errOrder
	}
	return o.begin(inSolutions, inSolutions)
}

// end enters the last stage, and tells whether solutions came before.
func (o *output) end() (solutions bool, err error) {
	solutions = o.stage == inSolutions
	if o.err == nil && !solutions && o.stage != afterBoolean {
		o.err = errOrder
	}
	return solutions, o.begin(o.stage, closed)
}

// full sends what was collected when it is enough.
func (o *output) full() error {
	if len(o.buf) < bufferSize {
		return o.err
	}
	return o.Flush()
}

// Flush sends what was collected.
func (o *output) Flush() error {
	if o.err == nil && len(o.buf) > 0 {
		_, o.err = o.w.Write(o.buf)
		o.buf = o.buf[:0]
	}
	return o.err
}

// escapedLabel begins the labels that stand for others in hexadecimal digits.
const escapedLabel = "x--"

// label returns a blank node's label as TSV can have it (BLANK_NODE_LABEL).
func label(b rdf.Blank) string {
	text := b.String()
	if terms.IsBlankLabel(text) && !strings.HasPrefix(text, escapedLabel) {
		return text
	}
	return escapedLabel + hex.EncodeToString([]byte(text))
}
