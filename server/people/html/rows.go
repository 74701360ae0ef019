package html

import (
	"slices"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

// Row is one property with its values.
type Row struct {
	// Name is the property in words, Property its IRI.
	Name, Property string
	Values         []Value
}

// Value is a literal, a reference or a node that is described in place.
type Value struct {
	// Text is the literal, or what names the node.
	Text string
	// Lang is the language of a literal.
	Lang string
	// Href is where a reference leads; empty where nothing can be followed.
	Href string
	// Class names the class of a node, whose IRI is ClassIRI.
	Class, ClassIRI string
	// Rows describe the node, in place.
	Rows []Row
}

// maxDepth bounds the nesting of a page. What lies deeper is shown as a
// reference.
const maxDepth = 24

// Rows turns a graph into the rows of its entity's page. Each node is
// described once, where it first appears; href says where an IRI leads. What a
// heading says of a node, its label and its class, is not said again in rows.
func Rows(g *graph.Graph, href func(iri string) string) []Row {
	d := describer{href: href, bySubject: map[rdf.Subject][]rdf.Triple{}, shown: map[rdf.Subject]bool{}}
	for _, t := range g.Triples {
		d.bySubject[t.Subj] = append(d.bySubject[t.Subj], t)
	}
	d.shown[g.Name] = true
	rows := d.rows(d.rest(g.Name, len(g.Classes())), 0)
	return append(rows, d.unreached(g)...)
}

// Label returns the rdfs:label of the graph's entity, or its name.
func Label(g *graph.Graph) string {
	for _, t := range g.Triples {
		if t.Subj == rdf.Subject(g.Name) && t.Pred == rdf.Predicate(graph.Label) {
			return t.Obj.String()
		}
	}
	return g.Name.String()
}

type describer struct {
	href      func(string) string
	bySubject map[rdf.Subject][]rdf.Triple
	shown     map[rdf.Subject]bool
}

// rest returns the triples of a node without those that its heading tells: the
// first label and so many classes.
func (d *describer) rest(node rdf.Subject, classes int) []rdf.Triple {
	labels := 1
	return slices.DeleteFunc(slices.Clone(d.bySubject[node]), func(t rdf.Triple) bool {
		_, isIRI := t.Obj.(rdf.IRI)
		switch {
		case t.Pred == rdf.Predicate(graph.Label):
			labels--
			return labels >= 0
		case t.Pred == rdf.Predicate(graph.Type) && isIRI:
			classes--
			return classes >= 0
		default:
			return false
		}
	})
}

// rows groups triples by property, in the order of the document.
func (d *describer) rows(triples []rdf.Triple, depth int) []Row {
	var rows []Row
	at := map[rdf.Predicate]int{}
	for _, t := range triples {
		i, ok := at[t.Pred]
		if !ok {
			i = len(rows)
			at[t.Pred] = i
			rows = append(rows, Row{Name: Words(t.Pred.String()), Property: t.Pred.String()})
		}
		rows[i].Values = append(rows[i].Values, d.value(t.Obj, depth))
	}
	return rows
}

// describe returns the rows of a node that is not described anywhere else.
func (d *describer) describe(node rdf.Subject, depth int) []Row {
	d.shown[node] = true
	return d.rows(d.rest(node, 1), depth)
}

// unreached describes the nodes that the entity does not lead to, so that a
// page loses nothing of the graph.
func (d *describer) unreached(g *graph.Graph) []Row {
	var rows []Row
	for _, t := range g.Triples {
		if d.shown[t.Subj] {
			continue
		}
		value := d.reference(t.Subj)
		value.Rows = d.describe(t.Subj, 1)
		if len(rows) == 0 {
			rows = []Row{{Name: "also described"}}
		}
		rows[0].Values = append(rows[0].Values, value)
	}
	return rows
}

func (d *describer) value(o rdf.Object, depth int) Value {
	if literal, ok := o.(rdf.Literal); ok {
		return Value{Text: literal.String(), Lang: literal.Lang()}
	}
	node, ok := o.(rdf.Subject)
	if !ok {
		return Value{Text: o.String()}
	}
	value := d.reference(node)
	if len(d.bySubject[node]) > 0 && !d.shown[node] && depth < maxDepth {
		value.Rows = d.describe(node, depth+1)
	}
	return value
}

// reference names a node: by its label, then its IRI, then its class.
func (d *describer) reference(node rdf.Subject) Value {
	value := Value{}
	if iri, ok := node.(rdf.IRI); ok {
		value.Text, value.Href = iri.String(), d.href(iri.String())
	}
	labelled := false
	for _, t := range d.bySubject[node] {
		switch t.Pred {
		case rdf.Predicate(graph.Label):
			if !labelled {
				value.Text, labelled = t.Obj.String(), true
			}
		case rdf.Predicate(graph.Type):
			if class, ok := t.Obj.(rdf.IRI); ok && value.Class == "" {
				value.Class, value.ClassIRI = Words(class.String()), class.String()
			}
		}
	}
	return value
}

// Words turns the end of an IRI into words: "P1_is_identified_by" into
// "is identified by", "E33_E41_Linguistic_Appellation" into "Linguistic
// Appellation".
func Words(iri string) string {
	name := iri[strings.LastIndexAny(iri, "/#")+1:]
	for {
		code, rest, ok := strings.Cut(name, "_")
		if !ok || rest == "" || !isCode(code) {
			break
		}
		name = rest
	}
	if name == "" {
		return iri
	}
	return strings.ReplaceAll(name, "_", " ")
}

// isCode tells whether s is a number of CIDOC-CRM, such as P14i or E21.
func isCode(s string) bool {
	if len(s) < 2 || s[0] < 'A' || s[0] > 'Z' {
		return false
	}
	digits := strings.TrimSuffix(s[1:], "i")
	return digits != "" && strings.Trim(digits, "0123456789") == ""
}
