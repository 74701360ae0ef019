package schemaorg

import (
	"encoding/json"

	"vitrine/linkedart/reading"
	"vitrine/server/page"
)

// The kinds of objects that are works of art (Getty AAT).
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

// object describes a physical object. One that shows an image, or is of a kind of art, is
// a VisualArtwork.
func (d *describer) object(t *Thing) {
	n := d.s.Node
	t.Type = "CreativeWork"
	d.work(t, n.Node(reading.ProducedBy))
	materials := d.texts(n.Nodes(reading.MadeOf))
	if !n.IsClassified(artTypes...) && len(n.Nodes(reading.Shows)) == 0 {
		t.Material = materials
		return
	}
	t.Type, t.ArtMedium = "VisualArtwork", materials
	t.Artform = d.texts(n.Kinds())
	for _, dimension := range n.Dimensions() {
		d.size(t, dimension)
	}
}

// What dimensions measure (Getty AAT).
const (
	heightType = "http://vocab.getty.edu/aat/300055644"
	widthType  = "http://vocab.getty.edu/aat/300055647"
	depthType  = "http://vocab.getty.edu/aat/300072633"
)

// unitCodes are the codes of UN/CEFACT Recommendation 20 for units of the Getty AAT.
var unitCodes = map[string]string{
	"http://vocab.getty.edu/aat/300379097": "MMT",
	"http://vocab.getty.edu/aat/300379098": "CMT",
	"http://vocab.getty.edu/aat/300379099": "MTR",
	"http://vocab.getty.edu/aat/300379100": "INH",
	"http://vocab.getty.edu/aat/300379101": "FOT",
}

// size fills in the first height, width and depth.
func (d *describer) size(t *Thing, dimension reading.Dimension) {
	if !dimension.Value.Known || !isNumber(dimension.Value.Text) {
		return
	}
	q := &Quantity{
		Value: dimension.Value.Text, UnitCode: unitCodes[dimension.Unit.IRI()], UnitText: d.name(dimension.Unit),
	}
	switch {
	case dimension.Node.IsClassified(heightType) && t.Height == nil:
		t.Height = q
	case dimension.Node.IsClassified(widthType) && t.Width == nil:
		t.Width = q
	case dimension.Node.IsClassified(depthType) && t.Depth == nil:
		t.Depth = q
	}
}

// isNumber tells whether JSON spells a number like this.
func isNumber(text string) bool {
	return text != "" && (text[0] == '-' || text[0] >= '0' && text[0] <= '9') && json.Valid([]byte(text))
}

// work fills in what every CreativeWork may have, with the activity that made it.
func (d *describer) work(t *Thing, making reading.Node) {
	n := d.s.Node
	makings := append([]reading.Node{making}, making.Nodes(reading.ActivityPart)...)
	var makers, places []reading.Node
	for _, m := range makings[:min(len(makings), maxValues)] {
		makers = append(makers, m.Nodes(reading.CarriedOutBy)...)
		places = append(places, m.Nodes(reading.TookPlaceAt)...)
	}
	t.Creator = d.agents(makers)
	t.LocationCreated = d.places(places)
	t.DateCreated = date(making)
	t.About = d.references(append(n.Nodes(reading.About), n.Nodes(reading.Represents)...), anyType)
	t.InLanguage = d.texts(n.Nodes(reading.Language))
	t.IsPartOf = d.references(n.Nodes(reading.MemberOf), always("Collection"))
	t.CreditText = statement(d.s.Page, creditLineType)
}

// imageOf describes a picture by its address; nil for one that has none.
func imageOf(p page.Picture) *Thing {
	address := link(p.Full)
	if address == "" {
		address = link(p.Src)
	}
	if address == "" {
		return nil
	}
	t := &Thing{Type: "ImageObject", ContentURL: []string{address}, Caption: cut(p.Alt.Text)}
	for _, rights := range p.Rights {
		if t.CreditText == "" {
			t.CreditText = cut(rights.Plain())
		}
		for _, part := range rights {
			if t.License == "" {
				t.License = link(part.Href)
			}
		}
	}
	return t
}

// digital describes a file, which is an image where its format says so.
func (d *describer) digital(t *Thing) {
	n := d.s.Node
	t.Type = "MediaObject"
	d.work(t, n.Node(reading.CreatedBy))
	for _, format := range n.Literals(reading.Format) {
		if t.EncodingFormat == "" && len(format.String()) <= 100 {
			t.EncodingFormat = format.String()
		}
	}
	if len(t.EncodingFormat) > 6 && t.EncodingFormat[:6] == "image/" {
		t.Type = "ImageObject"
	}
	t.ContentURL = links(n.Nodes(reading.AccessPoint))
	t.About = append(t.About, d.references(append(n.Nodes(reading.DigitallyShows), n.Nodes(reading.DigitallyCarries)...), anyType)...)
}
