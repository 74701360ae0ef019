package ldcontext

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// Scope is one active context (JSON-LD 1.1 API section 4.1.1), compiled. Its
// children, the contexts scoped to a type or a property, are compiled when
// they are first needed and kept. A Scope may be used by many goroutines.
type Scope struct {
	root *root
	// previous is what nodes nested inside go back to, because a type-scoped
	// context does not propagate; nil where this scope propagates.
	previous  *Scope
	terms     map[string]*Term
	base      base
	vocab     string
	hasVocab  bool
	language  string
	direction string
	protected bool
	// idKey and typeKey are the member names for @id and @type.
	idKey, typeKey string
	// realiased tells that keywords have other names than in the context that
	// this one was made from, and so perhaps than in the previous context.
	realiased bool

	inverse  sync.Once
	inverted *inverse

	mu       sync.Mutex
	children atomic.Pointer[map[childKey]*Scope]
}

// root is what the scopes of one @context have in common.
type root struct {
	set *Set
	// document is the base IRI of the document, where known tells so.
	document string
	known    bool
	// kept counts the term definitions of the scopes that are kept.
	kept atomic.Int64
}

// childKey names a child of a scope: by the types of a node, by the term whose
// values it is for, or by the @context of a node.
type childKey struct {
	types   string
	term    *Term
	context string
}

// Bounds on what a scope and its @context keep; what is beyond is made anew each
// time. Linked Art needs fewer than 100 children, of 500 definitions each.
const (
	maxChildren = 1000
	maxKept     = 1 << 20
)

// finish makes a scope of what context processing has made.
func (r *root) finish(a *active, from *Scope, m *Meter) (*Scope, error) {
	s := &Scope{
		root: r, previous: a.previous, base: a.base, vocab: a.vocab, hasVocab: a.hasVocab,
		language: a.language, direction: a.direction, idKey: "@id", typeKey: "@type",
	}
	s.terms = map[string]*Term{}
	if a.scope != nil {
		// A copy costs much less than making the definitions.
		if err := m.spend(len(a.scope.terms) / 64); err != nil {
			return nil, err
		}
		s.terms = maps.Clone(a.scope.terms)
	}
	for key, t := range a.terms {
		if t == nil {
			delete(s.terms, key)
			continue
		}
		s.terms[key] = t
	}
	s.aliases(from)
	if from != nil && from.previous != nil && s.previous != nil {
		s.realiased = s.realiased || from.realiased
	}
	s.realiased = s.realiased || a.renamed
	s.children.Store(&map[childKey]*Scope{})
	return s, nil
}

