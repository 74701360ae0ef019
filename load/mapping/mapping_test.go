package mapping

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"vitrine/load/rows"
)

// parse reads a mapping whose one source has a record that is written as YAML.
func parse(t *testing.T, head, record string) (*Mapping, error) {
	t.Helper()
	text := head + "\nsources:\n- records:\n  - " + strings.ReplaceAll(strings.TrimSpace(record), "\n", "\n    ") + "\n"
	files := fstest.MapFS{"kinds.csv": {Data: []byte("kind,id,type\nbowl,http://vocab.getty.edu/aat/300203596,Type\n")}}
	return Parse("m.yaml", []byte(text), func(name string) (io.ReadCloser, error) { return files.Open(name) })
}

// records returns the records of a row as JSON, a line each, with what was not understood.
func records(t *testing.T, m *Mapping, value map[string]any) (string, error) {
	t.Helper()
	var b strings.Builder
	made, err := m.For("objects.csv").Records(rows.Row{Number: 7, Line: 8, Value: value}, func(u Unclear) {
		fmt.Fprintf(&b, "unclear: %s %q in row %d\n", u.Verb, u.Value, u.Row)
	})
	for _, r := range made {
		text, err := r.Value.Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s\n", text)
	}
	return b.String(), err
}

// person is the record of one who has a name alone.
func person(name string) string {
	return fmt.Sprintf(`{"id":"person/%s","type":"Person","_label":"%s","identified_by":[{"type":"Name","classified_as":[{"id":"http://vocab.getty.edu/aat/300404670","type":"Type","_label":"Primary Name"}],"content":"%s"}]}`, strings.ToLower(name), name, name) + "\n"
}

