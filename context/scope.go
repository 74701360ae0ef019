package ldcontext

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/piprate/json-gold/ld"
)

// Scope is one active context (JSON-LD 1.1 API section 4.1.1), compiled. Its
// children, the contexts scoped to a type or a property, are compiled when
// they are first needed and kept. A Scope may be used by many goroutines.
type Scope struct {
	compiler *Compiler
	active   *ld.Context
	// previous is what nodes nested inside go back to, because a type-scoped
	// context does not propagate; nil where this scope propagates.
	previous *Scope
	terms    map[string]*Term
	// byIRI lists the terms for an IRI, the preferred one first: see prefer.
	byIRI map[string][]*Term
	// prefixes are the terms that may begin a compact IRI.
	prefixes []*Term
	vocab    string
	idKey    string
	typKey   string
	exotic   bool
	// language is the default language, empty for none.
	language string

	mu       sync.Mutex
	children atomic.Pointer[map[childKey]*Scope]
}

// childKey names a child of a scope: by the types of a node, by the term whose
// values it is for, or by the @context of a node.
type childKey struct {
	types   string
	term    *Term
	context string
}

// maxChildren bounds the children that a scope keeps. Linked Art needs fewer
// than 100; documents that are out to make more have theirs made each time.
const maxChildren = 1000

func newScope(c *Compiler, active *ld.Context, previous *Scope, exotic bool) *Scope {
	s := &Scope{
		compiler: c,
		active:   active,
		previous: previous,
		terms:    make(map[string]*Term, len(active.TermDefinitions)),
		byIRI:    make(map[string][]*Term, len(active.TermDefinitions)),
		idKey:    "@id",
		typKey:   "@type",
	}
	for key, def := range active.TermDefinitions {
		if def == nil {
			s.terms[key] = &Term{Key: key}
			continue
		}
		t := newTerm(key, def)
		s.terms[key] = t
		s.byIRI[t.IRI] = append(s.byIRI[t.IRI], t)
		if t.prefix {
			s.prefixes = append(s.prefixes, t)
		}
	}
	for _, terms := range s.byIRI {
		slices.SortFunc(terms, s.prefer)
	}
	if aliases := s.byIRI["@id"]; len(aliases) > 0 {
		s.idKey = aliases[0].Key
	}
	if aliases := s.byIRI["@type"]; len(aliases) > 0 {
		s.typKey = aliases[0].Key
	}
	if active.Values.Vocab != nil {
		s.vocab = *active.Values.Vocab
	}
	values := active.Values
	if values.HasLanguage {
		s.language = values.Language
	}
	s.exotic = exotic || values.Direction != "" || len(active.Protected) > 0 ||
		values.Base != "" || active.AsMap()["previousContext"] != nil
	s.children.Store(&map[childKey]*Scope{})
	return s
}

// prefer orders terms for one IRI. The inverse context (JSON-LD 1.1 API
// section 4.3) takes the shortest, then the first by the alphabet. Before that,
// a term that means the same outside the type-scoped context wins over one that
// only the type gives this meaning: of the pairs broader and part_of, narrower
// and part, conceptually_part_of and part_of, conceptual_part and part, Linked
// Art's records use the former.
func (s *Scope) prefer(a, b *Term) int {
	if s.previous != nil {
		if wa, wb := s.everywhere(a), s.everywhere(b); wa != wb {
			if wa {
				return -1
			}
			return 1
		}
	}
	if len(a.Key) != len(b.Key) {
		return len(a.Key) - len(b.Key)
	}
	return strings.Compare(a.Key, b.Key)
}

func (s *Scope) everywhere(t *Term) bool {
	outside := s.previous.terms[t.Key]
	return outside != nil && outside.IRI == t.IRI
}

// Exotic tells that the scope sets what the fast reader leaves to the complete
// algorithms: a default direction, a base, protected terms, or a propagation
// other than the usual.
func (s *Scope) Exotic() bool { return s.exotic }

// LanguageOf returns the language of strings under the term, which may be nil;
// empty for none. Strings under a term with a coercion have none.
func (s *Scope) LanguageOf(t *Term) string {
	if t != nil && t.HasLanguage {
		return t.Language
	}
	return s.language
}

// Term returns the definition of the term, or nil. Its IRI is empty where the
// context maps the term to nothing.
func (s *Scope) Term(key string) *Term { return s.terms[key] }

// IDKey and TypeKey return the member names for @id and @type.
func (s *Scope) IDKey() string { return s.idKey }

// TypeKey returns the member name for @type.
func (s *Scope) TypeKey() string { return s.typKey }

// TermsFor returns the terms that stand for the IRI, the preferred one first.
// The caller must not change the slice.
func (s *Scope) TermsFor(iri string) []*Term { return s.byIRI[iri] }

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
func (s *Scope) Of(t *Term) (*Scope, error) {
	if !t.hasContext {
		return s, nil
	}
	return s.child(childKey{term: t}, func() (*Scope, error) {
		return s.scoped(t, s.previous)
	})
}

// ForTypes returns the scope of the members of a node object whose types are
// written so.
func (s *Scope) ForTypes(types ...string) (*Scope, error) {
	if len(types) == 1 {
		t := s.terms[types[0]]
		if t == nil || !t.hasContext {
			return s, nil
		}
		return s.child(childKey{types: types[0]}, func() (*Scope, error) { return s.scoped(t, s.Nested()) })
	}
	sorted := slices.Sorted(slices.Values(types))
	return s.child(childKey{types: strings.Join(sorted, "\x00")}, func() (*Scope, error) {
		scope := s
		for _, name := range sorted {
			t := s.terms[name]
			if t == nil || !t.hasContext {
				continue
			}
			var err error
			if scope, err = scope.scoped(t, s.Nested()); err != nil {
				return nil, err
			}
		}
		return scope, nil
	})
}

func (s *Scope) scoped(t *Term, previous *Scope) (*Scope, error) {
	active, err := process(s.active, t.context)
	if err != nil {
		return nil, fmt.Errorf("the context inside the term %q: %w", t.Key, err)
	}
	local, _ := t.context.(map[string]any)
	_, propagates := local["@propagate"]
	return newScope(s.compiler, active, previous, s.exotic || propagates || setsBase(t.context)), nil
}

// Within returns the scope of a node object that has a @context of its own,
// given as JSON text.
func (s *Scope) Within(context string) (*Scope, error) {
	return s.child(childKey{context: context}, func() (*Scope, error) {
		local, err := s.compiler.local([]byte(context))
		if err != nil {
			return nil, err
		}
		active, err := process(s.active, local)
		if err != nil {
			return nil, err
		}
		inline, _ := local.(map[string]any)
		_, propagates := inline["@propagate"]
		return newScope(s.compiler, active, s.previous, s.exotic || propagates || setsBase(local)), nil
	})
}

// child returns the scope under the key, made once.
func (s *Scope) child(key childKey, make func() (*Scope, error)) (*Scope, error) {
	if scope := (*s.children.Load())[key]; scope != nil {
		return scope, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if scope := (*s.children.Load())[key]; scope != nil {
		return scope, nil
	}
	scope, err := make()
	if err != nil {
		return nil, err
	}
	if len(*s.children.Load()) >= maxChildren || len(key.context) > maxRemembered {
		return scope, nil
	}
	grown := maps.Clone(*s.children.Load())
	grown[key] = scope
	s.children.Store(&grown)
	return scope, nil
}

// Keys returns the names of all terms, sorted.
func (s *Scope) Keys() []string { return slices.Sorted(maps.Keys(s.terms)) }
