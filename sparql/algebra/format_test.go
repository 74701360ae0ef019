package algebra

import "vitrine/rdfstore/graph"

// String writes the operators of the query as section 18.2.3 does: Join(A, B),
// LeftJoin(A, B, condition), Filter(condition, A).
func (q *Query) String() string {
	f := &operators{formatter{vars: q.Vars}}
	f.formatter.operator = func(op Operator) { f.write("(", op, ")") }
	f.operator(q.Operator)
	return f.out.String()
}

// operators writes operators too.
type operators struct{ formatter }

func (f *operators) write(parts ...any) {
	for _, part := range parts {
		if op, ok := part.(Operator); ok {
			f.operator(op)
			continue
		}
		f.formatter.write(part)
	}
}

// condition writes the condition of a LeftJoin.
func (f *operators) condition(e Expression) {
	if e == nil {
		f.write("true")
		return
	}
	f.expression(e)
}

func (f *operators) operator(op Operator) {
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
func (f *operators) modifier(op Operator) {
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

func (f *operators) bgp(op *BGP) {
	f.write("BGP(")
	for i, t := range op.Triples {
		if i > 0 {
			f.write(" . ")
		}
		f.write(t.Subject, " ", t.Predicate, " ", t.Object)
	}
	f.write(")")
}

func (f *operators) values(op *Values) {
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

func (f *operators) group(op *Group) {
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
func (f *operators) vector(vars []Var) {
	f.write("(")
	for i, v := range vars {
		if i > 0 {
			f.write(" ")
		}
		f.write(v)
	}
	f.write(")")
}
