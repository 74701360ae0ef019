package jsonld

import (
	"strconv"
	"strings"

	"github.com/knakk/rdf"

	ldcontext "vitrine/context"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/iri"
	"vitrine/serialize/jsonld/layout"
)

// identifier returns the node that the @id member names, and how it is written, as iri does.
func (r *reader) identifier(about nodeKeywords, active *ldcontext.ActiveContext) (rdf.Subject, layout.Op, error) {
	v := r.doc.at(about.id)
	r.path.Member(v.key)
	defer r.path.Leave()
	if v.kind != '"' {
		return nil, 0, r.coded("invalid @id value", "an id is a string; leave the member out where there is none")
	}
	return r.iri(v.text, active)
}

// iri returns the node that a string names, and how to write it: layout.IRI, or
// layout.Written where it is a compact IRI.
func (r *reader) iri(text string, active *ldcontext.ActiveContext) (rdf.Subject, layout.Op, error) {
	if text == "" {
		return nil, 0, r.fault("an empty id would stand for the document's own address; write the full URI")
	}
	full, absolute := active.ExpandID(text)
	switch {
	case strings.HasPrefix(text, "@") || strings.HasPrefix(full, "@"):
		return nil, 0, errFullOnly // expansion says why it is refused
	case !absolute:
		var err error
		if full, err = iri.Resolve(active.Base(r.base), text); err != nil {
			return nil, 0, r.fault("relative IRI " + strconv.Quote(text) + " and no base URL to resolve it against")
		}
	}
	if label, ok := strings.CutPrefix(full, "_:"); ok {
		b, err := r.labelled(label)
		return b, layout.IRI, err
	}
	term, err := graph.ParseIRI(full)
	if err != nil {
		return nil, 0, r.caused(err)
	}
	if absolute && full != text {
		return term, layout.Written, nil
	}
	return term, layout.IRI, nil
}

// labelled returns the blank node with a label of the document's own.
func (r *reader) labelled(label string) (rdf.Blank, error) {
	if !validLabel(label) {
		return rdf.Blank{}, r.fault("blank node label " + strconv.Quote(label) + ": use ASCII letters, digits, _ and -")
	}
	return graph.Blank(label)
}

func validLabel(label string) bool {
	for i := 0; i < len(label); i++ {
		c := label[i]
		if 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_' || c == '-' && i > 0 {
			continue
		}
		return false
	}
	return label != ""
}

// fresh returns a blank node with a label that the document does not use.
func (r *reader) fresh() subject {
	for {
		label := "b" + strconv.Itoa(r.blanks)
		r.blanks++
		if r.taken[label] {
			continue
		}
		b, _ := rdf.NewBlank(label)
		return subject{term: b, fresh: true}
	}
}