// TestRecords has a record for each thing that a mapping can say.
func TestRecords(t *testing.T) {
	row := map[string]any{
		"id": "a/1", "title": "Bowl {small}", "none": "", "height": "4.50", "urls": "http://x.example/1.jpg| http://x.example/2.jpg",
		"names": "Anna|Bert", "years": "1900", "kind": "bowl", "html": "<p><i>A</i> &amp; <b>B</b><br/>&lt; <unknown> <a href=\"http://x.example/\">C</a></p>", "Titel des Objekts": "Schale",
		"parts": []any{map[string]any{"nr": "1", "what": "foot"}, map[string]any{"nr": "2"}},
	}
	const id = "id: 'object/{id}'\ntype: HumanMadeObject\n"
	const object = `{"id":"object/a%2F1","type":"HumanMadeObject"`
	for _, c := range []struct{ name, head, record, want string }{
		{"ids are escaped", "", id, object + "}"},
		{"an expression", "", "id: 'object/{= trimPrefix(id, \"a/\")}'\ntype: HumanMadeObject", `{"id":"object/1","type":"HumanMadeObject"}`},
		{"a column with spaces", "", id + "_label: '{Titel des Objekts}'", object + `,"_label":"Schale"}`},
		{"a column with spaces in an expression", "", id + "_label: '{= upper($env[\"Titel des Objekts\"])}'", object + `,"_label":"SCHALE"}`},
		{"braces", "", id + "_label: '{{{title}}}'", object + `,"_label":"{Bowl {small}}"}`},
		{"what is empty goes with its object", "", id + "identified_by:\n- {type: Name, content: '{none}'}\n- {type: Name, content: '{title}'}", object + `,"identified_by":[{"type":"Name","content":"Bowl {small}"}]}`},
		{"a list that is empty goes", "", id + "identified_by: [{type: Name, content: '{none}'}]", object + "}"},
		{"texts at a path", "", id + "_label: '{= join(texts($env, \"parts.what\"), \"; \") }'", object + `,"_label":"foot"}`},
		{"values at a path", "", id + "part:\n- {$each: '= filter(at($env, \"parts\"), #.nr == \"2\")', nr: '{nr}'}", object + `,"part":[{"nr":"2"}]}`},
		{"a slug", "", id + "_label: '{= slug(title) }'", object + `,"_label":"bowl-small"}`},
		{"a maker without a name", "", id + "produced_by: {type: Production, $makers: {name: Yoruba artist, role: carver, nationality: Yoruba}}", object + `,"produced_by":{"type":"Production","referred_to_by":[{"type":"LinguisticObject","classified_as":[{"id":"http://vocab.getty.edu/aat/300435416","type":"Type","_label":"Description","classified_as":[{"id":"http://vocab.getty.edu/aat/300418049","type":"Type","_label":"Brief Text"}]}],"content":"Yoruba artist (carver)"}]}}`},
		{"a role that is no qualifier", "", id + "produced_by: {type: Production, $makers: {name: Anna, role: copyist}}", person("Anna") + object + `,"produced_by":{"type":"Production","part":[{"type":"Production","_label":"copyist","carried_out_by":[{"id":"person/anna","type":"Person","_label":"Anna"}]}]}}`},
		{"a qualifier that stands behind names", "", id + "produced_by: {type: Production, $makers: {name: Anna, qualifier: zugeschrieben}}", person("Anna") + object + `,"produced_by":{"type":"Production","attributed_by":[{"type":"AttributeAssignment","identified_by":[{"type":"Name","content":"zugeschrieben"}],"assigned_property":"carried_out_by","assigned":[{"id":"person/anna","type":"Person","_label":"Anna"}]}]}}`},
		{"a text of HTML", "", id + "_label: '{= plain(html) }'", object + `,"_label":"A & B\n< <unknown> C (http://x.example/)"}`},
		{"no text at a path", "", id + "_label: '{= first(texts($env, \"none\")) ?? \"Untitled\" }'", object + `,"_label":"Untitled"}`},
		{"one part outside of a list", "", id + "part: {$each: '= at($env, \"parts\")[:1]', what: '{what}'}", object + `,"part":{"what":"foot"}}`},
		{"a year of a column that is none", "", id + "timespan: {$date: {text: '{years}', earliest: '{kind}', latest: '0'}}", "unclear: date \"bowl\" in row 7\n" + object + `,"timespan":{"type":"TimeSpan","identified_by":[{"type":"Name","classified_as":[{"id":"http://vocab.getty.edu/aat/300404669","type":"Type","_label":"Display Title"}],"content":"1900"}],"begin_of_the_begin":"1900-01-01T00:00:00Z","end_of_the_end":"1900-12-31T23:59:59Z"}}`},
		{"one of two slots is empty", "", id + "_label: '{title} {none}'", object + "}"},
		{"constants stay", "", id + "member_of: [{id: set/all, type: Set}]", object + `,"member_of":[{"id":"set/all","type":"Set"}]}`},
		{"a number", "", id + "dimension: [{type: Dimension, value: '{height}'}]", object + `,"dimension":[{"type":"Dimension","value":4.50}]}`},
		{"a number of YAML", "", id + "dimension: [{type: Dimension, value: 4.50}]", object + `,"dimension":[{"type":"Dimension","value":4.50}]}`},
		{"a condition", "", id + "_label: [{$if: 'int(years) < 1950', type: Old}, {$if: 'int(years) > 1950', type: New}]", object + `,"_label":[{"type":"Old"}]}`},
		{"each part of a text", "", id + "subject_of: [{$each: urls, $split: '|', id: '{urls}'}]", object + `,"subject_of":[{"id":"http://x.example/1.jpg"},{"id":"http://x.example/2.jpg"}]}`},
		{"columns side by side", "", id + "x: [{$each: [names, years], $split: '|', name: '{names}', year: '{years}', of: '{kind}'}]", "unclear: each years \"1900\" in row 7\n" + object + `,"x":[{"name":"Anna","of":"bowl"},{"name":"Bert","of":"bowl"}]}`},
		{"makers with a role for one of them", "", id + "produced_by: {type: Production, $makers: {role: '{kind}', name: '{names}'}, $split: '|'}", "unclear: each kind \"bowl\" in row 7\n" + person("Anna") + person("Bert") + object + `,"produced_by":{"type":"Production","referred_to_by":[{"type":"LinguisticObject","classified_as":[{"id":"http://vocab.getty.edu/aat/300435416","type":"Type","_label":"Description","classified_as":[{"id":"http://vocab.getty.edu/aat/300418049","type":"Type","_label":"Brief Text"}]}],"content":"bowl"}],"carried_out_by":[{"id":"person/anna","type":"Person","_label":"Anna"},{"id":"person/bert","type":"Person","_label":"Bert"}]}}`},
		{"each object of a list", "", id + "part: [{$each: parts, nr: '{nr}', what: '{what}', of: '{title}'}]", object + `,"part":[{"nr":"1","what":"foot","of":"Bowl {small}"},{"nr":"2","of":"Bowl {small}"}]}`},
		{"each of an expression", "", id + "x: [{$each: '=split(names, \"|\")', name: '{item}'}]", object + `,"x":[{"name":"Anna"},{"name":"Bert"}]}`},
		{"a table", "tables: {kinds: {bowl: {id: 'aat:1', type: Type, _label: '{title}'}}}", id + "classified_as: [{$map: kinds, $value: '{kind}'}]", object + `,"classified_as":[{"id":"aat:1","type":"Type","_label":"Bowl {small}"}]}`},
		{"a table in a file", "tables: {kinds: kinds.csv}", id + "classified_as: [{$map: kinds, $value: '{kind}'}]", object + `,"classified_as":[{"id":"http://vocab.getty.edu/aat/300203596","type":"Type"}]}`},
		{"a value that a table has not", "tables: {kinds: {cup: x}}", id + "a: {$map: kinds, $value: '{kind}'}", "unclear: map kinds \"bowl\" in row 7\n" + object + "}"},
		{"and what stands for it", "tables: {kinds: {cup: x}}", id + "a: {$map: kinds, $value: '{kind}', $else: {type: Type, _label: '{kind}'}}", "unclear: map kinds \"bowl\" in row 7\n" + object + `,"a":{"type":"Type","_label":"bowl"}}`},
		{"a reference makes a record", "", id + "made_by: [{$ref: 'person/{years}', type: Person, _label: '{names}', born: {type: Birth}}]", `{"id":"person/1900","type":"Person","_label":"Anna|Bert","born":{"type":"Birth"}}` + "\n" + object + `,"made_by":[{"id":"person/1900","type":"Person","_label":"Anna|Bert"}]}`},
		{"a reference without a key", "", id + "made_by: [{$ref: 'person/{none}', type: Person}]", object + "}"},
		{"what is not to be read", "", id + "x: {$const: {$each: '{id}'}}", object + `,"x":{"$each":"{id}"}}`},
		{"a date", "", id + "timespan: {type: TimeSpan, $date: 'c. {years}'}", object + `,"timespan":{"type":"TimeSpan","identified_by":[{"type":"Name","classified_as":[{"id":"http://vocab.getty.edu/aat/300404669","type":"Type","_label":"Display Title"}],"content":"c. 1900"}],"begin_of_the_begin":"1895-01-01T00:00:00Z","end_of_the_end":"1905-12-31T23:59:59Z"}}`},
		{"how wide circa is", "circa: 10", id + "timespan: {$date: 'c. {years}', identified_by: x}", object + `,"timespan":{"identified_by":"x","type":"TimeSpan","begin_of_the_begin":"1890-01-01T00:00:00Z","end_of_the_end":"1910-12-31T23:59:59Z"}}`},
		{"a date that columns bound", "", id + "timespan: {$date: {text: x, earliest: '{years}-01-01', latest: '1910'}, identified_by: x}", object + `,"timespan":{"identified_by":"x","type":"TimeSpan","begin_of_the_begin":"1900-01-01T00:00:00Z","end_of_the_end":"1910-12-31T23:59:59Z"}}`},
		{"a term", "", id + "classified_as: [{$term: paintings, $kind: object}]", object + `,"classified_as":[{"id":"http://vocab.getty.edu/aat/300033618","type":"Type","_label":"Painting"}]}`},
		{"a term of one's own", "", id + "classified_as: [{$term: '{title}'}]", "unclear: term \"Bowl {small}\" in row 7\n" + `{"id":"concept/object-bowl-small","type":"Type","_label":"Bowl {small}","classified_as":[{"id":"http://vocab.getty.edu/aat/300435443","type":"Type","_label":"Type of Work"}],"identified_by":[{"type":"Name","classified_as":[{"id":"http://vocab.getty.edu/aat/300404670","type":"Type","_label":"Primary Name"}],"content":"Bowl {small}"}]}` + "\n" + object + `,"classified_as":[{"id":"concept/object-bowl-small","type":"Type","_label":"Bowl {small}"}]}`},
		{"materials", "", id + "made_of: [{$materials: 'oil on {kind}'}]", "unclear: materials \"bowl\" in row 7\n" + object + `,"made_of":[{"id":"http://vocab.getty.edu/aat/300015050","type":"Material","_label":"Oil paint"}]}`},
		{"techniques", "", id + "technique: [{$techniques: 'etching, oil'}]", object + `,"technique":[{"id":"http://vocab.getty.edu/aat/300053241","type":"Type","_label":"Etching (technique)"}]}`},
		{"dimensions in columns", "", id + "dimension: [{$dimensions: {height: '{height}', width: '0', depth: '{title}'}, $unit: cm}]", "unclear: dimensions \"Bowl {small}\" in row 7\n" + object + `,"dimension":[{"type":"Dimension","classified_as":[{"id":"http://vocab.getty.edu/aat/300055644","type":"Type","_label":"Height"}],"value":4.50,"unit":{"id":"http://vocab.getty.edu/aat/300379098","type":"MeasurementUnit","_label":"centimeters"}}]}`},
		{"a size without a unit", "", id + "dimension: [{$dimensions: '30 x 40'}]", "unclear: dimensions \"30 x 40\" in row 7\n" + object + "}"},
		{"a date that is not understood", "", id + "timespan: {$date: '{title}'}", "unclear: date \"Bowl {small}\" in row 7\n" + object + `,"timespan":{"type":"TimeSpan","identified_by":[{"type":"Name","classified_as":[{"id":"http://vocab.getty.edu/aat/300404669","type":"Type","_label":"Display Title"}],"content":"Bowl {small}"}]}}`},
	} {
		m, err := parse(t, c.head, c.record)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got, err := records(t, m, row)
		if err != nil || got != c.want+"\n" {
			t.Errorf("%s: got\n%s%v, want\n%s", c.name, got, err, c.want)
		}
	}
}

