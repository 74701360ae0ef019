package profile

import (
	_ "embed"
	"slices"

	"vitrine/linkedart/reading"
	"vitrine/server/data/resource"
	"vitrine/server/people/describe/brief"
	"vitrine/server/web/respond"
)

//go:embed edm.tsv
var edmFile string

var edmTable = tableOf("edm.tsv", edmFile)

// edm are the forms by the Europeana Data Model, by its external schema.
func (p *Profiles) edm() []resource.Alternate {
	return p.inRDF(edmTable, checkEDM, resource.Alternate{
		Name: "edm", Title: "Europeana Data Model", Profile: "http://www.europeana.eu/schemas/edm/", Lacks: lacksEDM,
	}, "rdfxml", "turtle", "ntriples", "expanded")
}

const noPicture = "The record has no picture with a licence or rights statement that Europeana takes (representation, digitally_shown_by, subject_to)."

// lacksEDM says what a record lacks to be an object of Europeana's, whose picture may be in another
// record.
func lacksEDM(r *reading.Record) string {
	root := r.Root()
	if lacks := lacksName(root, "objects (HumanMadeObject)", reading.ClassHumanMadeObject); lacks != "" {
		return lacks
	}
	if len(root.Kinds()) == 0 {
		return "The record does not say what kind of object it is (classified_as)."
	}
	elsewhere := func(f reading.File) bool { return f.Node.IRI() != "" && len(f.AccessPoints) == 0 }
	w := &writer{root: root}
	if w.show(root, nil); len(w.shown) == 0 && len(brief.VisualsOf(root)) == 0 && !slices.ContainsFunc(root.Images(), elsewhere) {
		return noPicture
	}
	return ""
}

// checkEDM refuses what is shown by no picture.
func checkEDM(said []statement) error {
	if slices.ContainsFunc(said, func(s statement) bool { return s.row.name == "edm:isShownBy" }) {
		return nil
	}
	return &respond.Error{Type: respond.NotAcceptable, Detail: "Europeana Data Model: " + noPicture}
}
