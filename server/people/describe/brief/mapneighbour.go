package brief

import (
	"vitrine/linkedart/reading"
	"vitrine/rdfstore/graph"
	"vitrine/server/people/html"
	"vitrine/server/people/svgmap"
)

// partOfLink leads to the places that fall within a place.
const partOfLink = "placePartOfPlace"

// placeMap shows a place among its neighbours.
func (e *MapEditor) placeMap(root reading.Node, b *Brief, name html.Part) *html.Map {
	request := svgmap.Request{ID: "map", Title: e.Words.Text("Map of %s", name.Text), Language: e.Words.Tag().String()}
	for i, geometry := range root.Geometries() {
		if i == maxGeometries {
			break
		}
		mark := svgmap.Mark{Geometry: geometry}
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
			request.Marks = append(request.Marks, svgmap.Mark{
				Kind: svgmap.Neighbour, Geometry: place.Geometry, Label: name.Text, Lang: name.Lang, Href: name.Href,
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
func (e *MapEditor) nearby(b *Brief) []string {
	if e.Links == nil {
		return nil
	}
	link, ok := e.Links.Link(partOfLink)
	if !ok {
		return nil
	}
	var out []string
	seen := map[string]bool{b.IRI: true}
	for _, whole := range append([]Ref{{IRI: b.IRI}}, b.Wholes...) {
		if seen[whole.IRI] = true; len(out) >= maxNearby {
			break
		}
		name, err := graph.IRI(whole.IRI)
		if err != nil {
			continue
		}
		if !e.Spend() {
			break
		}
		names, _, err := e.Links.Items(e.Ctx, e.Relations, link, name, 0, maxNearby)
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
