package server

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// TestRestore brings back an earlier state by the pages: over the present one, and after a deletion.
func TestRestore(t *testing.T) {
	e := newEditor(t, nil)
	want := body(t, e.send(t, "GET", "/person/ada?links=none", ""))
	e.mustSend(t, "PUT", "/person/ada", ada("Wrong"))
	_, page := e.get(t, "/person/ada?version=1")
	restore := "/-/edit?of=" + url.QueryEscape(testBase+"person/ada") + "&state=1"
	if !strings.Contains(page, strings.ReplaceAll(restore, "&", "&amp;")) {
		t.Fatalf("the page of the state does not lead to %s:\n%s", restore, page)
	}
	// Without a token, the page asks for one, and comes back.
	_, page = e.get(t, restore)
	if !strings.Contains(page, `name="state" value="1"`) {
		t.Fatalf("the form of the token forgets the state:\n%s", page)
	}
	r, text := e.post(t, "/-/edit/token", url.Values{"token": {e.writer}, "of": {testBase + "person/ada"}, "state": {"1"}})
	if r.StatusCode != http.StatusSeeOther || r.Header.Get("Location") != restore {
		t.Fatalf("status %d, %s: %s", r.StatusCode, r.Header.Get("Location"), text)
	}
	for _, deleted := range []bool{false, true} {
		if deleted {
			e.mustSend(t, "DELETE", "/person/ada", "")
		}
		_, page = e.get(t, restore)
		form := formOn(t, page)
		if form.Get("text") != want || (form.Get("version") == "") != deleted || !strings.Contains(page, "<ins>Ada</ins>") {
			t.Fatalf("deleted %v: the form is %v:\n%s", deleted, form, page)
		}
		form.Set("message", "vandalism")
		e.presses(t, form, "store", http.StatusSeeOther)
		if got := body(t, e.send(t, "GET", "/person/ada?links=none", "")); got != want {
			t.Errorf("restored\n%s\nwant\n%s", got, want)
		}
		if v := versionsOf(t, e.museum, "person/ada")[0]; v.Message != "vandalism" || v.Author != "writer" {
			t.Errorf("%+v", v)
		}
	}
	for target, status := range map[string]int{
		"/-/edit?of=" + testBase + "person/ada&state=x": 400, "/-/edit?of=" + testBase + "person/ada&state=99": 404,
		"/-/edit?of=" + testBase + "person/ada&state=4": 410, "/-/edit?of=" + testBase + "person/none&state=1": 404,
	} {
		if r, text := e.get(t, target); r.StatusCode != status {
			t.Errorf("%s: status %d: %s", target, r.StatusCode, text)
		}
	}
}
