package jsonld

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// goldMisreadings are what json-gold is known to do against JSON-LD 1.1 API,
// each with the sign that it may do so in a document, so that its graph may
// differ there.
var goldMisreadings = []struct {
	reason string
	sign   func(elements) bool
}{
	{"section 5.1.2 step 14.2.2: the context of a term for @nest is applied", func(d elements) bool {
		return d.uses(func(def definition, _ any) bool { return def.entries["@id"] == "@nest" && def.has("@context") })
	}},
	{"section 5.1.2 step 13.6: @json comes before the container", func(d elements) bool {
		return d.uses(func(def definition, value any) bool {
			_, isObject := value.(map[string]any)
			return def.entries["@type"] == "@json" && def.has("@container") && (isObject || def.container("@list") || def.container("@graph"))
		})
	}},
	{"section 5.1.2 step 13.5: the container is that of the term outside its own context", func(d elements) bool {
		return d.uses(func(def definition, _ any) bool { return def.has("@context") && d.redefines(def) })
	}},
	{"section 8.2.2 step 8: a number in a JSON literal has its form of RFC 8785", func(d elements) bool {
		return d.uses(func(def definition, value any) bool { return def.entries["@type"] == "@json" && hasNumber(value) }) ||
			slices.ContainsFunc(d.objects, func(o map[string]any) bool {
				return slices.ContainsFunc(d.named("@value"), func(key string) bool { return hasNumber(o[key]) }) &&
					slices.ContainsFunc(d.named("@type"), func(key string) bool { return o[key] == "@json" })
			})
	}},
	{"section 5.1.2 step 13.8.3.7: an alias of @none is no index", func(d elements) bool {
		return d.uses(func(def definition, value any) bool {
			object, _ := value.(map[string]any)
			return def.has("@index") && slices.ContainsFunc(d.named("@none"), func(key string) bool { return key != "@none" && object[key] != nil })
		})
	}},
	{"section 5.1.2 step 8: the context of a property counts for its values though it does not propagate", func(d elements) bool {
		return d.uses(func(def definition, _ any) bool {
			return slices.ContainsFunc(contextsIn(def.entries["@context"]), func(c map[string]any) bool { return c["@propagate"] == false })
		})
	}},
	{"section 5.1.2 step 8: the context of a term counts twice for what stands in a map", func(d elements) bool {
		return d.uses(func(def definition, value any) bool {
			return slices.ContainsFunc(contextsIn(def.entries["@context"]), func(c map[string]any) bool { return isRelative(c["@vocab"]) || isRelative(c["@base"]) })
		})
	}},
	{"section 4.1.2 step 2: @propagate of a context in an array does not count", func(d elements) bool {
		return slices.ContainsFunc(d.locals, func(local any) bool {
			list, _ := local.([]any)
			return slices.ContainsFunc(contextsIn(list), func(c map[string]any) bool { return list != nil && c["@propagate"] == false })
		})
	}},
	{"section 4.1.2 step 5.1.2: the previous context of a null context is what the contexts before it make", func(d elements) bool {
		return slices.ContainsFunc(d.definitions, func(def definition) bool {
			list, _ := def.entries["@context"].([]any)
			return slices.Contains(list, nil) && (d.isType(def.key) || slices.ContainsFunc(d.locals, func(local any) bool {
				return slices.ContainsFunc(contextsIn(local), func(c map[string]any) bool { return c["@propagate"] == false })
			}))
		})
	}},
	{"section 5.1.2 step 13.8.3.7: the names in a map are expanded outside the context of its term", func(d elements) bool {
		return d.uses(func(def definition, value any) bool {
			_, isObject := value.(map[string]any)
			return isObject && def.has("@context") && (def.has("@index") || def.container("@id") || def.container("@type"))
		})
	}},
	{"section 5.1.2 step 13.6: null is a JSON literal", func(d elements) bool {
		return slices.ContainsFunc(d.definitions, func(def definition) bool {
			return def.entries["@type"] == "@json" && slices.ContainsFunc(d.objects, func(o map[string]any) bool {
				value, ok := o[def.key]
				return ok && value == nil
			})
		})
	}},
	{"section 5.1.2 step 17.2: @set with null is null", func(d elements) bool {
		return slices.ContainsFunc(d.objects, func(o map[string]any) bool {
			return slices.ContainsFunc(d.named("@set"), func(key string) bool { value, ok := o[key]; return ok && value == nil })
		})
	}},
}

