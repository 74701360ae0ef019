package schemaorg

import "vitrine/linkedart/reading"

func (d *describer) concept(t *Thing) {
	n := d.s.Node
	t.Type = "DefinedTerm"
	t.InDefinedTermSet = links(n.Nodes(reading.MemberOf))
	if len(t.Identifier) > 0 {
		t.TermCode = t.Identifier[0].Value
	}
}
