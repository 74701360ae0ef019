package mapping

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/builtin"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/vm"

	"vitrine/load/rows"
)

// template is a text with slots.
type template struct {
	parts []part
	// isID has what the slots hold made fit for an IRI.
	isID bool
}

// part is a piece of a template: a text, a column or an expression.
type part struct {
	text    string
	column  string
	program *vm.Program
}

func (p part) isSlot() bool { return p.column != "" || p.program != nil }

// hasSlots tells whether the template depends on the row.
func (t *template) hasSlots() bool { return slices.ContainsFunc(t.parts, part.isSlot) }

// parseTemplate reads a template. {{ and }} stand for braces. columns is told of each column.
func parseTemplate(text string, columns func(string)) (*template, error) {
	t := &template{}
	var plain strings.Builder
	flush := func() {
		if plain.Len() > 0 {
			t.parts = append(t.parts, part{text: plain.String()})
			plain.Reset()
		}
	}
	for i := 0; i < len(text); {
		rest := text[i:]
		switch {
		case strings.HasPrefix(rest, "{{"), strings.HasPrefix(rest, "}}"):
			plain.WriteByte(rest[0])
			i += 2
		case rest[0] == '{':
			end := slotEnd(rest)
			if end < 0 {
				return nil, fmt.Errorf("the brace of %q is not closed; a brace in a text is written twice", rest)
			}
			flush()
			slot, err := parseSlot(strings.TrimSpace(rest[1:end]), columns)
			if err != nil {
				return nil, err
			}
			t.parts = append(t.parts, slot)
			i += end + 1
		case rest[0] == '}':
			return nil, fmt.Errorf("%q closes no brace; a brace in a text is written twice", rest)
		default:
			plain.WriteByte(rest[0])
			i++
		}
	}
	flush()
	return t, nil
}

// slotEnd returns where the brace at the begin is closed, -1 where nowhere. Braces in an
// expression are in pairs, or in quotes.
func slotEnd(text string) int {
	open, quote := 0, byte(0)
	for i := range len(text) {
		c := text[i]
		switch {
		case quote != 0:
			if c == quote && text[i-1] != '\\' {
				quote = 0
			}
		case (c == '"' || c == '\'' || c == '`') && strings.HasPrefix(text, "{="):
			quote = c
		case c == '{':
			open++
		case c == '}':
			if open--; open == 0 {
				return i
			}
		}
	}
	return -1
}

func parseSlot(slot string, columns func(string)) (part, error) {
	source, isExpression := strings.CutPrefix(slot, "=")
	if !isExpression {
		if slot == "" {
			return part{}, fmt.Errorf("a slot names no column")
		}
		columns(slot)
		return part{column: slot}, nil
	}
	program, err := parseExpression(source, columns)
	return part{program: program}, err
}

// parseExpression compiles an expression. Names that it uses and that are neither its own
// variables nor functions are columns.
func parseExpression(source string, columns func(string)) (*vm.Program, error) {
	program, err := expr.Compile(source, slices.Concat(functions(), boundedSteps(), []expr.Option{expr.AllowUndefinedVariables()})...)
	if err != nil {
		return nil, fmt.Errorf("the expression %q: %w", strings.TrimSpace(source), err)
	}
	tree, err := parser.Parse(source)
	if err != nil {
		return nil, err
	}
	identifiers := &identifiers{own: map[string]bool{}}
	ast.Walk(&tree.Node, identifiers)
	for _, name := range identifiers.used {
		if !identifiers.own[name] {
			columns(name)
		}
	}
	return program, nil
}

// identifiers are the names in an expression: its own, and those that it uses, in order.
type identifiers struct {
	own  map[string]bool
	used []string
}

func (n *identifiers) Visit(node *ast.Node) {
	switch x := (*node).(type) {
	case *ast.VariableDeclaratorNode:
		n.own[x.Name] = true
	case *ast.IdentifierNode:
		if _, isFunction := builtin.Index[x.Value]; !isFunction && !isOwnFunction(x.Value) && !strings.HasPrefix(x.Value, "$") {
			n.used = append(n.used, x.Value)
		}
	case *ast.CallNode:
		n.call(x)
	case *ast.MemberNode:
		if env, ok := x.Node.(*ast.IdentifierNode); ok && env.Value == "$env" {
			if column, ok := x.Property.(*ast.StringNode); ok {
				n.used = append(n.used, column.Value)
			}
		}
	}
}

// call notes the column of texts($env, "column") and at($env, "column").
func (n *identifiers) call(call *ast.CallNode) {
	callee, ok := call.Callee.(*ast.IdentifierNode)
	if !ok || !isOwnFunction(callee.Value) || len(call.Arguments) < 2 {
		return
	}
	env, ok := call.Arguments[0].(*ast.IdentifierNode)
	column, isText := call.Arguments[1].(*ast.StringNode)
	if ok && isText && env.Value == "$env" {
		n.used = append(n.used, column.Value)
	}
}

// fill returns the text with its slots filled. It is empty, and false, where one of them is.
func (t *template) fill(s *scope) (string, bool, error) {
	var b strings.Builder
	for i, p := range t.parts {
		if !p.isSlot() {
			b.WriteString(p.text)
			continue
		}
		value, err := s.slot(p)
		if err != nil {
			return "", false, err
		}
		if value == "" {
			return "", false, nil
		}
		if t.isID {
			value = escape(value, i == 0)
		}
		b.WriteString(value)
	}
	return b.String(), true, nil
}

// slot returns the text of a column or an expression.
func (s *scope) slot(p part) (string, error) {
	if p.program == nil {
		return s.text(p.column), nil
	}
	value, err := s.evaluate(p.program)
	if err != nil {
		return "", err
	}
	return strings.TrimSpace(rows.Text(value)), nil
}

// evaluate evaluates an expression.
func (s *scope) evaluate(program *vm.Program) (any, error) {
	value, err := expr.Run(program, s.environment())
	if err != nil {
		return nil, fmt.Errorf("the expression fails: %w", err)
	}
	return value, nil
}

// escape returns a value as a part of an IRI (RFC 3987). A value that the IRI begins with
// is an IRI itself, and keeps all that an IRI may have.
func escape(value string, whole bool) string {
	var b strings.Builder
	for _, r := range value {
		if r > 0xa0 && r != utf8.RuneError || strings.ContainsRune(unreserved, r) || whole && strings.ContainsRune(reserved, r) {
			b.WriteRune(r)
			continue
		}
		for _, c := range []byte(string(r)) {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// The characters of ASCII that stand in an IRI as they are: in a segment, and beyond these
// in a whole one.
const (
	unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
	reserved   = ":/?#[]@!$&'()*+,;=%"
)
