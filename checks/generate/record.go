package generate

import "fmt"

// record returns the whole record.
func (m *maker) record() *node {
	kd := kindOf(m.number)
	rank := before(kd, m.number)
	n := &node{
		Context:      contextIRI,
		ID:           m.base + pathOf(kd, rank),
		Type:         classOf(kd, rank),
		Label:        labelOf(kd, rank),
		IdentifiedBy: list(primaryName(labelOf(kd, rank))),
	}
	if kd == provenance {
		n.ClassifiedAs = list(term("300055863", "Provenance Activity"))
	} else {
		n.ClassifiedAs = list(m.classification())
	}
	if m.chance(0.1) {
		n.ReferredToBy = list(m.statement())
	}
	switch kd {
	case concept:
		m.concept(n, rank)
	case place:
		m.place(n)
	case group:
		n.MemberOf = m.sometimes(0.1, group)
	case person:
		m.person(n)
	case object:
		m.object(n)
	case provenance:
		m.provenance(n)
	case set:
		n.MemberOf = m.sometimes(0.2, set)
	case text:
		m.text(n)
	}
	return n
}

// sometimes returns a reference to a popular record with the probability p.
func (m *maker) sometimes(p float64, kd kind) []*node {
	if !m.chance(p) {
		return nil
	}
	return list(m.popular(kd))
}

func (m *maker) concept(n *node, rank int) {
	if rank >= len(core) && m.chance(0.7) {
		n.Broader = list(m.classification())
	}
}

func (m *maker) place(n *node) {
	n.PartOf = m.sometimes(0.6, place)
	lon, lat := -180+m.rand.Float64()*359, -60+m.rand.Float64()*130
	if m.chance(0.1) {
		east, north := lon+0.5, lat+0.5
		n.DefinedBy = fmt.Sprintf("POLYGON((%[1]g %[2]g, %[3]g %[2]g, %[3]g %[4]g, %[1]g %[4]g, %[1]g %[2]g))",
			round(lon), round(lat), round(east), round(north))
		return
	}
	n.DefinedBy = fmt.Sprintf("POINT(%g %g)", round(lon), round(lat))
}

// round keeps two decimals.
func round(degrees float64) float64 { return float64(int(degrees*100)) / 100 }

func (m *maker) person(n *node) {
	born := 1500 + m.rand.IntN(450)
	n.MemberOf = m.sometimes(0.2, group)
	if m.chance(0.7) {
		n.Born = &node{Type: "Birth", Timespan: year(born), TookPlaceAt: m.sometimes(0.4, place)}
	}
	if m.chance(0.3) {
		n.Died = &node{Type: "Death", Timespan: year(born + 20 + m.rand.IntN(70))}
	}
}

func (m *maker) object(n *node) {
	if m.chance(0.3) {
		n.IdentifiedBy = append(n.IdentifiedBy, &node{
			Type:         "Identifier",
			ClassifiedAs: list(term("300312355", "Accession Number")),
			Content:      fmt.Sprintf("%d.%d", 1900+m.rand.IntN(100), 1+m.rand.IntN(1000)),
		})
	}
	n.MemberOf = m.sometimes(0.4, set)
	if m.chance(0.25) {
		n.Dimension = list(m.size())
	}
	if m.chance(0.4) {
		n.MadeOf = list(m.ref(concept, firstMaterial+m.rand.IntN(coreMaterials)))
	}
	n.CurrentOwner = m.sometimes(0.3, group)
	n.ProducedBy = &node{Type: "Production", CarriedOutBy: list(m.popular(person))}
	if m.chance(0.4) {
		n.ProducedBy.Timespan = year(1500 + m.rand.IntN(500))
	}
}

func (m *maker) text(n *node) {
	n.Language = list(m.ref(concept, language))
	n.Content = sentence(m.rand, 5+m.rand.IntN(40))
	n.About = list(m.anyObject())
}

func (m *maker) provenance(n *node) {
	n.Timespan = year(1600 + m.rand.IntN(420))
	n.TookPlaceAt = m.sometimes(0.2, place)
	thing := list(m.anyObject())
	n.Part = list(m.part(thing))
	if n.Part[0].Type == "Acquisition" && m.chance(0.3) {
		n.Part = append(n.Part, m.payment())
	}
}

// part returns a part of one of the kinds. The shares are rough guesses at
// those of a museum's records: mostly acquisitions.
func (m *maker) part(thing []*node) *node {
	switch p := m.rand.IntN(100); {
	case p < 60:
		return &node{Type: "Acquisition", TransferredTitleOf: thing, TransferredTitleFrom: m.sometimes(0.3, person), TransferredTitleTo: list(m.owner())}
	case p < 75:
		return &node{Type: "TransferOfCustody", TransferredCustodyOf: thing, TransferredCustodyTo: list(m.popular(group))}
	case p < 85:
		return &node{Type: "Move", Moved: thing, MovedFrom: m.popular(place), MovedTo: m.popular(place)}
	case p < 90:
		return &node{Type: "Encounter", Encountered: thing, CarriedOutBy: list(m.popular(person))}
	case p < 94:
		return m.payment()
	case p < 97:
		return &node{Type: "Activity", ClassifiedAs: list(term("300435599", "Promise")), CarriedOutBy: list(m.popular(person))}
	default:
		right := &node{Type: "Right", ClassifiedAs: list(m.classification()), PossessedBy: list(m.owner())}
		return &node{Type: "RightAcquisition", Establishes: list(right)}
	}
}

func (m *maker) payment() *node {
	return &node{
		Type:       "Payment",
		PaidAmount: &node{Type: "MonetaryAmount", Value: float64(1+m.rand.IntN(8000)) / 4, Currency: m.ref(concept, currency)},
		PaidFrom:   list(m.owner()),
	}
}
