package linkedart

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// row is one row of testdata/tables.tsv: what the tables of the API and the
// published schemas say about a property of a record or shape.
type row struct {
	table, property     string
	prose, proseShape   string
	proseMembers        string
	schema, schemaShape string
	schemaMembers       string
}

func readTables(t *testing.T) []row {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "tables.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	var rows []row
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		f := strings.Split(line, "\t")
		if len(f) != 9 {
			t.Fatalf("%d fields in %q", len(f), line)
		}
		rows = append(rows, row{f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7]})
	}
	return rows
}

// setting is a base record and where a shape stands in it.
type setting struct{ base, pointer string }

// settings gives for each table that is not an endpoint's a place for it.
var settings = map[string]setting{
	"Name":                   {"person", "/identified_by/0"},
	"Identifier":             {"person", "/contact_point/0"},
	"Statement":              {"person", "/referred_to_by/0"},
	"Type":                   {"person", "/classified_as/0"},
	"Reference":              {"person", "/residence/0"},
	"TimeSpan":               {"person", "/born/timespan"},
	"Dimension":              {"object", "/dimension/0"},
	"MonetaryAmount":         {"provenance", "/part/2/paid_amount"},
	"Right of a work":        {"text", "/subject_to/0"},
	"Right acquired":         {"provenance", "/part/5/establishes/0"},
	"Activity":               {"person", "/carried_out/0"},
	"AttributeAssignment":    {"object", "/attributed_by/0"},
	"VisualWork":             {"person", "/representation/0"},
	"TextWork":               {"person", "/subject_of/0"},
	"DigitalCopy":            {"person", "/representation/0/digitally_shown_by/0"},
	"DigitalService":         {"person", "/representation/0/digitally_shown_by/0/digitally_available_via/0"},
	"part":                   {"provenance", "/part/1"},
	"part TransferOfCustody": {"provenance", "/part/0"},
	"part Acquisition":       {"provenance", "/part/1"},
	"part Payment":           {"provenance", "/part/2"},
	"part Move":              {"provenance", "/part/3"},
	"part Encounter":         {"provenance", "/part/4"},
	"part RightAcquisition":  {"provenance", "/part/5"},
	"part Promise":           {"provenance", "/part/6"},
	"part Transfer":          {"provenance", "/part/7"},
}

// special are the rows that the tables' notes or the context decide otherwise
// than the two columns would, with the findings that having a value of the row
// gives.
var special = map[string]string{
	"DigitalService @context":             "error nested-context",
	"DigitalService id":                   "ok",
	"DigitalCopy id":                      "ok",
	"DigitalCopy _complete":               "warning complete-flag",
	"DigitalCopy digitally_available_via": "ok",
	"VisualWork digitally_carried_by":     "error work-mismatch",
	"TextWork digitally_shown_by":         "error work-mismatch",
	"Type id":                             "ok",
}

func (r row) setting(t *testing.T) setting {
	if _, ok := EndpointNamed(r.table); ok {
		return setting{base: r.table}
	}
	if r.property == "diminished" {
		return setting{"object", "/removed_by/0"} // the only activity that has it
	}
	s, ok := settings[r.table]
	if !ok {
		t.Fatalf("no place for the table %s", r.table)
	}
	return s
}

// record returns the base record of the row, with a Transfer part where the row
// is about those.
func (r row) record(t *testing.T) any {
	record := readBase(t, r.setting(t).base)
	if r.table == "part Transfer" {
		record = edit(t, record, `/part/- = {"type": "Transfer", "transferred": [{"id": "https://museum.example/object/night-watch", "type": "HumanMadeObject"}]}`)
	}
	return record
}

