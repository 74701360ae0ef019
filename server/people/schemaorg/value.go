package schemaorg

import (
	"encoding/json"
	"strings"

	"vitrine/linkedart/reading"
)

func when(_ *describer, nodes []reading.Node) any {
	for _, n := range nodes {
		return Date(n)
	}
	return ""
}

func begin(_ *describer, nodes []reading.Node) any {
	start, _ := Duration(nodes[0])
	return start
}

func end(_ *describer, nodes []reading.Node) any {
	_, end := Duration(nodes[0])
	return end
}

// names are the names of entities, where schema.org wants a text.
func names(d *describer, nodes []reading.Node) any {
	var out []string
	for _, n := range nodes {
		if len(out) == maxValues {
			break
		}
		if name := d.name(n); name != "" {
			out = append(out, name)
		}
	}
	return out
}

func urls(_ *describer, nodes []reading.Node) any { return links(nodes) }

// partOfName is the part of the first name that is classified as a type.
func partOfName(kind string) value {
	return func(_ *describer, nodes []reading.Node) any {
		names := nodes[0].Names()
		for _, name := range names[:min(len(names), 1)] {
			for _, part := range name.Node.Nodes(reading.SymbolicPart) {
				for _, content := range part.Literals(reading.Content) {
					if part.IsClassified(kind) {
						return cut(content.String())
					}
				}
			}
		}
		return ""
	}
}

// artTypes are the kinds of objects that are works of art (Getty AAT).
var artTypes = []string{
	"http://vocab.getty.edu/aat/300133025", // works of art
	"http://vocab.getty.edu/aat/300033618", // paintings
	"http://vocab.getty.edu/aat/300033973", // drawings
	"http://vocab.getty.edu/aat/300041273", // prints
	"http://vocab.getty.edu/aat/300047090", // sculpture
	"http://vocab.getty.edu/aat/300046300", // photographs
	"http://vocab.getty.edu/aat/300078925", // watercolours
	"http://vocab.getty.edu/aat/300076922", // pastels
	"http://vocab.getty.edu/aat/300205002", // tapestries
}

// isArt tells whether an entity is a VisualArtwork: an object that shows an image, or is of a
// kind of art.
func isArt(n reading.Node) bool {
	return n.Is(reading.ClassHumanMadeObject) && (n.IsClassified(artTypes...) || len(n.Nodes(reading.Shows)) > 0)
}

// specificType is a more specific type than that of the class, where the record says so.
func specificType(n reading.Node, kind string) string {
	switch file, _ := format(nil, []reading.Node{n}).(string); {
	case kind == "CreativeWork" && isArt(n):
		return "VisualArtwork"
	case kind == "MediaObject" && strings.HasPrefix(file, "image/"):
		return "ImageObject"
	}
	return kind
}

// artOnly and otherOnly are values of works of art, and of other objects.
func artOnly(v value) value { return onlyIf(true, v) }

func otherOnly(v value) value { return onlyIf(false, v) }

func onlyIf(art bool, v value) value {
	return func(d *describer, nodes []reading.Node) any {
		if isArt(d.s.Node) != art {
			return ""
		}
		return v(d, nodes)
	}
}

// unitCodes are the codes of UN/CEFACT Recommendation 20 for units of the Getty AAT.
var unitCodes = map[string]string{
	"http://vocab.getty.edu/aat/300379097": "MMT",
	"http://vocab.getty.edu/aat/300379098": "CMT",
	"http://vocab.getty.edu/aat/300379099": "MTR",
	"http://vocab.getty.edu/aat/300379100": "INH",
	"http://vocab.getty.edu/aat/300379101": "FOT",
}

// size is the first dimension of a kind.
func size(kind string) value {
	return func(d *describer, nodes []reading.Node) any {
		for _, dimension := range nodes[0].Dimensions() {
			if dimension.Value.Known && isNumber(dimension.Value.Text) && dimension.Node.IsClassified(kind) {
				q := typed("QuantitativeValue")
				q.add("value", json.Number(dimension.Value.Text))
				q.add("unitCode", unitCodes[dimension.Unit.IRI()])
				q.add("unitText", d.name(dimension.Unit))
				return q
			}
		}
		return ""
	}
}

// isNumber tells whether JSON spells a number like this.
func isNumber(text string) bool {
	return text != "" && (text[0] == '-' || text[0] >= '0' && text[0] <= '9') && json.Valid([]byte(text))
}

func creditLine(d *describer, _ []reading.Node) any { return statement(d.s.Page, creditLineType) }

// format is the first media type of a file.
func format(_ *describer, nodes []reading.Node) any {
	for _, format := range nodes[0].Literals(reading.Format) {
		if len(format.String()) <= 100 {
			return format.String()
		}
	}
	return ""
}

// code is the first identifier of a concept.
func code(d *describer, _ []reading.Node) any {
	for _, identifier := range d.s.Page.Identifiers {
		return cut(identifier.Value.Text)
	}
	return ""
}
