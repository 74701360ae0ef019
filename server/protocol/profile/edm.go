package profile

import (
	_ "embed"

	"vitrine/linkedart/reading"
	"vitrine/server/data/resource"
)

//go:embed edm.tsv
var edmFile string

var edmTable = tableOf("edm.tsv", edmFile)

// edm is the Europeana Data Model, by its external schema.
func (p *Profiles) edm() resource.Alternate {
	return p.inRDF(p.RDFXML, edmTable, resource.Alternate{
		Name: "edm", Title: "Europeana Data Model", MediaType: "application/rdf+xml", Profile: "http://www.europeana.eu/schemas/edm/",
		Lacks: lacksEDM,
	})
}

// lacksEDM says what a record lacks to be an object of Europeana's.
func lacksEDM(r *reading.Record) string {
	root := r.Root()
	if lacks := lacksNamedObject(r); lacks != "" {
		return lacks
	}
	if len(root.Kinds()) == 0 {
		return "The record does not say what kind of object it is (classified_as)."
	}
	w := &writer{root: root}
	if len(w.pictures()) == 0 {
		return "The record has no picture with a licence or rights statement that Europeana takes (representation, digitally_shown_by, subject_to)."
	}
	return ""
}
