// Package settings reads files of settings, which are a small part of YAML 1.2
// (https://yaml.org/spec/1.2.2/): one mapping of names to texts, to lists of texts, or to
// lists of further mappings. Anchors, aliases, tags, merge keys and several documents are
// refused. A text stays as it is written, so that `on` and `1e3` are not turned into
// something else; what it means, the caller decides.
//
// The package knows no name of a setting, and opens no file.
package settings

import (
	"errors"
	"fmt"

	"go.yaml.in/yaml/v4"
)

// Setting is a name with its values.
type Setting struct {
	Name string
	// Line counts from 1.
	Line int
	// Values has one text where List is false, and as many as the list where it is true.
	Values []Value
	List   bool
}

// Value is a text, or a group of settings where Group is not nil.
type Value struct {
	Line  int
	Text  string
	Group []Setting
}

// Error says what is wrong at a line of a file. Line counts from 1; it is 0 where it is not
// known.
type Error struct {
	Line int
	Err  error
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Err.Error()
	}
	return fmt.Sprintf("line %d: %v", e.Line, e.Err)
}

func (e *Error) Unwrap() error { return e.Err }

// faultf returns an Error.
func faultf(line int, format string, args ...any) error {
	return &Error{line, fmt.Errorf(format, args...)}
}

// Parse reads the text of a file. Errors are of type *Error.
func Parse(text []byte) ([]Setting, error) {
	var documents []yaml.Node
	if err := yaml.Load(text, &documents, yaml.WithAllDocuments()); err != nil {
		return nil, syntaxError(err)
	}
	switch len(documents) {
	case 0:
		return nil, nil
	case 1:
		return document(&documents[0])
	}
	return nil, faultf(documents[1].Line, "there is a second document; write one without ---")
}

func syntaxError(err error) error {
	var fault *yaml.LoadError
	if errors.As(err, &fault) {
		return &Error{fault.Mark.Line, errors.New(fault.Message)}
	}
	return &Error{Err: err}
}

func document(n *yaml.Node) ([]Setting, error) {
	if n.Kind != yaml.DocumentNode || len(n.Content) != 1 {
		return nil, nil // of comments alone
	}
	top := n.Content[0]
	if top.Kind == yaml.ScalarNode && top.Value == "" {
		return nil, nil
	}
	return mapping(top)
}

// mapping reads the settings of a mapping.
func mapping(n *yaml.Node) ([]Setting, error) {
	if err := plain(n); err != nil {
		return nil, err
	}
	if n.Kind != yaml.MappingNode {
		return nil, faultf(n.Line, "write settings as NAME: VALUE")
	}
	settings, seen := []Setting{}, map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if err := plain(key); err != nil {
			return nil, err
		}
		if key.Kind != yaml.ScalarNode {
			return nil, faultf(key.Line, "the name of a setting is a text")
		}
		if first, ok := seen[key.Value]; ok {
			return nil, faultf(key.Line, "%s stands in line %d already", key.Value, first)
		}
		seen[key.Value] = key.Line
		s, err := setting(key, n.Content[i+1])
		if err != nil {
			return nil, err
		}
		settings = append(settings, s)
	}
	return settings, nil
}

func setting(key, n *yaml.Node) (Setting, error) {
	s := Setting{Name: key.Value, Line: key.Line}
	items := []*yaml.Node{n}
	switch n.Kind {
	case yaml.MappingNode:
		return s, faultf(key.Line, "%s has a text or a list, and no settings of its own", key.Value)
	case yaml.SequenceNode:
		s.List, items = true, n.Content
	}
	if err := plain(n); err != nil {
		return s, err
	}
	for _, item := range items {
		v, err := value(key.Value, item)
		if err != nil {
			return s, err
		}
		s.Values = append(s.Values, v)
	}
	return s, nil
}

func value(name string, n *yaml.Node) (v Value, err error) {
	if err := plain(n); err != nil {
		return v, err
	}
	v.Line = n.Line
	switch n.Kind {
	case yaml.MappingNode:
		v.Group, err = mapping(n)
	case yaml.ScalarNode:
		if n.Value == "" && n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) == 0 {
			return v, faultf(n.Line, `%s has no value; write "" for an empty one`, name)
		}
		v.Text = n.Value
	default:
		err = faultf(n.Line, "%s has a list in a list", name)
	}
	return v, err
}

// plain refuses what settings have no use for.
func plain(n *yaml.Node) error {
	switch {
	case n.Kind == yaml.AliasNode, n.Anchor != "":
		return faultf(n.Line, "anchors and aliases (& and *) are not used here; put a text that begins with one in quotes")
	case n.Style&yaml.TaggedStyle != 0:
		return faultf(n.Line, "tags (!) are not used here; put a text that begins with one in quotes")
	}
	return nil
}
