package algebra

import "github.com/knakk/rdf"

// Path is a property path (section 18.2.2.3): one of *Link, *Inverse, *Sequence,
// *Alternative, *ZeroOrMore, *OneOrMore, *ZeroOrOne and *NegatedSet.
type Path interface{ path() }

// Link is a single predicate.
type Link struct {
	IRI rdf.IRI
}

// Inverse is the path from object to subject: ^elt.
type Inverse struct {
	Path Path
}

// Sequence is one path and then the other: elt1 / elt2.
type Sequence struct {
	Left, Right Path
}

// Alternative is either path, and has the solutions of both: elt1 | elt2.
type Alternative struct {
	Left, Right Path
}

// ZeroOrMore is elt*, in which a pair of nodes comes once.
type ZeroOrMore struct {
	Path Path
}

// OneOrMore is elt+, in which a pair of nodes comes once.
type OneOrMore struct {
	Path Path
}

// ZeroOrOne is elt?, in which a pair of nodes comes once.
type ZeroOrOne struct {
	Path Path
}

// NegatedSet is any predicate but these: !(iri1 | iri2). One with inverse members
// is translated to an Alternative with an Inverse.
type NegatedSet struct {
	IRIs []rdf.IRI
}

func (*Link) path()        {}
func (*Inverse) path()     {}
func (*Sequence) path()    {}
func (*Alternative) path() {}
func (*ZeroOrMore) path()  {}
func (*OneOrMore) path()   {}
func (*ZeroOrOne) path()   {}
func (*NegatedSet) path()  {}
