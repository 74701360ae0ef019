package reading

import (
	"testing"

	ldcontext "vitrine/context"
	"vitrine/serialize"
	"vitrine/serialize/jsonld"
)

// read reads a record from its JSON, which has neither a context nor an id.
func read(t testing.TB, document string) *Record {
	t.Helper()
	text := `{"@context": "` + ldcontext.LinkedArt + `", "id": "https://museum.example/it", ` + document[1:]
	g, err := jsonld.New(ldcontext.New(nil)).Read(t.Context(), []byte(text), serialize.DecodeOptions{})
	if err != nil {
		t.Fatalf("%s: %v", document, err)
	}
	return Read(g)
}
