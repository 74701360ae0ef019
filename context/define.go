package ldcontext

import (
	"slices"
	"strings"
)

// definer runs the create term definition algorithm (JSON-LD 1.1 API section
// 4.2.2, https://www.w3.org/TR/json-ld11-api/#algorithm-0) for the terms of one
// local context; the numbers in its methods are those of the steps.
type definer struct {
	*processor
	active *draft
	// local is the local context.
	local map[string]any
	// o are the options of the local context.
	o options
	// protected is the @protected of the local context.
	protected bool
	// defined has true for terms that are defined and false for those that are
	// being defined.
	defined map[string]bool
	// dependencies counts the terms being defined, one for the sake of another.
	dependencies int
}

// maxDependencies is how many terms may be defined one for the sake of another.
const maxDependencies = 500

// depend defines a term of the local context that an IRI is made of.
func (d *definer) depend(key string) error {
	if _, ok := d.local[key]; !ok || d.defined[key] {
		return nil
	}
	return d.define(key)
}

// define is the algorithm.
func (d *definer) define(key string) error {
	if done, ok := d.defined[key]; ok { // 1
		if done {
			return nil
		}
		return fault(CyclicIRIMapping, "the term %q is defined by itself", key)
	}
	if err := d.meter.spend(1); err != nil {
		return err
	}
	if d.dependencies++; d.dependencies > maxDependencies {
		return fault(ContextOverflow, "terms are defined by each other more than %d deep, up to %q", maxDependencies, key)
	}
	defer func() { d.dependencies-- }()
	if key == "" { // 2
		return fault(InvalidTermDefinition, "a term cannot be the empty string")
	}
	d.defined[key] = false
	value := d.local[key] // 3
	switch {
	case key == "@type": // 4
		if !typeDefinition(value) {
			return fault(KeywordRedefinition, `a context may give @type nothing but "@container": "@set" and @protected`)
		}
	case IsKeyword(key): // 5
		return fault(KeywordRedefinition, "%s is a keyword and cannot be a term", key)
	case KeywordForm(key):
		return nil
	}
	previous := d.active.term(key) // 6
	d.active.terms[key] = nil
	object, simple, ok := definition(value)
	if !ok { // 9
		return fault(InvalidTermDefinition, "the term %q is defined by an IRI, an object or null", key)
	}
	t, err := d.term(key, object, simple)
	if err != nil {
		return err
	}
	return d.keep(key, t, previous)
}

// typeDefinition reports whether step 4 allows the definition of @type.
func typeDefinition(value any) bool {
	object, _ := value.(map[string]any)
	for key, value := range object {
		if key != "@protected" && (key != "@container" || value != "@set") {
			return false
		}
	}
	return len(object) > 0
}

// definition returns the value of a term as an object: steps 7 to 9.
func definition(value any) (object map[string]any, simple, ok bool) {
	switch value := value.(type) {
	case nil: // 7
		return map[string]any{"@id": nil}, false, true
	case string: // 8
		return map[string]any{"@id": value}, true, true
	case map[string]any:
		return value, false, true
	}
	return nil, false, false
}

// keep is steps 27 and 28: it enters the definition, which is nil for a term
// that is to be ignored, unless a protected one forbids it.
func (d *definer) keep(key string, t, previous *Term) error {
	if previous != nil && previous.protected && !d.o.override {
		if t == nil || !t.same(previous) { // 27.1
			return fault(ProtectedTermRedefinition, "the term %q is protected and cannot be given another meaning", key)
		}
		t = previous // 27.2
	}
	d.active.terms[key] = t
	if t != nil && t.protected {
		d.active.protected = true
	}
	d.defined[key] = true // 28
	return nil
}

