package sparqltest

import "strings"

// group makes a group of some elements.
func (g *generator) group(depth int) string {
	parts := []string{g.basic()}
	if g.chance(10) {
		parts = nil
	}
	for range g.IntN(3) {
		parts = append(parts, g.element(depth-1))
	}
	return "{ " + strings.Join(parts, " ") + " }"
}

// basic makes one or two triples.
func (g *generator) basic() string {
	text := g.triple() + " . "
	if g.chance(35) {
		text += g.triple() + " . "
	}
	return text
}

func (g *generator) triple() string {
	object := g.oneOf("?a", "?b", "?c", "?c", ":a", ":b", "1", `"x"`, "[]", "[]")
	return g.oneOf("?a", "?a", "?a", "?b", "?c", ":a", "[]") + " " + g.verb() + " " + object
}

func (g *generator) verb() string {
	if g.chance(25) {
		return g.path(2)
	}
	return g.oneOf(":p", ":p", ":q", ":r", "?b")
}

// path makes a property path.
func (g *generator) path(depth int) string {
	if depth == 0 {
		return g.oneOf(":p", ":q", ":r", "!:p", "!(:p|^:q)", "!^:r", "^:p")
	}
	inner := "(" + g.path(depth-1) + ")"
	switch g.IntN(7) {
	case 0:
		return inner + "*"
	case 1:
		return inner + "+"
	case 2:
		return inner + "?"
	case 3:
		return "^" + inner
	case 4:
		return inner + "/(" + g.path(depth-1) + ")"
	case 5:
		return inner + "|(" + g.path(depth-1) + ")"
	default:
		return g.path(0)
	}
}

// element makes an element of a group.
func (g *generator) element(depth int) string {
	if depth <= 0 {
		return g.simple()
	}
	switch g.IntN(9) {
	case 0, 1:
		return "OPTIONAL " + g.group(depth)
	case 2:
		return g.group(depth) + " UNION " + g.group(depth)
	case 3:
		return "MINUS " + g.group(depth)
	case 4:
		return "GRAPH " + g.oneOf("?g", "?g", ":g1", ":g2", ":g3", "?a") + " " + g.group(depth)
	case 5:
		return "{ " + g.selection(depth-1) + " }"
	case 6:
		return "FILTER " + g.oneOf("EXISTS ", "NOT EXISTS ") + g.group(depth-1)
	case 7:
		return g.group(depth)
	default:
		return g.simple()
	}
}

// simple makes an element that has no group.
func (g *generator) simple() string {
	switch g.IntN(4) {
	case 0:
		return "FILTER (" + g.expression(2) + ")"
	case 1:
		expression := g.expression(2)
		name := g.newVar()
		g.assigned = append(g.assigned, name)
		return "BIND (" + expression + " AS " + name + ")"
	case 2:
		return "VALUES " + g.oneOf("?a { :a :b }", "?c { 1 2 UNDEF }", "(?a ?c) { (:a UNDEF) (:b 1) (UNDEF UNDEF) }", "?g { :g1 }")
	default:
		return g.basic()
	}
}

// expression makes an expression whose value depends on nothing but the solution.
func (g *generator) expression(depth int) string {
	if depth == 0 {
		return g.oneOf(append([]string{"?a", "?b", "?c", "?c", "1", "2", ":a", `"x"`}, g.assigned...)...)
	}
	left, right := g.expression(depth-1), g.expression(depth-1)
	switch g.IntN(9) {
	case 0:
		return "(" + left + g.oneOf(" = ", " != ", " < ", " >= ") + right + ")"
	case 1:
		return "(" + left + g.oneOf(" && ", " || ") + right + ")"
	case 2:
		return "(!" + left + ")"
	case 3:
		return "(" + left + g.oneOf(" + ", " - ", " * ") + right + ")"
	case 4:
		return "BOUND(" + g.oneOf("?a", "?b", "?c") + ")"
	case 5:
		return "(" + left + g.oneOf(" IN ", " NOT IN ") + "(" + right + ", :a, 1))"
	case 6:
		return "IF(" + left + ", " + right + ", 3)"
	case 7:
		return "COALESCE(" + left + ", " + right + ")"
	default:
		return g.oneOf("sameTerm("+left+", "+right+")", "isIRI("+left+")", "isLiteral("+left+")")
	}
}
