package convert

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"vitrine/load/mapping"
	"vitrine/load/rows"
)

func file(name, text string) rows.Source {
	return rows.Source{Name: name, Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }}
}

const museum = `
sources:
- file: objects.csv
  join:
    people: {file: people.csv, key: nr, on: maker}
  records:
  - id: object/{id}
    type: HumanMadeObject
    _label: '{title}'
    produced_by:
      type: Production
      carried_out_by:
      - {$ref: 'person/{maker}', type: Person, _label: '{people.name}', identified_by: [{type: Name, content: '{people.name}'}]}
    dimension: [{type: Dimension, value: '{height}'}]
`

const people = "nr,name\nA,Anna\nB,Bert\n"

// converted returns the records of files by a mapping.
func converted(t *testing.T, text string, o Options) (string, *Result, error) {
	t.Helper()
	m, err := mapping.Parse("m.yaml", []byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	o.Mapping = m
	result, err := Convert(t.Context(), o)
	if err != nil {
		return "", nil, err
	}
	defer result.Close()
	var out bytes.Buffer
	var ids []string
	err = result.Write(&out, func(id string) error { ids = append(ids, id); return nil })
	if len(ids) != result.Records {
		t.Errorf("%d ids of %d records", len(ids), result.Records)
	}
	return out.String(), result, err
}

// TestConvert joins, merges and sorts, and leaves out rows with a fault.
func TestConvert(t *testing.T) {
	objects := "id,title,maker,height\n2,Cup,A,3\n1,Bowl,A,4.5\n3,Jug,B,tall\n4,Pot\n"
	got, result, err := converted(t, museum, Options{Files: []rows.Source{file("objects.csv", objects), file("people.csv", people)}})
	if err != nil {
		t.Fatal(err)
	}
	const begin = `{"@context":"https://linked.art/ns/v1/linked-art.json","id":"`
	maker := `"produced_by":{"type":"Production","carried_out_by":[{"id":"person/A","type":"Person","_label":"Anna"}]}`
	want := begin + `object/1","type":"HumanMadeObject","_label":"Bowl",` + maker + `,"dimension":[{"type":"Dimension","value":4.5}]}` + "\n" +
		begin + `object/2","type":"HumanMadeObject","_label":"Cup",` + maker + `,"dimension":[{"type":"Dimension","value":3}]}` + "\n" +
		begin + `person/A","type":"Person","_label":"Anna","identified_by":[{"type":"Name","content":"Anna"}]}` + "\n"
	if got != want {
		t.Errorf("got\n%s, want\n%s", got, want)
	}
	if result.Rows != 3 || result.Refused != 2 || len(result.Faults) != 2 {
		t.Errorf("the report is %+v", result.Report)
	}
	if at := result.Place(1); at.String() != "objects.csv:3" {
		t.Errorf("object/1 is at %s, want objects.csv:3", at)
	}
}

// TestSameResult has many rows give the same records in the same order, whichever
// goroutine makes them, and in little memory.
func TestSameResult(t *testing.T) {
	var objects strings.Builder
	objects.WriteString("id,title,maker,height\n")
	for i := range 5000 {
		fmt.Fprintf(&objects, "%d,Title %d,%s,%d\n", i*7919%5000, i%3, []string{"A", "B"}[i%2], i)
	}
	o := Options{Files: []rows.Source{file("objects.csv", objects.String()), file("people.csv", people)}, Memory: 1}
	first, result, err := converted(t, museum, o)
	if err != nil {
		t.Fatal(err)
	}
	second, _, err := converted(t, museum, o)
	if err != nil || first != second {
		t.Errorf("the second run differs from the first: %v", err)
	}
	if result.Records != 5002 {
		t.Errorf("%d records, want 5002", result.Records)
	}
}

// TestFaults has each fault of the files said.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		name  string
		files []rows.Source
		want  string
	}{
		{"a file without a source", []rows.Source{file("other.csv", "id\n")}, "no source with a file like this"},
		{"a join that is not given", []rows.Source{file("objects.csv", "id,title,maker,height\n1,a,b,1\n")}, "give it on the command line"},
		{"a column that is not there", []rows.Source{file("objects.csv", "id,titel,maker,height\n1,a,b,1\n"), file("people.csv", people)}, `uses the column "title", which objects.csv does not have; did you mean "titel"?`},
		{"a join without its key", []rows.Source{file("objects.csv", "id,title,maker,height\n"), file("people.csv", "name\nAnna\n")}, "has no nr, by which it is joined"},
		{"a file that ends in the middle", []rows.Source{file("objects.csv", "id,title,maker,height\n1,\"a"), file("people.csv", people)}, "not closed"},
	} {
		if _, _, err := converted(t, museum, Options{Files: c.files}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want an error with %q", c.name, err, c.want)
		}
	}
}

// TestCancelled ends with the context, and leaves no goroutine that waits.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	m, err := mapping.Parse("m.yaml", []byte(museum), nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = Convert(ctx, Options{Mapping: m, Files: []rows.Source{file("objects.csv", "id,title,maker,height\n1,a,A,1\n"), file("people.csv", people)}})
	if err == nil {
		t.Error("no error")
	}
}

func BenchmarkConvert(b *testing.B) {
	var objects strings.Builder
	objects.WriteString("id,title,maker,height\n")
	for i := range 10_000 {
		fmt.Fprintf(&objects, "%d,Title %d,%s,%d\n", i, i, []string{"A", "B"}[i%2], i)
	}
	m, err := mapping.Parse("m.yaml", []byte(museum), nil)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		result, err := Convert(b.Context(), Options{Mapping: m, Memory: 64 << 20, Files: []rows.Source{file("objects.csv", objects.String()), file("people.csv", people)}})
		if err != nil {
			b.Fatal(err)
		}
		if err := result.Write(io.Discard, func(string) error { return nil }); err != nil {
			b.Fatal(err)
		}
		result.Close()
	}
	b.ReportMetric(10_000*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}
