package nquads_test

import (
	"io"
	"testing"

	rdflibgo "github.com/tggo/goRDFlib"
	"github.com/tggo/goRDFlib/nq"
	"github.com/tggo/goRDFlib/nt"

	"vitrine/checks/formattest"
	"vitrine/serialize/nquads"
)

// goRDFlib is right about these, other than about what docs/dependencies.md
// says of it.
func TestOracle(t *testing.T) {
	quads := func(g *rdflibgo.Graph, r io.Reader) error { return nq.Parse(g, r) }
	formattest.Differ(t, nquads.NQuads(), quads,
		"# a\n<http://x/s> <http://x/p> \"\\u00e9\\n\\t\\\\\\\"\"@en-GB <http://x/g> . # b\n\n_:a <http://x/p> _:b.c <http://x/g> .\n_:a<http://x/p>\"1\"^^<http://x/t><http://x/g>.",
		"<http://x/s> <http://x/p> <http://x/\\u00e9> <http://x/g> .\n<http://x/s> <http://x/p> \"a\" <http://x/h> .\n<http://x/s> <http://x/p> \"b\" <http://x/g> .",
		"<http://x/s> <http://x/p> <http://x/o> .\n<http://x/s> <http://x/p> \"a\" .",
	)
	triples := func(g *rdflibgo.Graph, r io.Reader) error { return nt.Parse(g, r) }
	formattest.Differ(t, nquads.NTriples(), triples,
		"<http://x/s> <http://x/p> \"\\U0001D11E\\u0000\" . # a\n\t_:a  <http://x/p>\t_:1-b .\r\n_:a <http://x/p> \"\"@de-at-x-y .",
	)
}
