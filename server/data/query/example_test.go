package query

import (
	"testing"

	"vitrine/sparql"
)

// TestExamples reads the examples.
func TestExamples(t *testing.T) {
	for _, example := range Examples() {
		if _, err := sparql.Prepare(example.Text, sparql.Options{}); err != nil {
			t.Errorf("%s: %v", example.Title, err)
		}
	}
}

// TestExtensions are those of files, each once.
func TestExtensions(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range GraphForms() {
		if extension := f.Extension(); seen[extension] || len(extension) > len("jsonld") {
			t.Errorf("%s has the extension %s", f.Name, extension)
		} else {
			seen[extension] = true
		}
	}
}
