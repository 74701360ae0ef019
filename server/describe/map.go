package describe

import (
	"strings"

	"github.com/knakk/rdf"

	"vitrine/linkedart/reading"
	"vitrine/server/atlas"
	"vitrine/server/describe/brief"
	"vitrine/server/page"
	"vitrine/server/wording"
)

// partOfLink leads to the places that fall within a place.
const partOfLink = "placePartOfPlace"

// mappedPlace is a place that a map is about.
type mappedPlace struct {
	name page.Part
	// geometries are Well-Known Text; a place without one is listed and not drawn.
	geometries []string
	// roles are what the place is to the entity.
	roles []string
}

// recordMap is the map of the page of a record, nil where no place of it can be drawn.
func (e *editor) recordMap(root reading.Node, b *brief.Brief, record *page.Record) *page.Map {
	if e.options.Atlas == nil {
		return nil
	}
	if record.Endpoint == "place" {
		return e.placeMap(root, b, record.Name)
	}
	places := e.placesOf(root, mapped[record.Endpoint])
	return e.draw(atlas.Place, "map", e.Words.Text("Map of the places of %s", record.Name.Text), places)
}

// placeMap shows a place among its neighbours.
func (e *editor) placeMap(root reading.Node, b *brief.Brief, name page.Part) *page.Map {
	request := atlas.Request{ID: "map", Title: e.Words.Text("Map of %s", name.Text), Language: e.Words.Tag().String()}
	for i, geometry := range root.Geometries() {
		if i == maxGeometries {
			break
		}
		mark := atlas.Mark{Geometry: geometry}
		if i == 0 {
			mark.Label, mark.Lang = name.Text, name.Lang
		}
		request.Marks = append(request.Marks, mark)
	}
	if len(request.Marks) == 0 {
		return nil
	}
	own := len(request.Marks)
	for _, iri := range e.nearby(b) {
		if place := e.Brief(iri); place.Geometry != "" {
			name := e.Name(iri)
			request.Marks = append(request.Marks, atlas.Mark{
				Kind: atlas.Neighbour, Geometry: place.Geometry, Label: name.Text, Lang: name.Lang, Href: name.Href,
			})
		}
	}
	if len(request.Marks) > own {
		request.Description = e.Words.Text("%s with other places of the collection nearby", name.Text)
	}
	return e.drawn(request, nil)
}

// nearby are the places that fall within the same wholes as a place, and those that fall
// within it: the first of each that the store knows of. Nothing but the relations of the
// store is asked; it has no index of coordinates.
func (e *editor) nearby(b *brief.Brief) []string {
	if e.options.Links == nil {
		return nil
	}
	link, ok := e.options.Links.Link(partOfLink)
	if !ok {
		return nil
	}
	var out []string
	seen := map[string]bool{b.IRI: true}
	for _, whole := range append([]brief.Ref{{IRI: b.IRI}}, b.Wholes...) {
		if seen[whole.IRI] = true; len(out) >= maxNearby {
			break
		}
		name, ok := iriOf(whole.IRI)
		if !ok {
			continue
		}
		if !e.Spend() {
			break
		}
		names, _, err := e.options.Links.Items(e.Ctx, e.Store, link, name, 0, maxNearby)
		if err != nil {
			e.Fail(err)
			return nil
		}
		for _, name := range names {
			if iri := name.String(); !seen[iri] && len(out) < maxNearby {
				seen[iri] = true
				out = append(out, iri)
			}
		}
	}
	return out
}

// draw draws the places as marks of a kind. It is nil where none can be drawn.
func (e *editor) draw(kind atlas.Kind, id, title string, places []mappedPlace) *page.Map {
	request := atlas.Request{ID: id, Title: title, Language: e.Words.Tag().String()}
	var listed []page.Phrase
	var names []string
	for _, place := range places {
		for i, geometry := range place.geometries {
			mark := atlas.Mark{Kind: kind, Geometry: geometry, Href: place.name.Href}
			if i == 0 {
				mark.Label, mark.Lang = place.name.Text, place.name.Lang
			}
			request.Marks = append(request.Marks, mark)
		}
		phrase := page.Phrase{place.name}
		if len(place.roles) > 0 {
			phrase = append(phrase, page.Part{Text: " (" + strings.Join(place.roles, ", ") + ")"})
		}
		listed = append(listed, phrase)
		names = append(names, phrase.Plain())
	}
	request.Description = strings.Join(names, "; ")
	return e.drawn(request, listed)
}

