package jsonld

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/knakk/rdf"

	ldcontext "vitrine/context"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/jsonld/expand"
	"vitrine/serialize/jsonld/layout"
)

// errFullOnly means that a document uses a part of JSON-LD that the fast reader
// leaves to the full algorithms.
var errFullOnly = errors.New("beyond the fast reader")

// reader turns one parsed document into triples and their layout. It does in
// one pass what expansion (JSON-LD 1.1 API section 5.1.2), node map generation
// (7.2) and conversion to RDF (8.1) do in three.
type reader struct {
	ctx     context.Context
	meter   *ldcontext.Meter
	doc     *document
	base    string
	lenient bool
	losses  []serialize.Loss
	// named means that the graph has a name without an id in the document.
	named bool

	out     layout.Writer
	triples []rdf.Triple
	// seen finds the triples that a document may state again.
	seen   map[rdf.Triple]int
	blanks int
	// objects counts the objects that were read.
	objects int
	// taken are the blank node labels that the document itself uses; nil when
	// it uses none.
	taken map[string]bool
	path  expand.Path
}

// subject is a node while its members are read.
type subject struct {
	term rdf.Subject
	// form is how its id is written, where it has one: as reader.iri returns it.
	form layout.Op
	// fresh means that the node was named by the reader, so that nothing else
	// in the document speaks of it.
	fresh bool
	// typeScoped is the type-scoped context of JSON-LD 1.1 API section 5.1.2,
	// step 10: the active context without those of the node's types, in which the
	// names of these are expanded.
	typeScoped *ldcontext.ActiveContext
}

// nodeKeywords are the keywords of a node object, found before its members are read,
// since any of them may come first.
type nodeKeywords struct {
	id    int32 // index of the @id member, 0 for none
	types int32 // index of the @type member, 0 for none
	list  int32 // index of the @list member, 0 for none
	value bool  // it is a value object
	only  bool  // it has an @id and nothing else
}

// read reads the document's root object, whose @context is compiled.
func (r *reader) read(active *ldcontext.ActiveContext) (rdf.IRI, error) {
	about, err := r.look(1, active)
	if err != nil {
		return rdf.IRI{}, err
	}
	if about.value && r.named {
		return rdf.IRI{}, errFullOnly
	}
	if about.value {
		return rdf.IRI{}, r.fault("a record is about an entity; this is a value object")
	}
	if about.id == 0 {
		if r.named {
			return rdf.IRI{}, errFullOnly
		}
		if _, ok := r.doc.context(1); !ok {
			return rdf.IRI{}, r.noContext()
		}
		return rdf.IRI{}, r.fault("the record has no id: give it the URI of its entity")
	}
	typeScoped := active
	active, err = r.typeScoped(about, active)
	if err != nil {
		return rdf.IRI{}, err
	}
	s := subject{typeScoped: typeScoped}
	if s.term, s.form, err = r.identifier(about, active); err != nil {
		return rdf.IRI{}, err
	}
	name, ok := s.term.(rdf.IRI)
	if !ok && r.named {
		return rdf.IRI{}, errFullOnly
	}
	if !ok {
		return rdf.IRI{}, r.at(r.doc.at(about.id).key).fault("the record's id is a blank node: give it the URI of its entity")
	}
	return name, r.members(1, s, active)
}

// look finds the keywords of an object.
func (r *reader) look(object int32, active *ldcontext.ActiveContext) (nodeKeywords, error) {
	var found nodeKeywords
	others := 0
	for i := r.doc.at(object).first; i != 0; i = r.doc.at(i).next {
		key := r.doc.at(i).key
		switch keyword(active, key) {
		case "@id":
			if found.id != 0 {
				return found, errFullOnly
			}
			found.id = i
		case "@type":
			if found.types != 0 {
				return found, errFullOnly
			}
			found.types = i
			others++
		case "@value":
			found.value = true
		case "@list":
			found.list = i
		case "@graph", "@nest", "@reverse", "@set":
			return found, errFullOnly
		default:
			others++
		}
	}
	found.only = found.id != 0 && others == 0
	return found, nil
}

// keyword returns the keyword that a member name is or stands for, or "".
func keyword(active *ldcontext.ActiveContext, key string) string {
	return keywordOf(active.Term(key), key)
}

// keywordOf is keyword for a name whose term, nil for none, is known.
func keywordOf(t *ldcontext.Term, key string) string {
	if t != nil {
		if strings.HasPrefix(t.IRI, "@") {
			return t.IRI
		}
		return ""
	}
	if strings.HasPrefix(key, "@") {
		return key
	}
	return ""
}

// typeScoped returns the active context of the members of a node with the types
// it names.
func (r *reader) typeScoped(about nodeKeywords, active *ldcontext.ActiveContext) (*ldcontext.ActiveContext, error) {
	if about.types == 0 {
		return active, nil
	}
	v := r.doc.at(about.types)
	var typed *ldcontext.ActiveContext
	var err error
	if v.kind == '"' {
		typed, err = active.TypeScoped(r.meter, v.text)
	} else {
		var names []string
		for i := v.first; i != 0 && v.kind == '['; i = r.doc.at(i).next {
			names = append(names, r.doc.at(i).text)
		}
		typed, err = active.TypeScoped(r.meter, names...)
	}
	if err == nil && typed != active && typed.RenamesKeywords() {
		// What the object says about itself was found by other names.
		return nil, errFullOnly
	}
	return r.usable(typed, err)
}

