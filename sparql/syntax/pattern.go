package syntax

import "github.com/knakk/rdf"

// GroupGraphPattern is what stands in braces: a sub-select, or a sequence of
// elements.
type GroupGraphPattern struct {
	// SubSelect is nil where there is none.
	SubSelect *SubSelect
	Elements  []Element
}

// SubSelect is a query in a group.
type SubSelect struct {
	Select   *SelectClause
	Where    *GroupGraphPattern
	Modifier SolutionModifier
	// Values is the ValuesClause, or nil.
	Values *InlineData
}

// Element is a part of a group: one of *TriplesBlock,
// *GroupOrUnionGraphPattern, *OptionalGraphPattern, *MinusGraphPattern,
// *GraphGraphPattern, *ServiceGraphPattern, *Filter, *Bind and *InlineData.
type Element interface{ element() }

// TriplesBlock are triples that follow one another.
type TriplesBlock struct {
	Triples []Triple
}

// Triple is a triple of a pattern or of a template.
type Triple struct {
	Subject Node
	// Predicate is the verb, where that is a variable or an IRI.
	Predicate Node
	// Path is the verb where it is any other property path, and otherwise nil.
	Path   Path
	Object Node
}

// Node is a variable or a term (VarOrTerm).
type Node struct {
	// Term is nil for a variable. The label of a blank node is that of the query,
	// or begins with a dot where the query gives none.
	Term rdf.Term
	// Var is the name of a variable, without its question mark.
	Var string
}

// GroupOrUnionGraphPattern is one group, or several with UNION between them.
type GroupOrUnionGraphPattern struct {
	Groups []*GroupGraphPattern
}

// OptionalGraphPattern is OPTIONAL.
type OptionalGraphPattern struct {
	Pattern *GroupGraphPattern
}

// MinusGraphPattern is MINUS.
type MinusGraphPattern struct {
	Pattern *GroupGraphPattern
}

// GraphGraphPattern is GRAPH.
type GraphGraphPattern struct {
	// Name is a variable or an IRI.
	Name    Node
	Pattern *GroupGraphPattern
}

// ServiceGraphPattern is SERVICE (SPARQL 1.1 Federated Query).
type ServiceGraphPattern struct {
	Silent bool
	// Name is a variable or an IRI.
	Name    Node
	Pattern *GroupGraphPattern
	Offset  int
}

// Filter is FILTER.
type Filter struct {
	Constraint Expression
}

// Bind is BIND.
type Bind struct {
	Expression Expression
	Var        string
}

// InlineData is VALUES.
type InlineData struct {
	Vars []string
	// Rows are as long as Vars each, with nil for UNDEF.
	Rows [][]rdf.Term
}

func (*TriplesBlock) element()             {}
func (*GroupOrUnionGraphPattern) element() {}
func (*OptionalGraphPattern) element()     {}
func (*MinusGraphPattern) element()        {}
func (*GraphGraphPattern) element()        {}
func (*ServiceGraphPattern) element()      {}
func (*Filter) element()                   {}
func (*Bind) element()                     {}
func (*InlineData) element()               {}

// Path is a property path (section 9.1): one of *PathIRI, *PathInverse,
// *PathSequence, *PathAlternative, *PathMod and *PathNegatedPropertySet.
type Path interface{ path() }

// PathIRI is a single predicate.
type PathIRI struct {
	IRI rdf.IRI
}

// PathInverse is a path with "^" before it.
type PathInverse struct {
	Path Path
}

// PathSequence are two or more paths with "/" between them.
type PathSequence struct {
	Paths []Path
}

// PathAlternative are two or more paths with "|" between them.
type PathAlternative struct {
	Paths []Path
}

// PathMod is a path with "?", "*" or "+" after it.
type PathMod struct {
	Path Path
	Mod  byte
}

// PathNegatedPropertySet is "!" with predicates after it.
type PathNegatedPropertySet struct {
	// Forward are the predicates without "^" before them, Inverse those with it.
	Forward, Inverse []rdf.IRI
}

func (*PathIRI) path()                {}
func (*PathInverse) path()            {}
func (*PathSequence) path()           {}
func (*PathAlternative) path()        {}
func (*PathMod) path()                {}
func (*PathNegatedPropertySet) path() {}
