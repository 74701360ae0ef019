package turtle_test

import (
	"io"
	"testing"

	rdflibgo "github.com/tggo/goRDFlib"
	"github.com/tggo/goRDFlib/trig"
	"github.com/tggo/goRDFlib/turtle"

	"vitrine/checks/formattest"
	ours "vitrine/serialize/turtle"
)

// goRDFlib is right about these, other than about what docs/dependencies.md
// says of it.
func TestOracle(t *testing.T) {
	parse := func(g *rdflibgo.Graph, r io.Reader) error {
		return turtle.Parse(g, r, turtle.WithBase("https://museum.example/base/"))
	}
	formattest.Differ(t, ours.Turtle(), parse,
		"@prefix x: <http://x/> . x:s a x:C ; x:p [ x:q ( 1 2.0 3e0 true ) , \"a\"@en ] , ( [ ] ( ) ) .",
		"PREFIX x: <http://x/>\nBASE <http://b/c/d>\n<e> x:p <../f> , <#g> , <?h> , <//i/j> , <> .",
		"[ <http://x/p> [ <http://x/q> 1 ] ] <http://x/r> _:a . _:a <http://x/r> _:b.c .",
		"( 1 [ <http://x/p> 2 ] ) <http://x/r> 3 .",
		"<http://x/s> <http://x/p> \"\"\"a\"b\"\"c\nd\"\"\" , '''it's''' , 'a\\u00e9\\n' , \"1\"^^<http://x/t> .",
		"@prefix x: <http://x/> . x:a.b x:c:d x:%20 , x:\\~a , x:1 , -1 , +.5 , 1.e2 ; ; a x: .",
	)
}

func TestOracleOfTriG(t *testing.T) {
	parse := func(g *rdflibgo.Graph, r io.Reader) error {
		return trig.Parse(g, r, trig.WithBase("https://museum.example/base/"))
	}
	formattest.Differ(t, ours.TriG(), parse,
		"@prefix x: <http://x/> . x:g { x:s a x:C ; x:p [ x:q ( 1 2.0 true ) ] , \"a\"@en . } GRAPH x:h { x:s x:p \"\"\"a\nb\"\"\" }",
		"PREFIX x: <http://x/>\nBASE <http://b/c/d>\n<g> { <e> x:p <../f> , <#g> . <e> x:q <> }",
		"@prefix x: <http://x/> . { x:s x:p ( [ ] ( ) ) . [ x:p 1 ] x:q x:o } x:s x:r _:a . _:a x:r _:b.c .",
		"@prefix x: <http://x/> . x:g { x:s x:p 1 } x:h { x:s x:p 2 } x:g { x:s x:p 3 . }",
	)
}
