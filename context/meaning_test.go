package ldcontext_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/piprate/json-gold/ld"

	ldcontext "vitrine/context"

	"vitrine/serialize/jsonld/framing"
)

// TestMeaning says what keys mean in the place they stand at, as predicates of
// the graph that json-gold makes of a node.
func TestMeaning(t *testing.T) {
	const crm, la, skos = "http://www.cidoc-crm.org/cidoc-crm/", "https://linked.art/ns/terms/", "http://www.w3.org/2004/02/skos/core#"
	ref := `[{"id":"https://data.museum.example/other"}]`
	assignment := func(class, property string) string {
		return `"type":"` + class + `","attributed_by":[{"type":"AttributeAssignment","assigned_property":"` + property + `"}]`
	}
	tests := []struct {
		name, node string
		// want are IRIs that the graph has, none IRIs that it has not.
		want, none []string
	}{
		{"part of a place", `"type":"Place","part_of":` + ref, []string{crm + "P89_falls_within"}, nil},
		{"part of a physical thing", `"type":"HumanMadeObject","part_of":` + ref, []string{crm + "P46i_forms_part_of"}, nil},
		{"part of a text", `"type":"LinguisticObject","part_of":` + ref + `,"conceptually_part_of":` + ref, []string{crm + "P106i_forms_part_of", crm + "P148i_is_component_of"}, nil},
		{"part of an abstract work", `"type":"PropositionalObject","part_of":` + ref, []string{crm + "P148i_is_component_of"}, nil},
		{"part of a time-span", `"type":"TimeSpan","part_of":` + ref, []string{crm + "P86_falls_within"}, nil},
		{"part of an activity", `"type":"Payment","part_of":` + ref, []string{crm + "P9i_forms_part_of"}, nil},
		{"broader", `"type":"Type","broader":` + ref, []string{skos + "broader"}, nil},
		{"part_of, the alias of broader", `"type":"Currency","part_of":` + ref, []string{skos + "broader"}, nil},
		{"member of a group", `"type":"Person","member_of":` + ref, []string{crm + "P107i_is_current_or_former_member_of"}, nil},
		{"member of a set", `"type":"HumanMadeObject","member_of":` + ref, []string{la + "member_of"}, nil},
		{"member", `"type":"Set","member":` + ref, []string{la + "has_member"}, nil},
		{"part means nothing in an encounter", `"type":"Encounter","part":` + ref, nil, []string{"part", "https://data.museum.example/other"}},
		{"part means nothing without a class", `"part":` + ref, nil, []string{"https://data.museum.example/other"}},
		{"type-scoped contexts end with their node", `"type":"Place","part_of":[{"id":"https://data.museum.example/b","part_of":` + ref + `}]`, nil, []string{"https://data.museum.example/other"}},
		{"assigned_property in an object", assignment("HumanMadeObject", "part_of"), []string{crm + "P46i_forms_part_of"}, []string{crm + "P9i_forms_part_of"}},
		{"assigned_property in a concept", assignment("Material", "part_of"), []string{skos + "broader"}, nil},
		{"assigned_property in a person", assignment("Person", "part_of"), []string{crm + "P9i_forms_part_of"}, nil},
		{"assigned_property of a plain term", assignment("Place", "classified_as"), []string{crm + "P2_has_type"}, nil},
		{"dates", `"type":"TimeSpan","end_of_the_end":"1900"`, []string{"http://www.w3.org/2001/XMLSchema#dateTime"}, nil},
		{"compact IRIs", `"type":"crm:E22_Human-Made_Object"`, []string{crm + "E22_Human-Made_Object"}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var record any
			text := `{"@context":"` + ldcontext.LinkedArt + `","id":"https://data.museum.example/this",` + test.node + `}`
			if err := json.Unmarshal([]byte(text), &record); err != nil {
				t.Fatal(err)
			}
			options := ld.NewJsonLdOptions("")
			options.DocumentLoader = framing.NewContexts(ldcontext.New(nil))
			options.Format = "application/n-quads"
			quads, err := ld.NewJsonLdProcessor().ToRDF(record, options)
			if err != nil {
				t.Fatal(err)
			}
			has := func(iri string) bool { return strings.Contains(quads.(string), "<"+iri+">") }
			if i := slices.IndexFunc(test.want, func(iri string) bool { return !has(iri) }); i >= 0 {
				t.Errorf("no %s in:\n%s", test.want[i], quads)
			}
			if i := slices.IndexFunc(test.none, has); i >= 0 {
				t.Errorf("%s in:\n%s", test.none[i], quads)
			}
		})
	}
}
