package ldcontext

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// ActiveContext is an active context (JSON-LD 1.1 API section 4.1.1), compiled.
// Its children, the type-scoped and property-scoped contexts, are compiled when
// they are first needed and kept. An ActiveContext may be used by many
// goroutines.
type ActiveContext struct {
	root *root
	// previous is the previous context, which nodes nested inside go back to,
	// because a type-scoped context does not propagate; nil for none.
	previous  *ActiveContext
	terms     map[string]*Term
	base      base
	vocab     string
	hasVocab  bool
	language  string
	direction string
	protected bool
	// idKey and typeKey are the member names for @id and @type.
	idKey, typeKey string
	// renamesKeywords means that keywords have other names than in the context that
	// this one was made from, and so perhaps than in the previous context.
	renamesKeywords bool

	inverseOnce sync.Once
	inverse     *inverseContext

	mu       sync.Mutex
	children atomic.Pointer[map[childKey]*ActiveContext]
}

// root is what the active contexts of one @context have in common.
type root struct {
	set *Set
	// document is the base IRI of the document, where known tells so.
	document string
	known    bool
	// kept counts the term definitions of the active contexts that are kept.
	kept atomic.Int64
}

// childKey names a child of an active context: by the types of a node, by the
// term whose values it is for, or by the @context of a node.
type childKey struct {
	types   string
	term    *Term
	context string
}

// Bounds on what an active context and its @context keep; what is beyond is made
// anew each time. Linked Art needs fewer than 100 children, of 500 definitions
// each.
const (
	maxChildren = 1000
	maxKept     = 1 << 20
)

// finish makes an active context of what context processing has made.
func (r *root) finish(d *draft, from *ActiveContext, m *Meter) (*ActiveContext, error) {
	a := &ActiveContext{
		root: r, previous: d.previous, base: d.base, vocab: d.vocab, hasVocab: d.hasVocab,
		language: d.language, direction: d.direction, idKey: "@id", typeKey: "@type",
	}
	a.terms = map[string]*Term{}
	if d.finished != nil {
		// A copy costs much less than making the definitions.
		if err := m.spend(len(d.finished.terms) / 64); err != nil {
			return nil, err
		}
		a.terms = maps.Clone(d.finished.terms)
	}
	for key, t := range d.terms {
		if t == nil {
			delete(a.terms, key)
			continue
		}
		a.terms[key] = t
	}
	a.aliases(from)
	if from != nil && from.previous != nil && a.previous != nil {
		a.renamesKeywords = a.renamesKeywords || from.renamesKeywords
	}
	a.renamesKeywords = a.renamesKeywords || d.renamesKeywords
	a.children.Store(&map[childKey]*ActiveContext{})
	return a, nil
}

// aliases finds what follows from terms that stand for keywords.
func (a *ActiveContext) aliases(from *ActiveContext) {
	for key, t := range a.terms {
		a.protected = a.protected || t.protected
		if t.IRI == "" || t.IRI[0] != '@' {
			continue
		}
		if from != nil && from.terms[key] != t {
			a.renamesKeywords = true
		}
		switch t.IRI {
		case "@id":
			a.idKey = firstKey(a.idKey, key)
		case "@type":
			a.typeKey = firstKey(a.typeKey, key)
		}
	}
	if from == nil {
		return
	}
	for key, t := range from.terms {
		if t.IRI != "" && t.IRI[0] == '@' && a.terms[key] != t {
			a.renamesKeywords = true
		}
	}
}

// firstKey chooses between aliases of a keyword: the shortest, then the first
// by the alphabet, and any before the keyword itself.
func firstKey(a, b string) string {
	if a[0] == '@' || b[0] != '@' && (len(b) < len(a) || len(b) == len(a) && b < a) {
		return b
	}
	return a
}

// draft returns a draft to begin with that is equal to the active context.
func (a *ActiveContext) draft() *draft {
	return &draft{
		finished: a, terms: map[string]*Term{}, base: a.base, vocab: a.vocab, hasVocab: a.hasVocab,
		language: a.language, direction: a.direction, protected: a.protected, previous: a.previous,
	}
}

// FullOnly means that the active context sets what the fast reader leaves to the
// full algorithms: a default direction.
func (a *ActiveContext) FullOnly() bool { return a.direction != "" }

// RenamesKeywords reports whether keywords have other names here than in the
// active context that this one is a child of.
func (a *ActiveContext) RenamesKeywords() bool { return a.renamesKeywords }

// Direction returns the default base direction, empty for none.
func (a *ActiveContext) Direction() string { return a.direction }

// LanguageOf returns the language of strings under the term, which may be nil;
// empty for none. Strings under a term with a coercion have none.
func (a *ActiveContext) LanguageOf(t *Term) string {
	if t != nil && t.HasLanguage {
		return t.Language
	}
	return a.language
}

// DirectionOf returns the base direction of strings under the term, likewise.
func (a *ActiveContext) DirectionOf(t *Term) string {
	if t != nil && t.HasDirection {
		return t.Direction
	}
	return a.direction
}

// Term returns the definition of the term, or nil. Its IRI is empty where the
// context maps the term to nothing.
func (a *ActiveContext) Term(key string) *Term { return a.terms[key] }

// IDKey and TypeKey return the member names for @id and @type.
func (a *ActiveContext) IDKey() string { return a.idKey }

// TypeKey returns the member name for @type.
func (a *ActiveContext) TypeKey() string { return a.typeKey }

// Previous returns the previous context, or nil where there is none.
func (a *ActiveContext) Previous() *ActiveContext { return a.previous }

