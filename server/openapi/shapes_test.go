package openapi

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"vitrine/linkedart"
)

// Schema is a JSON Schema that is an object.
type Schema = map[string]any

// makeSchemas makes the schemas of records.json of those of package linkedart: without
// conditions, so that programs can make types of them. It returns them by their names. They refer to each other by prefix and name,
// such as "#/components/schemas/Name".
func makeSchemas(prefix string) (map[string]Schema, error) {
	b := &builder{prefix: prefix, files: map[string]Schema{}, refused: map[string]bool{}, named: map[string]Schema{}, sources: map[string]place{}}
	for _, r := range linkedart.Rules() {
		b.refused[r.ID] = r.Standard == linkedart.Error
	}
	if err := b.read(linkedart.Schemas()); err != nil {
		return nil, err
	}
	var records []any
	for _, e := range linkedart.Endpoints() {
		b.name(recordSchema(e.Name), place{e.Name + ".json", b.files[e.Name+".json"]})
		records = append(records, b.reference(recordSchema(e.Name)))
	}
	for len(b.waiting) > 0 {
		name := b.waiting[0]
		b.waiting = b.waiting[1:]
		if made, ok := b.simplify(b.sources[name]).(Schema); ok {
			b.named[name] = made
		}
	}
	b.named["Record"] = Schema{"anyOf": records, "description": "A record of one of Linked Art's endpoints."}
	return b.named, b.err
}

// place is a schema with the file that its references are relative to.
type place struct {
	file   string
	schema any
}

// builder makes the schemas.
type builder struct {
	prefix string
	files  map[string]Schema
	// refused says for each rule whether what breaks it is refused.
	refused map[string]bool
	named   map[string]Schema
	// sources are those that the named schemas are made from, and waiting the names of
	// those that are not made yet.
	sources map[string]place
	waiting []string
	err     error
}

func (b *builder) read(files fs.FS) error {
	names, err := fs.Glob(files, "*.json")
	if err != nil {
		return err
	}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		var schema Schema
		if err := json.Unmarshal(text, &schema); err != nil {
			return fmt.Errorf("schema %s: %w", name, err)
		}
		b.files[name] = schema
	}
	return nil
}

func (b *builder) reference(name string) Schema { return Schema{"$ref": b.prefix + name} }

// name has a schema made under the name, once, and returns a reference to it.
func (b *builder) name(name string, p place) Schema {
	if _, ok := b.sources[name]; !ok {
		b.named[name], b.sources[name] = Schema{}, p
		b.waiting = append(b.waiting, name)
	}
	return b.reference(name)
}

// follow returns what a reference from the file leads to, with its name in that file.
func (b *builder) follow(file, reference string) (target place, name string) {
	path, pointer, _ := strings.Cut(reference, "#")
	if path == "" {
		path = file
	}
	name = strings.TrimSuffix(path, ".json")
	var schema any = b.files[path]
	for _, token := range strings.Split(pointer, "/") {
		if token == "" {
			continue
		}
		holder, _ := schema.(Schema)
		schema = holder[token]
		if token != "$defs" {
			name = token
		}
	}
	if schema == nil {
		b.err = fmt.Errorf("schema %s refers to %s, which there is not", file, reference)
	}
	return place{path, schema}, name
}

// largest is the size in bytes of a list that is written where it stands.
const largest = 200

// resolve returns the schema for a reference: true or false for a rule, texts and short
// lists themselves, and otherwise a reference to a schema of a name.
func (b *builder) resolve(file, reference string) any {
	target, name := b.follow(file, reference)
	if refused, ok := target.schema.(bool); ok {
		return refused || !b.refused[name]
	}
	schema, ok := target.schema.(Schema)
	if !ok {
		return true
	}
	public := b.publicName(target.file, name)
	if isCapital(name) || isUnion(schema) {
		return b.name(public, target)
	}
	made, ok := b.simplify(target).(Schema)
	if !ok {
		return true
	}
	if size, _ := json.Marshal(made); made["properties"] == nil && len(size) < largest {
		return made
	}
	b.named[public] = made
	return b.reference(public)
}

// publicName is that of a definition of a file. Those of the parts of provenance records
// are named after them, since activities inside other records have definitions of the same names.
func (b *builder) publicName(file, name string) string {
	if file != "parts.json" {
		return capital(name)
	}
	if name == "parts" {
		return "ProvenancePart"
	}
	return "Provenance" + capital(name)
}

func capital(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

func isCapital(name string) bool { return name[0] >= 'A' && name[0] <= 'Z' }

// isUnion tells whether a schema chooses between others by the class of an object.
func isUnion(schema Schema) bool { return len(classCases(schema)) > 1 }

// kindOfReference returns the schema of references to entities of the classes: that of all
// references with these classes in the place of type.
func (b *builder) kindOfReference(file, reference string, classes []any) any {
	target, name := b.follow(file, reference)
	if name == "anyReference" {
		return b.kindOfReference(target.file, "#/$defs/reference", classes)
	}
	public := classesName(classes) + "Reference"
	if _, ok := b.named[public]; !ok {
		b.named[public] = Schema{}
		made, _ := b.simplify(target).(Schema)
		made["properties"] = maps.Clone(made["properties"].(Schema))
		made["properties"].(Schema)["type"] = oneOf(classes)
		b.named[public] = made
	}
	return b.reference(public)
}

// classesName joins the names of classes; those of an endpoint go by its name.
func classesName(classes []any) string {
	if len(classes) > 5 {
		return "Any"
	}
	var names []string
	for _, class := range classes {
		names = append(names, fmt.Sprint(class))
	}
	for _, e := range linkedart.Endpoints() {
		if len(e.Classes) > 1 && e.Name != "provenance" && slices.Equal(slices.Sorted(slices.Values(e.Classes)), slices.Sorted(slices.Values(names))) {
			return capital(e.Name)
		}
	}
	return strings.Join(names, "Or")
}

// oneOf is the schema of one of several texts.
func oneOf(texts []any) Schema {
	if len(texts) == 1 {
		return Schema{"const": texts[0]}
	}
	return Schema{"enum": texts}
}
