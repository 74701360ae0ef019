package jsonld

import (
	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
	"vitrine/serialize/dataset"
	"vitrine/serialize/jsonld/layout"
)

// appendFlattened appends the graph in flattened form (JSON-LD 1.1 API section
// 7): one object for each node, in the order in which the graph first speaks
// of them. An rdf:List of which nothing else is said is a list object (section
// 8.4, List Conversion turned round).
func appendFlattened(dst []byte, g *graph.Graph) []byte {
	f := flattener{tree: dataset.NewTree(g), nodes: map[rdf.Subject]*object{}}
	for _, t := range g.Triples {
		if !f.tree.InList(t.Subj) {
			f.add(t)
		}
	}
	dst = append(dst, '[')
	for i, o := range f.order {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = o.appendTo(dst)
	}
	return append(dst, ']')
}

// flattener gathers what a graph says of each node.
type flattener struct {
	tree  *dataset.Tree
	nodes map[rdf.Subject]*object
	order []*object
}

func (f *flattener) add(t rdf.Triple) {
	o := f.nodes[t.Subj]
	if o == nil {
		o = &object{id: identifier(t.Subj), items: map[string][][]byte{}}
		f.nodes[t.Subj] = o
		f.order = append(f.order, o)
	}
	if _, literal := t.Obj.(rdf.Literal); !literal && t.Pred == rdf.Predicate(graph.Type) {
		o.types = append(o.types, appendString(nil, identifier(t.Obj)))
		return
	}
	o.add(t.Pred.String(), f.appendValue(nil, t.Obj))
}

// appendValue appends an object of a triple: a list, a reference or a value.
// Lists of lists may be nested deeply, so those that are not yet closed are
// kept in a stack.
func (f *flattener) appendValue(dst []byte, o rdf.Object) []byte {
	items, ok := f.tree.List(o)
	if !ok {
		return appendExpandedValue(dst, o)
	}
	dst = append(dst, `{"@list":[`...)
	for open := [][]rdf.Object{items}; len(open) > 0; {
		last := len(open) - 1
		if len(open[last]) == 0 {
			dst = append(dst, "]}"...)
			open = open[:last]
			continue
		}
		if dst[len(dst)-1] != '[' {
			dst = append(dst, ',')
		}
		item := open[last][0]
		open[last] = open[last][1:]
		if inner, ok := f.tree.List(item); ok {
			dst = append(dst, `{"@list":[`...)
			open = append(open, inner)
			continue
		}
		dst = appendExpandedValue(dst, item)
	}
	return dst
}

// object is a node in expanded form, the values of each property as JSON.
type object struct {
	id    string
	types [][]byte
	keys  []string
	items map[string][][]byte
}

func (o *object) add(key string, item []byte) {
	if _, ok := o.items[key]; !ok {
		o.keys = append(o.keys, key)
	}
	o.items[key] = append(o.items[key], item)
}

func (o *object) appendTo(dst []byte) []byte {
	dst = append(dst, '{')
	if o.id != "" {
		dst = appendString(append(dst, `"@id":`...), o.id)
	}
	if len(o.types) > 0 {
		dst = appendArray(appendMember(dst, "@type"), o.types)
	}
	for _, key := range o.keys {
		dst = appendArray(appendMember(dst, key), o.items[key])
	}
	return append(dst, '}')
}

// appendMember begins a member of the object that dst ends in.
func appendMember(dst []byte, key string) []byte {
	if dst[len(dst)-1] != '{' {
		dst = append(dst, ',')
	}
	return append(appendString(dst, key), ':')
}

func appendArray(dst []byte, items [][]byte) []byte {
	dst = append(dst, '[')
	for i, item := range items {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, item...)
	}
	return append(dst, ']')
}

func identifier(t rdf.Term) string {
	if b, ok := t.(rdf.Blank); ok {
		return "_:" + b.String()
	}
	return t.String()
}

// appendExpandedValue appends an object of a triple that is not described: a
// reference, or a value object.
func appendExpandedValue(dst []byte, o rdf.Object) []byte {
	l, ok := o.(rdf.Literal)
	if !ok {
		return append(appendString(append(dst, `{"@id":`...), identifier(o)), '}')
	}
	dst = append(dst, `{"@value":`...)
	form, native := layout.NativeForm(l)
	switch {
	case native && form == layout.Number:
		number, _ := layout.ShortNumber(l)
		dst = append(dst, number...)
	case native && form == layout.Bool:
		dst = append(dst, l.String()...)
	default:
		dst = appendString(dst, l.String())
		if l.Lang() != "" {
			dst = appendString(append(dst, `,"@language":`...), l.Lang())
		} else if l.DataType != graph.XSDString {
			dst = appendString(append(dst, `,"@type":`...), l.DataType.String())
		}
	}
	return append(dst, '}')
}
