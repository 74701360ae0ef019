package brief

import (
	"strings"

	"vitrine/linkedart/links"
	"vitrine/linkedart/reading"
	"vitrine/server/people/html"
	"vitrine/server/people/svgmap"
)

// mappedPlace is a place that a map is about.
type mappedPlace struct {
	name html.Part
	// geometries are Well-Known Text; a place without one is listed and not drawn.
	geometries []string
	// roles are what the place is to the entity.
	roles []string
}

// Editor lays out the maps of one page in one language.
type MapEditor struct {
	*Editor
	// Atlas draws them; there are none where it is nil.
	Atlas *svgmap.Atlas
	// Links lead to the neighbours of places; none are looked for where it is nil.
	Links *links.Table
}

// Record is the map of the page of a record, nil where no place of it can be drawn.
func (e *MapEditor) Record(root reading.Node, b *Brief, record *html.Record) *html.Map {
	if e.Atlas == nil {
		return nil
	}
	if record.Endpoint == "place" {
		return e.placeMap(root, b, record.Name)
	}
	places := e.placesOf(root, mapped[record.Endpoint])
	if len(places) == 0 {
		return nil
	}
	return e.draw(svgmap.Place, "map", e.Words.Text("Map of the places of %s", record.Name.Text), places)
}

// draw draws the places as marks of a kind. It is nil where none can be drawn.
func (e *MapEditor) draw(kind svgmap.Kind, id, title string, places []mappedPlace) *html.Map {
	request := svgmap.Request{ID: id, Title: title, Language: e.Words.Tag().String()}
	var listed []html.Phrase
	var names []string
	for _, place := range places {
		for i, geometry := range place.geometries {
			mark := svgmap.Mark{Kind: kind, Geometry: geometry, Href: place.name.Href}
			if i == 0 {
				mark.Label, mark.Lang = place.name.Text, place.name.Lang
			}
			request.Marks = append(request.Marks, mark)
		}
		phrase := html.Phrase{place.name}
		if len(place.roles) > 0 {
			phrase = append(phrase, html.Part{Text: " (" + strings.Join(place.roles, ", ") + ")"})
		}
		listed = append(listed, phrase)
		names = append(names, phrase.Plain())
	}
	request.Description = strings.Join(names, "; ")
	return e.drawn(request, listed)
}

// drawn is the map of a request, nil where nothing of it can be drawn. The reader is told
// if it is not all.
func (e *MapEditor) drawn(request svgmap.Request, places []html.Phrase) *html.Map {
	if e.Err() != nil || len(request.Marks) == 0 {
		return nil
	}
	drawing := e.Atlas.Draw(request)
	if drawing.HTML == "" {
		return nil
	}
	out := &html.Map{Drawing: drawing.HTML, Places: places}
	missed := 0
	for _, omission := range drawing.Omissions {
		if request.Marks[omission.Mark].Kind != svgmap.Neighbour {
			missed++
		}
	}
	if missed > 0 {
		out.Caption = html.Text(e.Words.Text("%d places are not drawn, or not in full: their coordinates are missing, unreadable or too many.", missed))
	}
	return out
}

// mappedPlace is a place as its own record says where it is, or else as the node does.
func (e *MapEditor) mappedPlace(n reading.Node) mappedPlace {
	out := mappedPlace{name: e.Node(n)}
	if n.IRI() != "" {
		if geometry := e.Brief(n.IRI()).Geometry; geometry != "" {
			out.geometries = []string{geometry}
			return out
		}
	}
	if geometry := GeometryOf(n); geometry != "" {
		out.geometries = []string{geometry}
	}
	return out
}
