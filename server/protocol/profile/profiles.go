package profile

import (
	"slices"

	"vitrine/serialize"
	"vitrine/server/data/resource"
	"vitrine/server/people/i18n"
)

// Profiles writes entities in the profiles.
type Profiles struct {
	Languages *i18n.Languages
	// Formats are those of RDF in which entities are written, the usual ones of the profiles among
	// them.
	Formats []*serialize.Format
	// Dataset is the IRI of the data set that all entities are in.
	Dataset string
	// Manifests tells that entities with pictures have IIIF manifests.
	Manifests bool
	// Publisher is who provides the data: a name, or a URI.
	Publisher term
}

// Publisher is who provides the data, by a URI or else by a name.
func Publisher(uri, name string) term {
	if uri != "" {
		return term{iri: uri}
	}
	return term{text: clean(name)}
}

// Alternates are the forms of entities by all profiles.
func (p *Profiles) Alternates() []resource.Alternate {
	return slices.Concat([]resource.Alternate{p.dublinCore()}, p.edm(), p.schemaAPNDE())
}