// drawn is the map of a request, nil where nothing of it can be drawn. The reader is told
// if it is not all.
func (e *editor) drawn(request atlas.Request, places []page.Phrase) *page.Map {
	if e.Err() != nil || len(request.Marks) == 0 {
		return nil
	}
	drawing := e.options.Atlas.Draw(request)
	if drawing.HTML == "" {
		return nil
	}
	out := &page.Map{Drawing: drawing.HTML, Places: places}
	missed := 0
	for _, omission := range drawing.Omissions {
		if request.Marks[omission.Mark].Kind != atlas.Neighbour {
			missed++
		}
	}
	if missed > 0 {
		out.Caption = page.Text(e.Words.Text("%d places are not drawn, or not in full: their coordinates are missing, unreadable or too many.", missed))
	}
	if origin := e.options.Atlas.TilesOrigin(); origin != "" {
		e.AddHost(origin)
	}
	return out
}

// role is what a place is to an entity, and where its record says so.
type role struct {
	name wording.Key
	path []reading.Property
}

// mapped are the places that the maps of each endpoint show.
var mapped = map[string][]role{
	"object": {
		{"making", []reading.Property{reading.ProducedBy, reading.TookPlaceAt}},
		{"discovery", []reading.Property{reading.EncounteredBy, reading.TookPlaceAt}},
		{"current location", []reading.Property{reading.CurrentLocation}},
	},
	"person": {
		{"birth", []reading.Property{reading.Born, reading.TookPlaceAt}},
		{"death", []reading.Property{reading.Died, reading.TookPlaceAt}},
		{"activity", []reading.Property{reading.CarriedOut, reading.TookPlaceAt}},
		{"residence", []reading.Property{reading.Residence}},
	},
	"group": {
		{"foundation", []reading.Property{reading.FormedBy, reading.TookPlaceAt}},
		{"dissolution", []reading.Property{reading.DissolvedBy, reading.TookPlaceAt}},
		{"activity", []reading.Property{reading.CarriedOut, reading.TookPlaceAt}},
		{"residence", []reading.Property{reading.Residence}},
	},
	"provenance": happenings,
	"event":      happenings,
	"text":       subjects,
	"visual":     subjects,
	"abstract":   subjects,
	"set":        subjects,
}

// happenings are the places of activities, of which all parts count.
var happenings = []role{
	{"event", []reading.Property{reading.TookPlaceAt}},
	{"departure", []reading.Property{reading.MovedFrom}},
	{"arrival", []reading.Property{reading.MovedTo}},
}

// subjects are the places that works are about.
var subjects = []role{
	{"subject", []reading.Property{reading.Represents}},
	{"subject", []reading.Property{reading.About}},
	{"creation", []reading.Property{reading.CreatedBy, reading.TookPlaceAt}},
}

// placesOf are the places that a record leads to, each once, in the order of the roles.
func (e *editor) placesOf(root reading.Node, roles []role) []mappedPlace {
	var out []mappedPlace
	index := map[string]int{}
	for _, r := range roles {
		at := e.withParts(root, 0)
		for _, p := range r.path[:len(r.path)-1] {
			var next []reading.Node
			for _, n := range at {
				for _, activity := range n.Nodes(p) {
					next = append(next, e.withParts(activity, 0)...)
				}
			}
			at = next
		}
		for _, n := range at {
			for _, place := range n.Nodes(r.path[len(r.path)-1]) {
				e.addPlace(&out, index, place, e.Words.Text(r.name))
			}
		}
	}
	return out
}

// addPlace adds what a place is, and the place where it is not there yet and can be
// drawn.
func (e *editor) addPlace(places *[]mappedPlace, index map[string]int, n reading.Node, role string) {
	i, ok := index[n.IRI()]
	if !ok || n.IRI() == "" {
		place := e.mappedPlace(n)
		if len(place.geometries) == 0 || len(*places) == maxMapped {
			return
		}
		i = len(*places)
		index[n.IRI()] = i
		*places = append(*places, place)
	}
	place := &(*places)[i]
	for _, known := range place.roles {
		if known == role {
			return
		}
	}
	place.roles = append(place.roles, role)
}

// mappedPlace is a place as its own record says where it is, or else as the node does.
func (e *editor) mappedPlace(n reading.Node) mappedPlace {
	out := mappedPlace{name: e.Node(n)}
	if n.IRI() != "" {
		if geometry := e.Brief(n.IRI()).Geometry; geometry != "" {
			out.geometries = []string{geometry}
			return out
		}
	}
	if geometry := brief.GeometryOf(n); geometry != "" {
		out.geometries = []string{geometry}
	}
	return out
}

// iriOf is an IRI as a term, false for what is none.
func iriOf(iri string) (rdf.IRI, bool) {
	name, err := rdf.NewIRI(iri)
	return name, err == nil
}