// usable passes on an active context that the fast reader can work with.
func (r *reader) usable(active *ldcontext.ActiveContext, err error) (*ldcontext.ActiveContext, error) {
	if err != nil {
		return nil, r.caused(err)
	}
	if active.FullOnly() {
		return nil, errFullOnly
	}
	return active, nil
}

// members reads the members of a node object, in document order.
func (r *reader) members(object int32, s subject, active *ldcontext.ActiveContext) error {
	for i := r.doc.at(object).first; i != 0; i = r.doc.at(i).next {
		r.path.Member(r.doc.at(i).key)
		if err := r.member(i, object == 1, s, active); err != nil {
			return err
		}
		r.path.Leave()
	}
	r.out.Op(layout.End)
	return nil
}

func (r *reader) member(i int32, root bool, s subject, active *ldcontext.ActiveContext) error {
	v := r.doc.at(i)
	term := active.Term(v.key)
	switch k := keywordOf(term, v.key); k {
	case "":
	case "@id":
		r.idMember(v, s)
		return nil
	case "@type":
		return r.typeMember(v, s, active)
	case "@context":
		if root {
			r.out.Op(layout.Context)
			return nil
		}
		r.out.Keyed(layout.Extra, v.key)
		r.out.Text(r.doc.contexts[i])
		return nil
	case "@included":
		return r.included(i, active)
	default:
		if v.key[0] == '@' && !ldcontext.IsKeyword(k) {
			return r.lose("it has the form of a keyword, but is none: JSON-LD ignores it")
		}
		return errFullOnly
	}
	if term == nil {
		if done, err := r.linkedArt(v, root); done {
			return err
		}
		if term = undefined(v.key, active); s.fresh && len(active.TermsFor(term.IRI)) > 0 {
			return errFullOnly // beside the term it may state the same again
		}
	}
	switch {
	case term.FullOnly:
		return errFullOnly
	case v.kind == 'n':
		return nil
	case term.IRI == "":
		return r.lose(r.unknown(v.key, s))
	case r.lenient && strings.HasPrefix(term.IRI, "_:"):
		// What stands under a property that is lost is still said.
		return errFullOnly
	case term.Predicate == (rdf.IRI{}):
		return r.lose("it stands for " + strconv.Quote(term.IRI) + ", which is no absolute IRI and cannot be a predicate in RDF")
	}
	return r.property(i, term, s, active)
}

// unknown says that a name means nothing, and where.
func (r *reader) unknown(key string, s subject) string {
	for i := len(r.triples) - 1; i >= 0; i-- {
		if t := r.triples[i]; t.Pred == rdf.Predicate(graph.Type) && t.Subj == s.term {
			return "the key " + strconv.Quote(key) + " is unknown: the context defines no such term in " + t.Obj.String() + ", so RDF would lose it"
		}
	}
	return "the key " + strconv.Quote(key) + " is unknown: the context defines no such term here, so RDF would lose it"
}

// undefined makes a definition for a member name that is no term: a compact or
// absolute IRI, or a name that @vocab makes one of.
func undefined(key string, active *ldcontext.ActiveContext) *ldcontext.Term {
	t := &ldcontext.Term{Key: key, IRI: active.ExpandKey(key)}
	t.Predicate, _ = graph.ParseIRI(t.IRI)
	return t
}

// linkedArt deals with the two members of Linked Art that no context defines:
// _links, which is the server's own and is left out, and _complete, which is
// kept with the tree.
func (r *reader) linkedArt(v *value, root bool) (done bool, err error) {
	switch {
	case v.key == "_links" && root:
		return true, nil
	case v.key == "_complete" && v.kind == 'n':
		return true, nil
	case v.key == "_complete" && (v.kind == 't' || v.kind == 'f'):
		r.out.Keyed(layout.Extra, v.key)
		r.out.Text(v.kind.String())
		return true, nil
	case v.key == "_complete":
		return true, r.fault("_complete is true or false")
	}
	return false, nil
}

func (r *reader) idMember(v *value, s subject) {
	if s.form == layout.IRI {
		r.out.Keyed(layout.ID, v.key)
		return
	}
	r.out.Keyed(layout.IDAs, v.key)
	r.out.Text(v.text)
}

