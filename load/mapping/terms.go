package mapping

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"vitrine/linkedart/words/entity"
	"vitrine/linkedart/words/terms"
)

// termKinds are the kinds of terms that $term finds.
var termKinds = []string{"object", "material", "technique", "part", "role", "nationality", "style"}

// term stands for the concept that a word means. A word without a known concept is a
// concept of the museum's own, with a record of its own.
func (c *call) term() (any, error) {
	kind := cmp.Or(c.settings["$kind"], "object")
	if !slices.Contains(termKinds, kind) {
		return nil, fmt.Errorf("$kind is one of %s, and not %q", strings.Join(termKinds, ", "), kind)
	}
	return c.merge(objectOf(c.concept(kind, c.value))), nil
}

// concept returns the concept of a word, which may be one of the museum's own.
func (c *call) concept(kind, word string) entity.Entity {
	if found := c.run.readers.note(kind, word); found.ID != "" {
		return entity.Entity{ID: found.ID, Type: classOf(kind), Label: found.Label}
	}
	c.unclear(word)
	return c.ownConcept(kind, word)
}

// classOf returns the class of the concepts of a kind.
func classOf(kind string) string {
	if kind == "material" {
		return "Material"
	}
	return "Type"
}

// ownConcept makes the record of a concept of the museum's own, and returns the reference to
// it.
func (c *call) ownConcept(kind, text string) entity.Entity {
	record := named(classOf(kind), text)
	switch kind {
	case "object":
		record.ClassifiedAs = []entity.Entity{entity.Type("300435443", "Type of Work")}
	case "nationality":
		record.ClassifiedAs = []entity.Entity{entity.Type("300379842", "Nationality")}
	}
	return c.addRecord("concept/"+kind+"-"+slug(text), record)
}

// materials gives the materials that a description names, those of the support last. What is
// not known of the text is counted; the text is for a statement.
func (c *call) materials() (any, error) {
	read := c.run.readers.materials.Read(c.value)
	for _, of := range read.Found {
		c.run.readers.count(Matched{of.Term.Kind, of.Text, of.Term.IRI(), of.Term.Words["en"], of.How})
	}
	for _, rest := range read.Rest {
		c.run.readers.count(c.run.readers.find("material", rest))
		c.unclear(rest)
	}
	return severalOf(slices.Concat(read.Materials, read.Supports), "Material"), nil
}

// techniques gives the techniques that a description names. What is not known is counted by
// materials.
func (c *call) techniques() (any, error) {
	return severalOf(c.run.readers.materials.Read(c.value).Techniques, "Type"), nil
}

// severalOf returns terms as elements of a list, each once; nil for none.
func severalOf(all []terms.Term, class string) any {
	var made several
	seen := map[string]bool{}
	for _, t := range all {
		if seen[t.IRI()] {
			continue
		}
		seen[t.IRI()] = true
		made = append(made, objectOf(t.Entity(class)))
	}
	if len(made) == 0 {
		return nil
	}
	return made
}
