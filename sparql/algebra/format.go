package algebra

import (
	"fmt"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize/terms"
)

// FormatTriple writes a triple pattern of the query.
func (q *Query) FormatTriple(t Triple) string {
	return q.format("BGP(", t.Subject, " ", t.Predicate, " ", t.Object, ")")
}

// FormatPath writes a property path pattern of the query.
func (q *Query) FormatPath(subject Node, path Path, object Node) string {
	return q.format("Path(", subject, ", ", path, ", ", object, ")")
}

// FormatExpression writes an expression of the query, without the patterns of EXISTS.
func (q *Query) FormatExpression(e Expression) string { return q.format(e) }

func (q *Query) format(parts ...any) string {
	f := formatter{vars: q.Vars}
	f.write(parts...)
	return f.out.String()
}

// formatter writes triple patterns, expressions and paths for people.
type formatter struct {
	vars []string
	out  strings.Builder
	// operator writes the pattern of EXISTS, nil for none.
	operator func(Operator)
}

// write writes the parts: texts as they are, what else there is as it is written.
func (f *formatter) write(parts ...any) {
	for _, part := range parts {
		switch part := part.(type) {
		case string:
			f.out.WriteString(part)
		case Expression:
			f.expression(part)
		case Path:
			f.path(part)
		case Node:
			f.node(part)
		case Var:
			f.node(Node{Var: part})
		case rdf.Term:
			f.term(part)
		default:
			fmt.Fprint(&f.out, part)
		}
	}
}

// node writes a term or a variable. Of variables of one name, all but the first
// have a number.
func (f *formatter) node(n Node) {
	if !n.IsVar() {
		f.term(n.Term)
		return
	}
	name := f.vars[n.Var]
	if !strings.HasPrefix(name, "_:") {
		f.out.WriteByte('?')
	}
	f.out.WriteString(name)
	number := 1
	for _, other := range f.vars[:n.Var] {
		if other == name {
			number++
		}
	}
	if number > 1 {
		fmt.Fprintf(&f.out, "#%d", number)
	}
}

// term writes a term as the language does, numbers without their datatype.
func (f *formatter) term(term rdf.Term) {
	if l, ok := term.(rdf.Literal); ok {
		number, datatype := terms.Number(l.String())
		if number > 0 && number == len(l.String()) && l.DataType == datatype || l.DataType == graph.XSDBoolean {
			f.out.WriteString(l.String())
			return
		}
	}
	f.out.Write(terms.AppendTerm(nil, term))
}
