package mapping

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

// maxNodes bounds a mapping; aliases of YAML count as often as they are used.
const maxNodes = 100_000

// Error is a fault of a mapping.
type Error struct {
	// Name is the file, Line and Column the place, from 1.
	Name         string
	Line, Column int
	Err          error
}

func (e *Error) Error() string { return fmt.Sprintf("%s:%d:%d: %v", e.Name, e.Line, e.Column, e.Err) }

func (e *Error) Unwrap() error { return e.Err }

// parser reads one mapping.
type mappingParser struct {
	name string
	// open opens a table that is a file beside the mapping.
	open   func(name string) (io.ReadCloser, error)
	tables map[string]map[string]node
	// columns are those that the part which is read now uses, with the first place of each.
	columns map[string]*yaml.Node
	// lead is the first column since it was made empty.
	lead string
	// classes are those of the records that templates make.
	classes map[string]bool
	nodes   int
}

func (p *mappingParser) fail(at *yaml.Node, format string, args ...any) error {
	return &Error{p.name, at.Line, at.Column, fmt.Errorf(format, args...)}
}

// use returns a function that notes the columns of a node.
func (p *mappingParser) use(at *yaml.Node) func(string) {
	return func(column string) {
		p.lead = cmp.Or(p.lead, column)
		if _, ok := p.columns[column]; !ok {
			p.columns[column] = at
		}
	}
}

// numbers are the members of Linked Art whose values are numbers.
var numbers = []string{"value", "lower_value_limit", "upper_value_limit"}

// node reads a part of a template. name is the member that it is the value of.
func (p *mappingParser) node(n *yaml.Node, name string) (node, error) {
	if p.nodes++; p.nodes > maxNodes {
		return nil, p.fail(n, "the mapping is too large")
	}
	switch n.Kind {
	case yaml.AliasNode:
		return p.node(n.Alias, name)
	case yaml.SequenceNode:
		list := &listNode{}
		for _, element := range n.Content {
			read, err := p.node(element, name)
			if err != nil {
				return nil, err
			}
			list.elements = append(list.elements, read)
		}
		return list, nil
	case yaml.MappingNode:
		return p.object(n)
	}
	if n.Tag != "!!str" {
		value, err := scalar(n)
		if err != nil {
			return nil, p.fail(n, "%w", err)
		}
		return literal{value}, nil
	}
	return p.text(n, name == "id", slices.Contains(numbers, name))
}

// text reads a text with slots.
func (p *mappingParser) text(n *yaml.Node, isID, number bool) (node, error) {
	if n.Kind != yaml.ScalarNode {
		return nil, p.fail(n, "a text is wanted here")
	}
	t, err := parseTemplate(n.Value, p.use(n))
	if err != nil {
		return nil, p.fail(n, "%w", err)
	}
	t.isID = isID
	if !t.hasSlots() {
		text, _, _ := t.fill(nil)
		return literal{text}, nil
	}
	return &textNode{t, n.Line, number}, nil
}

// object reads an object with its verbs.
func (p *mappingParser) object(n *yaml.Node) (node, error) {
	o := &objectNode{line: n.Line}
	verbs := map[string]*yaml.Node{}
	for i := 0; i < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if strings.HasPrefix(key.Value, "$") {
			if value.Kind == yaml.AliasNode {
				value = value.Alias
			}
			verbs[key.Value] = value
			continue
		}
		read, err := p.node(value, key.Value)
		if err != nil {
			return nil, err
		}
		if o.has(key.Value) {
			return nil, p.fail(key, "the member %q stands twice", key.Value)
		}
		o.members = append(o.members, memberNode{key.Value, read})
	}
	if value, ok := verbs["$const"]; ok {
		if len(n.Content) > 2 {
			return nil, p.fail(n, "$const stands alone")
		}
		made, err := p.constant(value)
		return literal{made}, err
	}
	return o, p.verbs(n, o, verbs)
}

func (o *objectNode) has(name string) bool {
	return slices.ContainsFunc(o.members, func(m memberNode) bool { return m.name == name })
}

