package linkedart_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	ldcontext "vitrine/context"
	"vitrine/linkedart"
)

// TestFixturesAreValid: the fixtures that show an endpoint or a shared shape as
// it should be have no errors. The others show what JSON-LD allows and Linked
// Art does not.
func TestFixturesAreValid(t *testing.T) {
	v, err := linkedart.NewValidator(linkedart.Options{Base: "https://data.museum.example/", Contexts: ldcontext.New(nil)})
	if err != nil {
		t.Fatal(err)
	}
	kinds := []string{"shape"}
	for _, e := range linkedart.Endpoints() {
		kinds = append(kinds, e.Name)
	}
	for _, kind := range kinds {
		files, err := filepath.Glob("../testdata/records/roundtrip/" + kind + "-*.json")
		if err != nil || len(files) == 0 {
			t.Errorf("%s: %d fixtures, %v", kind, len(files), err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range v.Validate(text) {
				if f.Level == linkedart.Error {
					t.Errorf("%s: %s: %s", strings.TrimPrefix(file, "../"), f.Pointer, f.Message)
				}
			}
		}
	}
}