// term makes the definition: steps 10 to 26. It returns nil for a term that is
// to be ignored.
func (d *definer) term(key string, value map[string]any, simple bool) (*Term, error) {
	t := &Term{Key: key, protected: d.protected}  // 10
	if protected, ok := value["@protected"]; ok { // 11
		if t.protected, ok = protected.(bool); !ok {
			return nil, fault(InvalidProtectedValue, "@protected of the term %q is true or false", key)
		}
	}
	if err := d.typeMapping(t, value); err != nil {
		return nil, err
	}
	if reverse, ok := value["@reverse"]; ok { // 13
		return d.reverse(t, value, reverse)
	}
	ignored, err := d.mapping(t, value, simple)
	if err != nil || ignored {
		return nil, err
	}
	for _, take := range []func(*Term, map[string]any) error{
		d.container, d.index, d.scoped, languageMapping, nestValue, prefixFlag, noOthers,
	} {
		if err := take(t, value); err != nil {
			return nil, err
		}
	}
	t.finish()
	return t, nil
}

// typeMapping is step 12.
func (d *definer) typeMapping(t *Term, value map[string]any) error {
	raw, ok := value["@type"]
	if !ok {
		return nil
	}
	text, ok := raw.(string)
	if !ok { // 12.1
		return fault(InvalidTypeMapping, "@type of the term %q is an IRI, a term or a keyword", t.Key)
	}
	expanded, err := d.expandIRI(text, false, true) // 12.2
	if err != nil {
		return err
	}
	switch expanded {
	case "@id", "@vocab", "@json", "@none":
	default:
		if !isIRI(expanded) { // 12.4
			return fault(InvalidTypeMapping, "@type %q of the term %q is neither an IRI nor @id, @vocab, @json or @none", text, t.Key)
		}
	}
	t.Type = expanded // 12.5
	return nil
}

// reverse is step 13.
func (d *definer) reverse(t *Term, value map[string]any, reverse any) (*Term, error) {
	_, id := value["@id"]
	_, nest := value["@nest"]
	if id || nest { // 13.1
		return nil, fault(InvalidReverseProperty, "the reverse term %q has no @id and no @nest", t.Key)
	}
	text, ok := reverse.(string)
	if !ok { // 13.2
		return nil, fault(InvalidIRIMapping, "@reverse of the term %q is an IRI", t.Key)
	}
	if KeywordForm(text) && !IsKeyword(text) { // 13.3
		return nil, nil
	}
	expanded, err := d.expandIRI(text, false, true) // 13.4
	if err != nil {
		return nil, err
	}
	if !isIRI(expanded) && !strings.HasPrefix(expanded, "_:") {
		return nil, fault(InvalidIRIMapping, "@reverse %q of the term %q is no IRI", text, t.Key)
	}
	t.IRI, t.Reverse = expanded, true                    // 13.4, 13.6
	switch container := value["@container"]; container { // 13.5
	case nil:
	case "@set", "@index":
		t.Containers = []string{container.(string)}
	default:
		return nil, fault(InvalidReverseProperty, "@container of the reverse term %q is @set, @index or null", t.Key)
	}
	t.finish()
	return t, nil // 13.7
}

// mapping finds the IRI mapping: steps 14 to 18. It reports whether the term is to
// be ignored.
func (d *definer) mapping(t *Term, value map[string]any, simple bool) (ignored bool, err error) {
	if id, ok := value["@id"]; ok && id != t.Key { // 14
		return d.given(t, id, simple)
	}
	if prefix, suffix, ok := cutCompact(t.Key); ok { // 15
		if err := d.depend(prefix); err != nil { // 15.1
			return false, err
		}
		p := d.active.term(prefix)
		switch {
		case p != nil && p.IRI != "": // 15.2
			t.IRI = p.IRI + suffix
		case prefix == "_" || isScheme(prefix): // 15.3
			t.IRI = t.Key
		default:
			return false, fault(InvalidIRIMapping, "the term %q has no IRI", t.Key)
		}
		if t.IRI[0] == '@' {
			return false, fault(InvalidIRIMapping, "the term %q has the prefix %q, which stands for a keyword", t.Key, prefix)
		}
		return false, nil
	}
	switch {
	case strings.Contains(t.Key, "/"): // 16
		apart := definer{processor: d.processor, active: d.active}
		if t.IRI, err = apart.expandIRI(t.Key, false, true); err != nil {
			return false, err
		}
		if !isIRI(t.IRI) {
			return false, fault(InvalidIRIMapping, "the term %q has no IRI", t.Key)
		}
	case t.Key == "@type": // 17
		t.IRI = "@type"
	case d.active.hasVocab: // 18
		t.IRI = d.active.vocab + t.Key
	default:
		return false, fault(InvalidIRIMapping, "the term %q has no IRI: give it an @id, or the context a @vocab", t.Key)
	}
	return false, nil
}

