package server

import (
	"fmt"
	"slices"
	"strings"

	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/server/mediatype"
	"vitrine/server/negotiate"
)

// offer is a representation that the server can make of an entity.
type offer struct {
	index     int
	name      string
	title     string
	mediaType string
	profile   string
	// suffix is what follows an entity's path to name the representation, with
	// its dot; empty where there is none.
	suffix      string
	contentType string
	// format is nil for the page.
	format *serialize.Format
}

// applies tells whether the representation can be made of g.
func (o *offer) applies(g *graph.Graph) bool {
	return o.format == nil || o.format.Applies == nil || o.format.Applies(g)
}

// fullType is the media type with the profile as its parameter.
func (o *offer) fullType() string { return mediatype.WithProfile(o.mediaType, o.profile) }

// offers are all representations, the preferred one first.
type offers struct {
	list []*offer
	// terms are the same for package negotiate.
	terms []negotiate.Offer
	table serialize.Table
}

// html is the representation that the server makes itself.
var html = &serialize.Format{
	Name: "html", Title: "HTML", MediaType: "text/html",
	Aliases: []string{"application/xhtml+xml"}, Extensions: []string{"html"},
}

func newOffers(table serialize.Table) (*offers, error) {
	o := &offers{table: append(slices.Clone(table.Writable()), html)}
	taken := map[string]bool{}
	for i, f := range o.table {
		one := &offer{index: i, name: f.Name, title: f.Title, mediaType: f.MediaType, profile: f.Profile, format: f}
		if f == html {
			one.format = nil
		}
		one.contentType = mediatype.ContentType(f.MediaType, f.Profile)
		for _, extension := range f.Extensions {
			if !taken[extension] && one.suffix == "" {
				one.suffix = "." + extension
			}
			taken[extension] = true
		}
		if o.byName(f.Name) != nil {
			return nil, fmt.Errorf("server: two formats are named %q", f.Name)
		}
		o.list = append(o.list, one)
		o.terms = append(o.terms, negotiate.Offer{Type: f.MediaType, Aliases: f.Aliases, Profile: f.Profile})
	}
	return o, nil
}

func (o *offers) byName(name string) *offer {
	return o.find(func(one *offer) bool { return one.name == name })
}

// byExtension returns the offer with the file extension, or nil.
func (o *offers) byExtension(extension string) *offer {
	return o.of(o.table.ByExtension(extension))
}

// byQuery returns the offer that a format parameter names: by short name, file
// extension or media type. A plus sign that was not encoded arrives as a blank.
func (o *offers) byQuery(value string) *offer {
	if one := o.byName(value); one != nil {
		return one
	}
	if one := o.byExtension(value); one != nil {
		return one
	}
	mediaType, params, _ := strings.Cut(value, ";")
	mediaType = strings.ReplaceAll(strings.TrimSpace(mediaType), " ", "+")
	return o.of(o.table.ByMediaType(mediaType + ";" + params))
}

// record is the offer of the Linked Art record, or nil: the first JSON-LD.
func (o *offers) record() *offer {
	return o.find(func(one *offer) bool { return one.mediaType == "application/ld+json" })
}

func (o *offers) of(f *serialize.Format) *offer {
	if f == nil {
		return nil
	}
	return o.list[slices.Index(o.table, f)]
}

func (o *offers) find(ok func(*offer) bool) *offer {
	if i := slices.IndexFunc(o.list, ok); i >= 0 {
		return o.list[i]
	}
	return nil
}
