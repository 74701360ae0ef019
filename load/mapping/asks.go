package mapping

import "encoding/json"

// recommending are the rules of the model that miss what a record can go without: what the
// property tables recommend, and a part of a provenance activity, which one has whose text is
// not understood.
var recommending = map[string]bool{"recommended-missing": true, "part-missing": true}

// Asks tells whether a finding by a rule about a record, in JSON, asks something of who writes
// the mapping. A record that verbs alone make, of a text, has what the text says, and cannot have
// what the model recommends beside that.
func (m *Mapping) Asks(rule string, record []byte) bool {
	if !recommending[rule] || m.classes[""] {
		return true
	}
	var of struct{ Type string }
	return json.Unmarshal(record, &of) != nil || m.classes[of.Type]
}

// noteClass notes the class of the records that a template makes, "" for one that is in the
// rows.
func (p *mappingParser) noteClass(template *objectNode) {
	for _, m := range template.members {
		if m.name == "type" {
			of, _ := m.node.(literal)
			class, _ := of.value.(string)
			p.classes[class] = true
		}
	}
}
