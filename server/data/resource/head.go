package resource

import (
	"strings"

	"vitrine/linkedart/reading"
	"vitrine/server/people/html"
	"vitrine/server/people/schemaorg"
	"vitrine/server/web/address"
)

// head is what programs read in the head of an entity's page.
func (m *Maker) head(root reading.Node, r *html.Record) html.Head {
	h := r.Frame.Head
	h.URL, h.Description = address.URI(m.Mapper.Public(r.IRI)), schemaorg.Description(r)
	h.Data = schemaorg.Entity(schemaorg.Subject{Node: root, Page: r, URL: h.URL, Origin: m.Mapper.Absolute(""), Description: h.Description})
	if r.Endpoint == "person" {
		h.Kind = "profile"
	}
	if h.Image, h.ImageAlt = shownPicture(r.Pictures); strings.HasPrefix(h.Image, "/") {
		h.Image = m.Mapper.Absolute(h.Image)
	}
	return h
}

// shownPicture is the address of the first picture that others may fetch, and what is to
// be seen in it.
func shownPicture(pictures []html.Picture) (src, alt string) {
	for _, p := range pictures {
		if strings.HasPrefix(p.Src, "/") || strings.HasPrefix(p.Src, "https://") || strings.HasPrefix(p.Src, "http://") {
			return p.Src, p.Alt.Text
		}
	}
	return "", ""
}
