package turtle

import (
	"context"
	"errors"
	"io"
	"iter"

	"github.com/knakk/rdf"

	"vitrine/serialize/terms"
)

// errEnough ends a reading of which no more is wanted.
var errEnough = errors.New("no more is wanted")

// Read yields the triples of a Turtle document as they stand there; blank nodes have
// labels of the reading. The document may have limit bytes. An error ends the reading.
func Read(ctx context.Context, r io.Reader, base string, limit int64) iter.Seq2[rdf.Triple, error] {
	return func(yield func(rdf.Triple, error) bool) {
		p := &parser{Scanner: terms.NewScanner(ctx, io.LimitReader(r, limit), "turtle", base, limit), names: terms.NewNames()}
		p.add = func(q rdf.Quad) error {
			if q.Subj != nil && !yield(q.Triple, nil) {
				return errEnough
			}
			return nil
		}
		if err := p.document(); err != nil && !errors.Is(err, errEnough) {
			yield(rdf.Triple{}, err)
		}
	}
}
