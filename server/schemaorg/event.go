package schemaorg

import "vitrine/linkedart/reading"

func (d *describer) event(t *Thing) {
	n := d.s.Node
	t.Type = "Event"
	t.StartDate, t.EndDate = duration(n)
	t.Location = d.places(n.Nodes(reading.TookPlaceAt))
	t.Contributor = d.agents(append(n.Nodes(reading.CarriedOutBy), n.Nodes(reading.Participant)...))
	t.SuperEvent = d.references(append(n.Nodes(reading.ActivityPartOf), n.Nodes(reading.During)...), always("Event"))
	things := n.Nodes(reading.UsedSpecificObject)
	for _, part := range n.Nodes(reading.ActivityPart) {
		for _, p := range []reading.Property{reading.TransferredTitleOf, reading.TransferredCustodyOf, reading.Moved, reading.Transferred, reading.Encountered} {
			things = append(things, part.Nodes(p)...)
		}
	}
	t.About = d.references(things, anyType)
}
