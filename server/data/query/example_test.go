package query

import (
	"os"
	"strings"
	"testing"

	"vitrine/sparql"
)

// TestExamples reads the examples, and looks for them in the documentation.
func TestExamples(t *testing.T) {
	text, err := os.ReadFile("../../../docs/query.md")
	if err != nil {
		t.Fatal(err)
	}
	docs := string(text)
	if !strings.Contains(docs, "```sparql\n"+prefixes+"```\n") {
		t.Error("docs/query.md has other prefixes")
	}
	for _, example := range Examples() {
		if _, err := sparql.Prepare(example.Text, sparql.Options{}); err != nil {
			t.Errorf("%s: %v", example.Title, err)
		}
		if body := strings.TrimPrefix(example.Text, prefixes); !strings.Contains(docs, string(example.Title)+":\n\n```sparql"+body+"\n```\n") {
			t.Errorf("docs/query.md lacks %q: %s", example.Title, body)
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