// sample returns a value that is right for the row by all sources that have it.
func (r row) sample(t *testing.T, values map[string]any) any {
	shape, members := r.proseShape, r.proseMembers
	if r.prose == "absent" {
		shape, members = r.schemaShape, r.schemaMembers
	}
	record, _ := r.record(t).(map[string]any)
	var value any
	switch {
	case r.property == "id":
		value = "https://museum.example/object/night-watch"
		if r.setting(t).pointer == "" {
			value = record["id"]
		}
	case r.property == "type":
		return at(record, r.setting(t).pointer+"/type")
	case strings.HasPrefix(members, "ref(same"):
		value = reference(record["type"].(string))
	case values[r.table+" "+r.property] != nil:
		return values[r.table+" "+r.property]
	case values[r.property] != nil:
		return values[r.property]
	case strings.HasPrefix(members, "Type"):
		value = values["Type"]
	case strings.HasPrefix(members, "ref(LinguisticObject) or Statement"):
		value = values["Statement"]
	case values[members] != nil:
		value = values[members]
	case strings.HasPrefix(members, "ref("):
		value = reference(referenceClass(members))
	default:
		t.Fatalf("no value for %s %s: %s", r.table, r.property, members)
	}
	if strings.HasPrefix(shape, "array") || shape == "anything" {
		return []any{value}
	}
	return value
}

// referenceClass returns a class that all sources take for "ref(…)".
func referenceClass(members string) string {
	class, _, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(members, "ref("), ")"), ",")
	switch class {
	case "any", "any record class":
		return "HumanMadeObject"
	case "Period":
		if strings.Contains(members, "Activity") {
			return "Activity"
		}
	case "concept class":
		return "Type"
	case "event":
		return "Event"
	}
	return class
}

func reference(class string) any {
	return map[string]any{"id": "https://museum.example/other/1", "type": class}
}

// at returns the value in the place.
func at(value any, pointer string) any {
	for _, token := range tokens(pointer) {
		switch holder := value.(type) {
		case map[string]any:
			value = holder[token]
		case []any:
			value = holder[token[0]-'0']
		}
	}
	return value
}

// about returns the findings in the place or inside it.
func about(findings []Finding, place string) []Finding {
	var out []Finding
	for _, f := range findings {
		if inside(f.Pointer, place) {
			out = append(out, f)
		}
	}
	return out
}

// TestTablesPresent sets each property of the tables to a right value. Where
// all sources have the property, nothing is found in either reading; where only
// one has it, there is a warning, in the strict reading an error, that names
// what it rests on.
func TestTablesPresent(t *testing.T) {
	values, _ := decode(t, readFile(t, "testdata/values.json")).(map[string]any)
	standard, strict := newTestValidator(t, Standard), newTestValidator(t, Strict)
	for _, r := range readTables(t) {
		name := r.table + " " + r.property
		place := r.setting(t).pointer + "/" + r.property
		record, err := change(r.record(t), tokens(place), r.sample(t, values), false)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		text := encode(t, record)
		found := about(standard.Validate(text), place)
		foundStrict := about(strict.Validate(text), place)
		want, isSpecial := special[name]
		switch {
		case isSpecial:
			got := "ok"
			if len(found) == 1 {
				got = string(found[0].Level) + " " + found[0].Rule
			}
			if got != want || len(found) > 1 {
				t.Errorf("%s: %s, want %s", name, show(found), want)
			}
		case r.prose != "absent" && r.schema != "absent", r.table == "part Transfer", r.property == "diminished":
			if len(found)+len(foundStrict) > 0 {
				t.Errorf("%s: %s, strict %s; want nothing", name, show(found), show(foundStrict))
			}
		default:
			if len(found) != 1 || found[0].Level != Warning || found[0].Source == "" {
				t.Errorf("%s: %+v, want one warning with a source", name, found)
			}
			if len(foundStrict) != 1 || foundStrict[0].Level != Error {
				t.Errorf("%s, strict: %s, want one error", name, show(foundStrict))
			}
		}
	}
}

