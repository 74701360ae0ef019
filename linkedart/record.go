package linkedart

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	ldcontext "vitrine/context"
)

// record checks the record as a whole, then each entity in it, then holds it
// against the schema of its endpoint.
func (c *check) record(value any) {
	root, ok := value.(map[string]any)
	if !ok {
		c.add("not-object", "", "the record is "+kindOf(value)+", not an object", "an object with @context, id and type")
		return
	}
	c.active = c.activeContext(root)
	c.recordID(root["id"])
	endpoint, ok := c.endpoint(root)
	if endpoint.Name == "provenance" {
		c.provenance(root)
	}
	c.entity(root, entityAt{active: c.active})
	if !ok {
		return
	}
	c.equivalents(root)
	if m := c.v.matchers[endpoint.Name]; m != nil && m.matches(root) {
		return
	}
	if err := c.v.schemas[endpoint.Name].Validate(root); err != nil {
		c.translate(root, endpoint, err)
	}
}

// activeContext checks the @context and returns what it makes; nil where its terms
// are not known. A record without one is read as Linked Art.
func (c *check) activeContext(root map[string]any) *ldcontext.ActiveContext {
	const want = `"` + ldcontext.LinkedArt + `"`
	context, ok := root["@context"]
	entries, isArray := context.([]any)
	switch {
	case !ok, context == ldcontext.LinkedArt:
		return c.v.active
	case !isArray:
		c.add("context", "/@context", "the context is not that of Linked Art", want)
		return nil
	case !slices.Contains(entries, any(ldcontext.LinkedArt)):
		c.add("context", "/@context", "the contexts do not hold that of Linked Art", "an array that ends with "+want)
		return nil
	}
	if entries[len(entries)-1] != ldcontext.LinkedArt {
		c.add("context-last", "/@context", "a context after that of Linked Art may change what its terms mean", "an array that ends with "+want)
	}
	for i, entry := range entries {
		if _, ok := entry.(string); !ok && entry != nil {
			c.add("context-inline", pointerOf([]string{"@context", fmt.Sprint(i)}), "a context is written into the record", "the IRI of a context")
		}
	}
	return c.compileContext(context)
}

func (c *check) compileContext(context any) *ldcontext.ActiveContext {
	text, err := json.Marshal(context)
	if err != nil {
		return nil
	}
	active, err := c.v.contexts.Compile(text)
	if err == nil {
		return active
	}
	var unknown *ldcontext.UnknownError
	if errors.As(err, &unknown) {
		c.add("context-unknown", "/@context", "the context "+quote(unknown.URL)+" is not known", "add it to the known contexts, or leave it out")
	} else {
		c.add("context-unknown", "/@context", "the context cannot be read: "+err.Error(), "")
	}
	return nil
}

// recordID checks the id of the record.
func (c *check) recordID(value any) {
	id, ok := value.(string)
	if !ok {
		return // the schema tells
	}
	c.id = id
	base := c.v.options.Base
	switch fault := checkIRI(id); {
	case !isHTTP(id):
		c.add("record-id", "/id", quote(id)+" is not an HTTP(S) URI", "the absolute URI at which the record is served, such as "+quote(exampleID(base)))
		c.spoil("/id")
	case fault != "":
		c.add("iri", "/id", quote(id)+" is not a well-formed IRI: "+fault, "an absolute HTTP(S) URI")
		c.spoil("/id")
	case strings.Contains(id, "#"):
		c.add("record-id", "/id", quote(id)+" has a fragment, so no document is served there", "the URI without #")
	case base != "" && !strings.HasPrefix(id, base):
		c.add("outside-base", "/id", quote(id)+" lies outside the base", "a URI that begins with "+quote(base))
	}
}

func exampleID(base string) string {
	base = cmp.Or(base, "https://data.museum.example/")
	return base + "object/1"
}

