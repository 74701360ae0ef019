package ldcontext

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"vitrine/rdfstore/iri"
)

// errNeedsBase means that a context cannot be processed without knowing the
// document's base IRI, since it has a relative IRI in it. Contexts that need
// none are shared by the documents of all bases.
var errNeedsBase = errors.New("the context has a relative IRI, and no base IRI to resolve it against is known")

// base is the base IRI of an active context.
type base struct {
	// own means that a context has set the base; otherwise it is the document's.
	own bool
	// iri is the base that was set, empty where it was set to null.
	iri string
}

// draft is an active context in the making (JSON-LD 1.1 API section 4.1).
type draft struct {
	// finished or below has the term definitions that are not in terms: those of
	// an active context, or of the draft that this is a copy of.
	finished *ActiveContext
	below    *draft
	// terms are the definitions of its own; nil for one that was removed.
	terms map[string]*Term

	base      base
	vocab     string
	hasVocab  bool
	language  string
	direction string
	// protected means that a definition in it is or was protected.
	protected bool
	// previous is the previous context.
	previous *ActiveContext
	// renamesKeywords means that keywords may have other names in the previous context
	// than in the one that this was made from.
	renamesKeywords bool
}

// term returns the definition of a term, or nil.
func (a *draft) term(key string) *Term {
	for {
		if t, ok := a.terms[key]; ok {
			return t
		}
		if a.below == nil {
			break
		}
		a = a.below
	}
	if a.finished == nil {
		return nil
	}
	return a.finished.terms[key]
}

// copied returns a copy that changes apart from a, as long as a does not.
func (a *draft) copied() *draft {
	c := *a
	c.finished, c.below, c.terms = nil, a, map[string]*Term{}
	return &c
}

// processor runs the context processing algorithm for one context.
type processor struct {
	root  *root
	set   *Set
	meter *Meter
	// document is the base IRI of the document, where it is known.
	document string
	known    bool
	// loaded are the contexts that were loaded, by URL.
	loaded map[string]any
}

// options are the arguments of the context processing algorithm that have
// defaults.
type options struct {
	// baseURL is what URLs in the context are relative to, empty for the
	// document's base.
	baseURL string
	// remote are the contexts that this one stands in.
	remote []string
	// override is "override protected".
	override bool
	// noPropagate is "propagate" turned round, unscoped "validate scoped
	// context", so that the zero value is the default.
	noPropagate, unscoped bool
}

// process is the context processing algorithm (JSON-LD 1.1 API section 4.1.2,
// https://www.w3.org/TR/json-ld11-api/#algorithm) with the active context
// active; the numbers are those of its steps.
func (p *processor) process(active *ActiveContext, local any, o options) (*draft, error) {
	// 1
	result := active.draft()
	// 2
	if object, ok := local.(map[string]any); ok {
		if propagate, ok := object["@propagate"].(bool); ok {
			o.noPropagate = !propagate
		}
	}
	// 3
	if o.noPropagate && result.previous == nil {
		result.previous = active
	}
	return result, p.into(result, local, o)
}

