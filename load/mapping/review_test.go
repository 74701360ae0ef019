package mapping

import (
	"io"
	"strings"
	"testing"
	"testing/fstest"

	"vitrine/load/rows"
)

// reviewed parses a mapping with a review file, and returns what the record of a row has.
func reviewed(t *testing.T, file string) (*Mapping, string, error) {
	t.Helper()
	const text = `
review: review.csv
sources:
- records:
  - id: object/1
    type: HumanMadeObject
    classified_as: [{$term: '{kind}', $kind: object}]
    made_of: [{$materials: '{medium}'}]
    produced_by: {type: Production, $makers: {name: '{maker}', birthplace: '{place}', born: '1900'}}
`
	files := fstest.MapFS{}
	if file != "" {
		files["review.csv"] = &fstest.MapFile{Data: []byte(file)}
	}
	m, err := Parse("m.yaml", []byte(text), func(name string) (io.ReadCloser, error) { return files.Open(name) })
	if err != nil {
		return nil, "", err
	}
	value := map[string]any{"kind": "Teapots", "medium": "oil on glimmerglass", "maker": "Anna Roth", "place": "Paris"}
	made, err := m.For("objects.csv").Records(rows.Row{Value: value}, func(Unclear) {})
	var b strings.Builder
	for _, r := range made {
		text, err := r.Value.Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(append(text, '\n'))
	}
	return m, b.String(), err
}

// listed is a review as the tests write it.
func listed(m *Mapping) string {
	matched, counts := m.matches()
	var lines []string
	for _, of := range matched {
		lines = append(lines, strings.Join([]string{of.Kind, of.Text, strings.Repeat("+", counts[of]), of.ID[strings.LastIndexByte(strings.TrimRight(of.ID, "/"), '/')+1:], string(of.How)}, "|"))
	}
	return strings.Join(lines, " ")
}

// TestReview lists what words were taken for, and goes by what a person decided.
func TestReview(t *testing.T) {
	m, _, err := reviewed(t, "")
	if err != nil {
		t.Fatal(err)
	}
	const want = "material|glimmerglass|+||none material|oil|+|300015050|exact object|Teapots|+|300043022|plural person|Anna Roth|+||none place|Paris|+|2988507/|exact"
	if got := listed(m); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	m, record, err := reviewed(t, "kind,text,count,id,label,matched\n"+
		"material,glimmerglass,1,aat:300010797,Glass,none\nmaterial,oil,1,,,exact\nobject,TEAPOTS,1,http://m.example/teapot,Our teapot,exact\n"+
		"person,Anna Roth,1,http://vocab.getty.edu/ulan/1,Anna,none\nplace,Paris,1,,,exact\nobject,Urn,3,300129425,Urn,reviewed\nobject,Bowl,3,http://vocab.getty.edu/aat/300203596,Bowl,exact\n")
	if err != nil {
		t.Fatal(err)
	}
	const decided = "material|glimmerglass|+|300010797|reviewed material|oil|+||reviewed object|Teapots|+|teapot|reviewed object|Urn||300129425|reviewed person|Anna Roth|+|1|reviewed place|Paris|+||reviewed"
	if got := listed(m); got != decided {
		t.Errorf("got  %s\nwant %s", got, decided)
	}
	for _, want := range []string{
		`"classified_as":[{"id":"http://m.example/teapot","type":"Type","_label":"Our teapot"}]`,
		`"made_of":[{"id":"http://vocab.getty.edu/aat/300010797","type":"Material","_label":"Glass"}]`,
		`"equivalent":[{"id":"http://vocab.getty.edu/ulan/1","type":"Person","_label":"Anna"}]`,
	} {
		if !strings.Contains(record, want) {
			t.Errorf("no %s in\n%s", want, record)
		}
	}
	if strings.Contains(record, "geonames") {
		t.Errorf("Paris is a place of GeoNames in\n%s", record)
	}
	for _, broken := range []string{"a,b\n", "kind,text,id\nobject,Urn,urn\n", "kind,text,id\nobject,Urn\n"} {
		if _, _, err := reviewed(t, broken); err == nil {
			t.Errorf("%q was read", broken)
		}
	}
}
