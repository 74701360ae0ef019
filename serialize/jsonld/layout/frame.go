package layout

import (
	"errors"
	"slices"

	"github.com/knakk/rdf"

	ldcontext "vitrine/context"
	"vitrine/rdfstore/graph"
)

// Bounds on framing. Every node is written out wherever it is used, which
// could repeat a shared node without end; past these a node is referred to.
const (
	// maxDepth is how deep nodes are nested.
	maxDepth = 200
	// MaxRepeats is how many values may be written for each triple.
	MaxRepeats = 4
)

// framer finds a layout for a graph that did not come with one: the graph's
// own entity at the root, each node where it is used. Nodes that the root does
// not reach go into @included (JSON-LD 1.1 section 4.13), so that none is lost.
type framer struct {
	from  []rdf.Triple
	about map[rdf.Subject][]int // triples by subject, in order
	// named are the blank nodes that are referred to by label somewhere, so
	// that the label must stand where they are written out.
	named map[rdf.Blank]bool
	uses  map[rdf.Blank]int // how many triples point to a blank node

	out     Writer
	triples []rdf.Triple // in the order of the layout
	at      []int        // index in triples by index in from, -1 for none yet
	path    map[rdf.Subject]bool
	done    map[rdf.Subject]bool // written out somewhere
	values  int
}

// errFullOnly means that a context sets what the written document could not be
// read back under as it is meant.
var errFullOnly = errors.New("the context is beyond framing")

// errInexpressible means that a context makes something else of an IRI of the
// graph, as one with a prefix "urn" would.
var errInexpressible = errors.New("the context cannot express an IRI of the graph")

// Frame returns the graph with its triples in the order of the document that
// the layout describes: one whose @context, nil for none, makes the active context.
func Frame(g *graph.Graph, active *ldcontext.ActiveContext, context []byte) (*graph.Graph, error) {
	if active.FullOnly() {
		return nil, errFullOnly
	}
	f := framer{
		from:  g.Triples,
		about: map[rdf.Subject][]int{},
		named: map[rdf.Blank]bool{},
		uses:  map[rdf.Blank]int{},
		at:    make([]int, len(g.Triples)),
	}
	for i, t := range g.Triples {
		f.about[t.Subj] = append(f.about[t.Subj], i)
		if b, ok := t.Obj.(rdf.Blank); ok {
			f.uses[b]++
		}
	}
	for named := -1; named != len(f.named); {
		// Which labels are needed shows while writing; once it is known, the
		// layout is written again.
		named = len(f.named)
		if err := f.document(g.Name, active, context != nil); err != nil {
			return nil, err
		}
	}
	framed := &graph.Graph{Name: g.Name, Triples: f.triples}
	framed.Source = graph.Source{MediaType: g.Source.MediaType, Context: context, Layout: f.out.Bytes()}
	return framed, nil
}

// document writes the whole layout, from the start.
func (f *framer) document(name rdf.IRI, active *ldcontext.ActiveContext, context bool) error {
	f.out.Reset()
	f.triples, f.values = nil, 0
	f.path, f.done = map[rdf.Subject]bool{}, map[rdf.Subject]bool{}
	for i := range f.at {
		f.at[i] = -1
	}
	if context {
		f.out.Op(Context)
	}
	if err := f.members(name, active, 0); err != nil {
		return err
	}
	if err := f.included(active); err != nil {
		return err
	}
	f.out.Op(End)
	return nil
}

