package turtle

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/dataset"
	"vitrine/serialize/terms"
)

func decoderOf(f *serialize.Format) func(context.Context, io.Reader, serialize.DecodeOptions) iter.Seq2[*graph.Graph, error] {
	return func(ctx context.Context, r io.Reader, o serialize.DecodeOptions) iter.Seq2[*graph.Graph, error] {
		return func(yield func(*graph.Graph, error) bool) {
			d := &decoder{limit: o.Limit(), grouper: dataset.NewGrouper(ctx, f, o, yield)}
			d.parser = parser{
				Scanner: terms.NewScanner(ctx, r, f.Name, o.Base, o.Limit()),
				names:   terms.NewNames(),
				trig:    f.Dataset,
				add:     d.add,
			}
			err := d.parser.document()
			if err == nil {
				err = d.grouper.End()
			}
			if err != nil && !errors.Is(err, dataset.ErrStopped) {
				yield(nil, err)
			}
		}
	}
}

// decoder gives the quads of a document to the grouper. A malformed document
// ends the reading; the graph that was being read is then lost, for the fault
// may be part of it.
type decoder struct {
	parser  parser
	grouper *dataset.Grouper
	limit   int64
	// counted is how much of the document was counted towards its graphs.
	counted int64
	// grown is the length of the IRIs of the present graph, written out.
	grown int64
	graph rdf.Context
}

// maxGrowth is how many times the limit on a graph its IRIs may come to when
// they are written out. A short name can stand for a long IRI.
const maxGrowth = 4

func (d *decoder) add(q rdf.Quad) error {
	if q.Ctx != d.graph {
		d.graph, d.grown = q.Ctx, 0
	}
	size := d.parser.Offset() - d.counted
	d.counted += size
	if err := d.grouper.Add(q, d.parser.Line(), size); err != nil {
		return err
	}
	if q.Triple != (rdf.Triple{}) {
		d.grown += int64(len(q.Subj.String()) + len(q.Pred.String()) + len(q.Obj.String()))
	}
	if d.grown > d.limit*maxGrowth {
		return d.parser.Fault(fmt.Errorf("%w: more than %d bytes with all IRIs written out", graph.ErrTooLarge, d.limit*maxGrowth))
	}
	if !d.parser.trig {
		return d.grouper.Refused()
	}
	return nil
}
