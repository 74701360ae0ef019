package expand

import (
	"context"
	"slices"
	"strconv"
	"strings"

	ldcontext "vitrine/context"
	"vitrine/serialize"
)

// Options say how a document is expanded.
type Options struct {
	// Base is the document's base IRI, empty for none.
	Base string
	// Meter bounds the contexts of the document.
	Meter *ldcontext.Meter
	// Contexts returns the @context of an object as JSON text.
	Contexts func(o *Object) string
	// Lose is called with what the algorithms leave out, with its place as a JSON
	// Pointer. An error from it ends the expansion.
	Lose func(pointer, reason string) error
}

// property is the active property, which is none at the top.
type property struct {
	key string
	set bool
}

func named(key string) property { return property{key, true} }

func (p property) is(key string) bool { return p.set && p.key == key }

// free reports whether values stand at the top, where they say nothing.
func (p property) free() bool { return !p.set || p.key == "@graph" }

// expander runs the Expansion algorithm (JSON-LD 1.1 API section 5.1.2,
// https://www.w3.org/TR/json-ld11-api/#algorithm-2); the numbers in the comments
// of its methods are those of the steps. Members are taken in the order of the
// document.
type expander struct {
	Options
	path Path
	ctx  context.Context
}

// Expand expands a document whose top has the active context. The result is an
// array of node objects in expanded form (JSON-LD 1.1 API section 5.1, with
// the last steps of expand() in section 9.4.1). The error is a
// *serialize.SyntaxError with the place and the code of the standard, one of
// package ldcontext about a context, that of ctx, or one of Lose.
func Expand(ctx context.Context, active *ldcontext.ActiveContext, document any, o Options) ([]any, error) {
	e := &expander{Options: o, ctx: ctx}
	// The active context has the @context of the top already, so that step 7 is
	// past.
	expanded, err := e.expand(active, property{}, document, true)
	if err != nil {
		return nil, err
	}
	if object, ok := expanded.(*Object); ok && object.only("@graph") {
		expanded = object.Get("@graph")
	}
	if expanded == nil {
		return nil, nil
	}
	return array(expanded), nil
}

// expand is the algorithm. It returns nil, an *Object, or a []any of those.
func (e *expander) expand(active *ldcontext.ActiveContext, p property, element any, fromMap bool) (any, error) {
	switch element := element.(type) {
	case nil: // 1
		return nil, nil
	case []any: // 5
		return e.array(active, p, element, fromMap)
	case *Object: // 6
		return e.object(active, p, element, fromMap)
	}
	if p.free() { // 4.1
		return nil, e.lose("a value that stands under no property says nothing in RDF")
	}
	term := active.Term(p.key)
	if term.HasContext() { // 4.2
		var err error
		if active, err = active.PropertyScoped(e.Meter, term); err != nil {
			return nil, e.contextFault(err)
		}
		term = active.Term(p.key)
	}
	value, err := e.valueExpansion(active, term, element) // 4.3
	if err != nil || value == nil {
		return nil, err
	}
	return value, nil
}

// array is step 5.
func (e *expander) array(active *ldcontext.ActiveContext, p property, items []any, fromMap bool) (any, error) {
	result := []any{}                                         // 5.1
	list := p.set && active.Term(p.key).HasContainer("@list") // 5.2.2
	for i, item := range items {
		e.path.Item(i)
		expanded, err := e.expand(active, p, item, fromMap) // 5.2.1
		if err != nil {
			return nil, err
		}
		e.path.Leave()
		if inner, ok := expanded.([]any); ok && list { // 5.2.2
			object := NewObject()
			object.Set("@list", inner)
			expanded = object
		}
		if expanded != nil { // 5.2.3
			result = append(result, array(expanded)...)
		}
	}
	return result, nil // 5.3
}

// object is the part from step 6 on.
func (e *expander) object(active *ldcontext.ActiveContext, p property, element *Object, fromMap bool) (any, error) {
	if err := e.ctx.Err(); err != nil {
		return nil, err
	}
	active, typeScoped, err := e.contexts(active, p, element, fromMap)
	if err != nil {
		return nil, err
	}
	n := &node{ // 12
		expander: e, active: active, typeScoped: typeScoped, property: p,
		result: NewObject(), inputType: inputType(active, element),
	}
	if err := n.members(element); err != nil { // 13, 14
		return nil, err
	}
	return e.finish(n.result, p)
}

