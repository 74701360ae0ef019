package algebra

import (
	"fmt"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize/terms"
)

// String writes the operators of the query as section 18.2.3 does: Join(A, B),
// LeftJoin(A, B, condition), Filter(condition, A). It is for people and tests.
func (q *Query) String() string { return q.Format(q.Operator) }

// Format writes an operator of the query.
func (q *Query) Format(op Operator) string {
	f := formatter{vars: q.Vars}
	f.operator(op)
	return f.out.String()
}

// FormatExpression writes an expression of the query.
func (q *Query) FormatExpression(e Expression) string {
	f := formatter{vars: q.Vars}
	f.expression(e)
	return f.out.String()
}

// formatter writes operators, expressions and paths.
type formatter struct {
	vars []string
	out  strings.Builder
}

// write writes the parts: texts as they are, what else there is as it is written.
func (f *formatter) write(parts ...any) {
	for _, part := range parts {
		switch part := part.(type) {
		case string:
			f.out.WriteString(part)
		case Operator:
			f.operator(part)
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

func (f *formatter) operator(op Operator) {
	switch op := op.(type) {
	case *BGP:
		f.bgp(op)
	case *PathPattern:
		f.write("Path(", op.Subject, ", ", op.Path, ", ", op.Object, ")")
	case *Join:
		f.write("Join(", op.Left, ", ", op.Right, ")")
	case *LeftJoin:
		f.write("LeftJoin(", op.Left, ", ", op.Right, ", ")
		f.condition(op.Condition)
		f.write(")")
	case *Filter:
		f.write("Filter(", op.Condition, ", ", op.Inner, ")")
	case *Union:
		f.write("Union(", op.Left, ", ", op.Right, ")")
	case *Graph:
		f.write("Graph(", op.Name, ", ", op.Inner, ")")
	case *Extend:
		f.write("Extend(", op.Inner, ", ", op.Var, ", ", op.Expression, ")")
	case *Minus:
		f.write("Minus(", op.Left, ", ", op.Right, ")")
	case *Values:
		f.values(op)
	default:
		f.modifier(op)
	}
}

// modifier writes the operators of grouping and of solution modifiers.
func (f *formatter) modifier(op Operator) {
	switch op := op.(type) {
	case *Group:
		f.group(op)
	case *OrderBy:
		f.write("OrderBy(", op.Inner)
		for _, c := range op.Conditions {
			order := ", ASC("
			if c.Descending {
				order = ", DESC("
			}
			f.write(order, c.Expression, ")")
		}
		f.write(")")
	case *Project:
		f.write("Project(", op.Inner, ", ")
		f.vector(op.Vars)
		f.write(")")
	case *Distinct:
		f.write("Distinct(", op.Inner, ")")
	case *Reduced:
		f.write("Reduced(", op.Inner, ")")
	case *Slice:
		f.write("Slice(", op.Inner, ", ", op.Offset, ", ")
		if op.Limit == NoLimit {
			f.write("no limit)")
		} else {
			f.write(op.Limit, ")")
		}
	}
}

func (f *formatter) bgp(op *BGP) {
	f.write("BGP(")
	for i, t := range op.Triples {
		if i > 0 {
			f.write(" . ")
		}
		f.write(t.Subject, " ", t.Predicate, " ", t.Object)
	}
	f.write(")")
}

func (f *formatter) values(op *Values) {
	f.write("Values(")
	f.vector(op.Vars)
	for _, row := range op.Rows {
		f.write(", (")
		for i, term := range row {
			if i > 0 {
				f.write(" ")
			}
			if term == nil {
				f.write("UNDEF")
			} else {
				f.write(term)
			}
		}
		f.write(")")
	}
	f.write(")")
}

func (f *formatter) group(op *Group) {
	f.write("Group((")
	for i, key := range op.Keys {
		if i > 0 {
			f.write(", ")
		}
		f.write(key.Var, " := ", key.Expression)
	}
	f.write("), (")
	for i, a := range op.Aggregates {
		if i > 0 {
			f.write(", ")
		}
		f.write(a.Var, " := ", a.Function, "(")
		if a.Distinct {
			f.write("DISTINCT ")
		}
		if a.Argument == nil {
			f.write("*")
		} else {
			f.write(a.Argument)
		}
		if a.Function == "GROUP_CONCAT" {
			f.write(" ; ", graph.String(a.Separator))
		}
		f.write(")")
	}
	f.write("), ", op.Inner, ")")
}

// vector writes variables in brackets.
func (f *formatter) vector(vars []Var) {
	f.write("(")
	for i, v := range vars {
		if i > 0 {
			f.write(" ")
		}
		f.write(v)
	}
	f.write(")")
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
