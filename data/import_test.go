package data_test

import (
	"bytes"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"path"
	"reflect"
	"testing"

	"vitrine/data"
	"vitrine/load/convert"
	"vitrine/load/mapping"
	"vitrine/load/rows"
)

// TestImport imports the CSV of the sample collection, and compares what comes out with the
// objects of the collection.
func TestImport(t *testing.T) {
	const folder = "import/"
	text, err := os.ReadFile(folder + "objects.yaml")
	if err != nil {
		t.Fatal(err)
	}
	m, err := mapping.Parse("objects.yaml", text, func(name string) (io.ReadCloser, error) { return os.Open(folder + name) })
	if err != nil {
		t.Fatal(err)
	}
	file := rows.Source{Name: "objects.csv", Open: func() (io.ReadCloser, error) { return os.Open(folder + "objects.csv") }}
	result, err := convert.Convert(t.Context(), convert.Options{Mapping: m, Files: []rows.Source{file}})
	if err != nil {
		t.Fatal(err)
	}
	defer result.Close()
	if result.Refused > 0 || len(result.Unclear) > 0 || len(result.Unused) > 0 {
		t.Errorf("the report is %+v", result.Report)
	}
	var out bytes.Buffer
	if err := result.Write(&out, func(string) error { return nil }); err != nil {
		t.Fatal(err)
	}
	names, err := fs.Glob(data.FS, "object/*.json")
	if err != nil {
		t.Fatal(err)
	}
	if len(names) != result.Records {
		t.Errorf("%d records were made, of %d objects", result.Records, len(names))
	}
	decoder := json.NewDecoder(&out)
	for decoder.More() {
		var got, want map[string]any
		if err := decoder.Decode(&got); err != nil {
			t.Fatal(err)
		}
		id, _ := got["id"].(string)
		text, err := fs.ReadFile(data.FS, "object/"+path.Base(id)+".json")
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &want); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %v\nwant %v", id, got, want)
		}
	}
}