// typeMember reads the classes of a node.
func (r *reader) typeMember(v *value, s subject, active *ldcontext.ActiveContext) error {
	again := !s.fresh || len(active.TermsFor(graph.Type.String())) > 0
	switch v.kind {
	case '"':
		r.out.Keyed(layout.Member, v.key)
		return r.class(v.text, s, again)
	case '[':
	default:
		return r.coded("invalid type value", "a type is the name of a class, or an array of such names")
	}
	count := 0
	for i := v.first; i != 0; i = r.doc.at(i).next {
		if r.doc.at(i).kind != '"' {
			return r.coded("invalid type value", "a type is the name of a class, or an array of such names")
		}
		count++
	}
	if count == 0 {
		return nil
	}
	r.out.Keyed(layout.Members, v.key)
	r.out.Number(count)
	for i, n := v.first, 0; i != 0; i, n = r.doc.at(i).next, n+1 {
		r.path.Item(n)
		if err := r.class(r.doc.at(i).text, s, again || count > 1); err != nil {
			return err
		}
		r.path.Leave()
	}
	return nil
}

// class states that s is of the class. again means that the document may state it elsewhere.
func (r *reader) class(name string, s subject, again bool) error {
	if t := s.typeScoped.Term(name); t != nil && t.Predicate != (rdf.IRI{}) {
		r.state(s, graph.Type, t.Predicate, again) // as ExpandKey and ParseIRI would give it
		r.written(name)
		return nil
	}
	iri := s.typeScoped.ExpandKey(name)
	if label, ok := strings.CutPrefix(iri, "_:"); ok {
		b, err := r.labelled(label)
		if err != nil {
			return err
		}
		r.state(s, graph.Type, b, again)
		r.written(name)
		return nil
	}
	class, err := graph.ParseIRI(iri)
	if err != nil && r.lenient && iri == "" {
		// The full algorithms do with it what the standard does, and report it.
		return errFullOnly
	}
	if err != nil {
		// An undefined name would become an address below that of the document:
		// a guess that no other publisher shares.
		return r.coded("invalid type mapping", "the class "+strconv.Quote(name)+" is unknown: it is neither a term of the context nor an absolute IRI")
	}
	r.state(s, graph.Type, class, again)
	r.written(name)
	return nil
}

func (r *reader) written(text string) {
	r.out.Op(layout.Written)
	r.out.Text(text)
}

// object reads an object: a node, or a value object.
func (r *reader) object(i int32, t *ldcontext.Term, s subject, active *ldcontext.ActiveContext, again bool) (bool, error) {
	if r.objects++; r.objects%1024 == 0 {
		if err := r.ctx.Err(); err != nil {
			return false, err
		}
	}
	about, nested, err := r.enter(i, t, active)
	if err != nil {
		return false, err
	}
	if t.List && about.list == 0 {
		// One value is a list of one.
		return false, errFullOnly
	}
	if about.value {
		return r.valueObject(r.doc.at(i), t, s, nested, again)
	}
	if about.list != 0 {
		return r.listObject(i, about, t, s, nested)
	}
	typeScoped := nested
	if nested, err = r.typeScoped(about, nested); err != nil {
		return false, err
	}
	node := subject{}
	if about.id == 0 {
		node = r.fresh()
	} else {
		if node.term, node.form, err = r.identifier(about, nested); err != nil {
			return false, err
		}
	}
	node.typeScoped = typeScoped
	r.state(s, t.Predicate, node.term.(rdf.Object), again && !node.fresh)
	r.out.Op(layout.Node)
	return true, r.members(i, node, nested)
}

// enter finds what an object under the term says about itself, and the active
// context in which it stands: the previous context, unless it is a value or a reference,
// with the contexts of the term and of its own (JSON-LD 1.1 API section 5.1.2,
// steps 7 to 9).
func (r *reader) enter(i int32, t *ldcontext.Term, active *ldcontext.ActiveContext) (nodeKeywords, *ldcontext.ActiveContext, error) {
	if active.Previous() != nil && active.RenamesKeywords() {
		return nodeKeywords{}, nil, errFullOnly
	}
	from := active.PreviousOrSelf()
	about, err := r.look(i, from)
	if err != nil {
		return about, nil, err
	}
	if about.value || about.only {
		from = active
	}
	inner, err := r.usable(from.PropertyScoped(r.meter, t))
	if err != nil {
		return about, nil, err
	}
	if inner, err = r.local(i, inner); err != nil {
		return about, nil, err
	}
	if inner != from {
		about, err = r.look(i, inner)
	}
	return about, inner, err
}

// local returns the active context that the object's own @context makes, if it
// has one.
func (r *reader) local(object int32, active *ldcontext.ActiveContext) (*ldcontext.ActiveContext, error) {
	text, ok := r.doc.context(object)
	if !ok {
		return active, nil
	}
	local, err := active.Local(r.meter, text)
	if err != nil {
		r.path.Member("@context")
		return nil, r.caused(err)
	}
	return r.usable(local, nil)
}

// state adds a triple, or finds it again, and tells the layout.
func (r *reader) state(s subject, p rdf.IRI, o rdf.Object, again bool) {
	t := rdf.Triple{Subj: s.term, Pred: p, Obj: o}
	i := len(r.triples)
	if again {
		if at, ok := r.seen[t]; ok {
			r.out.Triple(at)
			return
		}
		r.seen[t] = i
	}
	r.triples = append(r.triples, t)
	r.out.Triple(i)
}
