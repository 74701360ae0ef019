package server

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"net/url"
	"strings"
	"testing"
)

// embedded is an answer of oEmbed.
type embedded struct {
	Type   string `json:"type" xml:"type"`
	Title  string `json:"title" xml:"title"`
	Author string `json:"author_name" xml:"author_name"`
	URL    string `json:"url" xml:"url"`
	Width  int    `json:"width" xml:"width"`
	Height int    `json:"height" xml:"height"`
}

func embedTarget(link, more string) string { return "/-/oembed?url=" + url.QueryEscape(link) + more }

// TestEmbeddings has the embeddings of records with pictures and without, in both formats.
func TestEmbeddings(t *testing.T) {
	m := viewed(t)
	m.mustSend(t, "PUT", "/object/page", album("page", "One page", picture("page", 3000, 2000), ""))
	photo := func(width, height int) embedded {
		return embedded{Type: "photo", Title: "One page", URL: fmt.Sprintf("https://images.example/page/full/%d,/0/default.jpg", width), Width: width, Height: height}
	}
	page := testBase + "object/page"
	for target, want := range map[string]embedded{
		embedTarget(page, ""):                                        photo(1024, 682),
		embedTarget(page, "&maxwidth=300"):                           photo(300, 200),
		embedTarget(page, "&maxwidth=300&maxheight=100&format=json"): photo(150, 100),
		embedTarget(page, "&maxwidth=9000&maxheight=9000"):           photo(3000, 2000),
		embedTarget(page, "&maxheight=1"):                            photo(1, 1),
		embedTarget(page+"?lang=nl#data", "&maxwidth=300"):           photo(300, 200),
		embedTarget(page+".html", "&maxwidth=300"):                   photo(300, 200),
		embedTarget(testBase+"object/album-2", ""):                   {Type: "link", Title: "<Second page>"},
		embedTarget(testBase+"person/johannes-vermeer", ""):          {Type: "link", Title: "Johannes Vermeer"},
		embedTarget(testBase+"object/view-of-delft?lang=nl", ""):     {Type: "link", Title: "Gezicht op Delft", Author: "Johannes Vermeer"},
	} {
		for _, format := range []string{"json", "xml"} {
			asked := target
			if format == "xml" {
				asked = strings.ReplaceAll(target, "&format=json", "") + "&format=xml"
			}
			r := do(t, m, "GET", asked, "Accept", "*/*")
			text := body(t, r)
			var got embedded
			var err error
			if format == "xml" {
				err = xml.Unmarshal([]byte(text), &got)
			} else {
				err = json.Unmarshal([]byte(text), &got)
			}
			if err != nil || r.StatusCode != 200 || got != want || !strings.Contains(r.Header.Get("Content-Type"), format) || strings.Contains(text, "<script") {
				t.Errorf("%s: %d, %s, %+v, want %+v: %s, %v", asked, r.StatusCode, r.Header.Get("Content-Type"), got, want, text, err)
			}
		}
	}
	if head := body(t, do(t, m, "GET", "/object/page", "Accept", "text/html")); !strings.Contains(head, `href="`+testBase[:len(testBase)-1]+embedTarget(page, "")+`"`) || !strings.Contains(head, `type='application/json+oembed'`) {
		t.Error("the page does not lead to its embedding")
	}
}

// TestNoEmbedding has the errors of oEmbed (section 2.3.5).
func TestNoEmbedding(t *testing.T) {
	m := viewed(t)
	page := testBase + "object/album"
	for target, status := range map[string]int{
		"/-/oembed": 400, embedTarget(page, "&format=yaml"): 501, embedTarget(page, "&maxwidth=0"): 400, embedTarget(page, "&maxheight=x"): 400,
		embedTarget(testBase+"object/none", ""): 404, embedTarget("https://elsewhere.example/object/album", ""): 404, embedTarget("javascript:alert(1)", ""): 404,
		embedTarget(testBase+"-/search", ""): 404, embedTarget(testBase, ""): 404, embedTarget(strings.TrimSuffix(testBase, "/"), ""): 404, embedTarget(testBase+"object/%zz", ""): 404,
		embedTarget(page+"?a=%zz", ""): 404,
	} {
		if r := do(t, m, "GET", target); r.StatusCode != status {
			t.Errorf("%s: status %d, want %d: %s", target, r.StatusCode, status, body(t, r))
		}
	}
	a := newArchive(t)
	for _, link := range []string{testBase + "object/" + hiddenID + "-2", testBase + "entity?id=" + url.QueryEscape(testBase+"object/"+hiddenID+"-2")} {
		if r, text := a.ask(t, "GET", embedTarget(link, ""), "*/*", "identity", ""); r.StatusCode != 404 || strings.Contains(text, hiddenWord) {
			t.Errorf("the public gets %d for %s: %s", r.StatusCode, link, text)
		}
		if r, text := a.ask(t, "GET", embedTarget(link, ""), "*/*", "identity", a.reader); r.StatusCode != 200 || !strings.Contains(text, hiddenWord) {
			t.Errorf("a reader gets %d for %s: %s", r.StatusCode, link, text)
		}
	}
}
