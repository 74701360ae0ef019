package serialize_test

import (
	"strings"
	"testing"

	"vitrine/serialize"
)

func TestPrefixes(t *testing.T) {
	names := map[string]bool{}
	var before []serialize.Prefix
	for _, p := range serialize.Prefixes() {
		if names[p.Name] {
			t.Errorf("prefix %s stands there twice", p.Name)
		}
		names[p.Name] = true
		for _, earlier := range before {
			if strings.HasPrefix(p.Namespace, earlier.Namespace) {
				t.Errorf("%s is never used, for %s comes before it", p.Name, earlier.Name)
			}
		}
		before = append(before, p)
	}
}

func TestShorten(t *testing.T) {
	tests := []struct{ iri, prefix, local string }{
		{"http://www.cidoc-crm.org/cidoc-crm/E22_Human-Made_Object", "crm", "E22_Human-Made_Object"},
		{"http://www.cidoc-crm.org/cidoc-crm/CRMarchaeo/A1", "archaeo", "A1"},
		{"http://www.cidoc-crm.org/cidoc-crm/CRMarchaeo/", "crm", "CRMarchaeo/"},
		{"http://vocab.getty.edu/aat/300033618", "aat", "300033618"},
		{"http://vocab.getty.edu/aat/", "", ""},
		{"https://museum.example/1", "", ""},
	}
	for _, test := range tests {
		prefix, local, ok := serialize.Shorten(serialize.Prefixes(), test.iri)
		if prefix.Name != test.prefix || local != test.local || ok != (test.prefix != "") {
			t.Errorf("Shorten(%s) = %s, %s, %t", test.iri, prefix.Name, local, ok)
		}
	}
}
