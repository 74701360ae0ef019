package expand

import (
	"slices"
	"strconv"
	"strings"

	ldcontext "vitrine/context"
)

// node is an object while its members are expanded: steps 13 and 14 of the
// Expansion algorithm.
type node struct {
	*expander
	active, typeScoped *ldcontext.ActiveContext
	property           property
	result             *Object
	inputType          string
}

// members is steps 13 and 14.
func (n *node) members(element *Object) error {
	var nests []string
	for _, key := range element.keys { // 13
		if key == "@context" { // 13.1
			continue
		}
		n.path.Member(key)
		nest, err := n.member(key, element.Get(key))
		if err != nil {
			return err
		}
		n.path.Leave()
		if nest {
			nests = append(nests, key)
		}
	}
	for _, key := range nests { // 14
		n.path.Member(key)
		if err := n.nested(key, element.Get(key)); err != nil {
			return err
		}
		n.path.Leave()
	}
	return nil
}

// nested is steps 14.1 and 14.2.
func (n *node) nested(key string, value any) error {
	for i, value := range array(value) {
		n.path.Item(i)
		object, ok := value.(*Object)
		if !ok { // 14.2.1
			return n.fault(ldcontext.InvalidNestValue, "what is nested under "+strconv.Quote(key)+" is an object")
		}
		inner := *n
		// 14.2.2: steps 3, 8, 13 and 14 again.
		inner.property = named(key)
		if term := n.active.Term(key); term.HasContext() {
			var err error
			if inner.active, err = n.active.PropertyScoped(n.Meter, term); err != nil {
				return n.contextFault(err)
			}
		}
		for _, name := range object.keys {
			if inner.active.ExpandKey(name) == "@value" {
				return n.fault(ldcontext.InvalidNestValue, "what is nested under "+strconv.Quote(key)+" has no value of its own")
			}
		}
		if err := inner.members(object); err != nil {
			return err
		}
		n.path.Leave()
	}
	return nil
}

// member is step 13 for one member. It reports whether it is @nest.
func (n *node) member(key string, value any) (nest bool, err error) {
	expanded := n.active.ExpandKey(key) // 13.2
	switch {
	case expanded == "" || !ldcontext.IsKeyword(expanded) && !strings.Contains(expanded, ":"): // 13.3
		if value == nil {
			return false, nil
		}
		if ldcontext.KeywordForm(key) {
			return false, n.lose("it has the form of a keyword, but is none: JSON-LD ignores it")
		}
		return false, n.lose("the key " + strconv.Quote(key) + " is unknown: the context defines no such term here, so RDF would lose it")
	case expanded == "@nest": // 13.4.14
		return true, n.unreversed()
	case ldcontext.IsKeyword(expanded): // 13.4
		if err := n.unreversed(); err != nil {
			return false, err
		}
		if n.result.Has(expanded) && expanded != "@included" && expanded != "@type" { // 13.4.2
			return false, n.fault(ldcontext.CollidingKeywords, "the object has "+expanded+" twice, under two names")
		}
		return false, n.keyword(expanded, value)
	}
	return false, n.values(key, expanded, value)
}

// unreversed is step 13.4.1.
func (n *node) unreversed() error {
	if n.property.is("@reverse") {
		return n.fault(ldcontext.InvalidReversePropertyMap, "the members of @reverse are properties, not keywords")
	}
	return nil
}

// keyword is steps 13.4.3 to 13.4.16.
func (n *node) keyword(keyword string, value any) error {
	switch keyword {
	case "@id":
		return n.id(value)
	case "@type":
		return n.types(value)
	case "@graph": // 13.4.5
		expanded, err := n.expand(n.active, named("@graph"), value, false)
		if err != nil {
			return err
		}
		if expanded == nil {
			expanded = []any{}
		}
		n.result.Set(keyword, array(expanded))
		return nil
	case "@included":
		return n.included(value)
	case "@value":
		return n.value(value)
	case "@language", "@direction", "@index":
		return n.annotation(keyword, value)
	case "@list", "@set":
		return n.collection(keyword, value)
	case "@reverse":
		return n.reverse(value)
	}
	return n.lose(keyword + " has no meaning in an object")
}

// id is step 13.4.3.
func (n *node) id(value any) error {
	text, ok := value.(string)
	if !ok { // 13.4.3.1
		return n.fault(ldcontext.InvalidIDValue, "an id is a string; leave the member out where there is none")
	}
	id, err := n.identifier(n.active, text, false) // 13.4.3.2
	if err != nil {
		return err
	}
	n.result.Set("@id", id)
	return nil
}

// types is step 13.4.4.
func (n *node) types(value any) error {
	names := array(value)
	expanded := make([]any, 0, len(names))
	for _, name := range names {
		text, ok := name.(string)
		if !ok { // 13.4.4.1
			return n.fault(ldcontext.InvalidTypeValue, "a type is the name of a class, or an array of such names")
		}
		class, err := n.class(n.typeScoped, text, true) // 13.4.4.4
		if err != nil {
			return err
		}
		if class == "" {
			continue
		}
		expanded = append(expanded, class)
	}
	_, isArray := value.([]any)
	have := n.result.Has("@type")
	if !isArray && !have && len(expanded) == 1 {
		// A value object has its type alone.
		n.result.Set("@type", expanded[0])
		return nil
	}
	if have { // 13.4.4.5
		expanded = append(append([]any{}, array(n.result.Get("@type"))...), expanded...)
	}
	n.result.Set("@type", expanded)
	return nil
}

