package linkedart

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestEndpointOf(t *testing.T) {
	for _, c := range []struct {
		classes, classifiedAs []string
		want                  string
	}{
		{[]string{"Person"}, nil, "person"},
		{[]string{"Material"}, nil, "concept"},
		{[]string{"LinguisticObject"}, []string{"http://vocab.getty.edu/aat/300026061"}, "text"},
		{[]string{"Activity"}, nil, "event"},
		{[]string{"Activity"}, []string{"http://vocab.getty.edu/aat/300054766"}, "event"},
		{[]string{"Activity"}, []string{"http://vocab.getty.edu/aat/300054766", Provenance}, "provenance"},
		{[]string{"Event"}, []string{Provenance}, "provenance"},
		{[]string{"Period"}, []string{Provenance}, "event"},
		{[]string{"Person"}, []string{Provenance}, "person"},
		{[]string{"E21", "PropositionalObject"}, nil, "abstract"},
		{[]string{"Name"}, nil, ""},
		{nil, nil, ""},
	} {
		got, ok := EndpointOf(c.classes, c.classifiedAs)
		if got.Name != c.want || ok != (c.want != "") {
			t.Errorf("%v %v: %s, %v; want %q", c.classes, c.classifiedAs, got.Name, ok, c.want)
		}
	}
}

// TestEndpointsAreCopies keeps callers from changing the model.
func TestEndpointsAreCopies(t *testing.T) {
	Endpoints()[0].Classes[0] = "Changed"
	if got, _ := EndpointOf([]string{"Type"}, nil); got.Name != "concept" {
		t.Error("a caller changed the table of endpoints")
	}
}

var propertyLine = regexp.MustCompile(`(?m)^    "([^"]+)": `)

// propertiesOf returns the properties of an endpoint's schema, each of which stands
// on a line of its own in the file.
func propertiesOf(t *testing.T, name string) []string {
	t.Helper()
	var names []string
	for _, m := range propertyLine.FindAllStringSubmatch(readFile(t, "schemas/"+name+".json"), -1) {
		names = append(names, m[1])
	}
	return names
}

// TestMembers holds the members of each class against the tables as the schemas have
// them.
func TestMembers(t *testing.T) {
	for _, e := range Endpoints() {
		properties := propertiesOf(t, e.Name)
		if len(properties) < 14 || properties[0] != "@context" {
			t.Fatalf("%s: properties %v", e.Name, properties)
		}
		for _, class := range e.Classes {
			known := members(class)
			for _, property := range properties {
				if !slices.Contains(known, property) && !isUnlisted(property) {
					t.Errorf("%s: %s is missing", class, property)
				}
			}
		}
	}
}

// isUnlisted tells of the properties that only some source has.
func isUnlisted(property string) bool {
	return slices.Contains([]string{"_links", "_complete", "part", "carried_by", "shown_by", "members_exemplified_by"}, property)
}

func TestNearest(t *testing.T) {
	for word, want := range map[string]string{
		"identfied_by": "identified_by", "_lable": "_label", "Type": "type", "zzz": "", "": "", "ab": "",
		strings.Repeat("a", 1_000_000): "",
	} {
		if got := nearest(word, members("Person")); got != want {
			t.Errorf("%.20q: %q, want %q", word, got, want)
		}
	}
}
