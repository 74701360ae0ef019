package servecmd

import (
	"errors"
	"fmt"

	"go.yaml.in/yaml/v4"
)

// setting is a name of a file of settings, with its values. Such a file is a small part of
// YAML 1.2 (https://yaml.org/spec/1.2.2/): one mapping of names to texts or to lists of
// texts. Anchors, aliases, tags, merge keys and several documents are refused. A text stays
// as it is written, so that `on` and `1e3` are not turned into something else.
type setting struct {
	name string
	// line counts from 1.
	line int
	// values has one text where isList is false, and as many as the list where it is true.
	values []string
	isList bool
}

// settingError says what is wrong at a line of a file. The line counts from 1; it is 0 where
// it is not known.
type settingError struct {
	line int
	err  error
}

func (e *settingError) Error() string {
	if e.line == 0 {
		return e.err.Error()
	}
	return fmt.Sprintf("line %d: %v", e.line, e.err)
}

func (e *settingError) Unwrap() error { return e.err }

// faultf returns a settingError.
func faultf(line int, format string, args ...any) error {
	return &settingError{line, fmt.Errorf(format, args...)}
}

// parseSettings reads the text of a file. Errors are of type *settingError.
func parseSettings(text []byte) ([]setting, error) {
	var documents []yaml.Node
	if err := yaml.Load(text, &documents, yaml.WithAllDocuments()); err != nil {
		return nil, syntaxError(err)
	}
	switch len(documents) {
	case 0:
		return nil, nil
	case 1:
		return settingsDocument(&documents[0])
	}
	return nil, faultf(documents[1].Line, "there is a second document; write one without ---")
}

func syntaxError(err error) error {
	var fault *yaml.LoadError
	if errors.As(err, &fault) {
		return &settingError{fault.Mark.Line, errors.New(fault.Message)}
	}
	return &settingError{err: err}
}

func settingsDocument(n *yaml.Node) ([]setting, error) {
	if n.Kind != yaml.DocumentNode || len(n.Content) != 1 {
		return nil, nil // of comments alone
	}
	top := n.Content[0]
	if top.Kind == yaml.ScalarNode && top.Value == "" {
		return nil, nil
	}
	return settingsMapping(top)
}

// settingsMapping reads the settings of a mapping.
func settingsMapping(n *yaml.Node) ([]setting, error) {
	if err := plain(n); err != nil {
		return nil, err
	}
	if n.Kind != yaml.MappingNode {
		return nil, faultf(n.Line, "write settings as NAME: VALUE")
	}
	settings, seen := []setting{}, map[string]int{}
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
		s, err := readSetting(key, n.Content[i+1])
		if err != nil {
			return nil, err
		}
		settings = append(settings, s)
	}
	return settings, nil
}

func readSetting(key, n *yaml.Node) (setting, error) {
	s := setting{name: key.Value, line: key.Line}
	items := []*yaml.Node{n}
	switch n.Kind {
	case yaml.MappingNode:
		return s, faultf(key.Line, "%s has a text or a list, and no settings of its own", key.Value)
	case yaml.SequenceNode:
		s.isList, items = true, n.Content
	}
	if err := plain(n); err != nil {
		return s, err
	}
	for _, item := range items {
		if err := plain(item); err != nil {
			return s, err
		}
		if item.Kind != yaml.ScalarNode {
			return s, faultf(item.Line, "%s has texts in its list, and neither lists nor settings of its own", key.Value)
		}
		if item.Value == "" && item.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) == 0 {
			return s, faultf(item.Line, `%s has no value; write "" for an empty one`, key.Value)
		}
		s.values = append(s.values, item.Value)
	}
	return s, nil
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
