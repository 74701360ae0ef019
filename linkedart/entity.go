package linkedart

import (
	"cmp"
	"strings"

	ldcontext "vitrine/context"
)

// entityAt is where an entity stands.
type entityAt struct {
	place *place
	// active is that of the JSON-LD context outside the entity; nil where the
	// context is not known.
	active *ldcontext.ActiveContext
	// holder is the active context inside the entity that this one stands in.
	holder *ldcontext.ActiveContext
}

// entity checks one object of the record and all that is inside it, by the
// rules that hold of every entity whatever its shape.
func (c *check) entity(object map[string]any, at entityAt) {
	if len(object) == 0 {
		c.add("empty-object", at.place.pointer(), "the object is empty", "an object with type, or nothing")
		c.spoil(at.place.pointer())
		return
	}
	class, classKnown := c.class(object, at)
	active := at.active
	if active != nil && classKnown {
		if inner, err := active.TypeScoped(nil, class); err == nil {
			active = inner
		}
	}
	c.entityID(object, at.place, active)
	for key, value := range object {
		c.member(object, key, value, entityAt{place: c.place(place{up: at.place, key: key}), active: active, holder: at.holder}, classKnown)
	}
	switch class {
	case "TimeSpan":
		c.timespan(object, at.place)
	case "Language":
		c.language(object, at.place)
	case "AttributeAssignment":
		c.assignedProperty(object, at)
	}
}

// class returns the class of the object, and whether the context knows it.
func (c *check) class(object map[string]any, at entityAt) (string, bool) {
	value, ok := object["type"]
	if !ok {
		if c.spoiled[at.place.pointer()] {
			return "", false // told as a part
		}
		c.add("type-missing", at.place.pointer(), "the object has no type", "a type, such as "+c.likelyClass(object, at.place))
		c.spoil(at.place.pointer())
		return "", false
	}
	class, ok := value.(string)
	if !ok {
		return "", false // the schema tells
	}
	if c.knownClass(class, at.active) {
		return class, true
	}
	pointer := at.place.member("type").pointer()
	if c.spoiled[pointer] {
		return class, false // told as a part
	}
	source := ""
	if class != "Erasure" {
		source = "context"
	}
	c.addFrom("unknown-class", pointer, quote(class)+" is not a class of the context", "a class of the Linked Art context, such as "+c.likelyClass(object, at.place), source)
	if at.place != nil {
		c.spoil(at.place.pointer())
	}
	c.spoil(pointer)
	return class, false
}

// knownClass reports whether the active context has the class; any will do where
// the context is not known.
func (c *check) knownClass(class string, active *ldcontext.ActiveContext) bool {
	if active == nil {
		return true
	}
	t := active.Term(class)
	return t != nil && t.IRI != "" && class[0] >= 'A' && class[0] <= 'Z'
}

// likelyClass proposes a class for an object in the place.
func (c *check) likelyClass(object map[string]any, at *place) string {
	for at != nil && at.item {
		at = at.up
	}
	if at == nil {
		return `"Person"`
	}
	if class := UsualClass(at.key); class != "" {
		return quote(class)
	}
	if _, ok := object["content"]; ok {
		return `"Name"`
	}
	return `"Type"`
}

// member checks one member of an object.
func (c *check) member(object map[string]any, key string, value any, at entityAt, classKnown bool) {
	root := at.place.up == nil
	switch {
	case key == "id", key == "type":
		return
	case key == "_links" && root, key == "_complete":
		return // neither has a term; the schema tells
	case key == "@context" && root:
		return
	case key == "@context":
		c.fault("nested-context", at.place, "an embedded object has its own @context", "no @context here")
		return
	case strings.HasPrefix(key, "@"):
		c.fault("keyword-key", at.place, quote(key)+" is a JSON-LD keyword", keywordFix(key))
		return
	}
	if !c.key(object, key, at, classKnown) {
		return
	}
	c.value(key, value, at, true)
}

func keywordFix(key string) string {
	switch key {
	case "@id", "@type":
		return quote(key[1:])
	}
	return "no keywords"
}

// fault adds a finding about a value that no schema need be asked about.
func (c *check) fault(rule string, at *place, message, fix string) {
	pointer := at.pointer()
	c.add(rule, pointer, message, fix)
	c.spoil(pointer)
}

// key reports whether the context knows the key in the class of the object.
func (c *check) key(object map[string]any, key string, at entityAt, classKnown bool) bool {
	if at.active == nil || !classKnown || strings.Contains(key, ":") {
		return true
	}
	if t := at.active.Term(key); t != nil && t.IRI != "" {
		if key[0] >= 'A' && key[0] <= 'Z' {
			c.fault("class-key", at.place, quote(key)+" is the name of a class, and stands where a property belongs", "a property with an object of a class, such as identified_by with a Name")
			return false
		}
		return true
	}
	class, _ := object["type"].(string)
	message := "the context has no " + quote(key) + " for the class " + class + ": it would be lost"
	fix, source := "a property of the class, or nothing", ""
	switch {
	case key == "lang_code":
		fix, source = `"notation"`, "D-11"
	case key == "part" && class == "Encounter":
		source = "D-38"
	default:
		fix = suggestion(key, class, fix)
	}
	pointer := at.place.pointer()
	c.addFrom("unknown-property", pointer, message, fix, source)
	c.spoil(pointer)
	return false
}

// value checks the value of the member with the key, or an item of it.
func (c *check) value(key string, value any, at entityAt, item bool) {
	switch value := value.(type) {
	case nil:
		c.fault("null", at.place, "null is dropped by JSON-LD", "a value, or no "+quote(key))
	case string:
		c.text(key, value, at)
	case []any:
		if len(value) == 0 && item {
			c.add("empty-array", at.place.pointer(), "an empty array has nothing in RDF", "no "+quote(key))
		}
		for i, entry := range value {
			if _, nested := entry.([]any); nested {
				continue // the schema tells
			}
			c.value(key, entry, entityAt{place: c.place(place{up: at.place, index: i, item: true}), active: at.active, holder: at.holder}, false)
		}
	case map[string]any:
		c.object(key, value, at)
	}
}

// object checks an object that stands under the key.
func (c *check) object(key string, object map[string]any, at entityAt) {
	if isNumber(key, object) {
		c.spoil(at.place.pointer())
		return
	}
	if _, ok := object["@value"]; ok {
		c.fault("value-object", at.place, "a JSON-LD value object stands here", "plain text, and its language in language")
		return
	}
	inner := entityAt{place: at.place, holder: at.active}
	if at.active != nil {
		if t := at.active.Term(key); t != nil {
			if active, err := at.active.PreviousOrSelf().PropertyScoped(nil, t); err == nil {
				inner.active = active
			}
		}
	}
	c.entity(object, inner)
}

// text checks a string that stands under the key.
func (c *check) text(key, text string, at entityAt) {
	switch key {
	case "defined_by":
		c.geometry(text, at.place)
		return
	case "format":
		c.mediaType(text, at.place)
		return
	}
	if at.active == nil {
		return
	}
	if t := at.active.Term(key); t != nil && t.Coercion == ldcontext.ToID {
		c.fault("bare-string", at.place, "text stands where an object belongs", bareStringFix(key, text, t.Set))
	}
}

// bareStringFix shows the object that a string should have been. An IRI becomes
// the id of a reference.
func bareStringFix(key, text string, array bool) string {
	if strings.Contains(text, "/") || checkIRI(text) == "" {
		class := cmp.Or(UsualClass(key), "Type")
		return `an object: {"id": ` + quote(text) + `, "type": "` + class + `"}`
	}
	return ExampleMember(key, text, array)
}
