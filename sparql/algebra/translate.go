package algebra

import (
	"fmt"
	"strconv"

	"github.com/knakk/rdf"

	"vitrine/sparql/syntax"
)

// MaxVars is how many variables a query may have, with those that the translation
// makes.
const MaxVars = 2000

// fewVars is for how many variables there is room at first.
const fewVars = 8

// UnsupportedError is about a part of a query that is well-formed and is refused.
type UnsupportedError struct {
	// Line and Column count from 1, columns in characters.
	Line, Column int
	// Reason says what is refused and why.
	Reason string
}

func (e *UnsupportedError) Error() string {
	return fmt.Sprintf("query line %d column %d: %s", e.Line, e.Column, e.Reason)
}

// Translate returns what a query means (section 18.2). The error is an
// *UnsupportedError, or wraps syntax.ErrLimit.
func Translate(q *syntax.Query) (*Query, error) {
	t := &translator{query: q, vars: make([]string, 0, fewVars), level: level{vars: map[string]Var{}}}
	out := &Query{
		Form: Form(q.Form),
		Base: q.Base,
	}
	for _, clause := range q.Dataset {
		if clause.Named {
			out.FromNamed = append(out.FromNamed, clause.IRI)
		} else {
			out.From = append(out.From, clause.IRI)
		}
	}
	where := q.Where
	if where == nil {
		where = &syntax.GroupGraphPattern{}
	}
	out.Operator = t.selection(q.Select, where, &q.Modifier, q.Values)
	t.results(out)
	if t.err == nil && len(t.vars) > MaxVars {
		t.err = fmt.Errorf("%w: it has %d variables, and may have %d", syntax.ErrLimit, len(t.vars), MaxVars)
	}
	if t.err != nil {
		return nil, t.err
	}
	out.Vars, out.Patterns = t.vars, t.patterns
	return out, nil
}

// results translates what a query returns.
func (t *translator) results(out *Query) {
	if t.query.Select != nil {
		out.Projection = t.projection(t.query.Select)
	}
	for _, triple := range t.query.Template {
		out.Template = append(out.Template, Triple{t.templateNode(triple.Subject), t.templateNode(triple.Predicate), t.templateNode(triple.Object)})
	}
	if t.query.Describe != nil {
		for _, target := range t.query.Describe.Targets {
			out.Targets = append(out.Targets, t.node(target))
		}
	}
}

// templateNode is a node of a template, whose blank nodes are terms.
func (t *translator) templateNode(n syntax.Node) Node {
	if n.Term != nil {
		return Node{Term: n.Term}
	}
	return t.node(n)
}

// translator translates one query. After an error it goes on; the first counts.
type translator struct {
	query *syntax.Query
	vars  []string
	// blanks are the variables of blank nodes, whose labels are those of the query
	// as a whole.
	blanks map[rdf.Term]Var
	// made counts the variables that the translation made.
	made int
	// patterns are those of Query.
	patterns []Pattern
	// level is the query or sub-select that is translated.
	level level
	err   error
}

// level is a query or a sub-select.
type level struct {
	// vars are the variables by name.
	vars map[string]Var
	// group is where aggregates are gathered, nil where solutions are not grouped
	// or the expression is evaluated before that.
	group *grouping
}

// named returns the variable of the name at this level.
func (t *translator) named(name string) Var {
	v, ok := t.level.vars[name]
	if !ok {
		v = t.newVar(name)
		t.level.vars[name] = v
	}
	return v
}

// newVar makes a variable.
func (t *translator) newVar(name string) Var {
	t.vars = append(t.vars, name)
	return Var(len(t.vars) - 1)
}

// hidden makes a variable that the query does not name.
func (t *translator) hidden() Var {
	t.made++
	return t.newVar("." + strconv.Itoa(t.made))
}

// node is a node of a pattern, whose blank nodes are variables.
func (t *translator) node(n syntax.Node) Node {
	if n.Term == nil {
		return Node{Var: t.named(n.Var)}
	}
	if n.Term.Type() != rdf.TermBlank {
		return Node{Term: n.Term}
	}
	v, ok := t.blanks[n.Term]
	if !ok {
		v = t.newVar("_:" + n.Term.String())
		if t.blanks == nil {
			t.blanks = map[rdf.Term]Var{}
		}
		t.blanks[n.Term] = v
	}
	return Node{Var: v}
}

// unsupported keeps the error about a part of the query.
func (t *translator) unsupported(offset int, format string, args ...any) {
	if t.err == nil {
		line, column := t.query.Position(offset)
		t.err = &UnsupportedError{Line: line, Column: column, Reason: fmt.Sprintf(format, args...)}
	}
}
