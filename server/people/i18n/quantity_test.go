package i18n

import (
	"strings"
	"testing"

	ldcontext "vitrine/context"
	"vitrine/linkedart/reading"
	"vitrine/serialize"
	"vitrine/serialize/jsonld"
)

// object is a record from its JSON, which has neither a context nor an id.
func object(t *testing.T, document string) reading.Node {
	t.Helper()
	text := `{"@context": "` + ldcontext.LinkedArt + `", "id": "https://museum.example/it", "type": "HumanMadeObject", ` + document[1:]
	g, err := jsonld.New(ldcontext.New(nil)).Read(t.Context(), []byte(text), serialize.DecodeOptions{})
	if err != nil {
		t.Fatalf("%s: %v", document, err)
	}
	return reading.Read(g).Root()
}

// dimension is the JSON of one dimension. A value is JSON, too.
func dimension(kind, value, unit string) string {
	out := `{"type": "Dimension"`
	if kind != "" {
		out += `, "classified_as": [{"id": "` + aat + kind + `", "type": "Type"}]`
	}
	if value != "" {
		out += ", " + value
	}
	if unit != "" {
		out += `, "unit": {"id": "` + aat + unit + `", "type": "MeasurementUnit"}`
	}
	return out + "}"
}

const (
	height, width, depth, diameter, weight = "300055644", "300055647", "300072633", "300055624", "300056240"
	cm, mm, kg, days                       = "300379098", "300379097", "300379226", "300379242"
)

func TestSizes(t *testing.T) {
	for name, row := range map[string]struct {
		dimensions []string
		want       map[string]string
	}{
		"height and width": {[]string{dimension(width, `"value": 39`, cm), dimension(height, `"value": 44.5`, cm)},
			map[string]string{"en": "44.5 × 39 cm", "nl": "44,5 × 39 cm", "fr": "44,5 × 39 cm", "de": "44,5 × 39 cm"}},
		"zeros": {[]string{dimension(height, `"value": 16.0`, cm), dimension(width, `"value": 22.50`, cm)},
			map[string]string{"en": "16.0 × 22.50 cm", "nl": "16,0 × 22,50 cm"}},
		"with depth":    {[]string{dimension(height, `"value": 10`, cm), dimension(depth, `"value": 3`, cm), dimension(width, `"value": 5`, cm)}, map[string]string{"en": "10 × 5 × 3 cm"}},
		"other units":   {[]string{dimension(height, `"value": 10`, cm), dimension(width, `"value": 50`, mm)}, map[string]string{"en": "Height 10 cm | Width 50 mm"}},
		"two heights":   {[]string{dimension(height, `"value": 1`, cm), dimension(height, `"value": 2`, cm), dimension(width, `"value": 3`, cm)}, map[string]string{"en": "Height 1 cm | Height 2 cm | Width 3 cm"}},
		"a diameter":    {[]string{dimension(diameter, `"value": 12`, cm)}, map[string]string{"en": "Diameter 12 cm", "fr": "Diamètre 12 cm", "de": "Durchmesser 12 cm"}},
		"a weight":      {[]string{dimension(weight, `"value": 760`, kg)}, map[string]string{"en": "Weight 760 kg", "nl": "Gewicht 760 kg"}},
		"limits":        {[]string{dimension("", `"lower_value_limit": 12, "upper_value_limit": 14`, cm)}, map[string]string{"en": "12–14 cm"}},
		"a value too":   {[]string{dimension(height, `"value": 13, "lower_value_limit": 12.5, "upper_value_limit": 14`, cm)}, map[string]string{"nl": "Hoogte 13 (12,5–14) cm"}},
		"at least":      {[]string{dimension("", `"lower_value_limit": 3`, days)}, map[string]string{"en": "at least 3 days", "nl": "ten minste 3 dagen"}},
		"at most":       {[]string{dimension("", `"upper_value_limit": 3`, days)}, map[string]string{"fr": "au plus 3 jours"}},
		"a day":         {[]string{dimension("", `"value": 1`, days)}, map[string]string{"en": "1 day", "de": "1 Tag"}},
		"an unknown":    {[]string{dimension("300000001", `"value": 7`, "")}, map[string]string{"en": "kind 7"}},
		"a large value": {[]string{dimension("", `"value": 12345.678`, mm)}, map[string]string{"en": "12,345.678 mm", "nl": "12.345,678 mm"}},
		"a small one":   {[]string{dimension("", `"value": -1234.5`, mm)}, map[string]string{"en": "-1234.5 mm"}},
		"nothing":       {[]string{dimension(height, "", cm)}, map[string]string{"en": ""}},
		"a name": {[]string{`{"type": "Dimension", "identified_by": [{"type": "Name", "content": "life-size"}]}`},
			map[string]string{"nl": "life-size"}},
	} {
		t.Run(name, func(t *testing.T) {
			var measures []Measure
			for _, d := range object(t, `{"dimension": [`+strings.Join(row.dimensions, ",")+`]}`).Dimensions() {
				m := Measure{Dimension: d, Unit: Unit{IRIs: []string{d.Unit.IRI()}}}
				if d.Node.IsClassified(aat + "300000001") {
					m.Kind = "kind"
				}
				measures = append(measures, m)
			}
			for lang, want := range row.want {
				var got []string
				for _, said := range in(t, lang).Sizes(measures) {
					got = append(got, Plain(said))
				}
				if strings.Join(got, " | ") != want {
					t.Errorf("%s: %q, want %q", lang, strings.Join(got, " | "), want)
				}
			}
		})
	}
}

func TestTerms(t *testing.T) {
	for lang, want := range map[string]string{"en": "Painting", "nl": "Schilderij", "fr": "Peinture", "de": "Gemälde"} {
		for _, iri := range []string{aat + "300033618", "https://vocab.getty.edu/aat/300033618"} {
			if got, ok := in(t, lang).Term(iri); !ok || got != want {
				t.Errorf("%s is %q in %s, want %q", iri, got, lang, want)
			}
		}
	}
	if _, ok := english(t).Term(aat + "1"); ok {
		t.Error("a concept that is none has a word")
	}
}