// TestManual reads the mappings of docs/import.md.
func TestManual(t *testing.T) {
	text, err := os.ReadFile("../../docs/import.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(text), "```yaml\n")[1:]
	if len(blocks) < 5 {
		t.Errorf("the page has %d mappings", len(blocks))
	}
	for _, block := range blocks {
		block, _, _ = strings.Cut(block, "```")
		if _, err := Parse("import.md", []byte(block), nil); err != nil {
			t.Errorf("%v in\n%s", err, block)
		}
	}
}

// TestMakers has makers with qualifiers, roles, and without a name.
func TestMakers(t *testing.T) {
	m, err := parse(t, "", "id: 'object/1'\ntype: HumanMadeObject\nproduced_by:\n  type: Production\n  $makers: {id: '{nr}', name: '{name}', role: '{role}', kind: '{kind}', born: '{born}', birthplace: '{place}'}\n  $split: '|'")
	if err != nil {
		t.Fatal(err)
	}
	got, err := records(t, m, map[string]any{
		"nr": "1|2|3|4", "name": "Anna Muster|Muster & Co.|unknown French|Jan Steen", "role": "|printer||workshop of", "kind": "Person|Organization|Person|Person",
		"born": "1900-01-01|||", "place": "Delft|||",
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`{"id":"person/1","type":"Person","_label":"Anna Muster"`, `"born":{"type":"Birth"`, `{"id":"place/delft","type":"Place","_label":"Delft"`,
		`{"id":"group/2","type":"Group","_label":"Muster & Co."`, `"part":[{"type":"Production","_label":"printer","carried_out_by":[{"id":"group/2"`,
		`"referred_to_by":[{"type":"LinguisticObject"`, `"content":"unknown French"`, `"carried_out_by":[{"id":"person/1"`, `{"id":"group/4-workshop","type":"Group"`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	if strings.Contains(got, "person/3") {
		t.Errorf("a record was made of nobody:\n%s", got)
	}
}

// TestFaultsOfMappings has each fault said with its place.
func TestFaultsOfMappings(t *testing.T) {
	const id = "id: a\ntype: T\n"
	for _, c := range []struct{ name, head, record, want string }{
		{"no id", "", "type: T", "m.yaml:4:5: a record is an object with id and type"},
		{"a verb that is none", "", id + "x: {$dat: y}", "$dat is no verb here; there are"},
		{"a brace that is not closed", "", id + "x: '{title'", "m.yaml:6:8: the brace"},
		{"an expression that is wrong", "", id + "x: '{= 1 +}'", "the expression \"1 +\""},
		{"a table that is not there", "", id + "x: {$map: kinds, $value: '{a}'}", "there is no table \"kinds\""},
		{"a table without a value", "tables: {kinds: {a: b}}", id + "x: {$map: kinds}", "$map wants a $value"},
		{"a member twice", "", id + "x: 1\nx: 2", "x"},
		{"two verbs", "", id + "x: {$date: a, $makers: {name: b}}", "stand in one object"},
		{"a name that a verb does not read", "", id + "x: {$date: {begin: a}}", "does not read \"begin\""},
		{"another member", "circle: 5", id, "\"circle\" has no place here"},
		{"circa without bounds", "circa: 1000", id, "from 0 to 100"},
		{"no YAML", "a: [", id, "m.yaml"},
		{"a number that JSON has not", "", id + "x: .inf", "JSON has no number"},
	} {
		_, err := parse(t, c.head, c.record)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want an error with %q", c.name, err, c.want)
		}
	}
}

// TestFaultsOfRows has each fault of a row said with the line of the mapping.
func TestFaultsOfRows(t *testing.T) {
	for _, c := range []struct{ name, record, want string }{
		{"no key", "id: 'object/{none}'\ntype: T", "line 4 of the mapping: the columns of the id are empty"},
		{"no number", "id: a\ntype: T\nvalue: '{title}'", "line 6 of the mapping: \"Bowl\" is no number"},
		{"an expression that fails", "id: a\ntype: T\nx: '{= int(title)}'", "line 6 of the mapping: the expression fails"},
		{"an expression without end", "id: a\ntype: T\nx: '{= let a = 1..20000; all(a, all(a, all(a, true)))}'", "more than 1000000 steps"},
	} {
		m, err := parse(t, "", c.record)
		if err != nil {
			t.Fatal(err)
		}
		_, err = records(t, m, map[string]any{"title": "Bowl", "none": ""})
		var fault *Fault
		if !errors.As(err, &fault) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want a fault with %q", c.name, err, c.want)
		}
	}
}

