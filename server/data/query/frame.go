package query

import (
	"context"
	"errors"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/serialize/jsonld/framing"
	"vitrine/server/web/respond"
	"vitrine/sparql"
	"vitrine/sparql/algebra"
)

// withFrame returns the form that is chosen for an answer, with the frame of the request where it
// nests by one. The error is a *respond.Error.
func (v *Service) withFrame(f Form, q Request, prepared *sparql.Query) (Form, error) {
	if q.Frame == "" || q.kept != nil && f.Profile != framedForm.Profile {
		return f, nil
	}
	if of := prepared.Form(); q.Explain || of != algebra.Construct && of != algebra.Describe {
		return f, bad("A frame nests the triples of CONSTRUCT and DESCRIBE. Leave out the parameter frame, or ask for a graph.")
	}
	var err error
	if strings.HasPrefix(strings.TrimSpace(q.Frame), "{") {
		f.frame, err = framing.Read([]byte(q.Frame), v.Endpoint, v.Contexts)
	} else if f.frame = v.Frames[q.Frame]; f.frame == nil {
		return f, bad("The parameter frame is neither a frame, an object in JSON, nor the name of one that is kept here.")
	}
	return f, v.problem(err)
}

// appendGraph returns triples in a form of graphs, nested where it has a frame.
func appendGraph(ctx context.Context, f Form, triples []rdf.Triple) ([]byte, error) {
	if f.frame == nil {
		return AppendGraph(f, triples)
	}
	return f.frame.Apply(ctx, triples)
}

// frameProblem returns an error of a frame as one that is answered, nil for another error.
func frameProblem(err error) error {
	switch {
	case errors.Is(err, framing.ErrFrame):
		return bad(sentence(err.Error()))
	case errors.Is(err, framing.ErrLimit):
		return &respond.Error{Type: respond.QueryLimit, Detail: sentence(err.Error())}
	}
	return nil
}
