package algebra

import "strings"

func (f *formatter) expression(e Expression) {
	switch e := e.(type) {
	case *Constant:
		f.term(e.Term)
	case *Variable:
		f.write(e.Var)
	case *Call:
		f.call(e)
	case *And:
		f.write("(", e.Left, " && ", e.Right, ")")
	case *Or:
		f.write("(", e.Left, " || ", e.Right, ")")
	case *Not:
		f.write("!", e.Operand)
	case *In:
		operator := " IN "
		if e.Negated {
			operator = " NOT IN "
		}
		f.write("(", e.Operand, operator)
		f.list(e.List)
		f.write(")")
	case *If:
		f.write("IF")
		f.list([]Expression{e.Condition, e.Then, e.Else})
	case *Coalesce:
		f.write("COALESCE")
		f.list(e.Args)
	case *Bound:
		f.write("BOUND(", e.Var, ")")
	case *Exists:
		if e.Negated {
			f.write("NOT ")
		}
		if f.write("EXISTS"); f.operator != nil {
			f.operator(e.Operator)
		}
	}
}

// call writes a call, of an operator between its arguments.
func (f *formatter) call(e *Call) {
	switch e.Function {
	case "=", "!=", "<", ">", "<=", ">=", "+", "-", "*", "/":
		f.write("(", e.Args[0], " ", e.Function, " ", e.Args[1], ")")
	case "unary-minus":
		f.write("-", e.Args[0])
	case "unary-plus":
		f.write("+", e.Args[0])
	default:
		if strings.Contains(e.Function, ":") {
			f.write("<", e.Function, ">")
		} else {
			f.write(e.Function)
		}
		f.list(e.Args)
	}
}

// list writes expressions in brackets.
func (f *formatter) list(list []Expression) {
	f.write("(")
	for i, e := range list {
		if i > 0 {
			f.write(", ")
		}
		f.write(e)
	}
	f.write(")")
}

func (f *formatter) path(path Path) {
	switch path := path.(type) {
	case *Link:
		f.write(path.IRI)
	case *Inverse:
		f.write("^", path.Path)
	case *Sequence:
		f.write("(", path.Left, " / ", path.Right, ")")
	case *Alternative:
		f.write("(", path.Left, " | ", path.Right, ")")
	case *ZeroOrMore:
		f.write(path.Path, "*")
	case *OneOrMore:
		f.write(path.Path, "+")
	case *ZeroOrOne:
		f.write(path.Path, "?")
	case *NegatedSet:
		f.write("!(")
		for i, iri := range path.IRIs {
			if i > 0 {
				f.write(" | ")
			}
			f.write(iri)
		}
		f.write(")")
	}
}