// TestColumns finds the columns that a table has not, and those that are not used.
func TestColumns(t *testing.T) {
	m, err := parse(t, "", "id: '{id}'\ntype: T\nx: [{$each: a, b: '{= c + $env[\"d e\"]}'}]")
	if err != nil {
		t.Fatal(err)
	}
	s := m.For("any.csv")
	if missing := s.Missing([]string{"id", "a", "d e"}); len(missing) != 1 || missing["c"] != 6 {
		t.Errorf("missing are %v, want c in line 6", missing)
	}
	if unused := s.Unused([]string{"id", "f"}); len(unused) != 1 || unused[0] != "f" {
		t.Errorf("unused are %v, want f", unused)
	}
}

func TestMerge(t *testing.T) {
	var told []string
	got, err := Merge([]byte(`{"id":"a","_label":"A","b":[{"x":1}],"c":{"type":"T","d":1}}`), []byte(`{"id":"a","_label":"B","b":[{"x":1},{"x":2}],"c":{"type":"T","d":2,"e":3},"f":4}`),
		func(c Conflict) { told = append(told, c.Member+" "+c.Kept+" "+c.Left) })
	want := `{"id":"a","_label":"A","b":[{"x":1},{"x":2}],"c":{"type":"T","d":1,"e":3},"f":4}`
	if err != nil || string(got) != want || strings.Join(told, "\n") != "/c/d 1 2" {
		t.Errorf("got %s, %v, %q, want %s", got, err, told, want)
	}
}

// FuzzMapping checks that no text makes the parser panic.
func FuzzMapping(f *testing.F) {
	f.Add("sources:\n- records:\n  - {id: '{a}', type: T, x: {$date: '{b}'}}")
	f.Add("a: &a [*a]")
	f.Add("tables: {k: {a: {$const: 1}}}\nsources: [{records: [{id: a, type: T, x: {$map: k, $value: '{a}'}}]}]")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := Parse("m.yaml", []byte(text), func(string) (io.ReadCloser, error) { return nil, os.ErrNotExist })
		if err != nil {
			return
		}
		for _, s := range m.Sources {
			_, _ = s.Records(rows.Row{Value: map[string]any{"a": "1", "b": "c. 1900"}}, func(Unclear) {})
		}
	})
}
