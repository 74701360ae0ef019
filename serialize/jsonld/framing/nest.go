package framing

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/piprate/json-gold/ld"
)

// nesting is the state of the framing algorithm (section 4.1.2).
type nesting struct {
	ctx      context.Context
	subjects map[string]map[string]any
	// embedded are the nodes that are embedded in the present one of the top, and path those
	// that the present one is in.
	embedded map[string]bool
	path     []string
	// blanks counts where each blank node is named.
	blanks map[string]int
	// written is how many nodes and values there are.
	written int
}

// nest returns the nodes that match the frame, with what they lead to.
func (n *nesting) nest(frame map[string]any) ([]any, error) {
	nodes := []any{}
	add := func(node any) { nodes = append(nodes, node) }
	outer := flags{embed: "@once"}
	for _, id := range sortedKeys(n.subjects) {
		n.embedded = map[string]bool{}
		if err := n.embed(id, frame, outer, add); err != nil {
			return nil, err
		}
	}
	for _, node := range nodes {
		n.withoutBlanks(node)
	}
	return nodes, nil
}

// count counts another node or value.
func (n *nesting) count() error {
	if n.written++; n.written > MaxNodes {
		return fmt.Errorf("%w: the frame makes more than %d nodes and values of the graph; use @explicit, or @embed with @once or @never", ErrLimit, MaxNodes)
	}
	if n.written%256 == 0 {
		return n.ctx.Err()
	}
	return nil
}

// embed adds the node with an id where it matches the frame: whole, or only its id where it is
// there already or must not be embedded.
func (n *nesting) embed(id string, frame map[string]any, outer flags, add func(any)) error {
	node := n.subjects[id]
	f, err := flagsOf(frame, outer)
	if err != nil {
		return err
	}
	if node == nil { // nothing is said of it
		node = map[string]any{"@id": id}
	}
	if !n.matches(node, frame, f.requireAll, 0) {
		return n.ctx.Err()
	}
	if err := n.count(); err != nil {
		return err
	}
	n.countBlanks(id)
	top := len(n.path) == 0
	if !top && (f.embed == "@never" || slices.Contains(n.path, id) || f.embed == "@once" && n.embedded[id]) {
		add(map[string]any{"@id": id})
		return nil
	}
	if len(n.path) == MaxDepth {
		return fmt.Errorf("%w: nodes are nested deeper than %d; use @explicit, or @embed with @never", ErrLimit, MaxDepth)
	}
	n.embedded[id] = true
	n.path = append(n.path, id)
	defer func() { n.path = n.path[:len(n.path)-1] }()
	output := map[string]any{"@id": id}
	if err := n.properties(node, frame, f, output); err != nil {
		return err
	}
	defaults(frame, f, output)
	if err := n.reversed(id, frame, f, output); err != nil {
		return err
	}
	add(output)
	return nil
}

// properties adds the properties of a node.
func (n *nesting) properties(node, frame map[string]any, f flags, output map[string]any) error {
	for _, key := range sortedKeys(node) {
		if strings.HasPrefix(key, "@") {
			output[key] = ld.CloneDocument(node[key])
			if key == "@type" {
				n.countBlanks(node[key])
			}
			continue
		}
		wanted, asked := frame[key]
		if f.explicit && !asked {
			continue
		}
		subframe := map[string]any{}
		if values := list(wanted); len(values) > 0 {
			subframe, _ = values[0].(map[string]any)
		}
		for _, value := range list(node[key]) {
			if err := n.value(value, subframe, f, adder(output, key)); err != nil {
				return err
			}
		}
	}
	return nil
}

// countBlanks counts the blank nodes among ids.
func (n *nesting) countBlanks(ids any) {
	for _, value := range list(ids) {
		if id := textOf(value); isBlank(id) {
			n.blanks[id]++
		}
	}
}

// value adds a value of a property where it matches the frame.
func (n *nesting) value(value any, frame map[string]any, f flags, add func(any)) error {
	object, _ := value.(map[string]any)
	if items, ok := object["@list"]; ok {
		var subframe map[string]any
		if values := list(frame["@list"]); len(values) > 0 {
			subframe, _ = values[0].(map[string]any)
		}
		framed := map[string]any{"@list": []any{}}
		add(framed)
		addItem := adder(framed, "@list")
		for _, item := range list(items) {
			id := reference(item)
			if id == "" { // values of lists are all there
				addItem(ld.CloneDocument(item))
				continue
			}
			if err := n.embed(id, subframe, f, addItem); err != nil {
				return err
			}
		}
		return n.count()
	}
	if id := reference(value); id != "" {
		return n.embed(id, frame, f, add)
	}
	if matchesValue(value, frame) {
		add(ld.CloneDocument(value))
	}
	return n.count()
}

// defaults adds the values that the frame has for properties that the node lacks.
func defaults(frame map[string]any, f flags, output map[string]any) {
	for _, key := range sortedKeys(frame) {
		if _, has := output[key]; has || strings.HasPrefix(key, "@") && key != "@type" {
			continue
		}
		var subframe map[string]any
		if values := list(frame[key]); len(values) > 0 {
			subframe, _ = values[0].(map[string]any)
		}
		value, hasDefault := subframe["@default"]
		inner, err := flagsOf(subframe, f)
		if err != nil || inner.omitDefault || key == "@type" && !hasDefault {
			continue
		}
		if !hasDefault {
			value = null
		}
		output[key] = list(ld.CloneDocument(value))
	}
}

// reversed adds the nodes that lead to the node by the properties that the frame asks for.
func (n *nesting) reversed(id string, frame map[string]any, f flags, output map[string]any) error {
	properties, _ := frame["@reverse"].(map[string]any)
	if len(properties) == 0 {
		return nil
	}
	reverse := map[string]any{}
	for _, property := range sortedKeys(properties) {
		subframe := map[string]any{}
		if values := list(properties[property]); len(values) > 0 {
			subframe, _ = values[0].(map[string]any)
		}
		for _, other := range sortedKeys(n.subjects) {
			if !slices.ContainsFunc(list(n.subjects[other][property]), func(v any) bool { return reference(v) == id }) {
				continue
			}
			if err := n.embed(other, subframe, f, adder(reverse, property)); err != nil {
				return err
			}
		}
	}
	if len(reverse) > 0 {
		output["@reverse"] = reverse
	}
	return nil
}

// withoutBlanks removes the @id of each blank node that is named once (section 4.1.2, the last
// steps of the method frame).
func (n *nesting) withoutBlanks(value any) {
	switch value := value.(type) {
	case map[string]any:
		if id := textOf(value["@id"]); isBlank(id) && n.blanks[id] == 1 {
			delete(value, "@id")
		}
		for _, member := range value {
			n.withoutBlanks(member)
		}
	case []any:
		for _, item := range value {
			n.withoutBlanks(item)
		}
	}
}

// adder returns a function that adds values to a member of an object.
func adder(to map[string]any, key string) func(any) {
	return func(value any) { to[key] = append(list(to[key]), value) }
}

// reference returns the @id of a node that is named and not described, else "".
func reference(value any) string {
	object, ok := value.(map[string]any)
	if !ok || len(object) != 1 {
		return ""
	}
	return textOf(object["@id"])
}

// list returns a value as a list: nil has none.
func list(value any) []any {
	switch value := value.(type) {
	case nil:
		return nil
	case []any:
		return value
	default:
		return []any{value}
	}
}

func isEmptyObject(value any) bool {
	object, ok := value.(map[string]any)
	return ok && len(object) == 0
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
