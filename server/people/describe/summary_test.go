package describe

import (
	"testing"

	"vitrine/data"
)

// summaryOf is the sentence about an entity.
func summaryOf(t *testing.T, m *museum, iri, lang string) string {
	t.Helper()
	r, err := m.Record(t.Context(), m.subject(t, data.Base+iri), in(t, lang))
	if err != nil {
		t.Fatal(err)
	}
	return r.Summary.Plain()
}

// TestSummary has a record of each endpoint of the sample collection.
func TestSummary(t *testing.T) {
	m := newMuseum(t, sampleGraphs(t)...)
	for iri, want := range map[string]map[string]string{
		"object/girl-with-a-pearl-earring": {
			"en": "Painting by Johannes Vermeer, about 1665, oil paint and canvas, Mauritshuis.",
			"nl": "Schilderij van Johannes Vermeer, omstreeks 1665, olieverf en doek, Mauritshuis.",
			"fr": "Peinture par Johannes Vermeer, vers 1665, peinture à l’huile et toile, Mauritshuis.",
			"de": "Gemälde von Johannes Vermeer, um 1665, Ölfarbe und Leinwand, Mauritshuis.",
		},
		"object/rosetta-stone": {
			"en": "Stele, 196 BC, granodiorite, British Museum building.",
			"nl": "Stele, 196 v.Chr., Granodiorite, British Museum building.",
			"fr": "Stele, 196 av. J.-C., Granodiorite, British Museum building.",
			"de": "Stele, 196 v. Chr., Granodiorite, British Museum building.",
		},
		"person/johannes-vermeer": {
			"en": "Painter, born in Delft (1632), died in Delft (1675).",
			"nl": "Schilder, geboren in Delft (1632), overleden in Delft (1675).",
			"fr": "Peintre, naissance à Delft (1632), mort à Delft (1675).",
			"de": "Maler, geboren in Delft (1632), gestorben in Delft (1675).",
		},
		"person/ptolemy-v": {
			"en": "Person, born 210 BC, died 180 BC.",
		},
		"group/mauritshuis": {
			"en": "Museum, Mauritshuis.",
			"nl": "",
			"de": "",
		},
		"group/guild-of-saint-luke-delft": {"en": "Guild, Delft.", "nl": "Gilde, Delft.", "fr": "Guild, Delft.", "de": "Guild, Delft."},
		"place/delft": {
			"en": "City, Netherlands.",
			"nl": "Stad, Nederland.",
			"fr": "Ville, Netherlands.",
			"de": "Stadt, Netherlands.",
		},
		"event/vermeer-2023": {
			"en": "Exhibition by Rijksmuseum, Rijksmuseum building, 10 February – 4 June 2023.",
			"nl": "Tentoonstelling van Rijksmuseum, Rijksmuseum building, 10 februari – 4 juni 2023.",
			"fr": "Exposition par Rijksmuseum, Rijksmuseum building, 10 février – 4 juin 2023.",
			"de": "Ausstellung von Rijksmuseum, Rijksmuseum building, 10. Februar – 4. Juni 2023.",
		},
		"concept/tronie": {
			"en": "Kind of work, broader: Painting genre.",
			"nl": "Kind of work, breder: Painting genre.",
			"fr": "Kind of work, plus général : Painting genre.",
			"de": "Kind of work, übergeordnet: Painting genre.",
		},
		"set/mauritshuis-collection": {
			"en": "Collection, put together by Royal Picture Gallery Mauritshuis.",
			"nl": "Collectie, samengesteld door Mauritshuis.",
			"fr": "Collection, ensemble réuni par Mauritshuis.",
			"de": "Sammlung, zusammengestellt von Mauritshuis.",
		},
		"text/decree-of-memphis-greek": {
			"en": "Decree, Ancient Greek, about Ptolemy V Epiphanes.",
			"nl": "Decree, Ancient Greek, over Ptolemy V Epiphanes.",
			"fr": "Decree, Ancient Greek, sur Ptolemy V Epiphanes.",
			"de": "Decree, Ancient Greek, über Ptolemy V Epiphanes.",
		},
		"visual/girl-with-a-pearl-earring": {},
		"abstract/decree-of-memphis": {
			"en": "Decree, 196 BC, about Ptolemy V Epiphanes.",
			"nl": "Decree, 196 v.Chr., over Ptolemy V Epiphanes.",
			"fr": "Decree, 196 av. J.-C., sur Ptolemy V Epiphanes.",
			"de": "Decree, 196 v. Chr., über Ptolemy V Epiphanes.",
		},
		"digital/girl-with-a-pearl-earring-image": {
			"en": "Digital image, image/jpeg, shows Girl with a Pearl Earring.",
			"nl": "Digitale afbeelding, image/jpeg, toont Girl with a Pearl Earring.",
			"fr": "Image numérique, image/jpeg, montre Girl with a Pearl Earring.",
			"de": "Digitales Bild, image/jpeg, zeigt Girl with a Pearl Earring.",
		},
	} {
		for lang, want := range want {
			if got := summaryOf(t, m, iri, lang); got != want {
				t.Errorf("%s: %s is %q, want %q", lang, iri, got, want)
			}
		}
	}
}

