package server

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"vitrine/server/web/contentneg"
	"vitrine/server/web/respond"
)

// TestProfiles asks for profiles by the field Accept-Profile and by the query string.
func TestProfiles(t *testing.T) {
	m := newMuseum(t, nil)
	object := `{"@context":"https://linked.art/ns/v1/linked-art.json","id":"` + testBase + `object/%d","type":"HumanMadeObject","_label":"Vase",` +
		`"classified_as":[{"id":"http://vocab.getty.edu/aat/300132254","type":"Type"}],"representation":[{"id":"` + testBase + `visual/1","type":"VisualItem"}]%s}`
	m.mustSend(t, "PUT", "/object/1", fmt.Sprintf(object, 1, ""))
	m.mustSend(t, "PUT", "/object/2", strings.Replace(fmt.Sprintf(object, 2, ""), "visual/1", "visual/2", 1))
	m.mustSend(t, "PUT", "/visual/1", `{"@context":"https://linked.art/ns/v1/linked-art.json","id":"`+testBase+`visual/1","type":"VisualItem","_label":"Vase",`+
		`"subject_to":[{"type":"Right","classified_as":[{"id":"https://creativecommons.org/publicdomain/zero/1.0/","type":"Type"}]}],`+
		`"digitally_shown_by":[{"type":"DigitalObject","format":"image/jpeg","access_point":[{"id":"https://pictures.example/1.jpg","type":"DigitalObject"}]}]}`)
	const dc, edm = "http://www.openarchives.org/OAI/2.0/oai_dc/", "http://www.europeana.eu/schemas/edm/"
	for _, row := range []struct {
		target, accept, profile string
		status                  int
		// want is the type of the answer, or a part of its text.
		want string
	}{
		{"/person/ada", "*/*", "<" + dc + ">", 200, `application/xml;profile="` + dc + `"; charset=utf-8`},
		{"/person/ada", "", "<" + edm + ">, <" + dc + ">;q=0.5", 200, `application/xml;profile="` + dc + `"; charset=utf-8`},
		{"/person/ada", "text/html, */*;q=0.1", "<" + linkedArt + ">", 200, `application/ld+json;profile="` + linkedArt + `"`},
		{"/person/ada", "text/turtle, */*;q=0.1", "*", 200, "text/turtle; charset=utf-8"},
		{"/person/ada.ttl", "", "<" + dc + ">", 200, "text/turtle; charset=utf-8"},
		{"/person/ada", "", "<" + edm + ">", 406, "Only objects (HumanMadeObject)"},
		{"/person/ada", "text/turtle", "<" + dc + ">", 406, "Accept-Profile"},
		{"/person/ada", "", "<https://museum.example/none>", 406, "Accept-Profile"},
		{"/person/ada", "", strings.Repeat("*,", contentneg.MaxElements) + "*", 431, ""},
		{"/person/ada?_profile=oai_dc", "text/turtle", "<" + edm + ">", 200, `application/xml;profile="` + dc + `"; charset=utf-8`},
		{"/entity?id=" + testBase + "person/ada&_profile=" + url.QueryEscape(dc), "", "", 200, `application/xml;profile="` + dc + `"; charset=utf-8`},
		{"/person/ada?_profile=oai_dc&format=oai_dc", "", "", 200, `application/xml;profile="` + dc + `"; charset=utf-8`},
		{"/person/ada?_profile=oai_dc&format=turtle", "", "", 406, "_profile"},
		{"/person/ada?_profile=edm", "", "", 406, "Only objects (HumanMadeObject)"},
		{"/person/ada?_profile=schema_ap_nde", "", "", 200, `application/ld+json;profile="https://docs.nde.nl/schema-profile/"`},
		{"/object/1", "text/turtle", "<" + edm + ">", 200, `text/turtle;profile="` + edm + `"; charset=utf-8`},
		{"/object/1?_profile=edm&format=turtle", "", "", 200, `text/turtle;profile="` + edm + `"; charset=utf-8`},
		{"/object/1?_profile=edm", "", "", 200, `application/rdf+xml;profile="` + edm + `"; charset=utf-8`},
		{"/object/1?format=edm_ntriples", "", "", 200, `application/n-triples;profile="` + edm + `"`},
		{"/object/2?_profile=edm", "", "", 406, "no picture"},
		{"/person/ada?_profile=turtle", "", "", 406, "_profile"},
		{"/person/ada?_profile=all", "", "", 200, "application/linkset+json"},
		{"/entity?_profile=all&id=" + testBase + "person/ada", "application/linkset", "", 200, "application/linkset"},
		{"/person/none?_profile=all", "", "", 404, ""},
	} {
		r := do(t, m, "GET", row.target, "Accept", row.accept, "Accept-Profile", row.profile)
		text := body(t, r)
		switch typ := r.Header.Get("Content-Type"); {
		case r.StatusCode != row.status || row.status == 200 && typ != row.want || row.status == 406 && !strings.Contains(text, row.want):
			t.Errorf("%+v: status %d, %s: %s", row, r.StatusCode, typ, text)
		case strings.Contains(typ, dc) && !strings.Contains(r.Header.Get("Link"), "<"+dc+`>; rel="profile"`):
			t.Errorf("%+v: Link %s", row, r.Header.Get("Link"))
		case row.status == 200 && !strings.Contains(row.target, "all") && r.Header.Get("Vary") != respond.Vary+respond.VaryByProfile+respond.VaryByDatetime:
			t.Errorf("%+v: Vary %s", row, r.Header.Get("Vary"))
		}
	}
	want := body(t, do(t, m, "GET", "/-/linkset?of="+testBase+"person/ada"))
	if got := body(t, do(t, m, "GET", "/person/ada?_profile=all")); got != want || !strings.Contains(got, "\"formats\": [\n            \""+dc+"\"") {
		t.Errorf("the list of profiles is %s", got)
	}
}
