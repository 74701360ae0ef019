package data_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	ldcontext "vitrine/context"
	"vitrine/data"
	"vitrine/linkedart"
)

// classes lists the classes that each endpoint serves.
var classes = map[string][]string{
	"abstract":   {"PropositionalObject"},
	"concept":    {"Type", "Material", "Language", "Currency", "MeasurementUnit"},
	"digital":    {"DigitalObject"},
	"event":      {"Period", "Event", "Activity"},
	"group":      {"Group"},
	"object":     {"HumanMadeObject"},
	"person":     {"Person"},
	"place":      {"Place"},
	"provenance": {"Activity"},
	"set":        {"Set"},
	"text":       {"LinguisticObject"},
	"visual":     {"VisualItem"},
}

const (
	provenance = "http://vocab.getty.edu/aat/300055863"
	promise    = "http://vocab.getty.edu/aat/300435599"
)

// records returns the parsed records by the id that their path stands for.
func records(t *testing.T) map[string]map[string]any {
	t.Helper()
	all := map[string]map[string]any{}
	err := fs.WalkDir(data.FS, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(data.FS, file)
		if err != nil {
			return err
		}
		var record map[string]any
		if err := json.Unmarshal(text, &record); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if path.Ext(file) != ".json" {
			return fmt.Errorf("%s: is no .json file", file)
		}
		all[data.Base+strings.TrimSuffix(file, ".json")] = record
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// each calls visit for every object of a record, with its JSON Pointer.
func each(pointer string, value any, visit func(pointer string, object map[string]any)) {
	switch value := value.(type) {
	case map[string]any:
		visit(pointer, value)
		for key, v := range value {
			each(pointer+"/"+key, v, visit)
		}
	case []any:
		for i, v := range value {
			each(fmt.Sprint(pointer, "/", i), v, visit)
		}
	}
}

func TestEveryEndpointHasRecords(t *testing.T) {
	all := records(t)
	if len(all) < 45 {
		t.Errorf("there are %d records, want at least 45", len(all))
	}
	found := map[string]map[string]bool{}
	for id, record := range all {
		endpoint := path.Dir(strings.TrimPrefix(id, data.Base))
		class, _ := record["type"].(string)
		if !slices.Contains(classes[endpoint], class) {
			t.Errorf("%s: class %q is not served there", id, class)
		}
		if record["id"] != id {
			t.Errorf("%s: the record's id is %v", id, record["id"])
		}
		if record["@context"] != ldcontext.LinkedArt {
			t.Errorf("%s: @context is %v", id, record["@context"])
		}
		if label, _ := record["_label"].(string); label == "" {
			t.Errorf("%s: no _label", id)
		}
		if record["identified_by"] == nil {
			t.Errorf("%s: no name", id)
		}
		if found[endpoint] == nil {
			found[endpoint] = map[string]bool{}
		}
		found[endpoint][class] = true
	}
	for endpoint, want := range classes {
		if got := slices.Sorted(maps.Keys(found[endpoint])); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
			t.Errorf("endpoint %s has records of the classes %v, want %v", endpoint, got, want)
		}
	}
}

// TestReferencesResolve checks that whatever the records name under Base is a
// record, of the class that the reference says, and that no record names
// itself, which would hide which node of its graph is the root.
func TestReferencesResolve(t *testing.T) {
	all := records(t)
	for id, record := range all {
		each("", record, func(pointer string, object map[string]any) {
			target, ok := object["id"].(string)
			if !ok || pointer == "" || !strings.HasPrefix(target, data.Base) {
				return
			}
			if name, ok := strings.CutPrefix(target, data.Base+"-/pictures/"); ok {
				if _, err := fs.Stat(data.Pictures(), name); err != nil {
					t.Errorf("%s at %s: %v", id, pointer, err)
				}
				return
			}
			switch {
			case all[target] == nil:
				t.Errorf("%s at %s: there is no record %s", id, pointer, target)
			case target == id:
				t.Errorf("%s at %s: the record refers to itself", id, pointer)
			case all[target]["type"] != object["type"]:
				t.Errorf("%s at %s: %s is a %v, not a %v", id, pointer, target, all[target]["type"], object["type"])
			}
			for key := range object {
				if !slices.Contains([]string{"id", "type", "_label"}, key) {
					t.Errorf("%s at %s: a reference has the member %q", id, pointer, key)
				}
			}
		})
	}
}

// TestNoRecordStandsAlone checks that each record refers to another or is
// referred to.
func TestNoRecordStandsAlone(t *testing.T) {
	all := records(t)
	linked := map[string]bool{}
	for id, record := range all {
		each("", record, func(pointer string, object map[string]any) {
			target, _ := object["id"].(string)
			if target == "" || pointer == "" {
				return
			}
			linked[target] = true
			if all[target] != nil {
				linked[id] = true
			}
		})
	}
	for id := range all {
		if !linked[id] {
			t.Errorf("%s is linked to no other record", id)
		}
	}
}

// TestKeysAreKnown walks the records with the contexts of the Linked Art
// context: every member must have a meaning in the class it stands in, be an
// array exactly where the context says set, and hold what its coercion asks.
func TestKeysAreKnown(t *testing.T) {
	top, err := ldcontext.NewCompiler(ldcontext.New(nil)).Compile([]byte(`"` + ldcontext.LinkedArt + `"`))
	if err != nil {
		t.Fatal(err)
	}
	for id, record := range records(t) {
		delete(record, "@context")
		checkKeys(t, id, "", record, top)
	}
}

func checkKeys(t *testing.T, id, pointer string, object map[string]any, outer *ldcontext.ActiveContext) {
	t.Helper()
	class, _ := object["type"].(string)
	if outer.Term(class) == nil {
		t.Errorf("%s at %s: unknown class %q", id, pointer, class)
		return
	}
	active, err := outer.TypeScoped(nil, class)
	if err != nil {
		t.Fatal(err)
	}
	for key, value := range object {
		term := active.Term(key)
		if term == nil {
			t.Errorf("%s at %s: the key %q has no meaning in class %s", id, pointer, key, class)
			continue
		}
		if strings.HasPrefix(term.IRI, "@") {
			continue
		}
		place := pointer + "/" + key
		values, isArray := value.([]any)
		// current_permanent_custodian is an array without a set container.
		if isArray != term.Set && key != "current_permanent_custodian" {
			t.Errorf("%s at %s: array is %v, want %v", id, place, isArray, term.Set)
		}
		if !isArray {
			values = []any{value}
		}
		if len(values) == 0 || value == nil || value == "" {
			t.Errorf("%s at %s: is empty", id, place)
		}
		below, err := active.PreviousOrSelf().PropertyScoped(nil, term)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range values {
			nested, isObject := v.(map[string]any)
			if isObject != (term.Coercion == ldcontext.ToID) {
				t.Errorf("%s at %s: object is %v", id, place, isObject)
			}
			if isObject {
				checkKeys(t, id, fmt.Sprint(place, "/", i), nested, below)
			}
		}
	}
}

// TestEmbeddedHaveNoID checks that what is embedded has no identity of its own.
func TestEmbeddedHaveNoID(t *testing.T) {
	closed := []string{"Name", "Identifier", "TimeSpan", "Dimension", "MonetaryAmount", "Right", "AttributeAssignment",
		"Birth", "Death", "Production", "Creation", "Formation", "Modification", "Acquisition", "Payment",
		"TransferOfCustody", "Encounter", "Move", "RightAcquisition"}
	for id, record := range records(t) {
		each("", record, func(pointer string, object map[string]any) {
			class, _ := object["type"].(string)
			if slices.Contains(closed, class) && object["id"] != nil {
				t.Errorf("%s at %s: an embedded %s has an id", id, pointer, class)
			}
		})
	}
}

// kinds lists for each part kind, by its class, the member that names what it
// is about, and all that a part of the kind may have beyond the common ones.
var kinds = map[string]struct {
	needs string
	own   []string
}{
	"Acquisition":       {"transferred_title_of", []string{"transferred_title_of", "transferred_title_from", "transferred_title_to"}},
	"Payment":           {"", []string{"paid_amount", "paid_from", "paid_to"}},
	"TransferOfCustody": {"transferred_custody_of", []string{"transferred_custody_of", "transferred_custody_from", "transferred_custody_to"}},
	"Encounter":         {"encountered", []string{"encountered"}},
	"RightAcquisition":  {"establishes", []string{"establishes", "invalidates"}},
	"Move":              {"moved", []string{"moved", "moved_from", "moved_to"}},
	"Activity":          {"classified_as", nil},
}

func TestProvenance(t *testing.T) {
	common := []string{"type", "_label", "identified_by", "classified_as", "referred_to_by", "timespan", "during",
		"took_place_at", "influenced_by", "carried_out_by", "used_specific_object"}
	found := map[string]int{}
	for id, record := range records(t) {
		if !strings.HasPrefix(id, data.Base+"provenance/") {
			if classifiedAs(record, provenance) {
				t.Errorf("%s: is provenance at another endpoint", id)
			}
			continue
		}
		if !classifiedAs(record, provenance) {
			t.Errorf("%s: is not classified as provenance", id)
		}
		parts, _ := record["part"].([]any)
		if len(parts) == 0 {
			t.Errorf("%s: has no part", id)
		}
		for _, p := range parts {
			part := p.(map[string]any)
			class := part["type"].(string)
			found[class]++
			kind, ok := kinds[class]
			if !ok || kind.needs != "" && part[kind.needs] == nil {
				t.Errorf("%s: a part of type %s without %q", id, class, kind.needs)
			}
			if class == "Activity" && !classifiedAs(part, promise) {
				t.Errorf("%s: an Activity part that is no promise", id)
			}
			for key := range part {
				if !slices.Contains(common, key) && !slices.Contains(kind.own, key) {
					t.Errorf("%s: a part of type %s has %q", id, class, key)
				}
			}
		}
	}
	for class := range kinds {
		if found[class] == 0 {
			t.Errorf("no part of type %s", class)
		}
	}
}

func classifiedAs(object map[string]any, concept string) bool {
	entries, _ := object["classified_as"].([]any)
	return slices.ContainsFunc(entries, func(e any) bool {
		return e.(map[string]any)["id"] == concept
	})
}

// TestTimeSpans checks that spans are in UTC and do not end before they begin.
func TestTimeSpans(t *testing.T) {
	for id, record := range records(t) {
		each("", record, func(pointer string, object map[string]any) {
			if object["type"] != "TimeSpan" {
				return
			}
			begin, err := instant(object["begin_of_the_begin"])
			if err != nil {
				t.Errorf("%s at %s: %v", id, pointer, err)
			}
			end, err := instant(object["end_of_the_end"])
			if err != nil {
				t.Errorf("%s at %s: %v", id, pointer, err)
			}
			if !begin.Before(end) {
				t.Errorf("%s at %s: ends before it begins", id, pointer)
			}
		})
	}
}

// instant reads an xsd:dateTime in UTC, of which package time knows only the
// years since 0000: the years before are counted back from there.
func instant(value any) (time.Time, error) {
	text, _ := value.(string)
	rest, before := strings.CutPrefix(text, "-")
	at, err := time.Parse("2006-01-02T15:04:05Z", rest)
	if err == nil && before {
		at = at.AddDate(-2*at.Year(), 0, 0)
	}
	return at, err
}

// TestMemberOrder checks that the first members of every record are in the
// order in which Vitrine writes them.
func TestMemberOrder(t *testing.T) {
	order := []string{"@context", "id", "type", "_label", "classified_as", "identified_by", "referred_to_by",
		"equivalent", "representation", "member_of", "subject_of", "attributed_by"}
	member := regexp.MustCompile(`(?m)^  "([^"]+)": `)
	err := fs.WalkDir(data.FS, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(data.FS, file)
		if err != nil {
			return err
		}
		last := -1
		for _, m := range member.FindAllStringSubmatch(string(text), -1) {
			place := slices.Index(order, m[1])
			if place < 0 {
				place = len(order)
			}
			if place < last {
				t.Errorf("%s: %q stands too late", file, m[1])
			}
			last = place
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestGeometry checks that places have points and polygons, and that each of
// their coordinates, longitude first, lies in one of the regions that the
// stories pass through.
func TestGeometry(t *testing.T) {
	forms := regexp.MustCompile(`^(POINT|POLYGON)\(\(?([-0-9. ,]+)\)?\)$`)
	regions := []struct{ west, south, east, north float64 }{
		{-6, 48, 8, 54},    // north-western Europe
		{29, 30, 32, 32},   // the delta of the Nile
		{-81, 38, -76, 41}, // the east of the United States
	}
	found := map[string]int{}
	for id, record := range records(t) {
		wkt, ok := record["defined_by"].(string)
		if !ok {
			if record["type"] == "Place" {
				t.Errorf("%s: no geometry", id)
			}
			continue
		}
		m := forms.FindStringSubmatch(wkt)
		if m == nil {
			t.Errorf("%s: %s", id, wkt)
			continue
		}
		found[m[1]]++
		for pair := range strings.SplitSeq(m[2], ", ") {
			var lon, lat float64
			if _, err := fmt.Sscan(pair, &lon, &lat); err != nil {
				t.Errorf("%s: %q: %v", id, pair, err)
			}
			inside := false
			for _, r := range regions {
				inside = inside || lon > r.west && lon < r.east && lat > r.south && lat < r.north
			}
			if !inside {
				t.Errorf("%s: %q is far from any story", id, pair)
			}
		}
	}
	if found["POINT"] == 0 || found["POLYGON"] == 0 {
		t.Errorf("geometries by form: %v, want points and polygons", found)
	}
}

// TestValid checks the records with the model, to the letter of its tables.
func TestValid(t *testing.T) {
	all := records(t)
	validator, err := linkedart.NewValidator(linkedart.Options{
		Reading: linkedart.Strict,
		Base:    data.Base,
		Exists:  func(iri string) bool { return all[iri] != nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	for id := range all {
		text, err := fs.ReadFile(data.FS, strings.TrimPrefix(id, data.Base)+".json")
		if err != nil {
			t.Fatal(err)
		}
		for _, finding := range validator.Validate(text) {
			// The concept that all others are grouped by is in no group itself.
			if finding.Level == linkedart.Error || id != data.Base+"concept/facet" {
				t.Errorf("%s: %+v", id, finding)
			}
		}
	}
}
