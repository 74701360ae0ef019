package schemaorg

import (
	"strings"

	"vitrine/linkedart/reading"
	"vitrine/server/people/cite"
)

// Work is the entity as a reference to it says, with the publisher of the service.
func Work(s Subject, publisher string) cite.Work {
	d := describer{s: s, named: namedOn(s.Page)}
	w := cite.Work{URL: s.Page.IRI, Title: cut(s.Page.Name.Text), Publisher: publisher}
	if len(s.Page.Kinds) > 0 {
		w.Kind = cut(s.Page.Kinds[0].Text)
	}
	switch kind := typeOf(s.Node); specificType(s.Node, kind) {
	case "VisualArtwork":
		w.Type = cite.Artwork
	case "ImageObject":
		w.Type = cite.Image
	case "CreativeWork", "MediaObject":
		w.Type = cite.Document
	case "Collection":
		w.Type = cite.Collection
	default:
		return w
	}
	for _, row := range work {
		var nodes []reading.Node
		for _, p := range row.paths {
			nodes = append(nodes, p.nodes(s.Node)...)
		}
		switch row.name {
		case "creator":
			found, _ := row.value(&d, nodes).([]object)
			for _, creator := range found {
				name, _ := creator["name"].(string)
				w.Creators = append(w.Creators, name)
			}
		case "dateCreated":
			w.Created, _ = row.value(&d, nodes).(string)
		case "artMedium":
			materials, _ := names(&d, nodes).([]string)
			w.Medium = strings.Join(materials, ", ")
		}
	}
	return w
}
