package describe

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"vitrine/data"
	"vitrine/server/people/html"
)

// factNamed is the first value of a fact of a record's page, in plain text and with what is
// shown of it on demand.
func factNamed(r html.Record, property string) (text, title string) {
	for _, fact := range r.Facts {
		if fact.Property == property && len(fact.Values) > 0 {
			return fact.Values[0].Plain(), fact.Values[0][0].Title
		}
	}
	return "", ""
}

const definedBy = "http://www.cidoc-crm.org/cidoc-crm/P168_place_is_defined_by"

func TestGeometryInWords(t *testing.T) {
	for _, row := range []struct {
		wkt  string
		want map[string]string
	}{
		{"POINT(4.357 52.012)", map[string]string{"en": "52.012° N, 4.357° E", "nl": "52,012° NB, 4,357° OL", "fr": "52,012° N, 4,357° E", "de": "52,012° N, 4,357° O"}},
		{"POINT(-70.65 -33.5)", map[string]string{"en": "33.5° S, 70.65° W", "nl": "33,5° ZB, 70,65° WL", "fr": "33,5° S, 70,65° O", "de": "33,5° S, 70,65° W"}},
		{"MULTIPOINT((4 52), (5 53))", map[string]string{
			"en": "Points between 52° N, 4° E and 53° N, 5° E", "nl": "Punten tussen 52° NB, 4° OL en 53° NB, 5° OL",
			"fr": "Points entre 52° N, 4° E et 53° N, 5° E", "de": "Punkte zwischen 52° N, 4° O und 53° N, 5° O"}},
		{"LINESTRING(4 52, 5.5 53, 5 51)", map[string]string{
			"en": "Line between 51° N, 4° E and 53° N, 5.5° E", "nl": "Lijn tussen 51° NB, 4° OL en 53° NB, 5,5° OL",
			"fr": "Ligne entre 51° N, 4° E et 53° N, 5,5° E", "de": "Linie zwischen 51° N, 4° O und 53° N, 5,5° O"}},
		{"POLYGON((4 52, 5 52, 5 53, 4 52))", map[string]string{
			"en": "Area between 52° N, 4° E and 53° N, 5° E", "nl": "Gebied tussen 52° NB, 4° OL en 53° NB, 5° OL",
			"fr": "Surface entre 52° N, 4° E et 53° N, 5° E", "de": "Fläche zwischen 52° N, 4° O und 53° N, 5° O"}},
		{"MULTIPOLYGON(((4 52, 5 52, 5 53, 4 52)), ((-1 50, 0 50, 0 51, -1 50)))", map[string]string{"en": "Area between 50° N, 1° W and 53° N, 5° E"}},
		{"GEOMETRYCOLLECTION(POINT(4 52), LINESTRING(4 52, 5 53))", map[string]string{
			"en": "Shapes between 52° N, 4° E and 53° N, 5° E", "nl": "Vormen tussen 52° NB, 4° OL en 53° NB, 5° OL"}},
		{"POINT(500 95)", map[string]string{"en": "POINT(500 95)"}},
		{"POINT EMPTY", map[string]string{"en": "POINT EMPTY"}},
		{"near the church", map[string]string{"nl": "near the church"}},
	} {
		m := newMuseum(t, parse(t, `{"@context": "https://linked.art/ns/v1/linked-art.json", "id": "place/it", "type": "Place", "defined_by": `+strconv.Quote(row.wkt)+`}`))
		for lang, want := range row.want {
			r, err := m.Record(t.Context(), m.subject(t, data.Base+"place/it"), in(t, lang))
			if err != nil {
				t.Fatal(err)
			}
			text, title := factNamed(r, definedBy)
			if text != want {
				t.Errorf("%s: %s is %q, want %q", lang, row.wkt, text, want)
			}
			if text != row.wkt && title != row.wkt {
				t.Errorf("%s: of %s this is at hand: %q", lang, row.wkt, title)
			}
		}
	}
}

func TestMoment(t *testing.T) {
	at := time.Date(2026, 5, 2, 17, 4, 59, 0, time.FixedZone("", 2*60*60))
	for lang, want := range map[string]string{
		"en": "2 May 2026, 15:04 UTC", "nl": "2 mei 2026, 15:04 UTC", "fr": "2 mai 2026, 15:04 UTC", "de": "2. Mai 2026, 15:04 UTC",
	} {
		if got := Moment(at, in(t, lang)); got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
	if got := Moment(time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC), in(t, "fr")); got != "1er janvier 1, 00:00 UTC" {
		t.Errorf("the first moment of all is %q", got)
	}
}

// TestLongRecord has a record that is too long to be shown as JSON-LD: the page leads to it.
func TestLongRecord(t *testing.T) {
	m := newMuseum(t, parse(t, `{"@context": "https://linked.art/ns/v1/linked-art.json", "id": "object/it", "type": "HumanMadeObject"}`))
	formats := []html.Link{{Href: "/object/it?format=json", Title: "Linked Art JSON-LD"}}
	for length, shown := range map[int]bool{100: true, maxShownRecord - 20: true, maxShownRecord + 20: false} {
		s := m.subject(t, data.Base+"object/it")
		s.Formats, s.Record = formats, []byte(`{"id": "`+strings.Repeat("x", length)+`"}`)
		r, err := m.Record(t.Context(), s, in(t, "en"))
		if err != nil {
			t.Fatal(err)
		}
		if (r.Data.Record() != "") != shown {
			t.Errorf("a record of %d bytes is shown: %t, want %t", length, !shown, shown)
		}
		if len(r.Data.Formats) != 1 {
			t.Errorf("the page of a record of %d bytes leads to no format", length)
		}
	}
}
