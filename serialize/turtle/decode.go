package turtle

import (
	"context"
	"io"

	"github.com/knakk/rdf"

	"vitrine/serialize"
	"vitrine/serialize/dataset"
	"vitrine/serialize/terms"
)

// parseOf returns the function that parses documents of the format.
func parseOf(f *serialize.Format) dataset.Parse {
	return func(ctx context.Context, r io.Reader, o serialize.DecodeOptions, g *dataset.Grouper) error {
		p := &parser{Scanner: terms.NewScanner(ctx, r, f.Name, o.Base, o.Limit()), names: terms.NewNames(), trig: f.Dataset}
		var counted int64 // how much of the document was counted towards its graphs
		p.add = func(q rdf.Quad) error {
			size := p.Offset() - counted
			counted += size
			return g.Add(q, p.Line(), size)
		}
		return p.document()
	}
}