// contexts finds the active context of the members of an object, and the one
// that its types are expanded in: steps 7 to 11, with step 3.
func (e *expander) contexts(active *ldcontext.ActiveContext, p property, element *Object, fromMap bool) (_, typeScoped *ldcontext.ActiveContext, err error) {
	scoping := (*ldcontext.Term)(nil)
	if p.set { // 3
		scoping = active.Term(p.key)
	}
	if active.Previous() != nil && !fromMap && reverts(active, element) { // 7
		active = active.Previous()
	}
	if scoping.HasContext() { // 8
		if active, err = active.PropertyScoped(e.Meter, scoping); err != nil {
			return nil, nil, e.contextFault(err)
		}
	}
	if element.Has("@context") { // 9
		if active, err = active.Local(e.Meter, e.Contexts(element)); err != nil {
			e.path.Member("@context")
			return nil, nil, e.contextFault(err)
		}
	}
	typeScoped = active // 10
	var keys []string
	for _, key := range element.keys { // 11
		if typeScoped.ExpandKey(key) == "@type" {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	for _, key := range keys {
		names := []string{} // 11.1
		for _, name := range array(element.Get(key)) {
			if name, ok := name.(string); ok && typeScoped.Term(name).HasContext() {
				names = append(names, name)
			}
		}
		// 11.2
		if active, err = active.TypeScopedFrom(e.Meter, typeScoped, names...); err != nil {
			return nil, nil, e.contextFault(err)
		}
	}
	return active, typeScoped, nil
}

// reverts reports whether step 7 goes back to the previous context: not for a
// value object, nor for a reference.
func reverts(active *ldcontext.ActiveContext, element *Object) bool {
	for _, key := range element.keys {
		switch active.ExpandKey(key) {
		case "@value":
			return false
		case "@id":
			if element.Len() == 1 {
				return false
			}
		}
	}
	return true
}

// inputType is step 12: the last type of the first member that is @type.
func inputType(active *ldcontext.ActiveContext, element *Object) string {
	first := ""
	for _, key := range element.keys {
		if active.ExpandKey(key) == "@type" && (first == "" || key < first) {
			first = key
		}
	}
	if first == "" {
		return ""
	}
	types := array(element.Get(first))
	if len(types) == 0 {
		return ""
	}
	name, _ := types[len(types)-1].(string)
	return active.ExpandKey(name)
}

// identifier expands a string in place of a node: relative to the document,
// and with vocab true also as a term. It returns "" for what is ignored.
func (e *expander) identifier(active *ldcontext.ActiveContext, text string, vocab bool) (string, error) {
	expanded := active.Expand(text, e.Base, true, vocab)
	switch {
	case expanded == "" || expanded[0] == '@':
		return "", e.fault("", "an id cannot be a keyword or have the form of one, as "+strconv.Quote(text)+" does")
	case !strings.Contains(expanded, ":"):
		return "", e.fault("", "relative IRI "+strconv.Quote(text)+" and no base URL to resolve it against")
	}
	return expanded, nil
}

// finish is steps 15 to 20.
func (e *expander) finish(result *Object, p property) (any, error) {
	switch {
	case result.Has("@value"): // 15
		null, err := e.valueObject(result)
		if null || err != nil {
			return nil, err
		}
	case result.Has("@type"): // 16
		result.Set("@type", array(result.Get("@type")))
	}
	if result.Has("@set") || result.Has("@list") { // 17
		if result.Len() > 2 || result.Len() == 2 && !result.Has("@index") { // 17.1
			return nil, e.fault(ldcontext.InvalidSetOrListObject, "an object with @set or @list has no other member but @index")
		}
		if result.Has("@set") { // 17.2
			return result.Get("@set"), nil
		}
	}
	if result.only("@language") { // 18
		return nil, e.lose("an object with @language and nothing else says nothing")
	}
	if p.free() { // 19
		switch {
		case result.Len() == 0, result.only("@id"): // 19.1, 19.2
			return nil, nil
		case result.Has("@value"), result.Has("@list"):
			return nil, e.lose("a value that stands under no property says nothing in RDF")
		}
	}
	return result, nil // 20
}

// valueObject is step 15. It reports whether the object is null.
func (e *expander) valueObject(result *Object) (null bool, err error) {
	_, typed := result.values["@type"]
	for _, key := range result.keys { // 15.1
		switch key {
		case "@value", "@type", "@index":
		case "@language", "@direction":
			if typed {
				return false, e.fault(ldcontext.InvalidValueObject, "a value has either a type or a language")
			}
		default:
			return false, e.fault(ldcontext.InvalidValueObject, "a value object has no member but @value, @type, @language, @direction and @index; this one has "+key)
		}
	}
	datatype, isText := result.text("@type")
	value := result.Get("@value")
	_, stringValue := value.(string)
	empty, isArray := value.([]any)
	switch {
	case datatype == "@json": // 15.2
	case value == nil, isArray && len(empty) == 0: // 15.3
		return true, nil
	case !isScalar(value):
		return false, e.fault(ldcontext.InvalidValueObjectValue, "the value of a value object is a string, a number, true, false or null")
	case !stringValue && result.Has("@language"): // 15.4
		return false, e.fault(ldcontext.InvalidLanguageTaggedValue, "a value with a language is a string")
	case typed && (!isText || !absolute(datatype)): // 15.5
		return false, e.fault(ldcontext.InvalidTypedValue, "the type of a value is an absolute IRI or a term")
	}
	return false, nil
}

// absolute reports whether a text may be an absolute IRI.
func absolute(s string) bool {
	return strings.Contains(s, ":") && !strings.HasPrefix(s, "_:") && !strings.ContainsAny(s, " \t\r\n")
}

func (e *expander) lose(reason string) error { return e.Lose(e.path.String(), reason) }

// fault returns an error about the place.
func (e *expander) fault(code ldcontext.Code, reason string) error {
	return &serialize.SyntaxError{Format: "jsonld", Pointer: e.path.String(), Reason: reason, Code: string(code)}
}

// contextFault places an error about a context.
func (e *expander) contextFault(err error) error {
	return &serialize.SyntaxError{Format: "jsonld", Pointer: e.path.String(), Reason: err.Error(), Code: ldcontext.CodeOf(err), Err: err}
}
