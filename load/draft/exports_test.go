package draft_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	ldcontext "vitrine/context"
	"vitrine/linkedart"
	"vitrine/load/convert"
	"vitrine/load/draft"
	"vitrine/load/mapping"
	"vitrine/load/rows"
)

// sized is a file whose size is known.
type sized struct {
	*os.File
	size int64
}

func (f sized) Size() int64 { return f.size }

func open(name string) rows.Source {
	return rows.Source{
		Name: name,
		Open: func() (io.ReadCloser, error) { return os.Open(name) },
		File: func() (rows.ReaderAt, error) {
			file, err := os.Open(name)
			if err != nil {
				return nil, err
			}
			info, err := file.Stat()
			return sized{file, info.Size()}, err
		},
	}
}

// imported returns the records of a file by its draft alone, or by the mapping of LIDO.
func imported(t *testing.T, name string) (objects []map[string]any, lines [][]byte) {
	t.Helper()
	file := open(name)
	text := draft.LIDO
	if is, err := draft.IsLIDO(file); err != nil {
		t.Fatal(err)
	} else if !is {
		look, err := draft.LookAt(t.Context(), file, rows.Options{}, 1000)
		if err != nil {
			t.Fatal(err)
		}
		if text, err = look.Mapping(name); err != nil {
			t.Fatal(err)
		}
	}
	m, err := mapping.Parse("draft.yaml", []byte(text), nil)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	result, err := convert.Convert(t.Context(), convert.Options{Mapping: m, Files: []rows.Source{file}})
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	defer result.Close()
	for _, fault := range result.Faults {
		t.Errorf("%s: %v", fault.Place, fault.Err)
	}
	var out bytes.Buffer
	if err := result.Write(&out, func(string) error { return nil }); err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(out.Bytes()) {
		lines = append(lines, line)
		var record map[string]any
		if err := json.Unmarshal(line, &record); err != nil {
			t.Fatal(err)
		}
		if record["type"] == "HumanMadeObject" {
			objects = append(objects, record)
		}
	}
	return objects, lines
}

// TestExports drafts mappings for exports in the manner of several systems, and checks that
// the draft alone makes records without errors that have what the rows say.
func TestExports(t *testing.T) {
	validator, err := linkedart.NewValidator(linkedart.Options{Base: "https://data.museum.example/", Contexts: ldcontext.New(nil), Exists: func(string) bool { return true }})
	if err != nil {
		t.Fatal(err)
	}
	const most = "title accession maker date credit medium size picture"
	for _, c := range []struct{ file, has string }{
		{"tms.csv", most}, {"museumplus.csv", most}, {"collectionspace.csv", most}, {"easydb.csv", most}, {"axiell.xml", most},
		{"metapi.json", most}, {"clevelandapi.json", most}, {"rijksapi.json", most}, {"ceres.csv", most},
		{"omeka.csv", "title accession maker date medium size picture"},
		{"joconde.csv", "title accession maker date credit medium picture"},
		{"omekas.json", "title accession maker date medium"}, {"collectionspace.json", "title accession maker date credit medium size"}, {"museumplus.xml", "title accession maker date credit medium size"},
		{"es.xlsx", most}, {"fr.xlsx", "title accession maker date credit medium size"}, {"de.xlsx", "title accession maker date credit medium size"}, {"nl.xlsx", "title accession maker date credit medium size"},
		{"axiell-fields.xml", "title accession maker life role date medium sizes"}, {"axiell-groups.xml", "title accession maker life role medium sizes"}, {"axiell.csv", "title accession maker life role sizes"},
		{"pastperfect.csv", "title maker date credit medium size sizes"},
		{"lido10.xml", most}, {"lido11.xml", "title accession maker date credit medium picture event"},
	} {
		t.Run(c.file, func(t *testing.T) {
			objects, lines := imported(t, "testdata/"+c.file)
			for _, line := range lines {
				for _, finding := range validator.Validate(line) {
					if finding.Level == linkedart.Error {
						t.Errorf("%v in %s", finding, line)
					}
				}
			}
			said := map[string]bool{}
			for _, object := range objects {
				for name := range whatItHas(object) {
					said[name] = true
				}
			}
			for name := range strings.FieldsSeq(c.has) {
				if !said[name] {
					t.Errorf("no object has a %s: %v", name, objects)
				}
			}
		})
	}
}

// TestRefNames makes names of the references of CollectionSpace.
func TestRefNames(t *testing.T) {
	_, lines := imported(t, "testdata/collectionspace.json")
	if all := string(bytes.Join(lines, nil)); !strings.Contains(all, `"_label":"Ada Finch"`) || strings.Contains(all, "urn:cspace") {
		t.Errorf("the maker is not Ada Finch: %s", all)
	}
}

// TestLIDOEvents makes activities of acquisitions and finds, and keeps what other events say.
func TestLIDOEvents(t *testing.T) {
	_, lines := imported(t, "testdata/lido11.xml")
	all := string(bytes.Join(lines, nil))
	for _, want := range []string{
		`"content":"Exhibition: 1950–1951: Town Hall"`, `"content":"Purchase: Ida Marsh, Seller: 1932"`,
		`"transferred_title_from":[{"id":"person/ida-marsh","type":"Person","_label":"Ida Marsh"}]`,
		`"type":"Encounter","encountered":[{"id":"object/de-x1-lido-obj77","type":"HumanMadeObject"}],"carried_out_by":[{"id":"group/field-society","type":"Group","_label":"Field Society"}]`,
	} {
		if !strings.Contains(all, want) {
			t.Errorf("there is no %s in %s", want, all)
		}
	}
}

// whatItHas returns what an object says.
func whatItHas(object map[string]any) map[string]bool {
	has := map[string]bool{}
	text := func(value any) string {
		b, err := json.Marshal(value)
		if err != nil {
			return errors.Join(err).Error()
		}
		return string(b)
	}
	names, statements, production := text(object["identified_by"]), text(object["referred_to_by"]), text(object["produced_by"])
	for name, is := range map[string]bool{
		"title": strings.Contains(names, `"type":"Name"`), "accession": strings.Contains(names, "aat/300312355"),
		"maker": strings.Contains(production, "person/"), "date": strings.Contains(production, "begin_of_the_begin"),
		"credit": strings.Contains(statements, "aat/300026687"), "medium": strings.Contains(statements, "aat/300435429"),
		"event": strings.Contains(statements, `"Bought at a fair in 1932."`),
		"life":  strings.Contains(production, "1850-1910"), "role": strings.Contains(production, `"part"`), "sizes": strings.Count(text(object["dimension"]), `"value"`) == 2,
		"size": object["dimension"] != nil, "picture": strings.Contains(text(object["representation"]), "access_point"),
	} {
		if is {
			has[name] = true
		}
	}
	return has
}
