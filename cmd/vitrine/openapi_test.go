package main

import (
	"bytes"
	"io/fs"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"vitrine/data"
	"vitrine/linkedart"
)

// TestOpenAPIDescribesRecords holds the sample records, as they are served, against the
// schema that the OpenAPI description names for the answer of their endpoint.
func TestOpenAPIDescribesRecords(t *testing.T) {
	p := served(t)
	_, text := p.get(t, "-/openapi.json", "*/*")
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	if err := compiler.AddResource("test:openapi", document); err != nil {
		t.Fatal(err)
	}
	for _, e := range linkedart.Endpoints() {
		schema, err := compiler.Compile("test:openapi#/paths/~1" + e.Name + "~1{id}/get/responses/200/content/application~1ld+json/schema")
		if err != nil {
			t.Fatal(err)
		}
		files, err := fs.Glob(data.FS, e.Name+"/*.json")
		if err != nil || len(files) == 0 {
			t.Errorf("%s: %d records, %v", e.Name, len(files), err)
		}
		for _, file := range files {
			path := strings.TrimSuffix(file, ".json")
			_, text := p.get(t, path, "application/ld+json")
			record, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			if err := schema.Validate(record); err != nil {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
}