// given is step 14, about a term with an @id.
func (d *definer) given(t *Term, id any, simple bool) (ignored bool, err error) {
	if id == nil { // 14.1
		return false, nil
	}
	text, ok := id.(string)
	if !ok { // 14.2.1
		return false, fault(InvalidIRIMapping, "@id of the term %q is an IRI, a term or a keyword", t.Key)
	}
	if KeywordForm(text) && !IsKeyword(text) { // 14.2.2
		return true, nil
	}
	if t.IRI, err = d.expandIRI(text, false, true); err != nil { // 14.2.3
		return false, err
	}
	switch {
	case t.IRI == "@context":
		return false, fault(InvalidKeywordAlias, "the term %q cannot stand for @context", t.Key)
	case !IsKeyword(t.IRI) && !isIRI(t.IRI) && !strings.HasPrefix(t.IRI, "_:"):
		return false, fault(InvalidIRIMapping, "%q, which the term %q stands for, is neither an IRI nor a keyword", text, t.Key)
	}
	colon := strings.LastIndexByte(strings.TrimSuffix(t.Key, ":"), ':') > 0
	if colon || strings.Contains(t.Key, "/") { // 14.2.4
		d.defined[t.Key] = true // 14.2.4.1
		own, err := d.expandIRI(t.Key, false, true)
		if err != nil {
			return false, err
		}
		if own != t.IRI { // 14.2.4.2
			return false, fault(InvalidIRIMapping, "the term %q looks like an IRI and cannot stand for another, %q", t.Key, t.IRI)
		}
	}
	if simple && !strings.ContainsAny(t.Key, ":/") { // 14.2.5
		t.prefix = strings.HasPrefix(t.IRI, "_:") || t.IRI != "" && strings.IndexByte(":/?#[]@", t.IRI[len(t.IRI)-1]) >= 0
	}
	return false, nil
}

// containers are the container mappings that step 19.1 allows, sorted.
var containers = [][]string{
	{}, {"@graph"}, {"@id"}, {"@index"}, {"@language"}, {"@list"}, {"@set"}, {"@type"},
	{"@graph", "@id"}, {"@graph", "@index"}, {"@graph", "@set"}, {"@id", "@set"}, {"@index", "@set"},
	{"@language", "@set"}, {"@set", "@type"}, {"@graph", "@id", "@set"}, {"@graph", "@index", "@set"},
}

// container is step 19.
func (d *definer) container(t *Term, value map[string]any) error {
	raw, ok := value["@container"]
	if !ok {
		return nil
	}
	list, ok := raw.([]any)
	if !ok {
		list = []any{raw}
	}
	for _, entry := range list {
		keyword, _ := entry.(string)
		t.Containers = append(t.Containers, keyword)
	}
	slices.Sort(t.Containers)
	allowed := func(c []string) bool { return slices.Equal(c, t.Containers) }
	if len(list) == 0 || !slices.ContainsFunc(containers, allowed) { // 19.1
		return fault(InvalidContainerMapping, "@container of the term %q is none that JSON-LD has", t.Key)
	}
	if t.HasContainer("@type") { // 19.4
		switch t.Type {
		case "":
			t.Type = "@id"
		case "@id", "@vocab":
		default:
			return fault(InvalidTypeMapping, "the values of the term %q, a map of types, are nodes: its @type is @id or @vocab", t.Key)
		}
	}
	return nil
}

