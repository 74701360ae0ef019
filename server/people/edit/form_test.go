package edit

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/linkedart"
	"vitrine/linkedart/words/dates"
	"vitrine/server/data/jsontree"
	"vitrine/server/people/describe"
	"vitrine/server/people/i18n"
)

// bench has what forms are made with.
type bench struct {
	shapes     *linkedart.Shapes
	dates      *dates.Reader
	words      *i18n.Wording
	vocabulary i18n.Vocabulary
}

func newBench(t testing.TB) *bench {
	t.Helper()
	shapes, err := linkedart.NewShapes()
	if err != nil {
		t.Fatal(err)
	}
	reader, err := dates.New(dates.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	languages, err := i18n.All()
	if err != nil {
		t.Fatal(err)
	}
	vocabulary, err := i18n.NewVocabulary(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &bench{shapes, reader, languages.English(), vocabulary}
}

// form makes the form of a text.
func (b *bench) form(t testing.TB, text []byte) *builder {
	t.Helper()
	d, err := parseDocument(text)
	if err != nil {
		t.Fatal(err)
	}
	out := &builder{root: d, words: describe.Terms{Wording: b.words, Vocabulary: b.vocabulary}}
	shape := shapeOf(d, b.shapes)
	if shape == nil {
		t.Fatalf("no table has %.200s", text)
	}
	if _, err := out.form(shape); err != nil {
		t.Fatal(err)
	}
	return out
}

// values are those of the fields of a form, as a browser sends them.
func values(b *builder) url.Values {
	out := url.Values{}
	for _, f := range b.fields {
		out.Set(f.name, strings.ReplaceAll(f.value, "\n", "\r\n"))
	}
	return out
}

// apply sends a form.
func (b *bench) apply(form *builder, v url.Values) *sent {
	s := &sent{values: v, dates: b.dates, words: b.words, typed: map[string]string{}, faults: map[string]string{}}
	s.apply(form)
	return s
}

// TestFormKeepsBytes sends the forms of all samples as they are, and with one value changed.
func TestFormKeepsBytes(t *testing.T) {
	b := newBench(t)
	random := rand.New(rand.NewPCG(36, 6))
	fields, facts := 0, 0
	for _, text := range samples(t) {
		form := b.form(t, text)
		nodes(form.root.Value, "", func(_ string, n *jsontree.Value) {
			if n.Kind() != '{' && n.Kind() != '[' && n.Name != "type" && n.Name != "@context" {
				facts++
			}
		})
		b.apply(form, values(form))
		if got := form.root.Write(); !bytes.Equal(got, text) {
			t.Fatalf("a form that was not touched changed\n%s\ninto\n%s", text, got)
		}
		for range 10 {
			form := b.form(t, text)
			f := form.fields[random.IntN(len(form.fields))]
			fields++
			if f.n == nil || f.span || f.kind == linkedart.Number {
				continue
			}
			v := values(form)
			v.Set(f.name, "a \"new\"\r\nvalue é")
			b.apply(form, v)
			want := string(text[:f.n.Start]) + `"a \"new\"\nvalue é"` + string(text[f.n.Start+len(f.n.Raw):])
			if got := string(form.root.Write()); got != want {
				t.Fatalf("%s: got %s\nwant %s", f.name, got, want)
			}
		}
		of := 0
		for _, f := range form.fields {
			if f.n != nil && !f.span {
				of++
			}
		}
		fields += of
	}
	t.Logf("%d facts, %d fields", facts, fields)
	if facts < 4000 || fields < 4000 {
		t.Errorf("%d facts and %d fields were looked at", facts, fields)
	}
}

const bowl = `{"@context": "https://linked.art/ns/v1/linked-art.json", "id": "https://data.museum.example/object/1", "type": "HumanMadeObject", "_label": "Bowl",
 "identified_by": [{"type": "Name", "content": "Bowl"}, {"type": "Identifier", "content": "1"}],
 "part": [{"type": "HumanMadeObject", "strange": [1, 2.50]}],
 "dimension": [{"type": "Dimension", "value": 12.50, "unit": {"id": "http://vocab.getty.edu/aat/300379098", "type": "MeasurementUnit"}}],
 "produced_by": {"type": "Production", "timespan": {"type": "TimeSpan", "begin_of_the_begin": "1900-01-01T00:00:00Z", "end_of_the_begin": "1900-12-31T23:59:59Z"}, "carried_out_by": [{"id": "https://data.museum.example/person/1", "type": "Person", "_label": "Anna"}]}}`

// TestForm changes, adds and removes values of each kind. Edits are the fields with what is sent;
// "add" and "remove" are the buttons.
func TestForm(t *testing.T) {
	b := newBench(t)
	for _, row := range []struct {
		name   string
		fields map[string]string
		do     string
		choice string
		// gone and there are what is replaced in the text, and by what.
		gone, there string
		fault       string
	}{
		{name: "text", fields: map[string]string{"v/_label": "Vase"}, gone: `"_label": "Bowl"`, there: `"_label": "Vase"`},
		{name: "a text that goes", fields: map[string]string{"v/_label": ""}, gone: `, "_label": "Bowl"`},
		{name: "a text that has to be", fields: map[string]string{"v/identified_by/0/content": ""}, gone: `"content": "Bowl"`, there: `"content": ""`},
		{name: "number", fields: map[string]string{"v/dimension/0/value": " 7.10 "}, gone: `12.50`, there: `7.10`},
		{name: "no number", fields: map[string]string{"v/dimension/0/value": "7,1"}, fault: "v/dimension/0/value"},
		{name: "a number that was not there", fields: map[string]string{"v/dimension/0/upper_value_limit": "13"}, gone: `"MeasurementUnit"}}`, there: `"MeasurementUnit"},"upper_value_limit":13}`},
		{name: "moment", fields: map[string]string{"v/produced_by/timespan/begin_of_the_begin": "1901-01-01T00:00:00Z"}, gone: `1900-01-01`, there: `1901-01-01`},
		{name: "date in words", fields: map[string]string{"d/produced_by/timespan": "1895–98"},
			gone:  `"begin_of_the_begin": "1900-01-01T00:00:00Z", "end_of_the_begin": "1900-12-31T23:59:59Z"}`,
			there: `"begin_of_the_begin": "1895-01-01T00:00:00Z","end_of_the_end":"1898-12-31T23:59:59Z","identified_by":[{"type":"Name","content":"1895–98"}]}`},
		{name: "no date", fields: map[string]string{"d/produced_by/timespan": "in the days of the dragon"}, fault: "d/produced_by/timespan"},
		{name: "two dates", fields: map[string]string{"d/produced_by/timespan": "1904 (printed 1930)"}, fault: "d/produced_by/timespan"},
		{name: "reference", fields: map[string]string{"v/produced_by/carried_out_by/0/id": "https://data.museum.example/group/2", "v/produced_by/carried_out_by/0/type": "Group", "v/produced_by/carried_out_by/0/_label": "Guild"},
			gone: `person/1", "type": "Person", "_label": "Anna"`, there: `group/2", "type": "Group", "_label": "Guild"`},
		{name: "a field that the form has not", fields: map[string]string{"v/part/0/strange/0": "3", "v/id": "https://elsewhere.example/", "v/type": "Person"}},
		{name: "add an item", do: "add /identified_by", choice: ""},
		{name: "add a name", do: "add ", choice: "identified_by Name", gone: `"content": "1"}]`, there: `"content": "1"},{"type":"Name","content":""}]`},
		{name: "add a member", do: "add /identified_by/0", choice: "language Language", gone: `"content": "Bowl"}`, there: `"content": "Bowl","language":[{"id":"","type":"Language"}]}`},
		{name: "add a dimension", do: "add ", choice: "dimension Dimension", gone: `"MeasurementUnit"}}]`, there: `"MeasurementUnit"}},{"type":"Dimension","unit":{"id":"","type":"MeasurementUnit"}}]`},
		{name: "add what there is once", do: "add ", choice: "produced_by Production"},
		{name: "add what no table has", do: "add ", choice: "born Birth"},
		{name: "add beside a change", do: "add ", choice: "current_location Place", fields: map[string]string{"v/_label": "Vase"},
			gone: `"_label": "Bowl"`, there: `"_label": "Vase"`},
		{name: "remove an item", do: "remove /identified_by/0", gone: `{"type": "Name", "content": "Bowl"}, {"type": "Identifier"`, there: ` {"type": "Identifier"`},
		{name: "remove the last item", do: "remove /dimension/0", gone: "\n \"dimension\": [{\"type\": \"Dimension\", \"value\": 12.50, \"unit\": {\"id\": \"http://vocab.getty.edu/aat/300379098\", \"type\": \"MeasurementUnit\"}}],"},
		{name: "remove an object", do: "remove /produced_by/timespan", gone: `, "timespan": {"type": "TimeSpan", "begin_of_the_begin": "1900-01-01T00:00:00Z", "end_of_the_begin": "1900-12-31T23:59:59Z"}`},
		{name: "remove everything", do: "remove "},
		{name: "remove nothing", do: "remove /nothing/7"},
	} {
		form := b.form(t, []byte(bowl))
		v := values(form)
		for name, value := range row.fields {
			v.Set(name, value)
		}
		s := b.apply(form, v)
		if do, pointer, _ := strings.Cut(row.do, " "); do == "add" {
			form.add(pointer, row.choice, b.shapes)
		} else if do == "remove" {
			remove(form.root, pointer)
		}
		want := strings.Replace(bowl, row.gone, row.there, 1)
		if row.gone == "" {
			want = bowl
		}
		got := string(form.root.Write())
		if row.choice == "current_location Place" {
			want = want[:len(want)-1] + `,"current_location":{"id":"","type":"Place"}}`
		}
		if got != want || (row.fault == "") != (len(s.faults) == 0) || row.fault != "" && s.faults[row.fault] == "" {
			t.Errorf("%s: got %s\nwant %s\nfaults %v", row.name, got, want, s.faults)
		}
	}
}

// TestRandomEdits checks that the facts which were not edited are all there after many edits.
func TestRandomEdits(t *testing.T) {
	b := newBench(t)
	random := rand.New(rand.NewPCG(36, 7))
	for _, text := range samples(t) {
		for range 5 {
			form := b.form(t, text)
			v, want := values(form), any(nil)
			if err := json.Unmarshal(text, &want); err != nil {
				t.Fatal(err)
			}
			for range 1 + random.IntN(4) {
				f := form.fields[random.IntN(len(form.fields))]
				if f.n != nil && f.n.Kind() == '"' && !f.span {
					v.Set(f.name, "changed")
					replace(want, strings.Split(f.name, "/")[1:], "changed")
				}
			}
			b.apply(form, v)
			var got any
			if err := json.Unmarshal(form.root.Write(), &got); err != nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("got %v, %v\nwant %v", got, err, want)
			}
		}
	}
}

// replace sets the value that a pointer leads to.
func replace(in any, tokens []string, value string) {
	for len(tokens) > 1 {
		switch holder := in.(type) {
		case map[string]any:
			in = holder[jsontext.Pointer("/"+tokens[0]).LastToken()]
		case []any:
			var i int
			_ = json.Unmarshal([]byte(tokens[0]), &i)
			in = holder[i]
		}
		tokens = tokens[1:]
	}
	if holder, ok := in.(map[string]any); ok {
		holder[jsontext.Pointer("/"+tokens[0]).LastToken()] = value
	}
}
