package framing

import (
	"fmt"
	"slices"
	"strings"
)

// check refuses a frame that section 4.1.3 does not allow. Whatever has no meaning in it is left
// alone, as there.
func check(frame map[string]any, depth int) error {
	if depth > MaxDepth {
		return fmt.Errorf("%w: it is nested deeper than %d", ErrFrame, MaxDepth)
	}
	if _, err := flagsOf(frame, flags{}); err != nil {
		return err
	}
	for _, key := range []string{"@id", "@type"} {
		for _, value := range list(frame[key]) {
			if text := textOf(value); isBlank(text) {
				return fmt.Errorf("%w: the value of %s is a blank node, %s", ErrFrame, key, text)
			}
		}
	}
	for key, value := range frame {
		if key == "@included" {
			return fmt.Errorf("%w: @included is not supported", ErrFrame)
		}
		if members, ok := value.(map[string]any); ok && key == "@reverse" {
			for _, member := range members {
				if err := checkAll(member, depth); err != nil {
					return err
				}
			}
		} else if !strings.HasPrefix(key, "@") || key == "@list" {
			if err := checkAll(value, depth); err != nil {
				return err
			}
		}
	}
	return nil
}

func checkAll(value any, depth int) error {
	values := list(value)
	if len(values) > 1 {
		return fmt.Errorf("%w: a property has %d frames; give one", ErrFrame, len(values))
	}
	for _, v := range values {
		object, ok := v.(map[string]any)
		if !ok {
			return fmt.Errorf("%w: the frame of a property is not an object", ErrFrame)
		}
		if err := check(object, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// flags are those of a frame (section 4.1.1): what it inherits where it has none.
type flags struct {
	embed                             string
	explicit, requireAll, omitDefault bool
}

// flagsOf returns the flags of a frame inside one with others.
func flagsOf(frame map[string]any, outer flags) (flags, error) {
	f := outer
	for key, to := range map[string]*bool{"@explicit": &f.explicit, "@requireAll": &f.requireAll, "@omitDefault": &f.omitDefault} {
		value, ok := flag(frame, key)
		if !ok {
			continue
		}
		switch value {
		case true, "true":
			*to = true
		case false, "false":
			*to = false
		default:
			return f, fmt.Errorf("%w: the value of %s is not true or false", ErrFrame, key)
		}
	}
	if value, ok := flag(frame, "@embed"); ok {
		switch value {
		case true, "@once", "true":
			f.embed = "@once"
		case false, "@never", "false":
			f.embed = "@never"
		case "@always":
			f.embed = "@always"
		default:
			return f, fmt.Errorf("%w: the value of @embed is not @once, @always or @never", ErrFrame)
		}
	}
	return f, nil
}

// flag returns the value of a flag, and whether there is one.
func flag(frame map[string]any, key string) (any, bool) {
	values := list(frame[key])
	if len(values) == 0 {
		return nil, false
	}
	if object, ok := values[0].(map[string]any); ok {
		return object["@value"], true
	}
	return values[0], true
}

// matches tells whether a node matches a frame (section 4.2.1): in all that the frame asks for
// where all is required, else in something. One that asks for nothing matches all.
func (n *nesting) matches(node, frame map[string]any, all bool, depth int) bool {
	if depth > MaxDepth {
		return false
	}
	wildcard, some := true, false
	for _, key := range sortedKeys(frame) {
		var match bool
		switch {
		case key == "@id":
			wanted := list(frame[key])
			match = len(wanted) == 0 || isEmptyObject(wanted[0]) || slices.Contains(wanted, node["@id"])
			if !all {
				return match
			}
		case key == "@type":
			wildcard = false
			if match = matchesType(list(node[key]), list(frame[key])); !all || !match {
				return match
			}
		case strings.HasPrefix(key, "@"):
			continue
		default:
			wildcard = false
			has, wanted := list(node[key]), list(frame[key])
			if len(wanted) == 0 {
				if len(has) > 0 { // [] asks that there be none
					return false
				}
				match = true
				break
			}
			pattern, _ := wanted[0].(map[string]any)
			if _, hasDefault := pattern["@default"]; hasDefault && len(has) == 0 {
				continue
			}
			match = n.matchesValues(has, pattern, asksForNode(pattern), all, depth)
		}
		if !match && all {
			return false
		}
		some = some || match
	}
	return wildcard || some
}

func matchesType(has, wanted []any) bool {
	if len(wanted) == 0 {
		return len(has) == 0
	}
	return slices.ContainsFunc(wanted, func(w any) bool {
		if isEmptyObject(w) {
			return len(has) > 0
		}
		if object, ok := w.(map[string]any); ok {
			_, hasDefault := object["@default"]
			return hasDefault
		}
		return slices.Contains(has, w)
	})
}

// matchesValues tells whether one of the values of a property matches a pattern. One for nodes
// is compared with the nodes that are the values, else whatever value there is matches.
func (n *nesting) matchesValues(has []any, pattern map[string]any, nodes, all bool, depth int) bool {
	if wanted, ok := pattern["@list"]; ok {
		inner := list(wanted)
		if len(inner) == 0 || len(has) == 0 {
			return len(has) > 0
		}
		first, _ := has[0].(map[string]any)
		items, ok := first["@list"]
		object, _ := inner[0].(map[string]any)
		return ok && n.matchesValues(list(items), object, true, all, depth)
	}
	if isValue(pattern) {
		return slices.ContainsFunc(has, func(v any) bool { return matchesValue(v, pattern) })
	}
	if nodes && len(pattern) > 0 {
		return slices.ContainsFunc(has, func(v any) bool {
			node := n.subjects[reference(v)]
			return node != nil && n.matches(node, pattern, all, depth+1)
		})
	}
	return len(has) > 0
}

// asksForNode tells whether a pattern names the node that is the value.
func asksForNode(pattern map[string]any) bool {
	_, ok := pattern["@id"]
	return ok
}

func isValue(object map[string]any) bool {
	_, ok := object["@value"]
	return ok
}

// matchesValue tells whether a value matches a pattern of values (section 4.2.3). One that has
// nothing of a value matches all.
func matchesValue(value any, pattern map[string]any) bool {
	v, ok := value.(map[string]any)
	if !ok || !isValue(v) {
		return false
	}
	values, types, languages := list(pattern["@value"]), list(pattern["@type"]), list(pattern["@language"])
	if len(values)+len(types)+len(languages) == 0 {
		return true
	}
	return (slices.Contains(values, v["@value"]) || len(values) > 0 && isEmptyObject(values[0])) &&
		matchesPart(v["@type"], types, false) && matchesPart(v["@language"], languages, true)
}

// matchesPart tells whether the type or the language of a value matches: there is none where
// none is asked for, {} is any. Languages are compared without regard to case.
func matchesPart(has any, wanted []any, fold bool) bool {
	if has == nil {
		return len(wanted) == 0
	}
	if len(wanted) > 0 && isEmptyObject(wanted[0]) {
		return true
	}
	return slices.ContainsFunc(wanted, func(w any) bool {
		return w == has || fold && strings.EqualFold(textOf(w), textOf(has)) && textOf(w) != ""
	})
}
