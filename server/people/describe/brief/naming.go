package brief

import (
	"github.com/knakk/rdf"

	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
)

// Naming is a triple of a record whose object is the entity of the page.
type Naming struct {
	Record   string
	Property reading.Property
}

// Namings are the triples that name the entity of the page, looked for once. whole is
// false where there are more than are looked at.
func (e *Editor) Namings(name rdf.IRI) (found []Naming, whole bool) {
	if e.namings != nil {
		return e.namings, e.allNamings
	}
	e.namings, e.allNamings = []Naming{}, true
	for match, err := range e.Store.Match(e.Ctx, rdfstore.Pattern{Object: name}, "") {
		if err != nil {
			e.err = err
			break
		}
		if len(e.namings) == maxNamings {
			e.allNamings = false
			break
		}
		e.namings = append(e.namings, Naming{match.Quad.Ctx.String(), reading.Property(match.Quad.Pred.String())})
	}
	return e.namings, e.allNamings
}