// class expands the name of a class; it returns "" for one that is left out.
func (n *node) class(active *ldcontext.ActiveContext, name string, documentRelative bool) (string, error) {
	if class := active.ExpandKey(name); class != "" {
		return class, nil
	}
	if ldcontext.KeywordForm(name) {
		return "", n.lose("the type " + strconv.Quote(name) + " has the form of a keyword and names no class")
	}
	unknown := "the class " + strconv.Quote(name) + " is unknown: it is neither a term of the context nor an absolute IRI"
	if !documentRelative {
		return "", n.lose(unknown)
	}
	// An undefined name becomes an address below that of the document: a guess
	// that no other publisher shares.
	class := active.Expand(name, n.Base, true, true)
	return class, n.lose(unknown + "; JSON-LD makes " + strconv.Quote(class) + " of it")
}

// included is step 13.4.6.
func (n *node) included(value any) error {
	for _, item := range array(value) { // 13.4.6.3
		if !n.describesNode(item) {
			return n.fault(ldcontext.InvalidIncludedValue, "what is included is an object about a node")
		}
	}
	expanded, err := n.expand(n.active, property{}, value, false)
	if err != nil {
		return err
	}
	if expanded != nil {
		n.result.add("@included", expanded) // 13.4.6.4
	}
	return nil
}

// describesNode reports whether a value that is included is a node object, before
// it is expanded: as a value at the top, any other would be left out.
func (n *node) describesNode(value any) bool {
	switch value := value.(type) {
	case nil:
		return true
	case []any:
		return !slices.ContainsFunc(value, func(item any) bool { return !n.describesNode(item) })
	case *Object:
		for _, key := range value.keys {
			switch n.active.ExpandKey(key) {
			case "@value", "@list", "@set":
				return false
			}
		}
		return true
	}
	return false
}

// value is step 13.4.7.
func (n *node) value(value any) error {
	if n.inputType != "@json" && value != nil && !isScalar(value) { // 13.4.7.2
		if list, ok := value.([]any); !ok || len(list) > 0 {
			return n.fault(ldcontext.InvalidValueObjectValue, "the value of a value object is a string, a number, true, false or null")
		}
	}
	n.result.Set("@value", value) // 13.4.7.1, 13.4.7.3, 13.4.7.4
	return nil
}

// annotation is steps 13.4.8 to 13.4.10. JSON-LD 1.1 section 9.5 allows null
// for the language and the direction.
func (n *node) annotation(keyword string, value any) error {
	if value == nil && keyword != "@index" {
		return nil
	}
	text, ok := value.(string)
	switch {
	case keyword == "@language" && !ok: // 13.4.8.1
		return n.fault(ldcontext.InvalidLanguageTaggedString, "a language is a language tag")
	case keyword == "@direction" && text != "ltr" && text != "rtl": // 13.4.9.1
		return n.fault(ldcontext.InvalidBaseDirection, `a direction is "ltr" or "rtl"`)
	case keyword == "@index" && !ok: // 13.4.10.1
		return n.fault(ldcontext.InvalidIndexValue, "an index is a string")
	}
	n.result.Set(keyword, text)
	return nil
}

// collection is steps 13.4.11 and 13.4.12.
func (n *node) collection(keyword string, value any) error {
	if keyword == "@list" && n.property.free() { // 13.4.11.1
		return n.lose("a list that stands under no property says nothing in RDF")
	}
	if keyword == "@list" && !n.active.Term(n.property.key).HasContainer("@list") {
		// Step 5.2.2 makes lists of arrays under a term with the container only,
		// and some processors do here, too.
		for _, item := range array(value) {
			if _, ok := item.([]any); ok {
				return n.fault("", `an array inside @list means one list to some processors and several to others; write {"@list": [ … ]} for the inner one`)
			}
		}
	}
	expanded, err := n.expand(n.active, n.property, value, false)
	if err != nil {
		return err
	}
	if keyword == "@set" { // 13.4.12
		n.result.Set(keyword, expanded)
		return nil
	}
	if expanded == nil {
		expanded = []any{}
	}
	n.result.Set(keyword, array(expanded)) // 13.4.11.3
	return nil
}

// reverse is step 13.4.13.
func (n *node) reverse(value any) error {
	object, ok := value.(*Object)
	if !ok { // 13.4.13.1
		return n.fault(ldcontext.InvalidReverseValue, "@reverse is an object of properties")
	}
	expanded, err := n.expand(n.active, named("@reverse"), object, false) // 13.4.13.2
	if err != nil {
		return err
	}
	inner, ok := expanded.(*Object)
	if !ok {
		return nil
	}
	if twice, ok := inner.Get("@reverse").(*Object); ok { // 13.4.13.3
		for _, key := range twice.keys {
			n.result.add(key, twice.Get(key))
		}
	}
	for _, key := range inner.keys { // 13.4.13.4
		if key == "@reverse" {
			continue
		}
		if err := n.addReverse(key, inner.Get(key)); err != nil {
			return err
		}
	}
	return nil
}

// addReverse adds nodes that point here with a property.
func (n *node) addReverse(property string, values any) error {
	for _, item := range array(values) {
		if isValueObject(item) || isListObject(item) {
			return n.fault(ldcontext.InvalidReversePropertyValue, "what has a reverse property is a node, neither a value nor a list")
		}
	}
	inverse, ok := n.result.Get("@reverse").(*Object)
	if !ok {
		inverse = NewObject()
		n.result.Set("@reverse", inverse)
	}
	inverse.add(property, values)
	return nil
}
