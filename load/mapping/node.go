package mapping

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/expr-lang/expr/vm"

	"vitrine/load/rows"
)

// node is a part of a mapping: a template of a JSON value.
type node interface {
	// eval returns the value for a row. The state is empty where the value is left out.
	eval(s *scope) (any, state, error)
}

// state says where a value comes from.
type state int

const (
	// empty means that all columns that the value depends on are empty.
	empty state = iota
	// constant means that the value depends on no column.
	constant
	// filled means that a column has given it something.
	filled
)

// several is a value that stands for as many elements of the list that it stands in.
type several []any

// outsideOfList returns the value of a member that is no list: one value, or all as a list.
func (s several) outsideOfList() any {
	if len(s) == 1 {
		return s[0]
	}
	return []any(s)
}

// literal is a value that depends on no column.
type literal struct{ value any }

func (l literal) eval(*scope) (any, state, error) { return l.value, constant, nil }

// textNode is a text with slots.
type textNode struct {
	template *template
	line     int
	// number says that the value is a number.
	number bool
}

func (n *textNode) eval(s *scope) (any, state, error) {
	text, ok, err := n.template.fill(s)
	switch {
	case err != nil:
		return nil, empty, fault(n.line, err)
	case !ok:
		return nil, empty, nil
	}
	if n.number {
		if !json.Valid([]byte(text)) || strings.ContainsAny(text, `"{[tfn`) {
			return nil, empty, fault(n.line, fmt.Errorf("%q is no number", text))
		}
		return json.Number(text), filled, nil
	}
	return text, filled, nil
}

// listNode is a list.
type listNode struct{ elements []node }

func (n *listNode) eval(s *scope) (any, state, error) {
	list := []any{}
	all := empty
	if len(n.elements) == 0 {
		all = constant
	}
	for _, element := range n.elements {
		value, is, err := element.eval(s)
		if err != nil {
			return nil, empty, err
		}
		if is == empty {
			continue
		}
		all = max(all, is)
		if many, ok := value.(several); ok {
			list = append(list, many...)
			continue
		}
		list = append(list, value)
	}
	return list, all, nil
}

// objectNode is an object: members, and what verbs do with them.
type objectNode struct {
	line    int
	members []memberNode
	// condition has the object left out where it is false.
	condition *vm.Program
	// each has the object made for each value of columns, or of an expression.
	each *each
	// verb makes members, or values that stand in place of the object.
	verb *verb
	// ref is the id of the record that the members make; the object is then a reference
	// to it.
	ref node
	// look is the value that is looked up in a table.
	look *look
}

type memberNode struct {
	name string
	node node
}

func (n *objectNode) eval(s *scope) (any, state, error) {
	if n.each == nil {
		return n.one(s)
	}
	inner, _, err := n.each.scopes(s)
	if err != nil {
		return nil, empty, fault(n.line, err)
	}
	var made several
	for _, s := range inner {
		value, is, err := n.one(s)
		if err != nil {
			return nil, empty, err
		}
		if many, ok := value.(several); ok {
			made = append(made, many...)
		} else if is != empty {
			made = append(made, value)
		}
	}
	if len(made) == 0 {
		return nil, empty, nil
	}
	return made, filled, nil
}

// one makes the object once.
func (n *objectNode) one(s *scope) (any, state, error) {
	if n.condition != nil {
		holds, err := s.evaluate(n.condition)
		if err != nil {
			return nil, empty, fault(n.line, err)
		}
		if holds != true {
			return nil, empty, nil
		}
	}
	if n.look != nil {
		return n.look.eval(s)
	}
	object, is, err := n.object(s)
	if err != nil {
		return nil, empty, err
	}
	if n.verb != nil {
		value, err := n.verb.eval(s, object)
		if err != nil {
			return nil, empty, fault(n.line, err)
		}
		if value == nil && !n.verb.keeps {
			return nil, empty, nil
		}
		if many, ok := value.(several); ok {
			return many, filled, nil
		}
		if value != nil {
			is = filled
		} else if is == constant {
			return nil, empty, nil
		}
	}
	if n.ref != nil {
		return n.reference(s, object)
	}
	return object, is, nil
}

// object makes the members.
func (n *objectNode) object(s *scope) (*Object, state, error) {
	object := &Object{members: make([]member, 0, len(n.members))}
	is := constant
	seen := false
	for _, m := range n.members {
		value, of, err := m.node.eval(s)
		if err != nil {
			return nil, empty, err
		}
		if of == empty {
			seen = true
			continue
		}
		if of == filled {
			is = filled
		}
		if many, ok := value.(several); ok {
			value = many.outsideOfList()
		}
		object.members = append(object.members, member{m.name, value})
	}
	if seen && is == constant && n.verb == nil {
		return nil, empty, nil
	}
	return object, is, nil
}