// endpoint tells which endpoint the record belongs to, by its class and, inside
// the base, by its path.
func (c *check) endpoint(root map[string]any) (Endpoint, bool) {
	class, ok := root["type"].(string)
	if !ok {
		if _, missing := root["type"]; !missing {
			return Endpoint{}, false // entity tells
		}
		c.add("wrong-kind", "/type", "the type of a record is one string, this is "+kindOf(root["type"]), `one class, such as "Person"`)
		c.spoil("/type")
		return Endpoint{}, false
	}
	byClass, ok := EndpointOf([]string{class}, classifications(root))
	if !ok {
		if c.knownClass(class, c.active) {
			c.add("record-class", "/type", quote(class)+" is not a class of records", "one of "+strings.Join(recordClasses(), ", "))
		}
		return Endpoint{}, false
	}
	byPath, ok := c.pathEndpoint()
	switch {
	case byPath.Name == byClass.Name:
	case ok && byPath.Name == "provenance" && byPath.serves([]string{class}),
		!ok && byClass.Name == "event" && hasProvenanceParts(root):
		if root["classified_as"] != nil { // otherwise the schema tells
			c.add("provenance-classification", "/classified_as", "the record is not classified as provenance",
				"classified_as with "+quote(Provenance))
		}
		provenance, found := EndpointNamed("provenance")
		return provenance, found
	case ok:
		c.add("endpoint-class", "/type", fmt.Sprintf("a record of class %s that belongs to /%s/ lies under /%s/", class, byClass.Name, byPath.Name),
			fmt.Sprintf("an id under /%s/, or a class of /%s/: %s", byClass.Name, byPath.Name, strings.Join(byPath.Classes, ", ")))
	}
	return byClass, true
}

// pathEndpoint returns the endpoint that the first segment of the id's path
// names, if it names one.
func (c *check) pathEndpoint() (Endpoint, bool) {
	base := c.v.options.Base
	if base == "" || !strings.HasPrefix(c.id, base) {
		return Endpoint{}, false
	}
	segment, _, slash := strings.Cut(c.id[len(base):], "/")
	if !slash {
		return Endpoint{}, false
	}
	return EndpointNamed(segment)
}

// classifications returns the ids in the classified_as of an object.
func classifications(object map[string]any) []string {
	var ids []string
	entries, _ := object["classified_as"].([]any)
	for _, entry := range entries {
		if concept, ok := entry.(map[string]any); ok {
			if id, ok := concept["id"].(string); ok {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

func recordClasses() []string {
	var classes []string
	for _, e := range endpoints {
		for _, class := range e.Classes {
			if !slices.Contains(classes, class) {
				classes = append(classes, class)
			}
		}
	}
	return classes
}

// equivalents checks that each equivalent is of the record's class. Classes
// that no source takes here are the schema's business.
func (c *check) equivalents(root map[string]any) {
	class, _ := root["type"].(string)
	entries, _ := root["equivalent"].([]any)
	for i, entry := range entries {
		other, ok := entry.(map[string]any)
		if !ok {
			continue
		}
		if t, ok := other["type"].(string); ok && t != class && slices.Contains(equivalentClasses(class), t) {
			c.add("equivalent-class", pointerOf([]string{"equivalent", fmt.Sprint(i), "type"}),
				fmt.Sprintf("the record is of class %s, its equivalent of class %s", class, t), quote(class))
		}
	}
}

// equivalentClasses returns the classes that some source takes for the
// equivalent of a record of the class.
func equivalentClasses(class string) []string {
	switch class {
	case "Type", "Material", "Language", "Currency", "MeasurementUnit":
		return []string{"Type", "Material", "Language", "Currency", "MeasurementUnit"}
	case "Period", "Event", "Activity":
		return []string{"Period", "Event", "Activity"}
	case "PropositionalObject":
		return []string{"LinguisticObject"}
	}
	return nil
}

// kindOf names the JSON kind of a value, for a message.
func kindOf(value any) string {
	switch value.(type) {
	case nil:
		return "null"
	case string:
		return "a string"
	case bool:
		return "a boolean"
	case json.Number:
		return "a number"
	case []any:
		return "an array"
	default:
		return "an object"
	}
}
