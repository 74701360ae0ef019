package resource

import (
	"fmt"
	"slices"
	"strings"

	"vitrine/linkedart/reading"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/server/people/cite"
	"vitrine/server/web/contentneg"
)

// Offer is a representation that can be made of an entity.
type Offer struct {
	// Index is its place among the offers.
	Index int
	// Name is the short name, Title that for people.
	Name, Title string
	// MediaType goes without parameters.
	MediaType string
	// Profile is the IRI of the profile, empty for none.
	Profile string
	// Suffix is what follows an entity's path to name the representation, with
	// its dot; empty where there is none.
	Suffix      string
	ContentType string
	// Format is nil for the pages and alternates.
	Format *serialize.Format
	// Alternate is nil for all others. Citation is the form of a reference, nil for all others.
	Alternate *Alternate
	Citation  *cite.Format
	// Triples tells that this is the page of the triples, which is sent only to those who
	// name it.
	Triples  bool
	fullType string
}

// IsPage tells whether the representation is a page for people, in a language.
func (o *Offer) IsPage() bool { return o.Format == nil && o.Alternate == nil }

// IsMade tells whether the representation has names of other entities, so that any change of
// the store may change it.
func (o *Offer) IsMade() bool { return o.Format == nil }

// isLike tells whether both are an alternate of one profile, which the same records have.
func (o *Offer) isLike(other *Offer) bool {
	return o.Alternate != nil && other.Alternate != nil && o.Profile != "" && o.Profile == other.Profile
}

// Lacks says what a record lacks to have this representation, "" where it lacks nothing.
func (o *Offer) Lacks(r *reading.Record) string {
	switch {
	case o.Alternate != nil && o.Alternate.Lacks != nil:
		return o.Alternate.Lacks(r)
	case o.Format != nil && o.Format.Applies != nil && !o.Format.Applies(r.Graph()):
		return "The record has no such form."
	}
	return ""
}

// FullType is the media type with the profile as its parameter.
func (o *Offer) FullType() string { return o.fullType }

// Offers are all representations, the preferred one first.
type Offers struct {
	// List is never changed.
	List []*Offer
	// terms are the same for package negotiate, without the page of triples, which is the
	// last of List.
	terms []contentneg.Offer
	table serialize.Table
}

// htmlFormat is the representation that the server makes itself.
var htmlFormat = &serialize.Format{
	Name: "html", Title: "HTML", MediaType: "text/html",
	Aliases: []string{"application/xhtml+xml"}, Extensions: []string{"html"},
}

// triplesName names the page of the triples of an entity.
const triplesName = "triples"

// newOffers returns the offers of the formats that are written, of the pages, of references and
// of other alternates.
func newOffers(table serialize.Table, others []Alternate) (*Offers, error) {
	o := &Offers{table: append(slices.Clone(table.Writable()), htmlFormat)}
	alternates, citations := map[string]*Alternate{}, map[string]*cite.Format{}
	add := func(d Alternate) {
		alternates[d.Name] = &d
		format := &serialize.Format{Name: d.Name, Title: d.Title, MediaType: d.MediaType, Aliases: d.Aliases, Profile: d.Profile}
		if d.Extension != "" {
			format.Extensions = []string{d.Extension}
		}
		o.table = append(o.table, format)
	}
	for _, f := range cite.Formats() {
		citations[f.Name] = &f
		add(citation(f))
	}
	for _, d := range others {
		add(d)
	}
	taken := map[string]bool{}
	for i, f := range o.table {
		one := &Offer{Index: i, Name: f.Name, Title: f.Title, MediaType: f.MediaType, Profile: f.Profile, Format: f}
		if f.Name == htmlFormat.Name {
			one.Format = nil
		}
		if d := alternates[f.Name]; d != nil {
			one.Format, one.Alternate, one.Citation = nil, d, citations[f.Name]
		}
		one.fullType = contentneg.WithProfile(f.MediaType, f.Profile)
		one.ContentType = contentneg.ContentType(f.MediaType, f.Profile)
		for _, extension := range f.Extensions {
			if !taken[extension] && one.Suffix == "" {
				one.Suffix = "." + extension
			}
			taken[extension] = true
		}
		if o.ByName(f.Name) != nil {
			return nil, fmt.Errorf("two formats are named %q", f.Name)
		}
		o.List = append(o.List, one)
		o.terms = append(o.terms, contentneg.Offer{Type: f.MediaType, Aliases: f.Aliases, Profile: f.Profile})
	}
	if o.ByName(triplesName) != nil {
		return nil, fmt.Errorf("a format is named %q, as the page of triples is", triplesName)
	}
	page := o.ByName(htmlFormat.Name)
	o.List = append(o.List, &Offer{
		Index: len(o.List), Name: triplesName, Title: "Triples (HTML)", MediaType: page.MediaType, ContentType: page.ContentType,
		fullType: page.fullType, Triples: true,
	})
	return o, nil
}

// ByName returns the offer with the short name, or nil.
func (o *Offers) ByName(name string) *Offer {
	return o.find(func(one *Offer) bool { return one.Name == name })
}

// ByProfile returns the offer with the profile that a short name or an IRI names, or nil; it is of
// the media type of another offer, unless that is nil.
func (o *Offers) ByProfile(value string, like *Offer) *Offer {
	if named := o.ByName(value); named != nil && named.Profile != "" {
		if value = named.Profile; like == nil {
			like = named
		}
	}
	return o.find(func(one *Offer) bool {
		return one.Profile == value && (like == nil || like == one || one.MediaType == like.MediaType && like.Profile == "")
	})
}

// ByExtension returns the offer with the file extension, or nil.
func (o *Offers) ByExtension(extension string) *Offer {
	return o.of(o.table.ByExtension(extension))
}

// ByQuery returns the offer that a format parameter names: by short name, file
// extension or media type. A plus sign that was not encoded arrives as a blank.
func (o *Offers) ByQuery(value string) *Offer {
	if one := o.ByName(value); one != nil {
		return one
	}
	if one := o.ByExtension(value); one != nil {
		return one
	}
	mediaType, params, _ := strings.Cut(value, ";")
	mediaType = strings.ReplaceAll(strings.TrimSpace(mediaType), " ", "+")
	return o.of(o.table.ByMediaType(mediaType + ";" + params))
}

// Record is the offer of the Linked Art record, or nil: the first JSON-LD.
func (o *Offers) Record() *Offer {
	return o.find(func(one *Offer) bool { return one.MediaType == "application/ld+json" })
}

// Graph are the offers in which a graph is written that is no record: Turtle first, then compacted
// JSON-LD.
func (o *Offers) Graph(g *graph.Graph) []*Offer {
	var out []*Offer
	for _, one := range o.List {
		f := one.Format
		if f != nil && one != o.Record() && one.MediaType != "application/jsonl" && (f.Applies == nil || f.Applies(g)) {
			out = append(out, one)
		}
	}
	preferred := map[string]int{"turtle": -2, "compacted": -1}
	slices.SortStableFunc(out, func(a, b *Offer) int { return preferred[a.Name] - preferred[b.Name] })
	return out
}

func (o *Offers) of(f *serialize.Format) *Offer {
	if f == nil {
		return nil
	}
	return o.ByName(f.Name)
}

func (o *Offers) find(ok func(*Offer) bool) *Offer {
	if i := slices.IndexFunc(o.List, ok); i >= 0 {
		return o.List[i]
	}
	return nil
}