// into adds a local context to the result: the steps from 4 on.
func (p *processor) into(result *draft, local any, o options) error {
	// 4
	entries, ok := local.([]any)
	if !ok {
		entries = []any{local}
	}
	// 5
	for _, entry := range entries {
		if err := p.meter.spend(1); err != nil {
			return err
		}
		var err error
		switch entry := entry.(type) {
		case nil:
			err = p.nullify(result, o) // 5.1
		case string:
			err = p.remote(result, entry, o) // 5.2
		case map[string]any:
			err = p.definition(result, entry, o) // 5.4
		default:
			err = fault(InvalidLocalContext, "a context is an object, the URL of one, null, or an array of those") // 5.3
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// nullify is step 5.1.
func (p *processor) nullify(result *draft, o options) error {
	if result.protected && !o.override { // 5.1.1
		return fault(InvalidContextNullification, "a null context cannot take back terms that are protected")
	}
	// 5.1.2
	next := draft{terms: map[string]*Term{}}
	if o.noPropagate {
		// The result so far, which may have terms of the contexts before.
		var err error
		if next.previous, err = p.root.finish(result, nil, p.meter); err != nil {
			return err
		}
		next.renamesKeywords = true
	}
	*result = next
	return nil
}

// remote is step 5.2. What the standard leaves to the defaults, propagation and
// the right to override, is passed on, so that a context means the same where
// it stands and where it is named.
func (p *processor) remote(result *draft, url string, o options) error {
	url, err := p.resolve(o.baseURL, url) // 5.2.1
	if err != nil {
		return err
	}
	if o.unscoped && slices.Contains(o.remote, url) { // 5.2.2
		return nil
	}
	if len(o.remote) >= maxRemote { // 5.2.3
		return fault(ContextOverflow, "contexts name each other more than %d deep, up to %s", maxRemote, quoteOdd(url))
	}
	context, err := p.load(url) // 5.2.4, 5.2.5
	if err != nil {
		return err
	}
	// 5.2.6
	o.remote = append(slices.Clip(o.remote), url)
	o.baseURL = url
	return p.into(result, context, o)
}

// resolve returns the URL of a context that a context names.
func (p *processor) resolve(baseURL, url string) (string, error) {
	if scheme, _, found := strings.Cut(url, ":"); found && isScheme(scheme) {
		return url, nil
	}
	if baseURL == "" {
		if !p.known {
			return "", errNeedsBase
		}
		baseURL = p.document
	}
	resolved, err := iri.Resolve(baseURL, url)
	if err != nil {
		return "", &Error{Code: loadingDocumentFailed, Reason: "the relative URL of a context, " + quoteOdd(url) + ", has no URL to be resolved against", Err: &UnknownError{URL: url}}
	}
	return resolved, nil
}

// load returns the value of the @context of the document at the URL.
func (p *processor) load(url string) (any, error) {
	if context, ok := p.loaded[url]; ok {
		return context, nil
	}
	data, err := p.set.Document(url)
	if err != nil {
		return nil, err
	}
	var document map[string]any
	if err := json.Unmarshal(data, &document); err != nil {
		return nil, &Error{Code: InvalidRemoteContext, Reason: quoteOdd(url) + " is no JSON object", Err: err}
	}
	context, ok := document["@context"]
	if !ok {
		return nil, fault(InvalidRemoteContext, "%s has no @context", quoteOdd(url))
	}
	if p.loaded == nil {
		p.loaded = map[string]any{}
	}
	p.loaded[url] = context
	return context, nil
}

// imported is step 5.6: it returns the context with what it imports.
func (p *processor) imported(context map[string]any, o options) (map[string]any, error) {
	value, ok := context["@import"]
	if !ok {
		return context, nil
	}
	name, ok := value.(string)
	if !ok { // 5.6.2
		return nil, fault(InvalidImportValue, "@import is the URL of a context")
	}
	url, err := p.resolve(o.baseURL, name) // 5.6.3
	if err != nil {
		return nil, err
	}
	loaded, err := p.load(url) // 5.6.4, 5.6.5
	if err != nil {
		return nil, err
	}
	source, ok := loaded.(map[string]any)
	if !ok { // 5.6.6
		return nil, fault(InvalidRemoteContext, "what is imported from %s is no single context", quoteOdd(url))
	}
	if _, ok := source["@import"]; ok { // 5.6.7
		return nil, fault(InvalidContextEntry, "what is imported from %s imports another context", quoteOdd(url))
	}
	// 5.6.8
	merged := maps.Clone(source)
	maps.Copy(merged, context)
	return merged, nil
}

// definition is the part of step 5 from 5.5 on, about a context definition.
func (p *processor) definition(result *draft, context map[string]any, o options) error {
	if version, ok := context["@version"]; ok && version != 1.1 { // 5.5
		return fault(InvalidVersionValue, "@version is the number 1.1")
	}
	context, err := p.imported(context, o)
	if err != nil {
		return err
	}
	for _, set := range []func(*draft, map[string]any, options) error{p.setBase, p.setVocab, setLanguage, setDirection, setPropagate} {
		if err := set(result, context, o); err != nil {
			return err
		}
	}
	d := definer{processor: p, active: result, local: context, o: o, defined: map[string]bool{}}
	if value, ok := context["@protected"]; ok {
		if d.protected, ok = value.(bool); !ok {
			return fault(InvalidProtectedValue, "@protected is true or false")
		}
	}
	// 5.12, 5.13
	for _, key := range slices.Sorted(maps.Keys(context)) {
		switch key {
		case "@base", "@direction", "@import", "@language", "@propagate", "@protected", "@version", "@vocab":
			continue
		}
		if err := d.define(key); err != nil {
			return err
		}
	}
	return nil
}

// setBase is step 5.7.
func (p *processor) setBase(result *draft, context map[string]any, o options) error {
	value, ok := context["@base"]
	if !ok || len(o.remote) > 0 {
		return nil
	}
	text, ok := value.(string)
	switch {
	case value == nil: // 5.7.2
		result.base = base{own: true}
		return nil
	case !ok:
		return fault(InvalidBaseIRI, "@base is an IRI or null")
	case isIRI(text): // 5.7.3
		result.base = base{own: true, iri: text}
		return nil
	}
	// 5.7.4
	current, err := p.baseOf(result)
	if err != nil {
		return err
	}
	resolved, err := iri.Resolve(current, text)
	if err != nil { // 5.7.5
		return fault(InvalidBaseIRI, "the relative @base %q has no base IRI to be resolved against", text)
	}
	result.base = base{own: true, iri: resolved}
	return nil
}

// baseOf returns the base IRI, empty for none.
func (p *processor) baseOf(a *draft) (string, error) {
	switch {
	case a.base.own:
		return a.base.iri, nil
	case !p.known:
		return "", errNeedsBase
	}
	return p.document, nil
}

// setVocab is step 5.8.
func (p *processor) setVocab(result *draft, context map[string]any, _ options) error {
	value, ok := context["@vocab"]
	if !ok {
		return nil
	}
	text, ok := value.(string)
	switch {
	case value == nil: // 5.8.2
		result.vocab, result.hasVocab = "", false
		return nil
	case !ok:
		return fault(InvalidVocabMapping, "@vocab is an IRI or null")
	}
	// 5.8.3
	d := definer{processor: p, active: result}
	expanded, err := d.expandIRI(text, true, true)
	if err != nil {
		return err
	}
	if !isIRI(expanded) && !strings.HasPrefix(expanded, "_:") {
		return fault(InvalidVocabMapping, "@vocab %q is no IRI", text)
	}
	result.vocab, result.hasVocab = expanded, true
	return nil
}

// setLanguage is step 5.9.
func setLanguage(result *draft, context map[string]any, _ options) error {
	value, ok := context["@language"]
	if !ok {
		return nil
	}
	text, ok := value.(string)
	if value != nil && !ok {
		return fault(InvalidDefaultLanguage, "@language of a context is a language tag or null")
	}
	result.language = text
	return nil
}

// setDirection is step 5.10.
func setDirection(result *draft, context map[string]any, _ options) error {
	value, ok := context["@direction"]
	if !ok {
		return nil
	}
	switch value {
	case nil, "ltr", "rtl":
		result.direction, _ = value.(string)
		return nil
	}
	return fault(InvalidBaseDirection, `@direction is "ltr", "rtl" or null`)
}

// setPropagate is step 5.11; steps 2 and 3 have done what it asks for.
func setPropagate(_ *draft, context map[string]any, _ options) error {
	if value, ok := context["@propagate"]; ok {
		if _, ok := value.(bool); !ok {
			return fault(InvalidPropagateValue, "@propagate is true or false")
		}
	}
	return nil
}
