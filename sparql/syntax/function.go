package syntax

// arity is how many arguments a built-in function takes.
type arity struct{ least, most int }

// functions are the built-in functions with arguments that are all expressions
// (rule BuiltInCall).
var functions = map[string]arity{
	"STR": {1, 1}, "LANG": {1, 1}, "LANGMATCHES": {2, 2}, "DATATYPE": {1, 1},
	"IRI": {1, 1}, "URI": {1, 1}, "BNODE": {0, 1}, "RAND": {0, 0},
	"ABS": {1, 1}, "CEIL": {1, 1}, "FLOOR": {1, 1}, "ROUND": {1, 1},
	"CONCAT": {0, anyNumber}, "SUBSTR": {2, 3}, "STRLEN": {1, 1}, "REPLACE": {3, 4},
	"UCASE": {1, 1}, "LCASE": {1, 1}, "ENCODE_FOR_URI": {1, 1}, "CONTAINS": {2, 2},
	"STRSTARTS": {2, 2}, "STRENDS": {2, 2}, "STRBEFORE": {2, 2}, "STRAFTER": {2, 2},
	"YEAR": {1, 1}, "MONTH": {1, 1}, "DAY": {1, 1}, "HOURS": {1, 1}, "MINUTES": {1, 1},
	"SECONDS": {1, 1}, "TIMEZONE": {1, 1}, "TZ": {1, 1}, "NOW": {0, 0},
	"UUID": {0, 0}, "STRUUID": {0, 0},
	"MD5": {1, 1}, "SHA1": {1, 1}, "SHA256": {1, 1}, "SHA384": {1, 1}, "SHA512": {1, 1},
	"COALESCE": {0, anyNumber}, "IF": {3, 3}, "STRLANG": {2, 2}, "STRDT": {2, 2},
	"SAMETERM": {2, 2}, "ISIRI": {1, 1}, "ISURI": {1, 1}, "ISBLANK": {1, 1},
	"ISLITERAL": {1, 1}, "ISNUMERIC": {1, 1}, "REGEX": {2, 3},
}

// anyNumber is more arguments than a query has room for.
const anyNumber = MaxText

// aggregates are the set functions (rule Aggregate).
var aggregates = map[string]bool{
	"COUNT": true, "SUM": true, "MIN": true, "MAX": true, "AVG": true, "SAMPLE": true, "GROUP_CONCAT": true,
}

// aggregatePlace tells whether an aggregate may stand somewhere (section 19.8,
// note 11).
type aggregatePlace uint8

const (
	// noAggregate is a pattern, or GROUP BY.
	noAggregate aggregatePlace = iota
	// anyAggregate is an expression of SELECT, HAVING or ORDER BY.
	anyAggregate
	// inAggregate is the argument of an aggregate.
	inAggregate
)

// atFunction tells whether a call of a function that the grammar knows stands here
// (rule BuiltInCall).
func (p *parser) atFunction() bool {
	if p.tok.kind != word {
		return false
	}
	_, known := functions[p.tok.value]
	return known || aggregates[p.tok.value] || p.tok.isOneOf("BOUND", "EXISTS", "NOT")
}

// builtInCall is rule BuiltInCall.
func (p *parser) builtInCall() Expression {
	name := p.tok
	p.next()
	switch {
	case name.value == "EXISTS":
		return p.exists(false)
	case name.value == "NOT":
		p.require("EXISTS", `after NOT (what is not true is written with "!")`)
		return p.exists(true)
	case name.value == "BOUND":
		return p.bound()
	case aggregates[name.value]:
		return p.aggregate(name)
	}
	call := &BuiltInCall{Name: name.value}
	if !p.tok.is("(") {
		p.expected(`"(" after ` + name.value)
		return call
	}
	call.Args = p.expressionList()
	takes := functions[name.value]
	if n := len(call.Args); p.err == nil && (n < takes.least || n > takes.most) {
		p.breaks(name.start, "%s takes %s, and has %d here", name.value, takes, n)
	}
	return call
}

// String says how many arguments there are.
func (a arity) String() string {
	numbers := []string{"no", "one", "two", "three", "four"}
	switch {
	case a.most == 1 && a.least == 1:
		return "one argument"
	case a.least == a.most:
		return numbers[a.most] + " arguments"
	default:
		return numbers[a.least] + " or " + numbers[a.most] + " arguments"
	}
}

// bound is what follows BOUND.
func (p *parser) bound() Expression {
	p.require("(", "after BOUND")
	offset := p.tok.start
	name := p.variable("a variable, the only thing that BOUND can be asked about")
	p.require(")", "after the variable of BOUND")
	return &BuiltInCall{Name: "BOUND", Args: []Expression{&Primary{Node{Var: name}, offset}}}
}

// exists is what follows EXISTS. What its pattern names is not in scope outside.
func (p *parser) exists(negated bool) Expression {
	mark := p.scope.mark()
	defer func() { p.scope.forget(mark) }()
	return &ExistsFunc{Negated: negated, Pattern: p.groupGraphPattern("after EXISTS")}
}

// aggregate is rule Aggregate after its name.
func (p *parser) aggregate(name token) Expression {
	switch p.aggregates {
	case noAggregate:
		p.breaks(name.start, "%s is an aggregate, which can stand only in SELECT, HAVING and ORDER BY", name.value)
	case inAggregate:
		p.breaks(name.start, "%s is an aggregate, and cannot stand in another: use a sub-select", name.value)
	}
	p.aggregates = inAggregate
	defer func() { p.aggregates = anyAggregate }()
	p.enter()
	defer p.leave()
	a := &Aggregate{Name: name.value}
	p.require("(", "after "+name.value)
	a.Distinct = p.accept("DISTINCT")
	if a.Name != "COUNT" || !p.accept("*") {
		a.Argument = p.expression()
	}
	if a.Name == "GROUP_CONCAT" && p.accept(";") {
		p.separator(a)
	}
	p.require(")", "after the argument of "+name.value)
	return a
}

// separator is the end of GROUP_CONCAT.
func (p *parser) separator(a *Aggregate) {
	p.require("SEPARATOR", `after ";" in GROUP_CONCAT`)
	p.require("=", "after SEPARATOR")
	if p.tok.kind != text {
		p.expected("a string, the separator")
		return
	}
	separator := p.tok.value
	a.Separator = &separator
	p.next()
}
