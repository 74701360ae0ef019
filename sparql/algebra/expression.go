package algebra

import "github.com/knakk/rdf"

// Expression is an expression (section 17): one of the pointers *Constant,
// *Variable, *Call, *And, *Or, *Not, *In, *If, *Coalesce, *Bound and *Exists.
//
// All but Call have rules of their own for errors or for what is evaluated. An
// aggregate is a *Variable here, which Group binds.
type Expression interface{ expression() }

// Constant is a term.
type Constant struct {
	Term rdf.Term
}

// Variable is the value of a variable; an error where it is unbound.
type Variable struct {
	Var Var
}

// Call is a function or operator of which all arguments are evaluated first. An
// error of an argument is the error of the call.
type Call struct {
	// Function names a built-in function of section 17.4 in capital letters, such
	// as STRLEN or ISIRI (URI and isURI are called IRI and ISIRI); an operator of
	// section 17.3 by its sign, which is one of = != < > <= >= + - * /, or by the
	// names unary-plus and unary-minus; or any other function by its IRI, such as
	// the casts of section 17.5. Only an IRI has a colon.
	Function string
	// Args are as many as the grammar allows, for functions that it knows.
	Args []Expression
}

// And is A && B over effective boolean values (section 17.2): an error and false
// are false.
type And struct {
	Left, Right Expression
}

// Or is A || B over effective boolean values (section 17.2): an error and true
// are true.
type Or struct {
	Left, Right Expression
}

// Not is ! A, of the effective boolean value.
type Not struct {
	Operand Expression
}

// In is A IN (…), or A NOT IN (…): like = with each member, joined by ||.
type In struct {
	Operand Expression
	List    []Expression
	Negated bool
}

// If evaluates the condition's effective boolean value and then only the one
// branch.
type If struct {
	Condition, Then, Else Expression
}

// Coalesce is the first argument that is no error.
type Coalesce struct {
	Args []Expression
}

// Bound tells whether the variable is bound.
type Bound struct {
	Var Var
}

// Exists tells whether the operator has a solution where the bindings of the
// present one are put in the place of the variables (section 18.6, substitute),
// in the graph that is active for the filter. Its variables have the numbers
// that they have around it.
type Exists struct {
	Operator Operator
	// Negated is NOT EXISTS.
	Negated bool
}

func (*Constant) expression() {}
func (*Variable) expression() {}
func (*Call) expression()     {}
func (*And) expression()      {}
func (*Or) expression()       {}
func (*Not) expression()      {}
func (*In) expression()       {}
func (*If) expression()       {}
func (*Coalesce) expression() {}
func (*Bound) expression()    {}
func (*Exists) expression()   {}