// TestSummaryOfParts has records that lack what a sentence would say, or have more.
func TestSummaryOfParts(t *testing.T) {
	const ids = `"@context": "https://linked.art/ns/v1/linked-art.json", "id": "`
	for _, row := range []struct{ id, record, want string }{
		{"object/bare", `"type": "HumanMadeObject"`, ""},
		{"object/date", `"type": "HumanMadeObject", "produced_by": {"type": "Production", "timespan": {"type": "TimeSpan", "begin_of_the_begin": "1700-01-01T00:00:00Z"}}`, "Object, 1700 or later."},
		{"object/attributed", `"type": "HumanMadeObject", "produced_by": {"type": "Production", "carried_out_by": [{"id": "person/a", "type": "Person", "_label": "A"}],
			"attributed_by": [{"type": "AttributeAssignment"}]}`, ""},
		{"object/partly", `"type": "HumanMadeObject", "produced_by": {"type": "Production", "part": [
			{"type": "Production", "carried_out_by": [{"id": "person/a", "type": "Person", "_label": "A"}], "attributed_by": [{"type": "AttributeAssignment"}]},
			{"type": "Production", "carried_out_by": [{"id": "person/b", "type": "Person", "_label": "B"}, {"id": "person/b", "type": "Person", "_label": "B"}]}]}`, "Object by B."},
		{"object/many", `"type": "HumanMadeObject", "made_of": [{"id": "concept/a", "type": "Material", "_label": "Amber"}, {"id": "concept/b", "type": "Material", "_label": "Brass"},
			{"id": "concept/c", "type": "Material", "_label": "Carrara marble"}, {"id": "concept/d", "type": "Material", "_label": "Damask"}]`, "Object, amber, brass, Carrara marble and others."},
		{"object/words", `"type": "HumanMadeObject", "made_of": [{"id": "concept/a", "type": "Material", "_label": "Porcelain"}, {"id": "concept/b", "type": "Material", "_label": "Silver leaf"},
			{"id": "concept/c", "type": "Material", "_label": "PVC"}]`, "Object, porcelain, silver leaf and PVC."},
		{"object/owned", `"type": "HumanMadeObject", "current_owner": [{"id": "group/m", "type": "Group", "_label": "The Museum"}]`, "Object, The Museum."},
		{"person/place", `"type": "Person", "born": {"type": "Birth", "took_place_at": [{"id": "place/p", "type": "Place", "_label": "Paramaribo"}]}`, "Person, born in Paramaribo."},
		{"group/end", `"type": "Group", "formed_by": {"type": "Formation", "took_place_at": [{"id": "place/p", "type": "Place", "_label": "Delft"}],
			"timespan": {"type": "TimeSpan", "begin_of_the_begin": "1611-01-01T00:00:00Z", "end_of_the_end": "1611-12-31T23:59:59Z"}},
			"dissolved_by": {"type": "Dissolution", "timespan": {"type": "TimeSpan", "begin_of_the_begin": "1833-01-01T00:00:00Z", "end_of_the_end": "1833-12-31T23:59:59Z"}}`, "Group, founded in Delft (1611), dissolved 1833."},
		{"place/two", `"type": "Place", "part_of": [{"id": "place/a", "type": "Place", "_label": "A"}, {"id": "place/b", "type": "Place", "_label": "B"}]`, ""},
		{"place/self", `"type": "Place", "part_of": [{"id": "place/self", "type": "Place"}]`, ""},
		{"set/by", `"type": "Set", "created_by": {"type": "Creation", "carried_out_by": [{"id": "person/a", "type": "Person", "_label": "A"}, {"id": "person/b", "type": "Person", "_label": "B"}]}`, "Set, put together by A and B."},
	} {
		m := newMuseum(t, parse(t, "{"+ids+row.id+`", `+row.record+"}"))
		if got := summaryOf(t, m, row.id, "en"); got != row.want {
			t.Errorf("%s is %q, want %q", row.id, got, row.want)
		}
	}
}
