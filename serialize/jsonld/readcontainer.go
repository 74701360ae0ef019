package jsonld

import (
	"strings"

	"github.com/knakk/rdf"

	ldcontext "vitrine/context"
	"vitrine/rdfstore/graph"
	"vitrine/serialize/jsonld/layout"
)

// listMember reads an array under a term whose container is a list (JSON-LD
// 1.1 section 4.3.1): one rdf:List.
func (r *reader) listMember(i int32, t *ldcontext.Term, s subject, active *ldcontext.ActiveContext) error {
	r.out.Keyed(layout.Member, r.doc.at(i).key)
	return r.list(i, layout.List, "", t, s, active)
}

// listObject reads an object whose only member is @list.
func (r *reader) listObject(object int32, about nodeKeywords, t *ldcontext.Term, s subject, active *ldcontext.ActiveContext) (bool, error) {
	v := r.doc.at(about.list)
	if r.doc.at(object).first != about.list || v.next != 0 || v.kind != '[' {
		return false, errFullOnly
	}
	r.path.Member(v.key)
	if err := r.list(about.list, layout.ListObject, v.key, t, s, active); err != nil {
		return false, err
	}
	r.path.Leave()
	return true, nil
}

// list states an rdf:List of the items of an array. Each item takes two
// triples, its own after the one that leads to it.
func (r *reader) list(array int32, form layout.Op, key string, t *ldcontext.Term, s subject, active *ldcontext.ActiveContext) error {
	if t.HasContext() {
		return errFullOnly
	}
	var items []int32
	for i := r.doc.at(array).first; i != 0; i = r.doc.at(i).next {
		if k := r.doc.at(i).kind; k == '[' || k == 'n' {
			return errFullOnly
		}
		items = append(items, i)
	}
	// A list holds its items, whatever the term says of arrays.
	item := *t
	item.List, item.Predicate, item.IRI = false, graph.First, graph.First.String()
	node := r.listNode(len(items))
	r.state(s, t.Predicate, node.term.(rdf.Object), len(items) == 0)
	r.out.Op(form)
	if form == layout.ListObject {
		r.out.Text(key)
	}
	r.out.Number(len(items))
	for n, i := range items {
		r.path.Item(n)
		stated, err := r.value(i, &item, node, active, false)
		if err != nil {
			return err
		}
		if !stated {
			return errFullOnly
		}
		r.path.Leave()
		next := r.listNode(len(items) - n - 1)
		r.triples = append(r.triples, rdf.Triple{Subj: node.term, Pred: graph.Rest, Obj: next.term.(rdf.Object)})
		r.out.Rest()
		node = next
	}
	return nil
}

// listNode returns the node that a list of so many items begins with.
func (r *reader) listNode(items int) subject {
	if items == 0 {
		return subject{term: graph.Nil}
	}
	return r.fresh()
}

// languageMap reads an object that has language tags for names (JSON-LD 1.1
// section 4.6.2).
func (r *reader) languageMap(v *value, t *ldcontext.Term, s subject, active *ldcontext.ActiveContext) error {
	if v.first == 0 {
		return nil
	}
	r.out.Keyed(layout.Map, v.key)
	r.out.Number(r.doc.length(v))
	for i := v.first; i != 0; i = r.doc.at(i).next {
		entry := r.doc.at(i)
		r.path.Member(entry.key)
		if err := r.languageEntry(entry, t, s, active); err != nil {
			return err
		}
		r.path.Leave()
	}
	return nil
}

func (r *reader) languageEntry(entry *value, t *ldcontext.Term, s subject, active *ldcontext.ActiveContext) error {
	language := entry.key
	if active.ExpandKey(language) == "@none" {
		language = "@none"
	}
	switch {
	case entry.kind == '"':
		r.out.Keyed(layout.Member, entry.key)
		return r.languageString(entry, language, t, s)
	case entry.kind != '[' || entry.first == 0:
		return errFullOnly
	}
	r.out.Keyed(layout.Members, entry.key)
	r.out.Number(r.doc.length(entry))
	for i := entry.first; i != 0; i = r.doc.at(i).next {
		if err := r.languageString(r.doc.at(i), language, t, s); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) languageString(v *value, language string, t *ldcontext.Term, s subject) error {
	var object rdf.Object = graph.String(v.text)
	switch {
	case v.kind != '"':
		return errFullOnly
	case language == "@none":
	case strings.HasPrefix(language, "@"):
		return errFullOnly
	default:
		var err error
		if object, err = r.tagged(v.text, language); err != nil {
			return errFullOnly
		}
	}
	r.state(s, t.Predicate, object, true)
	r.out.Op(layout.Text)
	return nil
}

// included reads the nodes of an @included block (JSON-LD 1.1 section 4.13).
func (r *reader) included(i int32, active *ldcontext.ActiveContext) error {
	v := r.doc.at(i)
	if v.kind != '[' || v.first == 0 {
		return errFullOnly
	}
	r.out.Keyed(layout.Included, v.key)
	r.out.Number(r.doc.length(v))
	for i, n := v.first, 0; i != 0; i, n = r.doc.at(i).next, n+1 {
		if r.doc.at(i).kind != '{' {
			return errFullOnly
		}
		r.path.Item(n)
		if err := r.includedNode(i, active.PreviousOrSelf()); err != nil {
			return err
		}
		r.path.Leave()
	}
	return nil
}

func (r *reader) includedNode(object int32, active *ldcontext.ActiveContext) error {
	active, err := r.local(object, active)
	if err != nil {
		return err
	}
	typeScoped := active
	about, err := r.look(object, active)
	if err != nil {
		return err
	}
	if about.value || about.only || about.list != 0 {
		return errFullOnly
	}
	if active, err = r.typeScoped(about, active); err != nil {
		return err
	}
	node := r.fresh()
	if about.id != 0 {
		node = subject{}
		if node.term, node.form, err = r.identifier(about, active); err != nil {
			return err
		}
	}
	node.typeScoped = typeScoped
	// The layout names the node by a triple about it, which must come first:
	// the first one that its members state.
	first := len(r.triples)
	r.out.Op(layout.About)
	r.out.Number(first)
	if err := r.members(object, node, active); err != nil {
		return err
	}
	if first >= len(r.triples) || r.triples[first].Subj != node.term {
		return errFullOnly
	}
	return nil
}
