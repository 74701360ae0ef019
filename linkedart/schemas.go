package linkedart

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

//go:embed schemas/*.json
var schemaFiles embed.FS

// Schemas returns the JSON Schemas: one file for each endpoint, named after it,
// and the files those refer to. As they stand they give the strict reading, and
// ask for what is only recommended too.
func Schemas() fs.FS {
	sub, err := fs.Sub(schemaFiles, "schemas")
	if err != nil {
		return schemaFiles
	}
	return sub
}

// schemaRoot is the URL that the schemas' references resolve against. Nothing
// is loaded from there.
const schemaRoot = "vitrine:///linkedart/"

// noLoader refuses every schema that is not embedded.
type noLoader struct{}

func (noLoader) Load(url string) (any, error) {
	return nil, fmt.Errorf("the schema %s is not among the embedded ones", url)
}

// compiledSchemas are the schemas by the name of the endpoint, compiled once.
var compiledSchemas = sync.OnceValues(compileSchemas)

func compileSchemas() (map[string]*jsonschema.Schema, error) {
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	compiler.UseLoader(noLoader{})
	files := Schemas()
	names, err := fs.Glob(files, "*.json")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			return nil, fmt.Errorf("schema %s: %w", name, err)
		}
		if err := compiler.AddResource(schemaRoot+name, doc); err != nil {
			return nil, fmt.Errorf("schema %s: %w", name, err)
		}
	}
	compiled := make(map[string]*jsonschema.Schema, len(endpoints))
	for _, e := range endpoints {
		if compiled[e.Name], err = compiler.Compile(schemaRoot + e.Name + ".json"); err != nil {
			return nil, fmt.Errorf("schema %s: %w", e.Name, err)
		}
	}
	return compiled, nil
}
