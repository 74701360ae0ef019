package mapping

import (
	"fmt"
	"strings"

	"vitrine/linkedart/provtext"
	"vitrine/linkedart/words/entity"
)

// provenance makes the provenance activities of an object of the text of its provenance,
// with the records of the people, groups and places that it names. $museum is the name of
// the museum that "the museum" in the text means. Each activity says which it comes after,
// where the text says that, and keeps its part of the text.
func (c *call) provenance() (any, error) {
	id := c.object.text("id")
	_, local, ok := strings.Cut(id, "/")
	if !ok {
		return nil, fmt.Errorf("$provenance stands in the record of an object")
	}
	p := &provenanceMaker{call: c, local: local}
	refs := provtext.References{
		Object: entity.Entity{ID: id, Type: "HumanMadeObject", Label: c.object.text("_label")},
		Maker:  makerOf(c.object), Party: p.party, Place: p.placeOf, Method: p.method,
	}
	read := c.run.readers.provenance.Read(c.value)
	for i, activity := range read.Activities(refs) {
		if !read.Periods[i].Understood {
			c.unclear(strings.TrimSpace(read.Periods[i].Text))
		}
		activity.ID = p.id(i)
		object := objectOf(activity)
		if before, ok := read.Before(i); ok {
			previous := &Object{}
			previous.Set("id", p.id(before))
			previous.Set("type", "Activity")
			object.Set("after", []any{previous})
		}
		c.run.add(object, false)
	}
	return c.object, nil
}

// provenanceMaker makes the records that provenance activities refer to. local is the last
// part of the object's id.
type provenanceMaker struct {
	*call
	local string
}

// id is that of the activity of a period.
func (p *provenanceMaker) id(period int) string {
	return fmt.Sprintf("provenance/%s-%d", p.local, period+1)
}

// makerOf returns the one who made an object, where it is one.
func makerOf(object *Object) entity.Entity {
	production, _ := object.Get("produced_by").(*Object)
	if production == nil {
		return entity.Entity{}
	}
	makers, _ := production.Get("carried_out_by").([]any)
	if len(makers) != 1 {
		return entity.Entity{}
	}
	maker, _ := makers[0].(*Object)
	if maker == nil {
		return entity.Entity{}
	}
	return entity.Entity{ID: maker.text("id"), Type: maker.text("type"), Label: maker.text("_label")}
}

// party makes the record of a party. "Private collection" is one of its own in each text;
// one of whom the text knows nothing has none.
func (p *provenanceMaker) party(of provtext.Party) (entity.Entity, bool) {
	name := of.Name
	if of.Museum {
		name = p.settings["$museum"]
	}
	switch {
	case of.Unnamed && of.Known():
		return p.unnamed(of), true
	case name == "" || of.Unnamed:
		return entity.Entity{}, false
	}
	n := p.run.readers.names.Read(name)
	n.Name, n.Life = name, of.Life
	record := n.Record(nil)
	if (of.Group || of.Museum) && record.Type != "Group" {
		record.Type, record.Born, record.Died = "Group", nil, nil
	}
	id := strings.ToLower(record.Type) + "/" + slug(strings.TrimSpace(name+" "+of.Life.Text))
	return p.addRecord(id, record), true
}

// unnamed makes the record of a party that the text says by a word such as "private
// collection" or "his wife".
func (p *provenanceMaker) unnamed(of provtext.Party) entity.Entity {
	class := "Person"
	if of.Group {
		class = "Group"
	}
	id := strings.ToLower(class) + "/" + slug(fmt.Sprintf("%s %d %s", p.local, of.Period, of.Text))
	return p.addRecord(id, named(class, of.Text))
}

func (p *provenanceMaker) placeOf(name string) (entity.Entity, bool) {
	return p.place(name), true
}

// method makes a concept for a method without a number in the AAT.
func (p *provenanceMaker) method(m provtext.Method) (entity.Entity, bool) {
	return p.ownConcept("method", m.Key), true
}
