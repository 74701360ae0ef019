package reading

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	ldcontext "vitrine/context"
)

// TestEveryPropertyHasAConstant looks for the properties that the schemas of the
// endpoints and of their parts name: each must be among the constants, with all the
// meanings that it has in the classes.
func TestEveryPropertyHasAConstant(t *testing.T) {
	constants := propertyConstants(t)
	meanings := contextTerms(t)
	for name := range schemaProperties(t) {
		for _, iri := range meanings[name] {
			if !constants[iri] {
				t.Errorf("%s is %s, for which there is no constant", name, iri)
			}
		}
	}
}

// notProperties are members that are read otherwise: by Node.IRI, Classes and Label.
var notProperties = map[string]bool{"id": true, "type": true, "_label": true, "@context": true}

// propertyConstants are the values of the constants of property.go.
func propertyConstants(t *testing.T) map[string]bool {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "property.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	namespaces, out := map[string]string{}, map[string]bool{}
	ast.Inspect(file, func(node ast.Node) bool {
		spec, ok := node.(*ast.ValueSpec)
		if !ok {
			return true
		}
		switch value := spec.Values[0].(type) {
		case *ast.BasicLit:
			namespaces[spec.Names[0].Name], _ = strconv.Unquote(value.Value)
		case *ast.BinaryExpr:
			local, _ := strconv.Unquote(value.Y.(*ast.BasicLit).Value)
			out[namespaces[value.X.(*ast.Ident).Name]+local] = true
		}
		return true
	})
	return out
}

// contextTerms are the IRIs of the terms of Linked Art's context, in all classes.
func contextTerms(t *testing.T) map[string][]string {
	t.Helper()
	text, err := ldcontext.New(nil).Document(ldcontext.LinkedArt)
	if err != nil {
		t.Fatal(err)
	}
	var document map[string]any
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	prefixes := map[string]string{}
	out := map[string][]string{}
	collectTerms(document["@context"].(map[string]any), prefixes, out)
	return out
}

func collectTerms(context map[string]any, prefixes map[string]string, out map[string][]string) {
	for term, definition := range context {
		if iri, ok := definition.(string); ok && strings.HasSuffix(iri, "/") || ok && strings.HasSuffix(iri, "#") {
			prefixes[term] = iri
		}
	}
	for term, definition := range context {
		d, ok := definition.(map[string]any)
		if !ok {
			continue
		}
		if id, ok := d["@id"].(string); ok && (d["@type"] != nil || d["@container"] != nil) {
			prefix, local, _ := strings.Cut(id, ":")
			out[term] = append(out[term], prefixes[prefix]+local)
		}
		if scoped, ok := d["@context"].(map[string]any); ok {
			collectTerms(scoped, prefixes, out)
		}
	}
}

// schemaProperties are the names under "properties" in the schemas.
func schemaProperties(t *testing.T) map[string]bool {
	t.Helper()
	files, err := filepath.Glob("../schemas/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(err, len(files))
	}
	out := map[string]bool{}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var schema any
		if err := json.Unmarshal(text, &schema); err != nil {
			t.Fatal(name, err)
		}
		collectProperties(schema, out)
	}
	return out
}

func collectProperties(schema any, out map[string]bool) {
	switch s := schema.(type) {
	case []any:
		for _, item := range s {
			collectProperties(item, out)
		}
	case map[string]any:
		if properties, ok := s["properties"].(map[string]any); ok {
			for name := range properties {
				if !notProperties[name] {
					out[name] = true
				}
			}
		}
		for _, value := range s {
			collectProperties(value, out)
		}
	}
}
