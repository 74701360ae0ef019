package reading

import (
	"testing"

	"github.com/knakk/rdf"

	"vitrine/rdfstore/graph"
)

func TestNumbersAsWritten(t *testing.T) {
	tests := []struct {
		lexical  string
		datatype rdf.IRI
		text     string
		value    float64
		known    bool
	}{
		{"4.45E1", graph.XSDDouble, "44.5", 44.5, true},
		{"8.800000000000001E0", graph.XSDDouble, "8.8", 8.8, true},
		{"-5.0E-1", graph.XSDDouble, "-0.5", -0.5, true},
		{"1.5E-7", graph.XSDDouble, "0.00000015", 1.5e-7, true},
		{"1.0E21", graph.XSDDouble, "1000000000000000000000", 1e21, true},
		{"1.5E300", graph.XSDDouble, "1.5e+300", 1.5e300, true},
		{"39", graph.XSDInteger, "39", 39, true},
		{"80000000", graph.XSDInteger, "80000000", 80000000, true},
		{"24.50", graph.XSDDecimal, "24.50", 24.5, true},
		{"0", graph.XSDInteger, "0", 0, true},
		{"2.50", graph.XSDString, "2.50", 2.5, true},
		{"+1.20e2", graph.XSDString, "120", 120, true},
		{"0.0E0", graph.XSDDouble, "0", 0, true},
		{"about 30", graph.XSDString, "about 30", 0, false},
		{"NaN", graph.XSDDouble, "NaN", 0, false},
		{"INF", graph.XSDDouble, "INF", 0, false},
		{"0x10p1", graph.XSDString, "0x10p1", 0, false},
		{"1e999999999999", graph.XSDString, "1e999999999999", 0, false},
		{"e5", graph.XSDString, "e5", 0, false},
		{"-e5", graph.XSDString, "-e5", 0, false},
	}
	for _, test := range tests {
		got := numberOf(graph.Typed(test.lexical, test.datatype))
		if want := (Number{test.text, test.value, test.known}); got != want {
			t.Errorf("%q is %+v, want %+v", test.lexical, got, want)
		}
	}
}

func TestDimensions(t *testing.T) {
	root := read(t, `{"type": "Set", "dimension": [
		{"type": "Dimension", "value": 44.5, "lower_value_limit": 44, "upper_value_limit": 45,
		 "classified_as": [{"id": "http://vocab.getty.edu/aat/300055644", "type": "Type"}],
		 "identified_by": [{"type": "Name", "content": "44.5 cm high"}],
		 "referred_to_by": [{"type": "LinguisticObject", "content": "Without the frame."}],
		 "unit": {"id": "http://vocab.getty.edu/aat/300379098", "type": "MeasurementUnit"}},
		{"type": "MonetaryAmount", "value": 2.3, "currency": {"id": "http://vocab.getty.edu/aat/300412160", "type": "Currency"}}
	]}`).Root()
	dimensions := root.Dimensions()
	if len(dimensions) != 1 {
		t.Fatalf("there are %d dimensions", len(dimensions))
	}
	d := dimensions[0]
	if d.Value.Text != "44.5" || d.Lower.Text != "44" || d.Upper.Text != "45" || d.Unit.IRI() != "http://vocab.getty.edu/aat/300379098" ||
		len(d.Kinds) != 1 || d.Names[0].Content != "44.5 cm high" || d.Statements[0].Content != "Without the frame." {
		t.Errorf("%+v", d)
	}
	amounts := root.Amounts()
	if len(amounts) != 1 || amounts[0].Value.Text != "2.3" || amounts[0].Currency.IRI() != "http://vocab.getty.edu/aat/300412160" {
		t.Errorf("%+v", amounts)
	}
}

// TestNumbersOfADocument has numbers that RDF has another spelling for.
func TestNumbersOfADocument(t *testing.T) {
	for text, want := range map[string]string{
		"44.5": "44.5", "2.50": "2.50", "2.0": "2.0", "39": "39", "1e3": "1000", "1.50E1": "15", "1E-7": "0.0000001", "-0.0": "-0.0",
		"12345678901234567890": "12345678901234567890", "8.8": "8.8", "0.10": "0.10", "1.5e300": "1.5e300",
	} {
		root := read(t, `{"type": "HumanMadeObject", "identified_by": [{"type": "Name", "content": "x", "_complete": false}], "dimension": [
			{"type": "Dimension", "value": `+text+`, "upper_value_limit": 3.10, "unit": {"id": "http://vocab.getty.edu/aat/300379098", "type": "MeasurementUnit"}}]}`).Root()
		d := root.Dimensions()[0]
		if d.Value.Text != want || !d.Value.Known || d.Upper.Text != "3.10" {
			t.Errorf("%s is %+v, want %s; the limit 3.10 is %s", text, d.Value, want, d.Upper.Text)
		}
	}
}
