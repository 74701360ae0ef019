package describe

import (
	"strings"
	"sync"
	"testing"

	"vitrine/data"
	"vitrine/linkedart/reading"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/html"
	"vitrine/server/people/svgmap"
)

var maps = sync.OnceValues(func() (*svgmap.Atlas, error) { return svgmap.New() })

// newMapped is a museum of the sample collection, and of other records, with maps.
func newMapped(t testing.TB, records ...string) *museum {
	t.Helper()
	a, err := maps()
	if err != nil {
		t.Fatal(err)
	}
	graphs := sampleGraphs(t)
	for _, text := range records {
		graphs = append(graphs, parse(t, text))
	}
	m := newMuseum(t, graphs...)
	m.options.Atlas = a
	return m
}

// mapOf is the map of a record's page, as text.
func (m *museum) mapOf(t testing.TB, name, language string) *html.Map {
	t.Helper()
	record, err := m.Record(t.Context(), m.subject(t, data.Base+name), in(t, language))
	if err != nil {
		t.Fatal(err)
	}
	if record.Frame.Map != (record.Map != nil) && record.Provenance == nil {
		t.Errorf("%s: the frame of the page says that there is a map: %t", name, record.Frame.Map)
	}
	return record.Map
}

func TestMapOfPlace(t *testing.T) {
	m := newMapped(t).mapOf(t, "place/delft", "nl")
	if m == nil {
		t.Fatal("there is no map")
	}
	for _, want := range []string{"Kaart van Delft", ">Delft<", ">Amsterdam<", `href="/place/amsterdam"`, "map-neighbour"} {
		if !strings.Contains(string(m.Drawing), want) {
			t.Errorf("%s is not on the map", want)
		}
	}
	if strings.Contains(string(m.Drawing), ">Alexandria<") {
		t.Error("Alexandria is a neighbour of Delft")
	}
}

func TestMapOfPerson(t *testing.T) {
	m := newMapped(t).mapOf(t, "person/johannes-vermeer", "en")
	if m == nil {
		t.Fatal("there is no map")
	}
	var places []string
	for _, place := range m.Places {
		places = append(places, place.Plain())
	}
	if got := strings.Join(places, "; "); !strings.HasPrefix(got, "Delft (birth, death") || m.Numbered {
		t.Errorf("the places are %s", got)
	}
	if !strings.Contains(string(m.Drawing), `href="/place/delft"`) {
		t.Error("the map does not lead to Delft")
	}
}

func TestMapOfActivity(t *testing.T) {
	m := newMapped(t, `{"@context": "https://linked.art/ns/v1/linked-art.json", "id": "provenance/move", "type": "Activity",
		"part": [{"type": "Move", "moved_from": {"id": "https://data.museum.example/place/delft", "type": "Place"}, "moved_to": {"id": "https://data.museum.example/place/paris", "type": "Place"}}],
		"took_place_at": [{"type": "Place", "_label": "A ship", "defined_by": "POINT(3 51)"}, {"id": "https://elsewhere.example/1", "type": "Place", "_label": "Nowhere"}]}`).mapOf(t, "provenance/move", "en")
	if m == nil {
		t.Fatal("there is no map")
	}
	var places []string
	for _, place := range m.Places {
		places = append(places, place.Plain())
	}
	if got := strings.Join(places, "; "); got != "A ship (event); Delft (departure); Paris (arrival)" {
		t.Errorf("the places are %s", got)
	}
}

func TestNoMap(t *testing.T) {
	m := newMapped(t, `{"@context": "https://linked.art/ns/v1/linked-art.json", "id": "place/none", "type": "Place", "_label": "None"}`,
		`{"@context": "https://linked.art/ns/v1/linked-art.json", "id": "place/wrong", "type": "Place", "_label": "Wrong", "defined_by": "here"}`)
	for _, name := range []string{"place/none", "place/wrong", "concept/tronie"} {
		if m.mapOf(t, name, "en") != nil {
			t.Errorf("%s has a map", name)
		}
	}
}

func TestMapTellsWhatIsMissing(t *testing.T) {
	m := newMapped(t, `{"@context": "https://linked.art/ns/v1/linked-art.json", "id": "place/half", "type": "Place", "_label": "Half", "defined_by": "MULTIPOINT(4 52, 400 52)"}`)
	half := m.mapOf(t, "place/half", "en")
	if half == nil || !strings.HasPrefix(half.Caption.Plain(), "1 place is not drawn, or not in full") {
		t.Errorf("the map of half a place is %v", half)
	}
}

func TestLongGeometryIsNotKept(t *testing.T) {
	ring := strings.Repeat("4 52, 5 52, 5 53, ", 1000)
	root := reading.Read(parse(t, `{"@context": "https://linked.art/ns/v1/linked-art.json", "id": "place/long", "type": "Place", "defined_by": "POLYGON((4 52, `+ring+`4 52))"}`)).Root()
	if b := brief.Of(root, ""); len(b.Geometry) > 50 || !strings.HasPrefix(b.Geometry, "POINT(4.") {
		t.Errorf("the geometry is %.100s", b.Geometry)
	}
}

func TestJourneyMap(t *testing.T) {
	m := newMapped(t)
	e := m.editor(t.Context(), m.at(t), in(t, "en"))
	root := reading.Read(parse(t, `{"@context": "https://linked.art/ns/v1/linked-art.json", "id": "provenance/stops", "type": "Activity", "took_place_at": [
		{"id": "https://data.museum.example/place/delft", "type": "Place"}, {"id": "https://elsewhere.example/1", "type": "Place", "_label": "Nowhere"},
		{"id": "https://data.museum.example/place/paris", "type": "Place"}]}`)).Root()
	var stops []brief.Stop
	for _, place := range root.Nodes(reading.TookPlaceAt) {
		stops = append(stops, brief.Stop{Place: place})
	}
	if e.maps().Journey(stops[:2]) != nil {
		t.Error("a journey of one place that can be drawn has a map")
	}
	stops[0].Roles, stops[2].Roles = []string{"making"}, []string{"current location"}
	journey := e.maps().Journey(stops)
	if journey == nil || !journey.Numbered || len(journey.Places) != 3 {
		t.Fatalf("the journey is %v", journey)
	}
	if got := journey.Places[0].Plain() + journey.Places[1].Plain() + journey.Places[2].Plain(); got != "Delft (making)NowhereParis (current location)" {
		t.Errorf("the stops are %s", got)
	}
	if !strings.Contains(string(journey.Drawing), ">3 <") || strings.Contains(string(journey.Drawing), ">2 <") {
		t.Error("the numbers on the map are not those of the list")
	}
}

// TestMapOfObject has the journey instead of a map of the places.
func TestMapOfObject(t *testing.T) {
	m := newMapped(t)
	record, err := m.Record(t.Context(), m.subject(t, data.Base+"object/the-little-street"), in(t, "en"))
	if err != nil {
		t.Fatal(err)
	}
	if record.Map != nil || record.Provenance == nil || record.Provenance.Map == nil || !record.Frame.Map {
		t.Fatalf("the maps are %v and %v", record.Map, record.Provenance)
	}
	if first := record.Provenance.Map.Places[0].Plain(); first != "Delft (making)" {
		t.Errorf("the first place is %s", first)
	}
}
