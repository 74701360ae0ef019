package mapping

import (
	"cmp"
	"fmt"

	"vitrine/linkedart/words/entity"
	"vitrine/linkedart/words/terms"
)

// term stands for the concept that a word means. A word without a known concept is a
// concept of the museum's own, with a record of its own.
func (c *call) term() (any, error) {
	kind := cmp.Or(c.settings["$kind"], terms.Object)
	if !c.row.readers.terms.IsKind(kind) {
		return nil, fmt.Errorf("$kind is object, material, technique, nationality, period or role, and not %q", kind)
	}
	found, ok := c.row.readers.terms.Find(kind, c.value)
	if !ok {
		c.unclear(c.value)
		own, err := c.ownConcept(kind, c.value)
		if err != nil {
			return nil, err
		}
		found = own
	}
	made, err := objectOf(found)
	if err != nil {
		return nil, err
	}
	return c.merge(made), nil
}

// ownConcept makes the record of a concept of the museum's own, and returns the reference to
// it.
func (c *call) ownConcept(kind, text string) (entity.Entity, error) {
	record := entity.Entity{Type: "Type", Label: text, IdentifiedBy: []entity.Entity{entity.Name(text, entity.Type("300404670", "Primary Name"))}}
	if kind == terms.Material {
		record.Type = "Material"
	}
	id := "concept/" + kind + "-" + slug(text)
	return entity.Entity{ID: id, Type: record.Type, Label: text}, c.addRecord(id, record)
}

// materials gives the materials that a description names, those of the support last. What it
// does not know of the text is counted; the text is for a statement.
func (c *call) materials() (any, error) {
	composition := c.row.readers.terms.Read(c.value)
	for _, unknown := range composition.Unknown {
		c.unclear(unknown)
	}
	return severalOf(append(composition.Materials, composition.Support...))
}

// techniques gives the techniques that a description names. What it does not know is counted
// by materials.
func (c *call) techniques() (any, error) {
	return severalOf(c.row.readers.terms.Read(c.value).Techniques)
}

// severalOf returns entities as elements of a list, nil for none.
func severalOf(entities []entity.Entity) (any, error) {
	if len(entities) == 0 {
		return nil, nil
	}
	var made several
	for _, e := range entities {
		object, err := objectOf(e)
		if err != nil {
			return nil, err
		}
		made = append(made, object)
	}
	return made, nil
}
