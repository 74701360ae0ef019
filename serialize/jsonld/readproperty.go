package jsonld

import (
	ldcontext "vitrine/context"
	"vitrine/serialize/jsonld/layout"
)

// property reads the value or values of a member that stands for a predicate.
func (r *reader) property(i int32, t *ldcontext.Term, s subject, active *ldcontext.ActiveContext) error {
	v := r.doc.at(i)
	again := !s.fresh || len(active.TermsFor(t.IRI)) != 1
	switch {
	case v.kind == '{' && t.LanguageMap:
		return r.languageMap(v, t, s, active)
	case v.kind == '[' && t.List:
		return r.listMember(i, t, s, active)
	case v.kind != '[':
		mark := r.out.Mark()
		r.out.Keyed(layout.Member, v.key)
		stated, err := r.value(i, t, s, active, again)
		if !stated {
			r.out.Back(mark)
		}
		return err
	}
	return r.array(v, t, s, active, again)
}

// array reads the items of an array. Nulls in it carry no RDF and are left
// out; an array with nothing else is left out as a whole.
func (r *reader) array(v *value, t *ldcontext.Term, s subject, active *ldcontext.ActiveContext, again bool) error {
	count := 0
	for i := v.first; i != 0; i = r.doc.at(i).next {
		if r.doc.at(i).kind == '[' {
			return errFullOnly
		}
		if !r.saysNothing(i, active) {
			count++
		}
	}
	if count == 0 {
		return nil
	}
	r.out.Keyed(layout.Members, v.key)
	r.out.Number(count)
	for i, n := v.first, 0; i != 0; i, n = r.doc.at(i).next, n+1 {
		if r.saysNothing(i, active) {
			continue
		}
		r.path.Item(n)
		stated, err := r.value(i, t, s, active, again || count > 1)
		if err != nil {
			return err
		}
		if !stated {
			return errFullOnly
		}
		r.path.Leave()
	}
	return nil
}

// saysNothing reports whether an item is null, or a value object for null.
func (r *reader) saysNothing(item int32, active *ldcontext.ActiveContext) bool {
	switch r.doc.at(item).kind {
	case 'n':
		return true
	case '{':
		for i := r.doc.at(item).first; i != 0; i = r.doc.at(i).next {
			if v := r.doc.at(i); v.kind == 'n' && keyword(active, v.key) == "@value" {
				return true
			}
		}
	}
	return false
}

// value reads one value that is no array. again means that the document may
// state the same elsewhere. It returns false for a value that says nothing.
func (r *reader) value(i int32, t *ldcontext.Term, s subject, active *ldcontext.ActiveContext, again bool) (bool, error) {
	v := r.doc.at(i)
	switch {
	case v.kind == '{' && t.LanguageMap:
		return false, errFullOnly
	case v.kind == '{':
		return r.object(i, t, s, active, again)
	case t.List && v.kind != '[':
		return false, errFullOnly
	}
	if t.HasContext() {
		var err error
		if active, err = r.usable(active.PropertyScoped(r.meter, t)); err != nil {
			return false, err
		}
		if active.Term(t.Key) != t {
			// The term means something else inside itself.
			return false, errFullOnly
		}
	}
	object, form, written, err := r.scalar(v, t, active)
	if err != nil {
		return false, err
	}
	r.state(s, t.Predicate, object, again)
	r.out.Op(form)
	if form == layout.Written || form == layout.NumberAs {
		r.out.Text(written)
	}
	return true, nil
}
