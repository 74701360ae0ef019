package expand

import (
	"strconv"

	ldcontext "vitrine/context"
)

// values is steps 13.5 to 13.14, about a member that is a property.
func (n *node) values(key, expandedProperty string, value any) error {
	term := n.active.Term(key) // 13.5
	expanded, err := n.contained(key, term, value)
	if err != nil || expanded == nil { // 13.10
		return err
	}
	if term.HasContainer("@list") && !isListObject(expanded) { // 13.11
		list := NewObject()
		list.Set("@list", array(expanded))
		expanded = list
	}
	if term.HasContainer("@graph") && !term.HasContainer("@id") && !term.HasContainer("@index") { // 13.12
		graphs := []any{}
		for _, item := range array(expanded) {
			graphs = append(graphs, graphOf(item))
		}
		expanded = graphs
	}
	if term != nil && term.Reverse { // 13.13
		return n.addReverse(expandedProperty, expanded)
	}
	n.result.add(expandedProperty, expanded) // 13.14
	return nil
}

func graphOf(item any) *Object {
	graph := NewObject()
	graph.Set("@graph", array(item))
	return graph
}

// contained expands the value of a property by the container of its term: steps
// 13.6 to 13.9.
func (n *node) contained(key string, term *ldcontext.Term, value any) (any, error) {
	object, isObject := value.(*Object)
	switch {
	case term != nil && term.Type == "@json": // 13.6
		literal := NewObject()
		literal.Set("@value", value)
		literal.Set("@type", "@json")
		return literal, nil
	case isObject && term.HasContainer("@language"):
		return n.languageMap(term, object)
	case isObject && (term.HasContainer("@index") || term.HasContainer("@type") || term.HasContainer("@id")):
		return n.indexMap(key, term, object)
	}
	return n.expand(n.active, named(key), value, false) // 13.9
}

// languageMap is step 13.7.
func (n *node) languageMap(term *ldcontext.Term, object *Object) (any, error) {
	expanded := []any{}                     // 13.7.1
	direction := n.active.DirectionOf(term) // 13.7.2, 13.7.3
	for _, language := range object.keys {  // 13.7.4
		n.path.Member(language)
		for _, item := range array(object.Get(language)) { // 13.7.4.1, 13.7.4.2
			if item == nil { // 13.7.4.2.1
				continue
			}
			text, ok := item.(string)
			if !ok { // 13.7.4.2.2
				return nil, n.fault(ldcontext.InvalidLanguageMapValue, "the values of a language map are strings")
			}
			value := NewObject() // 13.7.4.2.3
			value.Set("@value", text)
			if n.active.ExpandKey(language) != "@none" { // 13.7.4.2.4
				value.Set("@language", language)
			}
			if direction != "" { // 13.7.4.2.5
				value.Set("@direction", direction)
			}
			expanded = append(expanded, value)
		}
		n.path.Leave()
	}
	return expanded, nil
}

// indexMap is step 13.8.
func (n *node) indexMap(key string, term *ldcontext.Term, object *Object) (any, error) {
	expanded := []any{}                 // 13.8.1
	for _, index := range object.keys { // 13.8.3
		n.path.Member(index)
		active, err := n.mapContext(term, index)
		if err != nil {
			return nil, err
		}
		// 13.8.3.5, 13.8.3.6
		items, err := n.expand(active, named(key), array(object.Get(index)), true)
		if err != nil {
			return nil, err
		}
		for _, item := range array(items) { // 13.8.3.7
			entry, err := n.indexed(term, index, item)
			if err != nil {
				return nil, err
			}
			expanded = append(expanded, entry)
		}
		n.path.Leave()
	}
	return expanded, nil
}

// mapContext is steps 13.8.3.1 to 13.8.3.3.
func (n *node) mapContext(term *ldcontext.Term, index string) (*ldcontext.ActiveContext, error) {
	if !term.HasContainer("@id") && !term.HasContainer("@type") {
		return n.active, nil // 13.8.3.3
	}
	active := n.active.PreviousOrSelf() // 13.8.3.1
	if !term.HasContainer("@type") || !active.Term(index).HasContext() {
		return active, nil
	}
	scoped, err := active.TypeScoped(n.Meter, index) // 13.8.3.2
	if err != nil {
		return nil, n.contextFault(err)
	}
	return scoped, nil
}

// indexed adds to an item of a map what the name it stands under says: step
// 13.8.3.7.
func (n *node) indexed(term *ldcontext.Term, index string, value any) (any, error) {
	item, ok := value.(*Object)
	if !ok {
		return value, nil
	}
	if term.HasContainer("@graph") && !isGraphObject(item) { // 13.8.3.7.1
		item = graphOf(item)
	}
	expandedIndex := n.active.ExpandKey(index) // 13.8.3.4
	if expandedIndex == "@none" {
		return item, nil
	}
	if (isValueObject(item) || isListObject(item)) && !term.HasContainer("@index") {
		// The standard adds the member all the same, and RDF then drops it.
		return nil, n.fault(ldcontext.InvalidValueObject, "what stands in a map of ids or types is a node, neither a value nor a list")
	}
	switch {
	case term.HasContainer("@index") && term.Index != "": // 13.8.3.7.2
		return item, n.indexProperty(term, index, item)
	case term.HasContainer("@index"): // 13.8.3.7.3
		if !item.Has("@index") {
			item.Set("@index", index)
		}
	case term.HasContainer("@id"): // 13.8.3.7.4
		if item.Has("@id") {
			break
		}
		id, err := n.identifier(n.active, index, false)
		if err != nil {
			return nil, err
		}
		item.Set("@id", id)
	case term.HasContainer("@type"): // 13.8.3.7.5
		class, err := n.class(n.active, index, false)
		if err != nil {
			return nil, err
		}
		types := []any{}
		if class != "" {
			types = append(types, class)
		}
		if item.Has("@type") {
			types = append(types, array(item.Get("@type"))...)
		}
		item.Set("@type", types)
	}
	return item, nil
}

// indexProperty is step 13.8.3.7.2: the index is a value of a property.
func (n *node) indexProperty(term *ldcontext.Term, index string, item *Object) error {
	value, err := n.valueExpansion(n.active, n.active.Term(term.Index), index) // 13.8.3.7.2.1
	if err != nil {
		return err
	}
	key := n.active.ExpandKey(term.Index) // 13.8.3.7.2.2
	if key == "" || key[0] == '@' {
		// A property where the term was defined, it is none here.
		return n.lose("the @index " + strconv.Quote(term.Index) + " of " + strconv.Quote(term.Key) + " is no property here, so RDF would lose it")
	}
	values := []any{value} // 13.8.3.7.2.3
	if item.Has(key) {
		values = append(values, array(item.Get(key))...)
	}
	item.Set(key, values)   // 13.8.3.7.2.4
	if item.Has("@value") { // 13.8.3.7.2.5
		return n.fault(ldcontext.InvalidValueObject, "a value cannot have the property "+key+" of its index")
	}
	return nil
}
