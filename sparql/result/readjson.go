package result

import (
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// jsonDocument is a document of SPARQL 1.1 Query Results JSON. Members that the
// recommendation does not know are passed over.
type jsonDocument struct {
	Head *struct {
		Vars []string `json:"vars"`
	} `json:"head"`
	Results *struct {
		Bindings []map[string]jsonTerm `json:"bindings"`
	} `json:"results"`
	Boolean *bool `json:"boolean"`
}

type jsonTerm struct {
	Type     string  `json:"type"`
	Value    *string `json:"value"`
	Lang     string  `json:"xml:lang"`
	Datatype string  `json:"datatype"`
}

// ReadJSON reads a document of SPARQL 1.1 Query Results JSON of at most limit bytes.
func ReadJSON(r io.Reader, limit int64) (*Results, error) {
	const format = "SPARQL results in JSON"
	var doc jsonDocument
	if err := json.UnmarshalRead(&limited{r, limit}, &doc); err != nil {
		return nil, syntax(format, err)
	}
	switch {
	case doc.Head == nil:
		return nil, syntax(format, errors.New(`it has no "head"`))
	case doc.Boolean != nil && doc.Results == nil:
		return &Results{IsBoolean: true, Boolean: *doc.Boolean}, nil
	case doc.Boolean != nil || doc.Results == nil:
		return nil, syntax(format, errors.New(`it has not just one of "results" and "boolean"`))
	}
	at, err := columns(format, doc.Head.Vars)
	if err != nil {
		return nil, err
	}
	out := &Results{Variables: doc.Head.Vars}
	for n, bindings := range doc.Results.Bindings {
		row := make([]rdf.Term, len(at))
		for name, binding := range bindings {
			i, ok := at[name]
			if !ok {
				return nil, place(format, n, name, errors.New("the variable is not one of the head"))
			}
			if row[i], err = binding.term(); err != nil {
				return nil, place(format, n, name, err)
			}
		}
		out.Solutions = append(out.Solutions, row)
	}
	return out, nil
}

// term returns the term that a binding has (section 3.2.2). Typed-literal is of an
// earlier version.
func (t jsonTerm) term() (rdf.Term, error) {
	if t.Value == nil {
		return nil, errors.New(`a term has no "value"`)
	}
	switch t.Type {
	case "uri":
		return graph.IRI(*t.Value)
	case "bnode":
		return graph.Blank(*t.Value)
	case "literal", "typed-literal":
		return literal(*t.Value, t.Lang, t.Datatype)
	}
	return nil, fmt.Errorf("%q is no type of a term", t.Type)
}
