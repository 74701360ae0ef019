package server

import (
	"encoding/json"
	"fmt"
	"image"
	_ "image/jpeg" // what is answered
	"io/fs"
	"net/http"
	"strings"
	"testing"

	"vitrine/data"
	"vitrine/rdfstore/private"
	"vitrine/server/web/auth"
)

// TestPictures asks for a picture as a file, in sizes and in parts, as clients of the IIIF Image
// API do.
func TestPictures(t *testing.T) {
	s, _ := newTestServer(t, func(c *Config) { c.Pictures = data.Pictures() })
	const path = "/-/pictures/the-milkmaid.jpg"
	file := do(t, s, "GET", path+"/file")
	if text := body(t, file); file.StatusCode != 200 || file.Header.Get("Content-Type") != "image/jpeg" || len(text) < 10_000 || file.Header.Get("ETag") == "" {
		t.Errorf("the file: status %d, %v", file.StatusCode, file.Header)
	}
	if r := do(t, s, "GET", path+"/file", "Range", "bytes=0-9"); r.StatusCode != 206 || len(body(t, r)) != 10 {
		t.Errorf("a range: status %d", r.StatusCode)
	}
	for accept, want := range map[string]string{
		"": "/info.json", "*/*": "/info.json", "application/ld+json": "/info.json", "application/json, */*;q=0.5": "/info.json",
		"image/avif,image/webp,image/*,*/*;q=0.8": "/file", "text/html,application/xhtml+xml,*/*;q=0.8": "/file", "text/csv": "/info.json",
	} {
		if r := do(t, s, "GET", path, "Accept", accept); r.StatusCode != 303 || r.Header.Get("Location") != path+want || r.Header.Get("Vary") != "Accept" {
			t.Errorf("base URI, Accept %q: status %d, %v; want %s", accept, r.StatusCode, r.Header, want)
		}
	}
	r := do(t, s, "GET", path+"/info.json")
	var info struct {
		ID            string
		Width, Height int
		Tiles         []struct{ ScaleFactors []int }
	}
	if err := json.Unmarshal([]byte(body(t, r)), &info); err != nil {
		t.Fatal(err)
	}
	if info.Width != 1080 || info.Height != 1200 || !strings.HasSuffix(info.ID, path) || r.Header.Get("Access-Control-Allow-Origin") != "*" ||
		r.Header.Get("Content-Type") != `application/ld+json;profile="http://iiif.io/api/image/3/context.json"` {
		t.Errorf("info.json: %+v, %v", info, r.Header)
	}
	if r := do(t, s, "GET", path+"/info.json", "Accept", "application/json"); r.Header.Get("Content-Type") != "application/json" {
		t.Errorf("info.json as JSON: %v", r.Header)
	}
	for request, want := range map[string]image.Point{
		"full/max": {1080, 1200}, "full/!800,800": {720, 800}, "0,0,512,512/256,": {256, 256}, "1024,1024,512,512/,88": {28, 88}, "%73quare/%21300,300": {300, 300},
	} {
		r := do(t, s, "GET", path+"/"+request+"/0/default.jpg")
		got, _, err := image.DecodeConfig(strings.NewReader(body(t, r)))
		if err != nil || got.Width != want.X || got.Height != want.Y || !strings.Contains(r.Header.Get("Link"), `rel="canonical"`) {
			t.Errorf("%s: %d x %d, %v, %v; want %v", request, got.Width, got.Height, err, r.Header, want)
		}
		if again := do(t, s, "GET", path+"/"+request+"/0/default.jpg", "If-None-Match", r.Header.Get("ETag")); again.StatusCode != http.StatusNotModified {
			t.Errorf("%s again: status %d", request, again.StatusCode)
		}
	}
	for target, want := range map[string]int{
		path + "/full/2000,/0/default.jpg": 400, path + "/full/max/0/default.png": 501, path + "/full/max/0/default.%25": 400,
		"/-/pictures/missing.jpg": 404, "/-/pictures/missing.jpg/file": 404, "/-/pictures/missing.jpg/info.json": 404, "/-/pictures/": 404, "/-/pictures/..%2fembed.go": 404,
		"/-/pictures/missing.jpg/full/max/0/default.jpg": 404, path + "/full/max": 404,
	} {
		if r := do(t, s, "GET", target); r.StatusCode != want {
			t.Errorf("%s: status %d, want %d", target, r.StatusCode, want)
		}
	}
}

