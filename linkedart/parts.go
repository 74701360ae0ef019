package linkedart

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// partKind is a kind of provenance part.
type partKind struct {
	// name is the kind as messages have it, class the type of its parts.
	name, class string
	// own are the properties that parts of other kinds do not have.
	own []string
}

// partKinds returns the kinds by the type of their parts: the seven of the
// published schemas, and Transfer.
func partKinds() map[string]partKind {
	kinds := map[string]partKind{"Activity": {name: "Promise", class: "Activity"}}
	for _, class := range []string{"Acquisition", "Payment", "TransferOfCustody", "Encounter", "RightAcquisition", "Move", "Transfer"} {
		kinds[class] = partKind{class, class, ownMembers(class)[len(ownMembers("activity")):]}
	}
	return kinds
}

// kindByProperty returns the kind that has one of the properties of the part
// for its own, and that property. It is false where none or several have.
func (v *Validator) kindByProperty(part map[string]any) (partKind, string, bool) {
	var found partKind
	property := ""
	for _, kind := range v.parts {
		for _, own := range kind.own {
			if _, ok := part[own]; !ok {
				continue
			}
			if property != "" && found.class != kind.class {
				return partKind{}, "", false
			}
			if property == "" || own < property {
				found, property = kind, own
			}
		}
	}
	return found, property, property != ""
}

// hasProvenanceParts reports whether the record has a part that only provenance
// records have.
func hasProvenanceParts(root map[string]any) bool {
	kinds := partKinds()
	parts, _ := root["part"].([]any)
	return slices.ContainsFunc(parts, func(entry any) bool {
		part, _ := entry.(map[string]any)
		class, _ := part["type"].(string)
		_, ok := kinds[class]
		return ok && class != "Activity"
	})
}

// provenance checks the parts of a provenance record: which kind each one is.
// What a part of a kind must have is the schema's business.
func (c *check) provenance(root map[string]any) {
	parts, _ := root["part"].([]any)
	for i, entry := range parts {
		if part, ok := entry.(map[string]any); ok && len(part) > 0 {
			c.part(part, (*place)(nil).member("part").at(i))
		}
	}
}

func (c *check) part(part map[string]any, at *place) {
	class, isString := part["type"].(string)
	_, known := c.v.parts[class]
	guess, property, guessed := c.v.kindByProperty(part)
	switch {
	case part["type"] == nil && guessed:
		c.badPart(at, fmt.Sprintf("the part has no type; it was taken for %s because of %s", article(guess.name), property), `type: `+quote(guess.class))
	case part["type"] == nil:
		c.badPart(at, "the part has no type, and no property that tells its kind", "a type: "+c.v.partClasses())
	case !isString:
		return // the schema tells
	case !known && guessed:
		c.badPart(at.member("type"), fmt.Sprintf("%s is no kind of part; it was taken for %s because of %s", quote(class), article(guess.name), property), quote(guess.class))
		c.spoil(at.pointer())
	case !known:
		c.badPart(at.member("type"), quote(class)+" is no kind of part", "one of "+c.v.partClasses())
		c.spoil(at.pointer())
	case class == "Activity" && guessed:
		c.badPart(at.member("type"), fmt.Sprintf("an Activity among the parts is a promise, but this one has %s; it was taken for %s", property, article(guess.name)), quote(guess.class))
		c.spoil(at.pointer())
	case class == "Activity" && part["classified_as"] != nil && !slices.Contains(classifications(part), Promise):
		c.add("promise-classification", at.member("classified_as").pointer(), "the part was taken for a promise because of its type, but is not classified as one", "classified_as with "+quote(Promise))
	}
}

func (c *check) badPart(at *place, message, fix string) {
	pointer := at.pointer()
	c.add("part-kind", pointer, message, fix)
	c.spoil(pointer)
}

// partClasses lists the types of parts, for a message.
func (v *Validator) partClasses() string {
	return strings.Join(slices.Sorted(maps.Keys(v.parts)), ", ")
}

// article puts the indefinite article before a class.
func article(class string) string {
	if class != "" && strings.Contains("AEIO", class[:1]) {
		return "an " + class
	}
	return "a " + class
}
