package profile

import (
	_ "embed"

	"vitrine/linkedart/reading"
	"vitrine/rdfstore/graph"
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
func lacksEDM(g *graph.Graph) string {
	if g.FirstClass().String() != string(reading.ClassHumanMadeObject) {
		return "Only objects (HumanMadeObject) have this form."
	}
	root := reading.Read(g).Root()
	if len(root.Kinds()) == 0 {
		return "The record does not say what kind of object it is (classified_as)."
	}
	if len(root.Names()) == 0 && root.Label() == "" {
		return "The object has no name."
	}
	w := &writer{root: root}
	if len(w.pictures()) == 0 {
		return "The record has no picture with a licence or rights statement that Europeana takes (representation, digitally_shown_by, subject_to)."
	}
	return ""
}
