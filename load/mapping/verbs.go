package mapping

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

// verb is a verb that reads the words of museums.
type verb struct {
	name string
	// text is what it reads, and named what it reads by name, such as width: {column}.
	text     node
	named    []memberNode
	settings map[string]string
	// each divides what is read by name where several things are in one row; within is the
	// list that they are in, nil where they are in texts.
	each, within *each
	// lead is the first column of what is called name, which says how many things there are.
	lead string
	wordVerb
}

// call is the use of a verb for a row.
type call struct {
	*verb
	run *run
	// value is the text that is read, "" where named has values.
	value string
	// values are the named texts that are not empty; parts are those of each part where
	// several things are in one row.
	values []namedText
	parts  [][]namedText
	// odd are the texts of columns that have another number of parts.
	odd []string
	// object has the members that stand beside the verb.
	object *Object
}

type namedText struct{ name, text string }

// unclear counts a value that is not understood.
func (c *call) unclear(value string) {
	c.run.unclear(Unclear{Verb: strings.TrimPrefix(c.name, "$"), Value: value, Row: c.run.row.Number, Line: c.run.row.Line})
}

// wordVerb gives an object the verb that is left among its members.
func (p *mappingParser) wordVerb(n *yaml.Node, o *objectNode, left map[string]*yaml.Node) error {
	verbs := wordVerbs()
	for name, value := range left {
		of, ok := verbs[name]
		if !ok {
			continue
		}
		if o.verb != nil {
			return p.fail(n, "%s and %s stand in one object", o.verb.name, name)
		}
		o.verb = &verb{name: name, settings: map[string]string{}, wordVerb: of}
		delete(left, name)
		if err := p.verbValue(o.verb, value); err != nil {
			return err
		}
		for _, option := range of.options {
			if at := left[option]; at != nil {
				o.verb.settings[option] = at.Value
				delete(left, option)
			}
		}
		if separator := o.verb.settings["$split"]; separator != "" {
			o.verb.each.split = separator
		} else {
			o.verb.each = o.verb.within
		}
	}
	for name, value := range left {
		return p.fail(value, "%s is no verb here; there are %s", name, strings.Join(verbNames(), ", "))
	}
	return nil
}

func (p *mappingParser) verbValue(v *verb, value *yaml.Node) error {
	outer := p.columns
	p.columns = map[string]*yaml.Node{}
	err := p.verbTexts(v, value)
	columns := slices.Sorted(maps.Keys(p.columns))
	if v.lead != "" {
		columns = slices.Concat([]string{v.lead}, slices.DeleteFunc(columns, func(of string) bool { return of == v.lead }))
	}
	v.each = &each{columns: columns}
	for column, at := range p.columns {
		if _, ok := outer[column]; !ok {
			outer[column] = at
		}
	}
	p.columns = outer
	return err
}

// verbTexts reads the texts that a verb reads.
func (p *mappingParser) verbTexts(v *verb, value *yaml.Node) error {
	var err error
	if value.Kind != yaml.MappingNode {
		v.text, err = p.text(value, false, false)
		return err
	}
	for i := 0; i < len(value.Content); i += 2 {
		name := value.Content[i].Value
		if name == "$each" && slices.Contains(v.options, "$split") {
			if v.within, err = p.each(value.Content[i+1], nil); err != nil {
				return err
			}
			continue
		}
		if !slices.Contains(v.names, name) {
			return p.fail(value.Content[i], "%s does not read %q; it reads %s", v.name, name, cmp.Or(strings.Join(v.names, ", "), "one text"))
		}
		p.lead = ""
		text, err := p.text(value.Content[i+1], false, false)
		if err != nil {
			return err
		}
		if name == "name" {
			v.lead = p.lead
		}
		v.named = append(v.named, memberNode{name, text})
	}
	return nil
}

// verbNames returns the names of all verbs.
func verbNames() []string {
	return append([]string{"$if", "$each", "$split", "$map", "$value", "$else", "$ref", "$const"}, slices.Sorted(maps.Keys(wordVerbs()))...)
}

// eval reads the text, and returns what stands in place of the object: nil for nothing, an
// *Object or several.
func (v *verb) eval(s *scope, object *Object) (any, error) {
	c := &call{verb: v, run: s.run, object: object}
	if v.text != nil {
		value, is, err := v.text.eval(s)
		if err != nil {
			return nil, err
		}
		if is != empty {
			c.value, _ = value.(string)
		}
	}
	if v.each != nil {
		scopes, odd, err := v.each.scopes(s)
		if err != nil {
			return nil, err
		}
		c.odd = odd
		for _, part := range scopes {
			values, err := v.texts(part)
			if err != nil {
				return nil, err
			}
			c.parts = append(c.parts, values)
		}
	}
	var err error
	if c.values, err = v.texts(s); err != nil {
		return nil, err
	}
	if c.value == "" && len(c.values) == 0 && len(c.parts) == 0 {
		return nil, nil
	}
	return v.apply(c)
}

// texts returns the named texts that are not empty.
func (v *verb) texts(s *scope) ([]namedText, error) {
	var texts []namedText
	for _, m := range v.named {
		value, is, err := m.node.eval(s)
		if err != nil {
			return nil, err
		}
		if text, ok := value.(string); ok && is != empty {
			texts = append(texts, namedText{m.name, text})
		}
	}
	return texts, nil
}

// named returns the text of a name, "" where there is none.
func (c *call) named(name string) string {
	for _, of := range c.values {
		if of.name == name {
			return of.text
		}
	}
	return ""
}

// merge gives the object the members of another that it has not.
func (c *call) merge(other *Object) *Object {
	for _, m := range other.members {
		if c.object.Get(m.name) == nil {
			c.object.Set(m.name, m.value)
		}
	}
	return c.object
}

// wordVerb is a verb that reads words.
type wordVerb struct {
	apply func(*call) (any, error)
	// options are the members that are settings of the verb, and names those of what it
	// reads; nil where it reads one text.
	options, names []string
	// keeps says that the object stays where there is nothing to read.
	keeps bool
}
