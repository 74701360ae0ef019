package algebra

import (
	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/sparql/syntax"
)

// expression translates an expression.
func (t *translator) expression(e syntax.Expression) Expression {
	switch e := e.(type) {
	case *syntax.Operation:
		return operation(e.Operator, t.expression(e.Left), t.expression(e.Right))
	case *syntax.UnaryExpression:
		return unary(e.Operator, t.expression(e.Operand))
	case *syntax.InExpression:
		in := &In{Operand: t.expression(e.Operand), List: t.expressions(e.List), Negated: e.Negated}
		for i, item := range in.List {
			_, in.List[i] = sameCase(in.Operand, item)
		}
		return in
	case *syntax.BuiltInCall:
		return t.builtIn(e)
	case *syntax.FunctionCall:
		if e.Distinct {
			t.unsupported(e.Offset, "<%s> is no aggregate, and only aggregates can have DISTINCT", e.IRI)
		}
		return &Call{Function: e.IRI.String(), Args: t.expressions(e.Args)}
	case *syntax.Aggregate:
		return t.aggregate(e)
	case *syntax.ExistsFunc:
		return t.exists(e)
	case *syntax.Primary:
		if e.Node.Term != nil {
			return &Constant{Term: e.Node.Term}
		}
		return &Variable{Var: t.single(t.named(e.Node.Var))}
	}
	return &Coalesce{} // an error; there are no other expressions
}

func (t *translator) expressions(list []syntax.Expression) []Expression {
	out := make([]Expression, 0, len(list))
	for _, e := range list {
		out = append(out, t.expression(e))
	}
	return out
}

// operation is an operator between two expressions.
func operation(operator string, left, right Expression) Expression {
	switch operator {
	case "&&":
		return &And{Left: left, Right: right}
	case "||":
		return &Or{Left: left, Right: right}
	default:
		if operator == "=" || operator == "!=" {
			left, right = sameCase(left, right)
			right, left = sameCase(right, left)
		}
		return &Call{Function: operator, Args: []Expression{left, right}}
	}
}

// sameCase returns two expressions that are compared. Where the first is a language tag and
// the second a constant, that is put in the letters in which tags are kept: they are
// compared without regard to case (RDF 1.1 Concepts section 3.3).
func sameCase(tag, other Expression) (Expression, Expression) {
	call, isCall := tag.(*Call)
	constant, isConstant := other.(*Constant)
	if !isCall || call.Function != "LANG" || !isConstant {
		return tag, other
	}
	literal, ok := constant.Term.(rdf.Literal)
	if !ok || literal.DataType != graph.XSDString {
		return tag, other
	}
	return tag, &Constant{Term: graph.String(graph.FormatTag(literal.String()))}
}

// unary is an operator before an expression.
func unary(operator string, operand Expression) Expression {
	switch operator {
	case "!":
		return &Not{Operand: operand}
	case "-":
		return &Call{Function: "unary-minus", Args: []Expression{operand}}
	default:
		return &Call{Function: "unary-plus", Args: []Expression{operand}}
	}
}

// builtIn is a call of a function that the grammar knows. IRI and URI are one
// function (section 17.4.2.8), and so are isIRI and isURI.
func (t *translator) builtIn(call *syntax.BuiltInCall) Expression {
	args := t.expressions(call.Args)
	switch call.Name {
	case "BOUND":
		variable, ok := args[0].(*Variable)
		if !ok {
			return &Coalesce{} // an error; the grammar has variables alone
		}
		return &Bound{Var: variable.Var}
	case "IF":
		return &If{Condition: args[0], Then: args[1], Else: args[2]}
	case "COALESCE":
		return &Coalesce{Args: args}
	case "REGEX":
		t.pattern(call, 2)
	case "REPLACE":
		t.pattern(call, 3)
	case "URI":
		return &Call{Function: "IRI", Args: args}
	case "ISURI":
		return &Call{Function: "ISIRI", Args: args}
	}
	return &Call{Function: call.Name, Args: args}
}

// pattern keeps the second argument of a call, where that is constant and so are the flags,
// of which it says the place.
func (t *translator) pattern(call *syntax.BuiltInCall, flags int) {
	text, ok := call.Args[1].(*syntax.Primary)
	if !ok || text.Node.Term == nil {
		return
	}
	p := Pattern{Function: call.Name, Text: text.Node.Term}
	if len(call.Args) > flags {
		given, ok := call.Args[flags].(*syntax.Primary)
		if !ok || given.Node.Term == nil {
			return
		}
		p.Flags = given.Node.Term
	}
	p.Line, p.Column = t.query.Position(text.Offset)
	t.patterns = append(t.patterns, p)
}

// exists translates EXISTS. Its pattern is no expression over groups: variables
// stand for themselves in it.
func (t *translator) exists(e *syntax.ExistsFunc) Expression {
	group := t.level.group
	t.level.group = nil
	defer func() { t.level.group = group }()
	return &Exists{Operator: t.group(e.Pattern), Negated: e.Negated}
}
