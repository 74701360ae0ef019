package rml

import (
	"strings"

	"github.com/knakk/rdf"
)

// The namespaces whose terms are read as those of RML.
var namespaces = []string{
	"http://w3id.org/rml/",
	"http://www.w3.org/ns/r2rml#",
	"http://semweb.mmlab.be/ns/rml#",
	"http://semweb.mmlab.be/ns/ql#",
}

// local returns the name of a term of RML, "" for another IRI.
func local(t rdf.Term) string {
	iri, ok := t.(rdf.IRI)
	if !ok {
		return ""
	}
	for _, namespace := range namespaces {
		if name, ok := strings.CutPrefix(iri.String(), namespace); ok {
			if name == "column" {
				return "reference"
			}
			return name
		}
	}
	return ""
}

// description is the graph of a mapping: for each node the objects of its properties, which
// are named as RML does.
type description struct {
	subjects []rdf.Subject
	objects  map[rdf.Term]map[string][]rdf.Object
}

func (d *description) add(t rdf.Triple) {
	name := local(t.Pred)
	if name == "" {
		return
	}
	if d.objects[t.Subj] == nil {
		d.objects[t.Subj] = map[string][]rdf.Object{}
		d.subjects = append(d.subjects, t.Subj)
	}
	d.objects[t.Subj][name] = append(d.objects[t.Subj][name], t.Obj)
}

// of returns the objects of a property.
func (d *description) of(node rdf.Term, name string) []rdf.Object { return d.objects[node][name] }
