package represent

import (
	"strings"

	"golang.org/x/text/language"

	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/server/address"
	"vitrine/server/page"
	"vitrine/server/schemaorg"
)

// head is what programs read in the head of an entity's page.
func (m *Maker) head(e *rdfstore.Entity, r page.Record) (page.Head, error) {
	at := address.URI(m.Mapper.Public(r.IRI))
	data, err := schemaorg.Entity(schemaorg.Subject{Node: reading.Read(e.Graph).Root(), Page: r, URL: at})
	if err != nil {
		return page.Head{}, err
	}
	h := SiteHead(r.Frame)
	h.URL, h.Data, h.Description = at, data, schemaorg.Description(r)
	if r.Endpoint == "person" {
		h.Kind = "profile"
	}
	h.Image, h.ImageAlt = shownPicture(r.Pictures)
	return h, nil
}

// SiteHead is what programs read in the head of any page: what kind it is, and its
// languages.
func SiteHead(f page.Frame) page.Head {
	h := page.Head{Kind: "website"}
	for _, l := range f.Languages {
		if l.Current {
			h.Locale = locale(l.Tag)
		} else {
			h.OtherLocales = append(h.OtherLocales, locale(l.Tag))
		}
	}
	return h
}

// shownPicture is the address of the first picture that others may fetch, and what is to
// be seen in it.
func shownPicture(pictures []page.Picture) (src, alt string) {
	for _, p := range pictures {
		if strings.HasPrefix(p.Src, "https://") || strings.HasPrefix(p.Src, "http://") {
			return p.Src, p.Alt.Text
		}
	}
	return "", ""
}

// locale is a language with the country that it is most likely of, as Open Graph has it.
func locale(tag string) string {
	t, err := language.Parse(tag)
	if err != nil {
		return ""
	}
	base, _ := t.Base()
	region, _ := t.Region()
	return base.String() + "_" + region.String()
}
