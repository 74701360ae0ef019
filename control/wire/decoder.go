package wire

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
)

// ErrFrame is wrapped by errors about bytes that are not frames of this protocol.
var ErrFrame = errors.New("not a frame of the control protocol")

// Decoder reads frames: Next says what comes, and the method for that kind reads it.
type Decoder struct {
	r *bufio.Reader
	// iris are IRIs that were read before, since most come again.
	iris map[string]rdf.IRI
	text []byte
}

// maxIRIs bounds the IRIs that are remembered.
const maxIRIs = 4096

// NewDecoder returns a decoder.
func NewDecoder(r io.Reader) *Decoder {
	return &Decoder{r: bufio.NewReaderSize(r, 64<<10), iris: map[string]rdf.IRI{}}
}

// Next returns the kind of the next frame, io.EOF after an End, and the error that a
// Failed holds. The error wraps io.ErrUnexpectedEOF for a body that was cut off.
func (d *Decoder) Next() (Kind, error) {
	b, err := d.r.ReadByte()
	if err != nil {
		return 0, cutOff(err)
	}
	switch kind := Kind(b); kind {
	case End:
		return 0, io.EOF
	case Failed:
		failure, err := d.failure()
		if err != nil {
			return 0, err
		}
		return 0, failure
	case Record, NameOf, Put, Delete, Outcome, Change, Part:
		return kind, nil
	}
	return 0, fmt.Errorf("%w: it begins with the byte %#x", ErrFrame, b)
}

// cutOff is an error of the reader, where more is to come.
func cutOff(err error) error {
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("read from the control socket: %w", err)
}

// Entity reads what follows a Record.
func (d *Decoder) Entity() (*rdfstore.Entity, error) {
	e := &rdfstore.Entity{}
	var err error
	if e.Version, err = d.number(); err != nil {
		return nil, err
	}
	if e.Created, err = d.time(); err != nil {
		return nil, err
	}
	if e.Modified, err = d.time(); err != nil {
		return nil, err
	}
	e.Graph, err = d.graph(graph.MaxTriples)
	return e, err
}

// EntityName reads what follows a NameOf.
func (d *Decoder) EntityName() (rdf.IRI, error) { return d.iri() }

// Change reads what follows a Put or a Delete. A graph with more triples than are left
// is an error that wraps graph.ErrTooLarge.
func (d *Decoder) Change(kind Kind, left int) (c rdfstore.Change, err error) {
	if c.If, err = d.precondition(); err != nil {
		return c, err
	}
	if kind == Delete {
		c.Delete, err = d.iri()
		return c, err
	}
	c.Put, err = d.graph(left)
	return c, err
}

// Outcome reads what follows an Outcome.
func (d *Decoder) Outcome() (o rdfstore.Outcome, err error) {
	if o.Kind, err = d.changeKind(); err != nil {
		return o, err
	}
	if o.Version, err = d.number(); err != nil {
		return o, err
	}
	o.Time, err = d.time()
	return o, err
}

// LogEntry reads what follows a Change. A log without entries has the zero entry.
func (d *Decoder) LogEntry() (entry rdfstore.LogEntry, err error) {
	if entry.Seq, err = d.number(); err != nil {
		return entry, err
	}
	if entry.Name, err = d.optionalIRI(); err != nil {
		return entry, err
	}
	if entry.Kind, err = d.changeKind(); err != nil {
		return entry, err
	}
	if entry.Class, err = d.optionalIRI(); err != nil {
		return entry, err
	}
	entry.Time, err = d.time()
	return entry, err
}

// Part reads what follows a Part. The bytes are valid until the next call.
func (d *Decoder) Part() ([]byte, error) { return d.bytes() }

func (d *Decoder) precondition() (p rdfstore.Precondition, err error) {
	if p.Absent, err = d.flag(); err != nil {
		return p, err
	}
	if p.Present, err = d.flag(); err != nil {
		return p, err
	}
	p.Version, err = d.number()
	return p, err
}

func (d *Decoder) changeKind() (rdfstore.Kind, error) {
	n, err := d.number()
	if err == nil && n > uint64(rdfstore.Deleted) {
		err = fmt.Errorf("%w: there is no kind of change %d", ErrFrame, n)
	}
	return rdfstore.Kind(n), err
}

func (d *Decoder) flag() (bool, error) {
	b, err := d.r.ReadByte()
	if err != nil {
		return false, cutOff(err)
	}
	if b > 1 {
		return false, fmt.Errorf("%w: a flag is %d", ErrFrame, b)
	}
	return b == 1, nil
}

func (d *Decoder) number() (uint64, error) {
	n, err := binary.ReadUvarint(d.r)
	if err != nil {
		return 0, cutOff(err)
	}
	return n, nil
}

func (d *Decoder) time() (time.Time, error) {
	text, err := d.bytes()
	if err != nil || len(text) == 0 {
		return time.Time{}, err
	}
	t, err := time.Parse(time.RFC3339Nano, string(text))
	if err != nil {
		return time.Time{}, fmt.Errorf("%w: %w", ErrFrame, err)
	}
	return t.UTC(), nil
}

func (d *Decoder) string() (string, error) {
	b, err := d.bytes()
	return string(b), err
}

func (d *Decoder) optional() ([]byte, error) {
	set, err := d.flag()
	if err != nil || !set {
		return nil, err
	}
	b, err := d.bytes()
	return append([]byte{}, b...), err
}

// bytes reads a text. It is valid until the next call. No more memory is taken than
// has come.
func (d *Decoder) bytes() ([]byte, error) {
	n, err := d.number()
	if err != nil {
		return nil, err
	}
	if n > MaxText {
		return nil, fmt.Errorf("%w: a text of %d bytes", ErrFrame, n)
	}
	if n <= uint64(cap(d.text)) {
		d.text = d.text[:n]
		if _, err := io.ReadFull(d.r, d.text); err != nil {
			return nil, cutOff(err)
		}
		return d.text, nil
	}
	text := bytes.NewBuffer(d.text[:0])
	if _, err := io.CopyN(text, d.r, int64(n)); err != nil {
		return nil, cutOff(err)
	}
	d.text = text.Bytes()
	return d.text, nil
}
