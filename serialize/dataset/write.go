package dataset

import (
	"bufio"
	"errors"
	"io"
	"iter"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
)

// bufferSize is how many bytes of a document are written at once.
const bufferSize = 1 << 16

// Formats returns the formats of a table in which many graphs can be written.
func Formats(t serialize.Table) serialize.Table {
	var out serialize.Table
	for _, f := range t.Writable() {
		if f.Dataset {
			out = append(out, f)
		}
	}
	return out
}

// Write writes graphs as one document of a format that Formats has, 64 KiB at
// a time. The same graphs in the same order always give the same bytes. An
// error ends the document where it came up.
func Write(w io.Writer, graphs iter.Seq2[*graph.Graph, error], f *serialize.Format) error {
	out := bufio.NewWriterSize(w, bufferSize)
	encoder := f.NewEncoder(out)
	for g, err := range graphs {
		if err == nil {
			err = encoder.Encode(g)
		}
		if err != nil {
			return errors.Join(err, out.Flush())
		}
	}
	return errors.Join(encoder.Close(), out.Flush())
}
