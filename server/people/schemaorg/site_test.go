package schemaorg

import (
	"encoding/json"
	"fmt"
	"testing"
)

func TestSite(t *testing.T) {
	front := FrontPage(Site{
		Title: "Museum <data>", URL: "https://data.museum.example/", Description: "205 records", Language: "en",
		Search:  "https://data.museum.example/-/search?q={q}",
		Dataset: "https://data.museum.example/-/dataset", Licence: "https://creativecommons.org/publicdomain/zero/1.0/",
		Modified:  "2024-05-16T12:00:00Z",
		Downloads: []Download{{"All records as N-Quads", "https://data.museum.example/-/dump.nq", "application/n-quads"}, {"Nothing", "javascript:alert(1)", "text/html"}},
	})
	check(t, front)
	var got struct {
		MainEntity struct {
			Type         string `json:"@type"`
			License      string
			Distribution []any
		}
		PotentialAction struct{ Target struct{ URLTemplate string } }
	}
	if err := json.Unmarshal(front, &got); err != nil {
		t.Fatal(err)
	}
	if m := got.MainEntity; m.Type != "Dataset" || m.License == "" || len(m.Distribution) != 1 || got.PotentialAction.Target.URLTemplate == "" {
		t.Errorf("%s", front)
	}
}

func TestList(t *testing.T) {
	l := List{Title: "Persons", URL: "https://data.museum.example/person/", Language: "nl", Count: 5000}
	for i := range 5000 {
		l.Items = append(l.Items, Item{Name: "A", URL: fmt.Sprintf("https://data.museum.example/person/%d", i)})
	}
	text := ListPage(l)
	check(t, text)
	var got struct {
		MainEntity struct {
			NumberOfItems   int
			ItemListElement []struct{ Position int }
		}
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	items := got.MainEntity.ItemListElement
	if got.MainEntity.NumberOfItems != 5000 || len(items) != maxItems || items[maxItems-1].Position != maxItems {
		t.Errorf("%d items of %d", len(items), got.MainEntity.NumberOfItems)
	}
}

func check(t *testing.T, text []byte) {
	t.Helper()
	for _, fault := range readVocabulary(t).faults(text) {
		t.Error(fault)
	}
}