// reference puts the object among the records, and returns a reference to it.
func (n *objectNode) reference(s *scope, object *Object) (any, state, error) {
	id, is, err := n.ref.eval(s)
	if err != nil || is == empty || object == nil {
		return nil, empty, err
	}
	record := &Object{members: append([]member{{"id", id}}, object.members...)}
	s.run.add(record, true)
	return referenceTo(record), filled, nil
}

// referenceTo returns the reference to a record.
func referenceTo(record *Object) *Object {
	reference := &Object{}
	for _, name := range []string{"id", "type", "_label"} {
		if value := record.Get(name); value != nil {
			reference.Set(name, value)
		}
	}
	return reference
}

// each repeats a part of a mapping.
type each struct {
	// columns belong together; the first says how many parts there are.
	columns []string
	// list is an expression in place of columns.
	list *vm.Program
	// split is what stands between the parts of a text, "" where lists are lists.
	split string
}

// scopes returns a scope for each part. Where several columns are named, the parts at one
// place belong together. Of a column with another number of parts nobody knows which belongs
// where: it holds for none, is told of, and its text is returned.
func (e *each) scopes(s *scope) (inner []*scope, odd []string, err error) {
	if e.list != nil {
		value, err := s.evaluate(e.list)
		if err != nil {
			return nil, nil, err
		}
		return e.within(s, "item", asList(value)), nil, nil
	}
	if len(e.columns) == 1 && e.split == "" {
		return e.within(s, e.columns[0], e.parts(s, e.columns[0])), nil, nil
	}
	for _, column := range e.columns {
		parts := e.parts(s, column)
		if len(inner) == 0 {
			for range parts {
				inner = append(inner, s.inner(map[string]any{}))
			}
		}
		if len(parts) > 0 && len(parts) != len(inner) {
			var texts []string
			for _, part := range parts {
				texts = append(texts, rows.Text(part))
			}
			text := strings.Join(texts, cmp.Or(e.split, "; "))
			s.run.unclear(Unclear{Verb: "each " + column, Value: text, Row: s.run.row.Number, Line: s.run.row.Line})
			odd, parts = append(odd, text), nil
		}
		for i := range inner {
			inner[i].value[column] = ""
			if parts != nil {
				inner[i].value[column] = parts[i]
			}
		}
	}
	return inner, odd, nil
}

// within returns the scopes of the parts of one column. The members of a part that is an
// object are columns.
func (e *each) within(s *scope, column string, parts []any) []*scope {
	var inner []*scope
	for _, value := range parts {
		object, ok := value.(map[string]any)
		if !ok {
			// The text of an element of XML is #text, whether or not it has attributes.
			object = map[string]any{column: value, "#text": value}
		}
		inner = append(inner, s.inner(object))
	}
	return inner
}

// parts returns the parts of a column.
func (e *each) parts(s *scope, column string) []any {
	if e.split == "" {
		return s.find(column)
	}
	text := s.text(column)
	if text == "" {
		return nil
	}
	var parts []any
	for part := range strings.SplitSeq(text, e.split) {
		parts = append(parts, strings.TrimSpace(part))
	}
	return parts
}

func asList(value any) []any {
	switch v := value.(type) {
	case nil:
		return nil
	case []any:
		return v
	case []string:
		list := make([]any, len(v))
		for i, text := range v {
			list[i] = text
		}
		return list
	}
	return []any{value}
}

// look looks a value up in a table.
type look struct {
	table string
	value node
	// entries are what the table has, and other is for what it has not; nil for nothing.
	entries map[string]node
	other   node
}

func (l *look) eval(s *scope) (any, state, error) {
	value, is, err := l.value.eval(s)
	if err != nil || is == empty {
		return nil, empty, err
	}
	if found, ok := l.entries[rows.Text(value)]; ok {
		made, is, err := found.eval(s)
		return made, max(is, filled), err
	}
	s.run.unclear(Unclear{Verb: "map " + l.table, Value: rows.Text(value), Row: s.run.row.Number, Line: s.run.row.Line})
	if l.other == nil {
		return nil, empty, nil
	}
	made, is, err := l.other.eval(s)
	return made, max(is, filled), err
}

// Fault is a fault of a row, with the line of the mapping at which it came up.
type Fault struct {
	// Line is that of the mapping.
	Line int
	Err  error
}

func (f *Fault) Error() string { return fmt.Sprintf("line %d of the mapping: %v", f.Line, f.Err) }

func (f *Fault) Unwrap() error { return f.Err }

func fault(line int, err error) error { return &Fault{line, err} }