// PreviousOrSelf returns the active context that a node object inside this one
// begins with: the previous context, because a type-scoped context ends with the
// node it is for, and where there is none this one.
func (a *ActiveContext) PreviousOrSelf() *ActiveContext {
	if a.previous != nil {
		return a.previous
	}
	return a
}

// PropertyScoped returns the active context of the values of the term: a itself
// unless the definition has a property-scoped context. For a value that is a
// node object, a is the PreviousOrSelf of the object that the term stands in,
// and the definition that counts is the one that stands there.
func (a *ActiveContext) PropertyScoped(m *Meter, t *Term) (*ActiveContext, error) {
	if t == nil || !t.hasContext {
		return a, nil
	}
	return a.child(childKey{term: t}, m, func() (*ActiveContext, error) {
		// JSON-LD 1.1 API section 5.1.2, step 8.
		return a.scoped(m, t, options{baseURL: t.contextBase, override: true})
	})
}

// TypeScoped returns the active context of the members of a node object whose
// types are written so, with their type-scoped contexts.
func (a *ActiveContext) TypeScoped(m *Meter, types ...string) (*ActiveContext, error) {
	if len(types) == 1 {
		t := a.terms[types[0]]
		if t == nil || !t.hasContext {
			return a, nil
		}
		return a.child(childKey{types: types[0]}, m, func() (*ActiveContext, error) { return a.typeScoped(m, a, types) })
	}
	var scoping []string
	for _, name := range types {
		if a.terms[name].HasContext() {
			scoping = append(scoping, name)
		}
	}
	if len(scoping) < 2 {
		if len(scoping) == 0 {
			return a, nil
		}
		return a.TypeScoped(m, scoping[0])
	}
	slices.Sort(scoping)
	scoping = slices.Compact(scoping)
	return a.child(childKey{types: strings.Join(scoping, "\x00")}, m, func() (*ActiveContext, error) {
		return a.typeScoped(m, a, scoping)
	})
}

// TypeScopedFrom is TypeScoped for types whose definitions are those of another
// active context: of an object with several members that mean @type, the later
// ones.
func (a *ActiveContext) TypeScopedFrom(m *Meter, definitions *ActiveContext, types ...string) (*ActiveContext, error) {
	if a == definitions {
		return a.TypeScoped(m, types...)
	}
	return a.typeScoped(m, definitions, slices.Sorted(slices.Values(types)))
}

// typeScoped is JSON-LD 1.1 API section 5.1.2, step 11.2, for names of types in
// order, each with a context.
func (a *ActiveContext) typeScoped(m *Meter, definitions *ActiveContext, names []string) (*ActiveContext, error) {
	active, renamesKeywords := a, false
	for _, name := range names {
		t := definitions.terms[name]
		next, err := active.scoped(m, t, options{baseURL: t.contextBase, noPropagate: true})
		if err != nil {
			return nil, err
		}
		renamesKeywords = renamesKeywords || next.renamesKeywords
		active = next
	}
	if len(names) > 1 {
		active.renamesKeywords = renamesKeywords
	}
	return active, nil
}

// scoped adds the context of a term.
func (a *ActiveContext) scoped(m *Meter, t *Term, o options) (*ActiveContext, error) {
	active, err := a.with(m, t.context, o)
	if err != nil {
		return nil, scopedFault(t.Key, err)
	}
	return active, nil
}

// scopedFault names the term whose context is at fault. What the caller decides
// on, an unknown context or the want of a base, stays what it is.
func scopedFault(key string, err error) error {
	var coded *Error
	if !errors.As(err, &coded) {
		return err
	}
	code := coded.Code
	if code != ContextOverflow && code != ProtectedTermRedefinition && code != InvalidContextNullification {
		code = InvalidScopedContext
	}
	return &Error{Code: code, Reason: "in the context of the term " + quoteOdd(key) + ": " + coded.Reason, Err: err}
}

// with returns the active context with a local context added.
func (a *ActiveContext) with(m *Meter, local any, o options) (*ActiveContext, error) {
	p := processor{root: a.root, set: a.root.set, meter: m, document: a.root.document, known: a.root.known}
	d, err := p.process(a, local, o)
	if err != nil {
		return nil, err
	}
	return a.root.finish(d, a, m)
}

// Local returns the active context of an object that has a @context of its own,
// given as JSON text.
func (a *ActiveContext) Local(m *Meter, context string) (*ActiveContext, error) {
	return a.child(childKey{context: context}, m, func() (*ActiveContext, error) {
		local, err := parseContext([]byte(context))
		if err != nil {
			return nil, err
		}
		return a.with(m, local, options{})
	})
}

// child returns the active context under the key, made once.
func (a *ActiveContext) child(key childKey, m *Meter, make func() (*ActiveContext, error)) (*ActiveContext, error) {
	if active := (*a.children.Load())[key]; active != nil {
		return active, nil
	}
	active, err := make()
	if err != nil {
		return nil, err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if first := (*a.children.Load())[key]; first != nil {
		return first, nil
	}
	if len(*a.children.Load()) >= maxChildren || len(key.context) > maxRemembered || a.root.kept.Load() > maxKept {
		return active, nil
	}
	a.root.kept.Add(int64(len(active.terms)))
	grown := maps.Clone(*a.children.Load())
	grown[key] = active
	a.children.Store(&grown)
	return active, nil
}

// Keys returns the names of all terms, sorted.
func (a *ActiveContext) Keys() []string { return slices.Sorted(maps.Keys(a.terms)) }
