package nquads

import (
	"bytes"

	"vitrine/rdfstore/graph"
)

// badLine is a line that does not parse but ends as if it named a graph.
type badLine struct {
	key string
	// line is where it stands, err what is wrong with it.
	line int
	err  error
}

// bad takes a line that does not parse. Its graph is told when its end names
// the graph of a neighbouring line: then that graph is refused. Otherwise the
// error that is returned ends the reading, since any graph might be the one
// that lacks a quad.
func (d *decoder) bad(line []byte, err error) error {
	key, ok := graphAtEnd(line)
	current, began := d.grouper.Current()
	switch {
	case !ok || !d.format.Dataset:
		return err
	case d.pending != nil && d.pending.key == key:
		return nil
	case d.pending != nil:
		return d.pending.err
	case began && current == key:
		d.grouper.Refuse(err)
		return nil
	default:
		d.pending = &badLine{key: key, line: d.lines.number, err: err}
		return nil
	}
}

// graphAtEnd returns the IRI that stands before the final dot of a line, as a
// term without escapes.
func graphAtEnd(line []byte) (key string, ok bool) {
	line, ok = bytes.CutSuffix(bytes.TrimRight(line, " \t"), []byte("."))
	line = bytes.TrimRight(line, " \t")
	start := bytes.LastIndexByte(line, '<')
	if !ok || start < 0 || !bytes.HasSuffix(line, []byte(">")) {
		return "", false
	}
	iri, err := graph.IRI(string(line[start+1 : len(line)-1]))
	return "<" + iri.String() + ">", err == nil
}
