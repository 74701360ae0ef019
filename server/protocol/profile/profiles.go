package profile

import (
	"vitrine/serialize"
	"vitrine/server/data/resource"
	"vitrine/server/people/i18n"
)

// Profiles writes entities in the profiles.
type Profiles struct {
	Languages *i18n.Languages
	// RDFXML is the format of RDF/XML, nil where there is none.
	RDFXML *serialize.Format
	// JSONLD is the format of JSON-LD, nil where there is none.
	JSONLD *serialize.Format
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
	out := []resource.Alternate{p.dublinCore()}
	if p.RDFXML != nil {
		out = append(out, p.edm())
	}
	if p.JSONLD != nil {
		out = append(out, p.schemaAPNDE())
	}
	return out
}