// aliases finds what follows from terms that stand for keywords.
func (s *Scope) aliases(from *Scope) {
	for key, t := range s.terms {
		s.protected = s.protected || t.protected
		if t.IRI == "" || t.IRI[0] != '@' {
			continue
		}
		if from != nil && from.terms[key] != t {
			s.realiased = true
		}
		switch t.IRI {
		case "@id":
			s.idKey = firstKey(s.idKey, key)
		case "@type":
			s.typeKey = firstKey(s.typeKey, key)
		}
	}
	if from == nil {
		return
	}
	for key, t := range from.terms {
		if t.IRI != "" && t.IRI[0] == '@' && s.terms[key] != t {
			s.realiased = true
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

// activate returns an active context to begin with that is equal to the scope.
func (s *Scope) activate() *active {
	return &active{
		scope: s, terms: map[string]*Term{}, base: s.base, vocab: s.vocab, hasVocab: s.hasVocab,
		language: s.language, direction: s.direction, protected: s.protected, previous: s.previous,
	}
}

// Exotic tells that the scope sets what the fast reader leaves to the full
// algorithms: a default direction.
func (s *Scope) Exotic() bool { return s.direction != "" }

// Realiased tells whether keywords have other names here than in the scope that
// this one is a child of.
func (s *Scope) Realiased() bool { return s.realiased }

// Direction returns the default base direction, empty for none.
func (s *Scope) Direction() string { return s.direction }

// LanguageOf returns the language of strings under the term, which may be nil;
// empty for none. Strings under a term with a coercion have none.
func (s *Scope) LanguageOf(t *Term) string {
	if t != nil && t.HasLanguage {
		return t.Language
	}
	return s.language
}

// DirectionOf returns the base direction of strings under the term, likewise.
func (s *Scope) DirectionOf(t *Term) string {
	if t != nil && t.HasDirection {
		return t.Direction
	}
	return s.direction
}

// Term returns the definition of the term, or nil. Its IRI is empty where the
// context maps the term to nothing.
func (s *Scope) Term(key string) *Term { return s.terms[key] }

// IDKey and TypeKey return the member names for @id and @type.
func (s *Scope) IDKey() string { return s.idKey }

// TypeKey returns the member name for @type.
func (s *Scope) TypeKey() string { return s.typeKey }

// Previous returns the previous context, or nil where there is none.
func (s *Scope) Previous() *Scope { return s.previous }

// Nested returns the scope that the members of a node object inside this one
// begin with: a type-scoped context ends with the node it is for.
func (s *Scope) Nested() *Scope {
	if s.previous != nil {
		return s.previous
	}
	return s
}

// Of returns the scope of the values of the term: s itself unless the
// definition has a context of its own. For a value that is a node object, s is
// the Nested scope of the object the term stands in, and the definition that
// counts is the one t that stands there.
func (s *Scope) Of(t *Term) (*Scope, error) { return s.PropertyScoped(nil, t) }

// PropertyScoped is Of with a meter.
func (s *Scope) PropertyScoped(m *Meter, t *Term) (*Scope, error) {
	if t == nil || !t.hasContext {
		return s, nil
	}
	return s.child(childKey{term: t}, m, func() (*Scope, error) {
		// JSON-LD 1.1 API section 5.1.2, step 8.
		return s.scoped(m, t, options{baseURL: t.contextBase, override: true})
	})
}

// ForTypes returns the scope of the members of a node object whose types are
// written so.
func (s *Scope) ForTypes(types ...string) (*Scope, error) { return s.TypeScoped(nil, types...) }

// TypeScoped is ForTypes with a meter.
func (s *Scope) TypeScoped(m *Meter, types ...string) (*Scope, error) {
	if len(types) == 1 {
		t := s.terms[types[0]]
		if t == nil || !t.hasContext {
			return s, nil
		}
		return s.child(childKey{types: types[0]}, m, func() (*Scope, error) { return s.typeScoped(m, s, types) })
	}
	var scoping []string
	for _, name := range types {
		if s.terms[name].HasContext() {
			scoping = append(scoping, name)
		}
	}
	if len(scoping) < 2 {
		if len(scoping) == 0 {
			return s, nil
		}
		return s.TypeScoped(m, scoping[0])
	}
	slices.Sort(scoping)
	scoping = slices.Compact(scoping)
	return s.child(childKey{types: strings.Join(scoping, "\x00")}, m, func() (*Scope, error) {
		return s.typeScoped(m, s, scoping)
	})
}

// TypeScopedFrom is TypeScoped for types whose definitions are those of another
// scope: of an object with several members that mean @type, the later ones.
func (s *Scope) TypeScopedFrom(m *Meter, definitions *Scope, types ...string) (*Scope, error) {
	if s == definitions {
		return s.TypeScoped(m, types...)
	}
	return s.typeScoped(m, definitions, slices.Sorted(slices.Values(types)))
}

// typeScoped is JSON-LD 1.1 API section 5.1.2, step 11.2, for names of types in
// order, each with a context.
func (s *Scope) typeScoped(m *Meter, definitions *Scope, names []string) (*Scope, error) {
	scope, realiased := s, false
	for _, name := range names {
		t := definitions.terms[name]
		next, err := scope.scoped(m, t, options{baseURL: t.contextBase, noPropagate: true})
		if err != nil {
			return nil, err
		}
		realiased = realiased || next.realiased
		scope = next
	}
	if len(names) > 1 {
		scope.realiased = realiased
	}
	return scope, nil
}

// scoped adds the context of a term.
func (s *Scope) scoped(m *Meter, t *Term, o options) (*Scope, error) {
	scope, err := s.with(m, t.context, o)
	if err != nil {
		return nil, scopedFault(t.Key, err)
	}
	return scope, nil
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

// with returns the scope with a local context added.
func (s *Scope) with(m *Meter, local any, o options) (*Scope, error) {
	p := processor{root: s.root, set: s.root.set, meter: m, document: s.root.document, known: s.root.known}
	a, err := p.process(s, local, o)
	if err != nil {
		return nil, err
	}
	return s.root.finish(a, s, m)
}

// Within returns the scope of a node object that has a @context of its own,
// given as JSON text.
func (s *Scope) Within(context string) (*Scope, error) { return s.Local(nil, context) }

// Local is Within with a meter.
func (s *Scope) Local(m *Meter, context string) (*Scope, error) {
	return s.child(childKey{context: context}, m, func() (*Scope, error) {
		local, err := parseContext([]byte(context))
		if err != nil {
			return nil, err
		}
		return s.with(m, local, options{})
	})
}

// child returns the scope under the key, made once.
func (s *Scope) child(key childKey, m *Meter, make func() (*Scope, error)) (*Scope, error) {
	if scope := (*s.children.Load())[key]; scope != nil {
		return scope, nil
	}
	scope, err := make()
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if first := (*s.children.Load())[key]; first != nil {
		return first, nil
	}
	if len(*s.children.Load()) >= maxChildren || len(key.context) > maxRemembered || s.root.kept.Load() > maxKept {
		return scope, nil
	}
	s.root.kept.Add(int64(len(scope.terms)))
	grown := maps.Clone(*s.children.Load())
	grown[key] = scope
	s.children.Store(&grown)
	return scope, nil
}

// Keys returns the names of all terms, sorted.
func (s *Scope) Keys() []string { return slices.Sorted(maps.Keys(s.terms)) }
