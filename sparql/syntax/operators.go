package syntax

// expression is rule Expression (ConditionalOrExpression).
func (p *parser) expression() Expression {
	left := p.conditionalAnd()
	for p.accept("||") {
		left = &Operation{"||", left, p.conditionalAnd()}
	}
	return left
}

// conditionalAnd is rule ConditionalAndExpression.
func (p *parser) conditionalAnd() Expression {
	left := p.relational()
	for p.accept("&&") {
		left = &Operation{"&&", left, p.relational()}
	}
	return left
}

// relational is rule RelationalExpression.
func (p *parser) relational() Expression {
	left := p.additive()
	switch operator := p.tok; {
	case operator.isOneOf("=", "!=", "<", ">", "<=", ">="):
		p.next()
		return &Operation{operator.value, left, p.additive()}
	case p.accept("IN"):
		return &InExpression{Operand: left, List: p.members()}
	case p.accept("NOT"):
		p.require("IN", "after NOT")
		return &InExpression{Operand: left, List: p.members(), Negated: true}
	}
	return left
}

// members are what follows IN.
func (p *parser) members() []Expression {
	if !p.tok.is("(") {
		p.expected(`"(" after IN`)
		return nil
	}
	return p.expressionList()
}

// additive is rule AdditiveExpression. A number with a sign is added: "?a -1" is
// "?a + -1".
func (p *parser) additive() Expression {
	left := p.multiplicative()
	for {
		operator := p.tok
		switch {
		case operator.isOneOf("+", "-"):
			p.next()
			left = &Operation{operator.value, left, p.multiplicative()}
		case operator.signed():
			left = &Operation{"+", left, p.products(p.primary())}
		default:
			return left
		}
	}
}

// multiplicative is rule MultiplicativeExpression.
func (p *parser) multiplicative() Expression { return p.products(p.unary()) }

// products are the products and quotients that begin with an expression.
func (p *parser) products(left Expression) Expression {
	for p.tok.isOneOf("*", "/") {
		operator := p.tok.value
		p.next()
		left = &Operation{operator, left, p.unary()}
	}
	return left
}

// unary is rule UnaryExpression.
func (p *parser) unary() Expression {
	if operator := p.tok; operator.isOneOf("!", "+", "-") {
		p.next()
		return &UnaryExpression{operator.value, p.primary()}
	}
	return p.primary()
}

// primary is rule PrimaryExpression.
func (p *parser) primary() Expression {
	offset := p.tok.start
	switch {
	case p.tok.is("("):
		return p.bracketted(`"("`)
	case p.atFunction():
		return p.builtInCall()
	case p.atIRI():
		return p.iriOrFunction()
	case p.atLiteral():
		return &Primary{Node{Term: p.literal()}, offset}
	case p.tok.kind == variable:
		return &Primary{Node{Var: p.variable("")}, offset}
	case p.tok.kind == word && p.followedByBracket():
		p.breaks(p.tok.start, "there is no function %s; those that are not of SPARQL are called by their IRIs", p.tok.value)
	default:
		p.expected("an expression")
	}
	return &Primary{}
}

// followedByBracket tells whether "(" follows the token.
func (p *parser) followedByBracket() bool {
	p.skip()
	return p.pos < len(p.source.plain) && p.source.plain[p.pos] == '('
}

// bracketted is rule BrackettedExpression.
func (p *parser) bracketted(expected string) Expression {
	if !p.tok.is("(") {
		p.expected(expected)
		return &Primary{}
	}
	p.enter()
	defer p.leave()
	p.next()
	inner := p.expression()
	p.closeExpression(`an operator or ")" after an expression`)
	return inner
}

// closeExpression passes the bracket after an expression.
func (p *parser) closeExpression(expected string) {
	if !p.accept(")") {
		p.noOperator(expected)
	}
}

// iriOrFunction is rule iriOrFunction.
func (p *parser) iriOrFunction() Expression {
	offset := p.tok.start
	name := p.iri()
	if !p.tok.is("(") {
		return &Primary{Node{Term: name}, offset}
	}
	call := &FunctionCall{IRI: name, Offset: offset}
	call.Args, call.Distinct = p.arguments(true)
	return call
}

// expressionList is rule ExpressionList.
func (p *parser) expressionList() []Expression {
	list, _ := p.arguments(false)
	return list
}

// arguments is rule ArgList, or ExpressionList without DISTINCT.
func (p *parser) arguments(mayBeDistinct bool) (list []Expression, distinct bool) {
	p.enter()
	defer p.leave()
	p.next()
	if p.accept(")") {
		return nil, false
	}
	distinct = mayBeDistinct && p.accept("DISTINCT")
	list = append(list, p.expression())
	for p.accept(",") {
		list = append(list, p.expression())
	}
	p.closeExpression(`an operator, "," or ")" after an argument`)
	return list, distinct
}

// constraint is rule Constraint.
func (p *parser) constraint(expected string) Expression {
	switch {
	case p.atFunction():
		return p.builtInCall()
	case p.atIRI():
		call := p.iriOrFunction()
		if _, ok := call.(*FunctionCall); !ok {
			p.expected(`"(" and the arguments of a function`)
		}
		return call
	case p.tok.kind == word && p.followedByBracket():
		return p.primary()
	}
	return p.bracketted(expected)
}