// included writes the nodes that are still left: first those that no other
// node left points to, then, for cycles, whatever remains.
func (f *framer) included(active *ldcontext.ActiveContext) error {
	pointed := map[rdf.Object]bool{}
	for i, t := range f.from {
		if f.at[i] < 0 && rdf.Term(t.Subj) != rdf.Term(t.Obj) {
			pointed[t.Obj] = true
		}
	}
	var nodes []byte
	count := 0
	for _, cycles := range []bool{false, true} {
		for i, t := range f.from {
			if f.at[i] >= 0 || !cycles && pointed[t.Subj.(rdf.Object)] {
				continue
			}
			// The count comes before the nodes, so they are written aside.
			// About names the node's first triple, which is not written before.
			before := f.out.Swap(nil)
			f.out.Op(About)
			f.out.Number(len(f.triples))
			if err := f.members(t.Subj, active, 1); err != nil {
				return err
			}
			f.out.Op(End)
			nodes = append(nodes, f.out.Swap(before)...)
			count++
		}
	}
	if count > 0 {
		f.out.Keyed(Included, "@included")
		f.out.Number(count)
		f.out.Append(nodes)
	}
	return nil
}

// members writes the members of the node s, all but the end.
func (f *framer) members(s rdf.Subject, active *ldcontext.ActiveContext, depth int) error {
	f.path[s] = true
	f.done[s] = true
	defer delete(f.path, s)
	if err := f.id(s, active); err != nil {
		return err
	}
	active, err := f.classes(s, active)
	if err != nil {
		return err
	}
	groups, err := f.grouped(s, active)
	if err != nil {
		return err
	}
	for _, m := range groups {
		if err := f.member(m, active, depth); err != nil {
			return err
		}
	}
	return nil
}

// id writes the identifier of a node that needs one.
func (f *framer) id(s rdf.Subject, active *ldcontext.ActiveContext) error {
	if b, ok := s.(rdf.Blank); ok {
		if f.named[b] {
			f.out.Keyed(ID, active.IDKey())
		}
		return nil
	}
	if full, _ := active.ExpandID(s.String()); full != s.String() {
		return errInexpressible
	}
	f.out.Keyed(ID, active.IDKey())
	return nil
}

// classes writes the types of a node and returns the active context that they
// lead to.
func (f *framer) classes(s rdf.Subject, active *ldcontext.ActiveContext) (*ldcontext.ActiveContext, error) {
	var names []string
	var triples []int
	for _, i := range f.about[s] {
		if class, ok := f.class(i); ok {
			name, err := compactIRI(active, class)
			if err != nil {
				return nil, err
			}
			names = append(names, name)
			triples = append(triples, i)
		}
	}
	if len(names) == 0 {
		return active, nil
	}
	if len(names) == 1 {
		f.out.Keyed(Member, active.TypeKey())
	} else {
		f.out.Keyed(Members, active.TypeKey())
		f.out.Number(len(names))
	}
	for n, i := range triples {
		f.triple(i)
		f.out.Op(Written)
		f.out.Text(names[n])
	}
	return usable(active.TypeScoped(nil, names...))
}

// compactIRI returns the name for an IRI in the active context.
func compactIRI(active *ldcontext.ActiveContext, iri rdf.IRI) (string, error) {
	name := active.CompactIRI(iri.String())
	if active.ExpandKey(name) != iri.String() {
		return "", errInexpressible
	}
	return name, nil
}

// class returns the class that triple i gives its subject.
func (f *framer) class(i int) (rdf.IRI, bool) {
	t := f.from[i]
	if t.Pred != rdf.Predicate(graph.Type) {
		return rdf.IRI{}, false
	}
	class, ok := t.Obj.(rdf.IRI)
	return class, ok
}

// usable passes on an active context that framing can work with.
func usable(active *ldcontext.ActiveContext, err error) (*ldcontext.ActiveContext, error) {
	if err == nil && active.FullOnly() {
		err = errFullOnly
	}
	return active, err
}

// group is a member to be: a name and the triples whose objects are its values.
type group struct {
	key     string
	term    *ldcontext.Term // nil where the name is no term
	triples []int
}

