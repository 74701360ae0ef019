package layout

import (
	"strings"

	"github.com/knakk/rdf"

	ldcontext "vitrine/context"
	"vitrine/rdfstore/graph"
)

// literal writes a literal in the shortest way that reads back as the same.
func (f *framer) literal(l rdf.Literal, t *ldcontext.Term, active *ldcontext.ActiveContext) error {
	coercion := ldcontext.NoCoercion
	if t != nil {
		coercion = t.Coercion
	}
	if coercion == ldcontext.ToDatatype && l.DataType == t.Datatype && l.Lang() == "" {
		f.out.Op(Text)
		return nil
	}
	if coercion == ldcontext.NoCoercion {
		if form, ok := plainForm(l, active.LanguageOf(t)); ok {
			f.out.Op(form)
			return nil
		}
	}
	f.out.Op(ValueObject)
	f.out.Keyed(Part, "@value")
	f.out.Op(Text)
	switch {
	case l.Lang() != "":
		f.out.Keyed(Part, "@language")
		f.out.Op(Written)
		f.out.Text(l.Lang())
	case l.DataType != graph.XSDString:
		name, err := compactIRI(active, l.DataType)
		if err != nil {
			return err
		}
		f.out.Keyed(Part, active.TypeKey())
		f.out.Op(Written)
		f.out.Text(name)
	}
	f.out.Op(End)
	return nil
}

// plainForm tells how to write a literal without a value object under a term
// whose strings are of the language, which may be none.
func plainForm(l rdf.Literal, language string) (Op, bool) {
	if l.Lang() != "" || l.DataType == graph.XSDString {
		return Text, strings.EqualFold(l.Lang(), language)
	}
	return NativeForm(l)
}

// listItem is one place of an rdf:List: the triples of its two predicates.
type listItem struct{ first, rest int }

// list returns the items of the rdf:List that begins at the node, if it is one
// that can be written as @list: nothing but the list itself points to its
// nodes, and they say nothing else.
func (f *framer) list(node rdf.Term) ([]listItem, bool) {
	var items []listItem
	for node != rdf.Term(graph.Nil) {
		b, ok := node.(rdf.Blank)
		if !ok || f.uses[b] != 1 || f.named[b] || f.done[b] || len(f.about[b]) != 2 || len(items) > len(f.from) {
			return nil, false
		}
		item := listItem{-1, -1}
		for _, i := range f.about[b] {
			switch f.from[i].Pred {
			case rdf.Predicate(graph.First):
				item.first = i
			case rdf.Predicate(graph.Rest):
				item.rest = i
			}
		}
		if item.first < 0 || item.rest < 0 {
			return nil, false
		}
		items = append(items, item)
		node = f.from[item.rest].Obj
	}
	return items, len(f.about[graph.Nil]) == 0
}

// listed writes an rdf:List as {"@list": […]}.
func (f *framer) listed(items []listItem, t *ldcontext.Term, active *ldcontext.ActiveContext, depth int) error {
	f.out.Keyed(ListObject, "@list")
	f.out.Number(len(items))
	for _, item := range items {
		f.done[f.from[item.first].Subj] = true
	}
	for _, item := range items {
		if err := f.value(item.first, t, active, depth); err != nil {
			return err
		}
		f.triple(item.rest)
	}
	return nil
}

// selectTerm chooses the term for a value, as JSON-LD 1.1 API sections 4.5 and
// 6.2.2 do: by container first, a set before none, then by what the term makes
// of its values. It returns nil where no term fits.
func selectTerm(active *ldcontext.ActiveContext, iri string, object rdf.Object) *ldcontext.Term {
	candidates := active.TermsFor(iri)
	for _, set := range []bool{true, false} {
		for _, fits := range preferences(active, object) {
			for _, t := range candidates {
				if t.Set == set && !t.FullOnly && !t.List && !t.LanguageMap && fits(t) {
					return t
				}
			}
		}
	}
	return nil
}

// preferences returns the kinds of term that suit the object, best first.
func preferences(active *ldcontext.ActiveContext, object rdf.Object) []func(*ldcontext.Term) bool {
	coerced := func(c ldcontext.Coercion) func(*ldcontext.Term) bool {
		return func(t *ldcontext.Term) bool { return t.Coercion == c }
	}
	literal, ok := object.(rdf.Literal)
	if !ok {
		return []func(*ldcontext.Term) bool{coerced(ldcontext.ToID), coerced(ldcontext.ToVocab), coerced(ldcontext.NoCoercion)}
	}
	typed := func(t *ldcontext.Term) bool {
		return t.Coercion == ldcontext.ToDatatype && t.Datatype == literal.DataType
	}
	if literal.DataType == graph.XSDString {
		return []func(*ldcontext.Term) bool{coerced(ldcontext.NoCoercion), typed}
	}
	return []func(*ldcontext.Term) bool{typed, coerced(ldcontext.NoCoercion)}
}