// TestTablesMissing removes each property that the tables require or recommend.
func TestTablesMissing(t *testing.T) {
	v, strict := newTestValidator(t, Standard), newTestValidator(t, Strict)
	for _, r := range readTables(t) {
		place := r.setting(t).pointer
		_, isRecord := EndpointNamed(r.table)
		recommended := r.prose == "recommended" && isRecord
		if !strings.HasPrefix(r.prose, "required") && r.schema != "required" && !recommended || r.table == "DigitalService" && r.property != "type" {
			continue
		}
		record := r.record(t)
		if at(record, place+"/"+r.property) == nil {
			if r.prose == "required*" {
				continue // of the other class of work
			}
			t.Errorf("%s: the base has no %s", r.table, r.property)
			continue
		}
		record, err := change(record, tokens(place+"/"+r.property), nil, true)
		if err != nil {
			t.Fatal(err)
		}
		want, wantStrict := levelsMissing(r)
		text := encode(t, record)
		for _, c := range []struct {
			v    *Validator
			want Level
		}{{v, want}, {strict, wantStrict}} {
			found := c.v.Validate(text)
			if r.table == "part Transfer" {
				found = slices.DeleteFunc(found, func(f Finding) bool { return f.Rule == "transfer-part" })
			}
			if len(found) != 1 || found[0].Level != c.want || found[0].Source == "" || found[0].Pointer != place {
				t.Errorf("%s without %s, %s: %+v, want one %s at %q", r.table, r.property, c.v.options.Reading, found, c.want, place)
			}
		}
	}
}

// levelsMissing returns the levels of a property's absence in the readings.
func levelsMissing(r row) (standard, strict Level) {
	switch {
	case r.property == "_label" && (r.table == "place" || r.table == "person"):
		return Warning, Warning
	case r.table == "provenance" && r.property == "_label":
		return Error, Error
	case r.property == "type":
		return Error, Error
	case r.table == "Dimension":
		return Warning, Error // D-41
	case r.table == "part Transfer":
		return Error, Error
	case r.prose == "required" && r.schema == "required":
		return Error, Error
	case r.prose == "required" || r.schema == "required" || r.prose == "required*":
		return Warning, Error
	}
	return Warning, Warning
}

// TestTablesWrong sets each property to a value of the wrong JSON kind, and
// each property that holds objects to one of a class that no source takes: an
// error in the standard reading, and so in the strict one.
func TestTablesWrong(t *testing.T) {
	values, _ := decode(t, readFile(t, "testdata/values.json")).(map[string]any)
	v := newTestValidator(t, Standard)
	for _, r := range readTables(t) {
		if r.property == "@context" && r.table == "DigitalService" {
			continue
		}
		place := r.setting(t).pointer + "/" + r.property
		r.wrong(t, v, place, place, true)
		if r.proseShape != "number" {
			r.wrong(t, v, place, place, decode(t, `12`))
		}
		stranger := map[string]any{"id": "https://museum.example/x", "type": "PhysicalFeature"}
		switch value := r.sample(t, values).(type) {
		case map[string]any:
			r.wrong(t, v, place, place+"/type", stranger)
			if !eitherShape(r) {
				r.wrong(t, v, place, place, []any{value})
			}
		case []any:
			if _, ok := value[0].(map[string]any); ok && r.proseMembers != "any endpoint shape, or ref(any)" {
				r.wrong(t, v, place, place+"/0/type", []any{stranger})
			}
			r.wrong(t, v, place, place+"/0", []any{decode(t, "12")})
		}
	}
}

// eitherShape tells of the rows whose object may stand in an array.
func eitherShape(r row) bool {
	return r.property == "held_or_supported_by" || r.property == "part_of"
}

// wrong sets the place to the value and wants an error at the pointer.
func (r row) wrong(t *testing.T, v *Validator, place, pointer string, value any) {
	t.Helper()
	if value == true && r.property == "_complete" {
		return
	}
	record, err := change(r.record(t), tokens(place), value, false)
	if err != nil {
		t.Fatal(err)
	}
	found := v.Validate(encode(t, record))
	if !slices.ContainsFunc(found, func(f Finding) bool { return f.Level == Error && f.Pointer == pointer }) {
		t.Errorf("%s %s = %s: %s, want an error at %s", r.table, r.property, encode(t, value), show(found), pointer)
	}
}

func readFile(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.FromSlash(name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// inside reports whether the pointer is that of the place, or of one in it.
func inside(pointer, place string) bool {
	return strings.HasPrefix(pointer, place) && (len(pointer) == len(place) || pointer[len(place)] == '/')
}
