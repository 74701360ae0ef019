package openapi

import (
	"encoding/json"
	"maps"
	"slices"
)

// simplify returns what a schema says without conditions and rules: a Schema, or true where
// it says nothing, or false where what it is about is refused.
func (b *builder) simplify(p place) any {
	schema, ok := p.schema.(Schema)
	if !ok {
		return p.schema
	}
	if kind := b.asReference(p.file, schema); kind != nil {
		return kind
	}
	out, and := b.own(p.file, schema), b.others(p.file, schema)
	if and == nil && len(out) == 0 {
		return true
	}
	return conjunction(out, and)
}

// asReference is the schema of one kind of references, which are written as a reference to
// that of all, beside the classes; nil for other schemas.
func (b *builder) asReference(file string, schema Schema) any {
	reference, _ := schema["$ref"].(string)
	properties, _ := schema["properties"].(Schema)
	if len(schema) != 2 || len(properties) != 1 {
		return nil
	}
	if _, name := b.follow(file, reference); name != "reference" && name != "anyReference" {
		return nil
	}
	switch class := b.simplify(place{file, properties["type"]}).(type) {
	case Schema:
		if classes, ok := class["enum"].([]any); ok {
			return b.kindOfReference(file, reference, classes)
		}
		if class, ok := class["const"]; ok {
			return b.kindOfReference(file, reference, []any{class})
		}
	}
	return nil
}

// own is what the schema says itself.
func (b *builder) own(file string, schema Schema) Schema {
	out := Schema{}
	for _, key := range []string{"type", "required", "enum", "const", "minLength", "not"} {
		if value, ok := schema[key]; ok {
			out[key] = value
		}
	}
	if classes, ok := out["enum"].([]any); ok {
		delete(out, "enum")
		maps.Copy(out, oneOf(classes))
	}
	if title, ok := schema["title"]; ok {
		out["description"] = title
	}
	if items := b.simplify(place{file, schema["items"]}); items != nil && items != true {
		out["items"] = items
	}
	if b.simplify(place{file, schema["additionalProperties"]}) == false {
		out["additionalProperties"] = false
	}
	if properties, ok := schema["properties"].(Schema); ok && !isUnion(schema) {
		_, beside := schema["$ref"]
		if kept := b.properties(file, properties, beside); len(kept) > 0 {
			out["properties"] = kept
		}
	}
	return out
}

// properties are those that are not refused. Those that a schema says nothing of are left
// out where they stand beside a reference to the schema that has them.
func (b *builder) properties(file string, properties Schema, beside bool) Schema {
	kept := Schema{}
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		switch made := b.simplify(place{file, properties[name]}); made {
		case false:
		case true:
			if !beside {
				kept[name] = Schema{}
			}
		default:
			kept[name] = made
		}
	}
	return kept
}

// others are the schemas that hold beside what a schema says itself.
func (b *builder) others(file string, schema Schema) (and []any) {
	if reference, ok := schema["$ref"].(string); ok {
		and = append(and, b.resolve(file, reference))
	}
	if anyOf, ok := schema["anyOf"].([]any); ok {
		and = append(and, b.union(file, anyOf))
	}
	cases := classCases(schema)
	if len(cases) > 1 {
		return append(and, b.union(file, cases))
	}
	if _, ok := schema["if"]; ok {
		and = append(and, b.union(file, outcomes(schema)))
	}
	if allOf, ok := schema["allOf"].([]any); ok {
		for _, each := range allOf {
			and = append(and, b.simplify(place{file, each}))
		}
	}
	return and
}

// conjunction is the schema of what fits out and all others.
func conjunction(out Schema, others []any) any {
	var and []any
	for _, other := range others {
		switch other {
		case false:
			return false
		case true:
		default:
			and = append(and, other)
		}
	}
	if _, typed := out["type"]; typed && len(out) == 1 && len(and) > 0 {
		out = Schema{} // the others have a type themselves
	}
	switch {
	case len(and) == 0 && len(out) == 0:
		return true
	case len(and) == 0:
		return out
	case len(and) == 1 && len(out) == 0:
		return and[0]
	case len(out) > 0:
		if only, ok := and[0].(Schema); ok && len(and) == 1 && only["$ref"] == nil && disjoint(only, out) {
			only = maps.Clone(only)
			maps.Copy(only, out)
			return only
		}
		and = append(and, out)
	}
	return Schema{"allOf": and}
}

// disjoint tells whether two schemas have no keyword in common.
func disjoint(a, b Schema) bool {
	for key := range a {
		if _, ok := b[key]; ok {
			return false
		}
	}
	return true
}

// union is the schema of what fits one of several.
func (b *builder) union(file string, schemas []any) any {
	var or []any
	seen := map[string]bool{}
	for _, schema := range schemas {
		made := b.simplify(place{file, schema})
		switch made {
		case true:
			return true
		case false:
			continue
		}
		if list, ok := made.(Schema); ok && list["items"] != nil && list["type"] == nil {
			list["type"] = "array"
		}
		if text, _ := json.Marshal(made); !seen[string(text)] {
			seen[string(text)] = true
			or = append(or, made)
		}
	}
	switch len(or) {
	case 0:
		return false
	case 1:
		return or[0]
	}
	if mapping := b.mapping(or); mapping != nil {
		return Schema{"oneOf": or, "discriminator": Schema{"propertyName": "type", "mapping": mapping}}
	}
	return Schema{"anyOf": or}
}

// mapping maps the classes of the schemas of a union to them; nil if not each is a reference
// to a schema of one class that the others do not have.
func (b *builder) mapping(schemas []any) Schema {
	mapping := Schema{}
	for _, schema := range schemas {
		reference, _ := schema.(Schema)["$ref"].(string)
		if reference == "" {
			return nil
		}
		source, _ := b.sources[reference[len(b.prefix):]].schema.(Schema)
		name, ok := classOf(source)["const"].(string)
		if _, twice := mapping[name]; !ok || twice {
			return nil
		}
		mapping[name] = reference
	}
	return mapping
}

// classCases are the schemas of a choice by the class of an object that covers all classes it
// may have; none for other schemas.
func classCases(schema Schema) (cases []any) {
	all, _ := classOf(schema)["enum"].([]any)
	conditions, _ := schema["allOf"].([]any)
	if conditions == nil {
		for next := schema; next["if"] != nil; next, _ = next["else"].(Schema) {
			conditions = append(conditions, Schema{"if": next["if"], "then": next["then"]})
		}
	}
	var classes []any
	for _, each := range conditions {
		condition, _ := each.(Schema)
		test, _ := condition["if"].(Schema)
		class, ok := classOf(test)["const"]
		if !ok {
			return nil
		}
		classes, cases = append(classes, class), append(cases, condition["then"])
	}
	for _, class := range all {
		if !slices.Contains(classes, class) {
			return nil
		}
	}
	if len(all) == 0 {
		return nil
	}
	return cases
}

// classOf is what a schema says of the member type.
func classOf(schema Schema) Schema {
	properties, _ := schema["properties"].(Schema)
	class, _ := properties["type"].(Schema)
	return class
}

// outcomes are the schemas that a condition leads to, and the conditions inside it.
func outcomes(schema Schema) (all []any) {
	for _, key := range []string{"then", "else"} {
		switch outcome := schema[key].(type) {
		case nil:
			all = append(all, true)
		case Schema:
			if _, again := outcome["if"]; again && len(outcome) <= 3 {
				all = append(all, outcomes(outcome)...)
				continue
			}
			all = append(all, outcome)
		default:
			all = append(all, outcome)
		}
	}
	return all
}
