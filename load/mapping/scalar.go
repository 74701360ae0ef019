package mapping

import (
	"encoding/json"
	"fmt"

	"go.yaml.in/yaml/v4"
)

// scalar returns a number, boolean or null of YAML as JSON has it.
func scalar(n *yaml.Node) (any, error) {
	switch n.Tag {
	case "!!bool":
		return n.Value == "true" || n.Value == "True" || n.Value == "TRUE", nil
	case "!!null":
		return nil, nil
	case "!!int", "!!float":
		if json.Valid([]byte(n.Value)) {
			return json.Number(n.Value), nil
		}
		return nil, fmt.Errorf("JSON has no number %s; write it in quotes if it is a text", n.Value)
	case "!!timestamp":
		return n.Value, nil
	}
	return nil, fmt.Errorf("a value of the type %s has no place in a record", n.Tag)
}

// constant returns a value as it stands in the mapping, with braces and $ as they are.
func (p *mappingParser) constant(n *yaml.Node) (any, error) {
	if p.nodes++; p.nodes > maxNodes {
		return nil, p.fail(n, "the mapping is too large")
	}
	switch n.Kind {
	case yaml.AliasNode:
		return p.constant(n.Alias)
	case yaml.SequenceNode:
		list := []any{}
		for _, element := range n.Content {
			value, err := p.constant(element)
			if err != nil {
				return nil, err
			}
			list = append(list, value)
		}
		return list, nil
	case yaml.MappingNode:
		object := &Object{}
		for i := 0; i < len(n.Content); i += 2 {
			value, err := p.constant(n.Content[i+1])
			if err != nil {
				return nil, err
			}
			object.Set(n.Content[i].Value, value)
		}
		return object, nil
	}
	if n.Tag == "!!str" {
		return n.Value, nil
	}
	return scalar(n)
}
