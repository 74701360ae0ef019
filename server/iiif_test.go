package server

import (
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/data"
)

var updateManifests = flag.Bool("update", false, "write the manifests in testdata/iiif anew")

// presentationType is the media type of manifests and collections.
const presentationType = `application/ld+json;profile="http://iiif.io/api/presentation/3/context.json"`

// viewed is a museum with records of the sample collection, and with an album of two pages by a
// service of version 2, in which one page is a part with a record of its own.
func viewed(t testing.TB) *museum {
	t.Helper()
	m, _ := newLinkedMuseum(t)
	m.config.Search = indexOf(t, m.store)
	s, err := New(m.config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	m.Server = s
	for _, name := range []string{"object/girl-with-a-pearl-earring", "object/view-of-delft", "visual/girl-with-a-pearl-earring", "set/mauritshuis-collection", "group/mauritshuis", "event/vermeer-2023", "digital/girl-with-a-pearl-earring-image", "person/johannes-vermeer", "concept/dutch", "concept/english"} {
		text, err := fs.ReadFile(data.FS, name+".json")
		if err != nil {
			t.Fatal(err)
		}
		m.mustSend(t, "PUT", "/"+name, string(text))
	}
	m.mustSend(t, "PUT", "/object/album", album("album", "An <album>", picture("album-1", 2000, 3000)+","+picture("album-2", 0, 0),
		`,"subject_of":[{"type":"LinguisticObject","digitally_carried_by":[{"type":"DigitalObject","conforms_to":[{"id":"http://iiif.io/api/presentation/2","type":"InformationObject"}],"access_point":[{"id":"https://images.example/album/manifest.json","type":"DigitalObject"}]}]}]`))
	m.mustSend(t, "PUT", "/object/album-2", album("album-2", "<Second page>", picture("album-2", 0, 0), `,"part_of":[{"id":"`+testBase+`object/album","type":"HumanMadeObject"}]`))
	m.mustSend(t, "PUT", "/object/album-3", album("album-3", "Third page", picture("album-3", 400, 300), `,"part_of":[{"id":"`+testBase+`object/album","type":"HumanMadeObject"}]`))
	return m
}

// album is a record of an object with pictures; more are members of it.
func album(path, name, pictures, more string) string {
	return fmt.Sprintf(`{"@context":%q,"id":"%sobject/%s","type":"HumanMadeObject","_label":"Album","identified_by":[{"type":"Name","content":%q}],"representation":[{"type":"VisualItem","digitally_shown_by":[%s]}]%s}`,
		linkedArt, testBase, path, name, pictures, more)
}

// picture is a digital object that a service of version 2 has, so wide and high where that is known.
func picture(name string, width, height int) string {
	dimensions := ""
	if width > 0 {
		dimension := func(value int, kind string) string {
			return fmt.Sprintf(`{"type":"Dimension","value":%d,"classified_as":[{"id":"http://vocab.getty.edu/aat/%s","type":"Type"}],"unit":{"id":"http://vocab.getty.edu/aat/300266190","type":"MeasurementUnit"}}`, value, kind)
		}
		dimensions = `,"dimension":[` + dimension(width, "300055647") + "," + dimension(height, "300055644") + "]"
	}
	return `{"type":"DigitalObject","subject_to":[{"type":"Right","classified_as":[{"id":"https://creativecommons.org/licenses/by/4.0/","type":"Type","_label":"CC BY 4.0"}]}]` + dimensions +
		`,"digitally_available_via":[{"type":"DigitalService","access_point":[{"id":"https://images.example/` + name + `","type":"DigitalObject"}],"conforms_to":[{"id":"http://iiif.io/api/image/2/level1.json","type":"InformationObject"}]}]}`
}

// TestManifests compares manifests and collections with those in testdata/iiif, but for the other
// forms that they lead to.
func TestManifests(t *testing.T) {
	m := viewed(t)
	for name, target := range map[string]string{
		"object": "/object/girl-with-a-pearl-earring?format=iiif", "album": "/object/album?format=iiif", "visual": "/visual/girl-with-a-pearl-earring?format=iiif",
		"set": "/set/mauritshuis-collection?format=iiif", "group": "/group/mauritshuis?format=iiif", "exhibition": "/event/vermeer-2023?format=iiif",
		"search": "/-/iiif/search?q=album", "members": "/-/iiif/members/objectMemberOfSet?of=" + url.QueryEscape(testBase+"set/mauritshuis-collection") + "&page=1",
	} {
		r := do(t, m, "GET", target, "Accept", presentationType)
		text := body(t, r)
		if r.StatusCode != 200 || r.Header.Get("Content-Type") != presentationType {
			t.Errorf("%s: status %d, %s: %s", target, r.StatusCode, r.Header.Get("Content-Type"), text)
			continue
		}
		var document map[string]any
		if err := json.Unmarshal([]byte(text), &document); err != nil {
			t.Fatal(err)
		}
		delete(document, "seeAlso")
		var got strings.Builder
		encoder := json.NewEncoder(&got)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", " ")
		if err := encoder.Encode(document); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("testdata", "iiif", name+".json")
		if *updateManifests {
			if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if string(want) != got.String() {
			t.Errorf("%s is not as in %s; -update writes it anew:\n%s", target, file, got.String())
		}
	}
}

// manifestOf is a manifest or a collection.
type manifestOf struct {
	ID      string `json:"id"`
	Type    string `json:"type"`
	SeeAlso []struct {
		ID, Format, Profile string
	}
	Items []struct {
		ID, Type      string
		Width, Height int
	}
}

func getManifest(t testing.TB, s http.Handler, target string) (out manifestOf) {
	t.Helper()
	r := do(t, s, "GET", target)
	if err := json.Unmarshal([]byte(body(t, r)), &out); err != nil || r.StatusCode != 200 {
		t.Fatalf("%s: status %d, %v", target, r.StatusCode, err)
	}
	return out
}

// TestManifestAsForm has a manifest by its profile, in the link set, on the page and from the
// addresses in it; JSON without a profile is the record.
func TestManifestAsForm(t *testing.T) {
	m := viewed(t)
	const path = "/object/view-of-delft"
	id := testBase + strings.TrimPrefix(path, "/") + "?format=iiif"
	for accept, want := range map[string]string{presentationType: presentationType, "application/json": askedLinkedArt, "application/ld+json": askedLinkedArt} {
		if got := do(t, m, "GET", path, "Accept", accept).Header.Get("Content-Type"); strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(want, " ", "") {
			t.Errorf("%s gives %s, want %s", accept, got, want)
		}
	}
	if linkset := body(t, do(t, m, "GET", "/-/linkset?of="+url.QueryEscape(testBase+path[1:]))); !strings.Contains(linkset, id) {
		t.Errorf("the link set has no %s: %s", id, linkset)
	}
	if page := body(t, do(t, m, "GET", path, "Accept", "text/html")); !strings.Contains(page, id+"&amp;manifest="+url.QueryEscape(id)) {
		t.Error("the page does not lead to the manifest")
	}
	made := getManifest(t, m, path+"?format=iiif")
	if made.ID != id || len(made.Items) == 0 || len(made.SeeAlso) < 10 || made.SeeAlso[0].Profile != linkedArt {
		t.Errorf("%+v", made)
	}
	for _, c := range made.Items {
		if got := getManifest(t, m, strings.TrimPrefix(c.ID, strings.TrimSuffix(testBase, "/"))); got.ID != id || c.Width == 0 || c.Height == 0 {
			t.Errorf("canvas %+v leads to %s", c, got.ID)
		}
	}
	own := getManifest(t, m, "/object/album?format=iiif")
	if own.SeeAlso[0].ID != "https://images.example/album/manifest.json" {
		t.Errorf("the manifest that the record names is not the first: %+v", own.SeeAlso)
	}
	if page := body(t, do(t, m, "GET", "/object/album", "Accept", "text/html")); strings.Contains(page, "album?format=iiif&amp;manifest=") || !strings.Contains(page, "album/manifest.json?manifest=") {
		t.Error("the page does not lead to the manifest that the record names")
	}
}

// TestNoManifest asks for manifests and pages that there are not.
func TestNoManifest(t *testing.T) {
	m := viewed(t)
	m.mustSend(t, "PUT", "/object/bare", `{"@context":"`+linkedArt+`","id":"`+testBase+`object/bare","type":"HumanMadeObject","_label":"Bare"}`)
	m.mustSend(t, "PUT", "/object/shows", `{"@context":"`+linkedArt+`","id":"`+testBase+`object/shows","type":"HumanMadeObject","_label":"Shows","shows":[{"id":"`+testBase+`visual/none","type":"VisualItem"}]}`)
	of := "of=" + url.QueryEscape(testBase+"set/mauritshuis-collection")
	for target, want := range map[string]string{
		"/object/bare?format=iiif": "406 the record has no picture", "/object/shows?format=iiif": "406 have no picture",
		"/person/johannes-vermeer?format=iiif": "406 only objects", "/object/none?format=iiif": "404 ",
		"/-/iiif/members/objectMemberOfSet?" + of:                   "404 ",
		"/-/iiif/members/objectMemberOfSet?" + of + "&page=2":       "404 ",
		"/-/iiif/members/objectMemberOfSet?" + of + "&page=9999999": "404 ",
		"/-/iiif/members/agentMemberOfGroup?" + of + "&page=1":      "404 ",
		"/-/iiif/members/objectOwnedByAgent?" + of + "&page=1":      "404 ",
		"/-/iiif/members/objectMemberOfSet?page=1":                  "400 ",
		"/-/iiif/search?q=album&page=2":                             "404 ",
		"/-/iiif/search?q=album&page=101":                           "404 ",
		"/-/iiif/search?q=album&page=x":                             "404 ",
		"/-/iiif/search?class=Nonsense":                             "400 ",
		"/-/iiif/search?q=%zz":                                      "400 ",
	} {
		r := do(t, m, "GET", target)
		status, detail, _ := strings.Cut(want, " ")
		if text := body(t, r); fmt.Sprint(r.StatusCode) != status || !strings.Contains(text, detail) {
			t.Errorf("%s: status %d, want %s: %s", target, r.StatusCode, want, text)
		}
	}
}

// TestLongCollections has the members of a set with more than one page of them, and as many
// results of a search.
func TestLongCollections(t *testing.T) {
	m := viewed(t)
	m.mustSend(t, "PUT", "/set/many", `{"@context":"`+linkedArt+`","id":"`+testBase+`set/many","type":"Set","_label":"Many"}`)
	const count = 203
	for i := range count {
		name := fmt.Sprintf("many-%d", i)
		m.mustSend(t, "PUT", "/object/"+name, album(name, "Multitude", picture(name, 10, 10), `,"member_of":[{"id":"`+testBase+`set/many","type":"Set"}]`))
	}
	for _, target := range []string{"/set/many?format=iiif", "/-/iiif/search?q=multitude"} {
		all, seen := getManifest(t, m, target), map[string]bool{}
		if len(all.Items) != 3 {
			t.Fatalf("%s: %+v", target, all)
		}
		for _, c := range all.Items {
			part := getManifest(t, m, strings.TrimPrefix(c.ID, strings.TrimSuffix(testBase, "/")))
			if c.Type != "Collection" || part.ID != c.ID {
				t.Errorf("%+v is %s", c, part.ID)
			}
			for _, item := range part.Items {
				seen[item.ID] = item.Type == "Manifest"
			}
		}
		if len(seen) != count {
			t.Errorf("%s: %d members, want %d", target, len(seen), count)
		}
	}
}

// TestPrivateManifests compares the manifests and collections that the public gets with those of a
// server that never had private records.
func TestPrivateManifests(t *testing.T) {
	a := newArchive(t)
	hidden := album("x", hiddenWord, picture("hidden", 10, 10), `,"current_owner":[{"id":"`+testBase+`group/mauritshuis","type":"Group"}],"member_of":[{"id":"`+testBase+
		`set/mauritshuis-collection","type":"Set"}],"part_of":[{"id":"`+testBase+`object/girl-with-a-pearl-earring","type":"HumanMadeObject"}]`)
	hidden = strings.Replace(hidden, "object/x", "draft/"+hiddenID+"-8", 1)
	a.mustSend(t, "PUT", "/draft/"+hiddenID+"-8", hidden, "Authorization", "Bearer "+a.people)
	targets := []string{"/-/iiif/search", "/-/iiif/search?q=" + hiddenWord}
	for _, path := range []string{"object/girl-with-a-pearl-earring", "visual/girl-with-a-pearl-earring", "group/mauritshuis", "set/mauritshuis-collection", "person/johannes-vermeer", "object/" + hiddenID + "-2", "draft/" + hiddenID + "-1"} {
		targets = append(targets, "/"+path+"?format=iiif", "/-/iiif/members/objectOwnedByAgent?page=1&of="+url.QueryEscape(testBase+path))
	}
	for _, target := range targets {
		got, gotText := a.ask(t, "GET", target, presentationType, "identity", "")
		want, wantText := a.without.ask(t, "GET", target, presentationType, "identity", "")
		if steady(got, gotText) != steady(want, wantText) {
			t.Errorf("%s: the public gets\n%s\nwithout private records:\n%s", target, steady(got, gotText), steady(want, wantText))
		}
	}
	for _, target := range []string{"/group/mauritshuis?format=iiif", "/set/mauritshuis-collection?format=iiif", "/object/girl-with-a-pearl-earring?format=iiif", "/-/iiif/search?q=" + hiddenWord} {
		if _, text := a.ask(t, "GET", target, presentationType, "identity", a.reader); !strings.Contains(text, hiddenWord) {
			t.Errorf("%s: a reader gets nothing private: %s", target, text)
		}
	}
}

// TestManifestChanges follows the changes of manifests while records get pictures, lose them and go.
func TestManifestChanges(t *testing.T) {
	m := viewed(t)
	bare := `{"@context":"` + linkedArt + `","id":"` + testBase + `object/changing","type":"HumanMadeObject","_label":"Changing"}`
	m.mustSend(t, "PUT", "/object/changing", bare)
	state := func() map[string]string {
		t.Helper()
		found := map[string]string{}
		for next := testBase + "-/iiif/activity/page/0"; next != ""; {
			var page struct {
				Next         struct{ ID string }
				OrderedItems []struct {
					Type   string
					Object struct{ ID, Type string }
				}
			}
			if err := json.Unmarshal([]byte(body(t, do(t, m, "GET", strings.TrimPrefix(next, strings.TrimSuffix(testBase, "/"))))), &page); err != nil {
				t.Fatal(err)
			}
			for _, item := range page.OrderedItems {
				if item.Object.Type != "Manifest" {
					t.Errorf("%+v", item)
				}
				found[item.Object.ID] = item.Type
			}
			next = page.Next.ID
		}
		for id, what := range found {
			if status := do(t, m, "GET", strings.TrimPrefix(id, strings.TrimSuffix(testBase, "/"))).StatusCode; (status == 200) != (what != "Delete") {
				t.Errorf("%s: %s, and status %d", id, what, status)
			}
		}
		return found
	}
	const id = testBase + "object/changing?format=iiif"
	if got := state(); got[id] != "" || got[testBase+"object/album?format=iiif"] != "Create" || got[testBase+"visual/girl-with-a-pearl-earring?format=iiif"] == "" || len(got) != 6 {
		t.Errorf("%v", got)
	}
	m.mustSend(t, "PUT", "/object/changing", album("changing", "Changing", picture("changing", 0, 0), ""))
	if got := state(); got[id] != "Update" {
		t.Errorf("after it got a picture: %q", got[id])
	}
	for i := range 120 {
		m.mustSend(t, "PUT", "/object/changing", strings.Replace(bare, "Changing", fmt.Sprint("Changing ", i), 1))
	}
	if got := state(); got[id] != "Delete" {
		t.Errorf("after it lost it: %q", got[id])
	}
	m.mustSend(t, "PUT", "/object/changing", album("changing", "Changing", picture("changing", 0, 0), ""))
	m.mustSend(t, "DELETE", "/object/changing", "")
	if got := state(); got[id] != "Delete" {
		t.Errorf("after it went: %q", got[id])
	}
	if r := do(t, m, "GET", "/-/iiif/activity"); r.StatusCode != 200 || !strings.Contains(body(t, r), "/-/iiif/activity/page/1") {
		t.Errorf("status %d", r.StatusCode)
	}
	for _, page := range []string{"99", "x", "01"} {
		if r := do(t, m, "GET", "/-/iiif/activity/page/"+page); r.StatusCode != 404 {
			t.Errorf("page %s: status %d", page, r.StatusCode)
		}
	}
}

// BenchmarkManifest measures manifests beside the pages of the same records, as BenchmarkPage does.
func BenchmarkManifest(b *testing.B) {
	store := openSample(b, sampleFile(b))
	b.Cleanup(func() { closeStore(b, store) })
	var targets []string
	s := linkedServer(b, store, 0)
	for name, err := range store.Entities(b.Context(), "") {
		if err != nil {
			b.Fatal(err)
		}
		target := "/" + strings.TrimPrefix(name.String(), testBase)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest("GET", target+"?format=iiif", nil))
		if w.Code == http.StatusOK && strings.Contains(w.Body.String(), `"type": "Manifest"`) {
			targets = append(targets, target)
		}
	}
	written := &busyStore{Store: store}
	b.Run("page", func(b *testing.B) {
		benchPages(b, linkedServer(b, written, 0), "text/html", targets, func() { written.seq++ })
	})
	b.Run("manifest", func(b *testing.B) {
		benchPages(b, linkedServer(b, written, 0), presentationType, targets, func() { written.seq++ })
	})
}

// TestManifestAddress: the address that viewers expect leads to the manifest.
func TestManifestAddress(t *testing.T) {
	m, _ := newTestServer(t, nil)
	for path, want := range map[string]string{
		"/-/iiif/manifest/object/view-of-delft": "/object/view-of-delft?format=iiif",
		"/-/iiif/manifest/object/caf%C3%A9%2F1": "/object/caf%C3%A9%2F1?format=iiif",
	} {
		if r := do(t, m, "GET", path); r.StatusCode != http.StatusPermanentRedirect || r.Header.Get("Location") != want {
			t.Errorf("%s: status %d, %s", path, r.StatusCode, r.Header.Get("Location"))
		}
	}
}
