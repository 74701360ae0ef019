package server

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestLinkset follows the link to the linkset and reads it in both forms.
func TestLinkset(t *testing.T) {
	s, store := newTestServer(t, nil)
	store.put(t, person(t, testBase+"person/Käthe", "Käthe"))
	for _, path := range []string{"/person/1", "/person/K%C3%A4the"} {
		first := do(t, s, "GET", path)
		at := regexp.MustCompile(`<([^>]*)>; rel="linkset"`).FindStringSubmatch(first.Header.Get("Link"))
		if at == nil {
			t.Fatalf("%s: Link %s", path, first.Header.Get("Link"))
		}
		r := do(t, s, "GET", at[1])
		var set struct {
			Linkset []map[string]json.RawMessage
		}
		text := body(t, r)
		if err := json.Unmarshal([]byte(text), &set); err != nil || r.Header.Get("Content-Type") != "application/linkset+json" || len(set.Linkset) != 1 {
			t.Fatalf("%s: %v, %v: %s", at[1], err, r.Header, text)
		}
		var anchor string
		var alternates []struct {
			Href, Type string
			Formats    []string
		}
		if err := json.Unmarshal(set.Linkset[0]["anchor"], &anchor); err != nil || anchor != strings.TrimSuffix(testBase, "/")+path {
			t.Errorf("%s: the anchor is %s, %v", path, anchor, err)
		}
		if err := json.Unmarshal(set.Linkset[0]["alternate"], &alternates); err != nil || len(alternates) != 10 {
			t.Errorf("%s: %v, %v", path, alternates, err)
		}
		var lines []string
		for _, a := range alternates {
			one := do(t, s, "GET", strings.TrimPrefix(a.Href, strings.TrimSuffix(testBase, "/")))
			if one.StatusCode != 200 || strings.TrimSuffix(one.Header.Get("Content-Type"), "; charset=utf-8") != a.Type {
				t.Errorf("%s: status %d, %s", a.Href, one.StatusCode, one.Header.Get("Content-Type"))
			}
			formats := ""
			if len(a.Formats) > 0 {
				formats = `; formats="` + a.Formats[0] + `"`
			}
			lines = append(lines, fmt.Sprintf(`<%s>; rel="alternate"; type="%s"%s; anchor="%s"`, a.Href, strings.ReplaceAll(a.Type, `"`, `\"`), formats, anchor))
		}
		plain := body(t, do(t, s, "GET", at[1], "Accept", "application/linkset"))
		for _, line := range lines {
			if !slices.Contains(strings.Split(strings.TrimSpace(plain), ",\n"), line) {
				t.Errorf("%s is not in\n%s", line, plain)
			}
		}
	}
	for target, status := range map[string]int{"/-/linkset": 400, "/-/linkset?of=x": 400, "/-/linkset?of=" + testBase + "none": 404} {
		if r := do(t, s, "GET", target); r.StatusCode != status {
			t.Errorf("%s: status %d", target, r.StatusCode)
		}
	}
}

// TestHeaderFitsProxies bounds the header of entities with long names by what nginx
// takes by default.
func TestHeaderFitsProxies(t *testing.T) {
	s, store := newTestServer(t, nil)
	for _, length := range []int{1, 10, 50, 100, 130, 135, 200, 222, 280, 300, 450} {
		name := "person/" + strings.Repeat("日", length)
		store.put(t, person(t, testBase+name, "x"))
		path := "/person/" + strings.Repeat("%E6%97%A5", length)
		for _, accept := range []string{"", "text/html", "text/turtle"} {
			r := do(t, s, "GET", path, "Accept", accept)
			size := len("HTTP/1.1 200 OK\r\nDate: Mon, 01 Jan 2026 00:00:00 GMT\r\n\r\n")
			for name, values := range r.Header {
				for _, value := range values {
					size += len(name) + len(value) + len(": \r\n")
				}
			}
			links := len(r.Header.Get("Link"))
			if key := 343 + len("http://127.0.0.1:8080") + len(path); len(path) <= 2600 && size+key > 4<<10 {
				t.Errorf("%d characters, %s: a header of %d bytes with %d of a cache in nginx: Link has %d", length, accept, size, key, links)
			}
			if r.StatusCode != 200 || size > 4<<10 {
				t.Errorf("%d characters, %s: status %d, a header of %d bytes: Link has %d", length, accept, r.StatusCode, size, links)
			}
			if length >= 135 && length <= 280 && (!strings.Contains(r.Header.Get("Link"), `rel="collection"`) || !strings.Contains(r.Header.Get("Link"), `rel="type"`)) {
				t.Errorf("%d characters: Link %s", length, r.Header.Get("Link"))
			}
			if want := len(path) <= 1190; want != (r.Header.Get("Content-Location") != "") {
				t.Errorf("%d characters: Content-Location %s", length, r.Header.Get("Content-Location"))
			}
			if length <= 100 && !strings.Contains(r.Header.Get("Link"), `rel="linkset"`) || length <= 50 && !strings.Contains(r.Header.Get("Link"), `cite-as`) {
				t.Errorf("%d characters: Link %s", length, r.Header.Get("Link"))
			}
		}
	}
}