// verbs gives an object its verbs.
func (p *mappingParser) verbs(n *yaml.Node, o *objectNode, verbs map[string]*yaml.Node) error {
	take := func(name string) *yaml.Node {
		value := verbs[name]
		delete(verbs, name)
		return value
	}
	var err error
	if value := take("$if"); value != nil {
		if o.condition, err = parseExpression(value.Value, p.use(value)); err != nil {
			return p.fail(value, "%w", err)
		}
	}
	if value := take("$each"); value != nil {
		if o.each, err = p.each(value, take("$split")); err != nil {
			return err
		}
	}
	if value := take("$ref"); value != nil {
		if o.ref, err = p.text(value, true, false); err != nil {
			return err
		}
		p.noteClass(o)
	}
	if value := take("$map"); value != nil {
		if o.look, err = p.look(value, take("$value"), take("$else")); err != nil {
			return err
		}
		if len(o.members) > 0 {
			return p.fail(value, "$map stands alone: the table has the members")
		}
	}
	return p.wordVerb(n, o, verbs)
}

// each reads what is repeated.
func (p *mappingParser) each(value, split *yaml.Node) (*each, error) {
	e := &each{}
	if split != nil {
		e.split = split.Value
	}
	if source, ok := strings.CutPrefix(value.Value, "="); ok {
		list, err := parseExpression(source, p.use(value))
		if err != nil {
			return nil, p.fail(value, "%w", err)
		}
		e.list = list
		return e, nil
	}
	columns := []*yaml.Node{value}
	if value.Kind == yaml.SequenceNode {
		columns = value.Content
	}
	for _, column := range columns {
		if column.Kind != yaml.ScalarNode || column.Value == "" {
			return nil, p.fail(column, "$each wants a column, a list of columns, or = and an expression")
		}
		p.use(column)(column.Value)
		e.columns = append(e.columns, column.Value)
	}
	return e, nil
}

// look reads a look-up in a table.
func (p *mappingParser) look(table, value, other *yaml.Node) (*look, error) {
	entries, ok := p.tables[table.Value]
	if !ok {
		return nil, p.fail(table, "there is no table %q; tables stand at tables:", table.Value)
	}
	if value == nil {
		return nil, p.fail(table, "$map wants a $value, such as $value: \"{column}\"")
	}
	l := &look{table: table.Value, entries: entries}
	var err error
	if l.value, err = p.text(value, false, false); err != nil {
		return nil, err
	}
	if other != nil {
		l.other, err = p.node(other, "")
	}
	return l, err
}

// table reads a table: an object, or the name of a CSV file with two columns, or with one
// for each member: its first column is the value that is looked up.
func (p *mappingParser) table(n *yaml.Node) (map[string]node, error) {
	entries := map[string]node{}
	if n.Kind == yaml.ScalarNode {
		file, err := p.open(n.Value)
		if err != nil {
			return nil, p.fail(n, "open the table: %w", err)
		}
		defer file.Close()
		if err := readTable(file, entries); err != nil {
			return nil, p.fail(n, "%s: %w", n.Value, err)
		}
		return entries, nil
	}
	if n.Kind != yaml.MappingNode {
		return nil, p.fail(n, "a table is an object, or the name of a CSV file")
	}
	for i := 0; i < len(n.Content); i += 2 {
		entry, err := p.node(n.Content[i+1], "")
		if err != nil {
			return nil, err
		}
		entries[n.Content[i].Value] = entry
	}
	return entries, nil
}

// readTable reads a table in CSV.
func readTable(r io.Reader, entries map[string]node) error {
	reader := csv.NewReader(r)
	header, err := reader.Read()
	if err != nil {
		return err
	}
	if len(header) < 2 {
		return errors.New("a table has two columns or more")
	}
	for {
		cells, err := reader.Read()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case len(entries) >= maxNodes:
			return fmt.Errorf("the table has more than %d rows", maxNodes)
		}
		entries[cells[0]] = literal{tableEntry(header, cells)}
	}
}

func tableEntry(header, cells []string) any {
	if len(header) == 2 {
		return cells[1]
	}
	object := &Object{}
	for i, name := range header[1:] {
		if cells[i+1] != "" {
			object.Set(name, cells[i+1])
		}
	}
	return object
}
