package linkedart_test

import (
	"io/fs"
	"path"
	"testing"

	"vitrine/data"
	"vitrine/linkedart"
)

// TestSampleData holds the sample collection to the standard reading: no
// errors, and every entity of its own that it refers to is there.
func TestSampleData(t *testing.T) {
	records := map[string]bool{}
	walk := func(visit func(name string)) {
		err := fs.WalkDir(data.FS, ".", func(name string, entry fs.DirEntry, err error) error {
			if err == nil && path.Ext(name) == ".json" {
				visit(name)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	walk(func(name string) { records[data.Base+name[:len(name)-len(".json")]] = true })
	v, err := linkedart.NewValidator(linkedart.Options{Base: data.Base, Exists: func(iri string) bool { return records[iri] }})
	if err != nil {
		t.Fatal(err)
	}
	if len(records) < 40 {
		t.Errorf("%d records", len(records))
	}
	walk(func(name string) {
		text, err := fs.ReadFile(data.FS, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range v.Validate(text) {
			if f.Level == linkedart.Error || f.Rule == "reference-missing" {
				t.Errorf("%s: %+v", name, f)
			}
		}
	})
}
