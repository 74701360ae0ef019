package rdfxml_test

import (
	"io"
	"testing"

	rdflibgo "github.com/tggo/goRDFlib"
	"github.com/tggo/goRDFlib/rdfxml"

	"vitrine/checks/formattest"
	ours "vitrine/serialize/rdfxml"
)

// goRDFlib is right about these, other than about what docs/dependencies.md
// says of it.
func TestOracle(t *testing.T) {
	parse := func(g *rdflibgo.Graph, r io.Reader) error {
		return rdfxml.Parse(g, r, rdfxml.WithBase("https://museum.example/base/"))
	}
	in := func(s string) string { return head + s + "</rdf:RDF>" }
	formattest.Differ(t, ours.RDFXML(), parse,
		in(`<x:C rdf:about="x:s" x:p="1" xml:lang="en"><x:q>2</x:q><x:q rdf:resource="x:o" x:r="3"/></x:C>`),
		in(`<rdf:Description rdf:about="http://x/s"><x:p rdf:parseType="Collection"><x:D rdf:about="http://x/a"/><x:E/></x:p><x:q rdf:parseType="Resource"><x:r>1</x:r></x:q></rdf:Description>`),
		in(`<rdf:Seq rdf:about="http://x/s"><rdf:li>1</rdf:li><rdf:_7>2</rdf:_7><rdf:li rdf:resource="http://x/o"/></rdf:Seq>`),
		in(`<rdf:Description rdf:nodeID="a"><x:p rdf:nodeID="b"/><x:p><x:C rdf:nodeID="b"><x:q rdf:datatype="http://x/t">1</x:q></x:C></x:p></rdf:Description>`),
		in(`<x:C rdf:ID="a" xml:base="http://x/y"><x:p rdf:ID="b">1</x:p><x:p rdf:resource="#a"/></x:C>`),
	)
}