// TestNoPictures has a server without a folder say that there is none.
func TestNoPictures(t *testing.T) {
	s, _ := newTestServer(t, nil)
	if r := do(t, s, "GET", "/-/pictures/the-milkmaid.jpg"); r.StatusCode != 404 {
		t.Errorf("status %d", r.StatusCode)
	}
}

// TestOwnPictures has pages show the service's own pictures by paths, and programs find them by
// full addresses.
func TestOwnPictures(t *testing.T) {
	text, err := fs.ReadFile(data.FS, "object/view-of-delft.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		folder fs.FS
		want   []string
	}{
		{data.Pictures(), []string{
			`src="/-/pictures/view-of-delft.jpg/full/!800,800/0/default.jpg"`, `href="/-/pictures/view-of-delft.jpg/file"`, `data-service="/-/pictures/view-of-delft.jpg"`,
			`property="og:image" content="https://data.museum.example/-/pictures/view-of-delft.jpg/full/!800,800/0/default.jpg"`,
			`"contentUrl":["https://data.museum.example/-/pictures/view-of-delft.jpg/file"]`,
		}},
		{nil, []string{`src="https://data.museum.example/-/pictures/view-of-delft.jpg"`}},
	} {
		m := newMuseum(t, func(c *Config) { c.Pictures = test.folder })
		m.mustSend(t, "PUT", "/object/view-of-delft", string(text))
		page := body(t, do(t, m.Server, "GET", "/object/view-of-delft", "Accept", "text/html"))
		for _, want := range test.want {
			if !strings.Contains(page, want) {
				t.Errorf("folder %v: the page has no %s", test.folder != nil, want)
			}
		}
	}
}

// TestPrivatePictures has the public see the pictures that a public record names, and readers of
// private records all of them.
func TestPrivatePictures(t *testing.T) {
	m := newMuseum(t, func(c *Config) {
		c.Pictures = data.Pictures()
		view, err := private.Open(t.Context(), c.Store, privateRules(t), private.Options{})
		if err != nil {
			t.Fatal(err)
		}
		c.Public = &Public{Store: view}
	})
	record := func(path, picture string) string {
		return fmt.Sprintf(`{"@context":%q,"id":%q,"type":"HumanMadeObject","_label":"A cup","representation":[{"type":"VisualItem","digitally_shown_by":[
			{"type":"DigitalObject","format":"image/jpeg","access_point":[{"id":%q,"type":"DigitalObject"}]}]}]}`, linkedArt, testBase+path, testBase+"-/pictures/"+picture)
	}
	m.mustSend(t, "PUT", "/object/1", record("object/1", "the-milkmaid.jpg"))
	m.mustSend(t, "PUT", "/draft/1", record("draft/1", "view-of-delft.jpg"))
	reader := m.token(t, "reader", auth.Read)
	for _, test := range []struct {
		picture, secret string
		isServed        bool
	}{
		{"the-milkmaid.jpg", "", true}, {"view-of-delft.jpg", "", false}, {"the-goldfinch.jpg", "", false}, {"%74he-milkmaid.jpg", "", false},
		{"the-milkmaid.jpg", reader, true}, {"view-of-delft.jpg", reader, true}, {"the-goldfinch.jpg", reader, true},
	} {
		for below, want := range map[string]int{"": 303, "/info.json": 200, "/file": 200, "/full/max/0/default.jpg": 200} {
			if !test.isServed {
				want = 404
			}
			r, _ := m.ask(t, "GET", "/-/pictures/"+test.picture+below, "*/*", "identity", test.secret)
			if r.StatusCode != want || !strings.Contains(strings.Join(r.Header.Values("Vary"), ","), "Authorization") {
				t.Errorf("%s%s, token %t: status %d, want %d; %v", test.picture, below, test.secret != "", r.StatusCode, want, r.Header)
			}
		}
	}
}
