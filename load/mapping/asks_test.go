package mapping_test

import (
	"testing"

	"vitrine/load/mapping"
)

// TestAsks looks for which records a mapping is told what the model recommends: those of its
// templates.
func TestAsks(t *testing.T) {
	const sources = "sources:\n- records:\n  - id: object/{id}\n    type: HumanMadeObject\n"
	const ofRows = "    part_of: [{$ref: 'set/{id}', type: '{type}'}]\n"
	for _, c := range []struct {
		text, rule, record string
		want               bool
	}{
		{sources, "recommended-missing", `{"type":"HumanMadeObject"}`, true},
		{sources, "recommended-missing", `{"type":"Person"}`, false},
		{sources, "part-missing", `{"type":"Activity"}`, false},
		{sources, "beyond-table", `{"type":"Person"}`, true},
		{sources + "    member_of: [{$ref: 'set/{id}', type: Set}]\n", "recommended-missing", `{"type":"Set"}`, true},
		{sources + ofRows, "recommended-missing", `{"type":"Person"}`, true},
	} {
		m, err := mapping.Parse("m.yaml", []byte(c.text), nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Asks(c.rule, []byte(c.record)); got != c.want {
			t.Errorf("%s of %s: %t in\n%s", c.rule, c.record, got, c.text)
		}
	}
}