// elements are the objects and the term definitions of a document.
type elements struct {
	objects     []map[string]any
	definitions []definition
	// locals are the values of all members named @context.
	locals []any
}

// definition is a term definition in one of the contexts of a document.
type definition struct {
	key     string
	entries map[string]any
}

func (d definition) has(entry string) bool { _, ok := d.entries[entry]; return ok }

func (d definition) container(keyword string) bool {
	list, _ := d.entries["@container"].([]any)
	return d.entries["@container"] == keyword || slices.Contains(list, any(keyword))
}

// elementsOf takes a document apart.
func elementsOf(t *testing.T, text []byte) elements {
	t.Helper()
	var document any
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	var d elements
	d.collect(document)
	return d
}

func (d *elements) collect(value any) {
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			d.collect(item)
		}
	case map[string]any:
		d.objects = append(d.objects, value)
		for key, member := range value {
			if key != "@context" {
				d.collect(member)
				continue
			}
			d.local(member)
		}
	}
}

func (d *elements) local(value any) {
	d.locals = append(d.locals, value)
	for _, context := range contextsIn(value) {
		d.define(context)
	}
}

func (d *elements) define(context map[string]any) {
	for key, value := range context {
		def := definition{key: key}
		switch value := value.(type) {
		case string:
			def.entries = map[string]any{"@id": value}
		case map[string]any:
			def.entries = value
		}
		d.definitions = append(d.definitions, def)
		if def.has("@context") {
			d.local(def.entries["@context"])
		}
	}
}

// contextsIn returns the context definitions in the value of a @context.
func contextsIn(value any) []map[string]any {
	var out []map[string]any
	list, ok := value.([]any)
	if !ok {
		list = []any{value}
	}
	for _, entry := range list {
		if context, ok := entry.(map[string]any); ok {
			out = append(out, context)
		}
	}
	return out
}

// named returns the names that a keyword may have.
func (d elements) named(keyword string) []string {
	names := []string{keyword}
	for _, def := range d.definitions {
		if def.entries["@id"] == keyword {
			names = append(names, def.key)
		}
	}
	return names
}

// isType reports whether an object may be of a type of this name.
func (d elements) isType(name string) bool {
	return slices.ContainsFunc(d.objects, func(o map[string]any) bool {
		return slices.ContainsFunc(d.named("@type"), func(key string) bool {
			list, _ := o[key].([]any)
			return o[key] == name || slices.Contains(list, any(name))
		})
	})
}

func isRelative(value any) bool {
	text, ok := value.(string)
	return ok && !strings.Contains(text, ":")
}

// uses reports whether a member may have a definition that fits, with its value.
func (d elements) uses(fits func(definition, any) bool) bool {
	for _, def := range d.definitions {
		for _, object := range d.objects {
			if value, ok := object[def.key]; ok && value != nil && fits(def, value) {
				return true
			}
		}
	}
	return false
}

// redefines reports whether the context of a term gives the term another
// container, or takes its definition away.
func (d elements) redefines(def definition) bool {
	local := def.entries["@context"]
	list, _ := local.([]any)
	if def.has("@container") && (local == nil || slices.Contains(list, nil)) {
		return true
	}
	return slices.ContainsFunc(contextsIn(local), func(context map[string]any) bool {
		value, ok := context[def.key]
		inner, _ := value.(map[string]any)
		return ok && !reflect.DeepEqual(inner["@container"], def.entries["@container"])
	})
}

// hasNumber reports whether there is a number in a value of which RFC 8785 has
// another form than json-gold writes.
func hasNumber(value any) bool {
	switch value := value.(type) {
	case float64:
		return value != float64(int64(value)) || value > 1<<53
	case []any:
		return slices.ContainsFunc(value, hasNumber)
	case map[string]any:
		for _, member := range value {
			if hasNumber(member) {
				return true
			}
		}
	}
	return false
}