// grouped returns the members of a node other than its id and types.
func (f *framer) grouped(s rdf.Subject, active *ldcontext.ActiveContext) ([]group, error) {
	var groups []group
	index := map[string]int{}
	var classes []string
	for _, i := range f.about[s] {
		if class, ok := f.class(i); ok {
			classes = append(classes, class.String())
		}
	}
	for _, i := range f.about[s] {
		if _, ok := f.class(i); ok {
			continue
		}
		t := f.from[i]
		term := selectTerm(active, t.Pred.String(), t.Obj)
		key := ""
		if term != nil {
			term = spelled(term, classes, active)
			key = term.Key
		} else {
			key = active.CompactKey(t.Pred.String())
			if active.ExpandKey(key) != t.Pred.String() || active.Term(key) != nil {
				// A term of that name makes something else of its values.
				return nil, errInexpressible
			}
		}
		at, ok := index[key]
		if !ok {
			at = len(groups)
			index[key] = at
			groups = append(groups, group{key: key, term: term})
		}
		groups[at].triples = append(groups[at].triples, i)
	}
	slices.SortStableFunc(groups, func(a, b group) int { return compareMembers(a.key, b.key) })
	return groups, nil
}

func (f *framer) member(m group, active *ldcontext.ActiveContext, depth int) error {
	if len(m.triples) > 1 || m.term != nil && m.term.Set || alwaysArray(m.key) {
		f.out.Keyed(Members, m.key)
		f.out.Number(len(m.triples))
	} else {
		f.out.Keyed(Member, m.key)
	}
	for _, i := range m.triples {
		if err := f.value(i, m.term, active, depth); err != nil {
			return err
		}
	}
	return nil
}

// value writes the object of triple i.
func (f *framer) value(i int, t *ldcontext.Term, active *ldcontext.ActiveContext, depth int) error {
	f.values++
	f.triple(i)
	inner, nested := active, active.PreviousOrSelf()
	if t != nil {
		var err error
		if inner, err = usable(active.PropertyScoped(nil, t)); err != nil {
			return err
		}
		if nested, err = usable(nested.PropertyScoped(nil, t)); err != nil {
			return err
		}
	}
	object := f.from[i].Obj
	if literal, ok := object.(rdf.Literal); ok {
		return f.literal(literal, t, inner)
	}
	node := object.(rdf.Subject)
	if iri, ok := node.(rdf.IRI); ok && t != nil && t.Coercion == ldcontext.ToVocab && len(f.about[node]) == 0 {
		name, err := compactIRI(inner, iri)
		f.out.Op(Written)
		f.out.Text(name)
		return err
	}
	if items, ok := f.list(node); ok && depth < maxDepth {
		return f.listed(items, t, active, depth+1)
	}
	f.out.Op(Node)
	if err := f.embedded(node, nested, depth+1); err != nil {
		return err
	}
	f.out.Op(End)
	return nil
}

// embedded writes what is inside an object for the node: all of it, or where
// that has been or cannot be, a reference.
func (f *framer) embedded(node rdf.Subject, active *ldcontext.ActiveContext, depth int) error {
	_, blank := node.(rdf.Blank)
	again := f.done[node] && (blank || f.values > MaxRepeats*len(f.from)+1000)
	if !f.path[node] && !again && depth < maxDepth {
		return f.members(node, active, depth)
	}
	if b, ok := node.(rdf.Blank); ok {
		f.named[b] = true
		return f.id(b, active)
	}
	return f.reference(node, active)
}

// reference writes id, type and label of a node that is written out elsewhere.
func (f *framer) reference(node rdf.Subject, active *ldcontext.ActiveContext) error {
	if err := f.id(node, active); err != nil || !f.done[node] {
		return err
	}
	active, err := f.classes(node, active)
	if err != nil {
		return err
	}
	groups, err := f.grouped(node, active)
	if err != nil {
		return err
	}
	for _, m := range groups {
		if m.key == "_label" && len(m.triples) == 1 {
			return f.member(m, active, 0)
		}
	}
	return nil
}

// triple writes that the next value stands for triple i of the source, for the
// first time or again.
func (f *framer) triple(i int) {
	if f.at[i] < 0 {
		f.at[i] = len(f.triples)
		f.triples = append(f.triples, f.from[i])
	}
	f.out.Triple(f.at[i])
}