// index is step 20.
func (d *definer) index(t *Term, value map[string]any) error {
	raw, ok := value["@index"]
	if !ok {
		return nil
	}
	if !t.HasContainer("@index") { // 20.1
		return fault(InvalidTermDefinition, "the term %q has an @index, so its @container has @index", t.Key)
	}
	text, ok := raw.(string)
	if ok { // 20.2
		expander := d
		if done, begun := d.defined[text]; begun && !done {
			expander = &definer{processor: d.processor, active: d.active}
		}
		expanded, err := expander.expandIRI(text, false, true)
		if err != nil {
			return err
		}
		ok = isIRI(expanded)
	}
	if !ok {
		return fault(InvalidTermDefinition, "@index of the term %q is a property: a term or an IRI", t.Key)
	}
	t.Index = text // 20.3
	return nil
}

// scoped is step 21.
func (d *definer) scoped(t *Term, value map[string]any) error {
	context, ok := value["@context"]
	if !ok {
		return nil
	}
	// 21.3. The outcome counts only when the term is used; here it is checked,
	// on a copy, that there is one.
	o := options{baseURL: d.o.baseURL, remote: d.o.remote, override: true, unscoped: true}
	if err := d.into(d.active.copied(), context, o); err != nil {
		return scopedFault(t.Key, err)
	}
	t.hasContext, t.context, t.contextBase = true, context, d.o.baseURL // 21.4
	return nil
}

// languageMapping is steps 22 and 23.
func languageMapping(t *Term, value map[string]any) error {
	_, typed := value["@type"]
	if raw, ok := value["@language"]; ok && !typed { // 22
		text, ok := raw.(string)
		if raw != nil && !ok {
			return fault(InvalidLanguageMapping, "@language of the term %q is a language tag or null", t.Key)
		}
		t.Language, t.HasLanguage = text, true
	}
	if raw, ok := value["@direction"]; ok && !typed { // 23
		switch raw {
		case nil, "ltr", "rtl":
			t.Direction, _ = raw.(string)
			t.HasDirection = true
		default:
			return fault(InvalidBaseDirection, `@direction of the term %q is "ltr", "rtl" or null`, t.Key)
		}
	}
	return nil
}

// nestValue is step 24.
func nestValue(t *Term, value map[string]any) error {
	raw, ok := value["@nest"]
	if !ok {
		return nil
	}
	text, ok := raw.(string)
	if !ok || IsKeyword(text) && text != "@nest" {
		return fault(InvalidNestValue, "@nest of the term %q is @nest or a term that stands for it", t.Key)
	}
	t.Nest = text
	return nil
}

// prefixFlag is step 25.
func prefixFlag(t *Term, value map[string]any) error {
	raw, ok := value["@prefix"]
	if !ok {
		return nil
	}
	if strings.ContainsAny(t.Key, ":/") { // 25.1
		return fault(InvalidTermDefinition, "the term %q has a colon or a slash and cannot be a prefix", t.Key)
	}
	if t.prefix, ok = raw.(bool); !ok { // 25.2
		return fault(InvalidPrefixValue, "@prefix of the term %q is true or false", t.Key)
	}
	if t.prefix && IsKeyword(t.IRI) { // 25.3
		return fault(InvalidTermDefinition, "the term %q stands for a keyword and cannot be a prefix", t.Key)
	}
	return nil
}

// noOthers is step 26.
func noOthers(t *Term, value map[string]any) error {
	for key := range value {
		switch key {
		case "@id", "@reverse", "@container", "@context", "@direction", "@index", "@language", "@nest", "@prefix", "@protected", "@type":
		default:
			return fault(InvalidTermDefinition, "the definition of the term %q has a member that JSON-LD does not know: %q", t.Key, key)
		}
	}
	return nil
}
