package server

import (
	"context"
	"encoding/json"
	"html"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"vitrine/linkedart/admission"
	"vitrine/serialize"

	"vitrine/rdfstore"
	"vitrine/server/people/edit"
	"vitrine/server/web/auth"
)

// newEditor returns a browser without a token, at a server with the pages that correct records and a
// record of Ada.
func newEditor(t testing.TB, change func(*Config)) *importer {
	t.Helper()
	e := &importer{cookies: map[string]*http.Cookie{}, fields: map[string]string{"Sec-Fetch-Site": "same-origin"}}
	e.museum = newMuseumWith(t, func(c *Config) {
		c.Edits = &edit.Options{Store: "museum.db", Drafts: draftStore(t)}
		if change != nil {
			change(c)
		}
	}, emptyStore(t, rdfstore.Derivation{}))
	if r := e.send(t, "PUT", "/person/ada", ada("Ada")); r.StatusCode != http.StatusCreated {
		t.Fatalf("status %d: %s", r.StatusCode, body(t, r))
	}
	return e
}

// draftStore is a store for drafts.
func draftStore(t testing.TB) edit.DraftStore {
	store := emptyStore(t, rdfstore.Derivation{})
	return func(_ context.Context, _ bool, work func(rdfstore.Store) error) error { return work(store) }
}

// edits gives the pages a token, and comes to the form of a record.
func (i *importer) edits(t testing.TB, secret, of string) url.Values {
	t.Helper()
	r, text := i.post(t, "/-/edit/token", url.Values{"token": {secret}, "of": {of}})
	if r.StatusCode != http.StatusSeeOther {
		t.Fatalf("status %d: %s", r.StatusCode, text)
	}
	r, text = i.get(t, r.Header.Get("Location"))
	if r.StatusCode != http.StatusOK {
		t.Fatalf("status %d: %s", r.StatusCode, text)
	}
	return formOn(t, text)
}

// presses sends a form by one of its buttons, and returns the form of the answer.
func (i *importer) presses(t testing.TB, form url.Values, do string, status int) (url.Values, string) {
	t.Helper()
	form.Set("do", do)
	r, text := i.post(t, "/-/edit", form)
	if r.StatusCode != status {
		t.Fatalf("%s: status %d, want %d: %s", do, r.StatusCode, status, text)
	}
	if status == http.StatusSeeOther {
		return nil, r.Header.Get("Location")
	}
	return formOn(t, text), text
}

var (
	postForm    = regexp.MustCompile(`(?s)<form method="post" action="/-/edit[?#"].*?</form>`)
	inputField  = regexp.MustCompile(`<input (?:type="hidden" |id="[^"]*" )name="([^"]*)" value="([^"]*)"`)
	textField   = regexp.MustCompile(`(?s)<textarea id="[^"]*" name="([^"]*)"[^>]*>\n(.*?)</textarea>`)
	choiceField = regexp.MustCompile(`(?s)<select [^>]*?name="([^"]*)"[^>]*>\n(.*?)</select>`)
	option      = regexp.MustCompile(`<option value="([^"]*)"( selected)?>`)
)

// formOn returns what the form that is posted from a page would send, without its buttons.
func formOn(t testing.TB, page string) url.Values {
	t.Helper()
	form, out := postForm.FindString(page), url.Values{}
	for _, found := range inputField.FindAllStringSubmatch(form, -1) {
		out.Set(found[1], html.UnescapeString(found[2]))
	}
	for _, found := range textField.FindAllStringSubmatch(form, -1) {
		out.Set(found[1], strings.ReplaceAll(html.UnescapeString(found[2]), "\n", "\r\n"))
	}
	for _, found := range choiceField.FindAllStringSubmatch(form, -1) {
		for i, choice := range option.FindAllStringSubmatch(found[2], -1) {
			if i == 0 || choice[2] != "" {
				out.Set(found[1], choice[1])
			}
		}
	}
	return out
}

// TestEdit corrects a name: as a form, as JSON, with a preview, and with what is stored.
func TestEdit(t *testing.T) {
	e := newEditor(t, nil)
	before := body(t, e.send(t, "GET", "/person/ada?links=none", "", "Accept", "application/ld+json"))
	form := e.edits(t, e.writer, testBase+"person/ada")
	if form.Get("text") != before || form.Get("version") == "" {
		t.Fatalf("the form has %q", form)
	}
	const field = "v/identified_by/0/content"
	form.Set(field, "Ada <Lovelace>")
	form.Set("message", "  the name\nof the \"countess\" ")
	form, page := e.presses(t, form, "preview", http.StatusOK)
	for _, part := range []string{"<ins>Ada &lt;Lovelace&gt;</ins>", "<dt>Name</dt>", `class="sheet"`} {
		if !strings.Contains(page, part) {
			t.Errorf("the preview has no %s:\n%s", part, page)
		}
	}
	if form.Get("message") != `the name of the "countess"` {
		t.Errorf("the message is %q", form.Get("message"))
	}
	_, to := e.presses(t, form, "store", http.StatusSeeOther)
	if to != "/person/ada" {
		t.Errorf("it leads to %s", to)
	}
	after := body(t, e.send(t, "GET", "/person/ada?links=none", "", "Accept", "application/ld+json"))
	if want := strings.Replace(before, `"content":"Ada"`, `"content":"Ada <Lovelace>"`, 1); after != want || after == before {
		t.Errorf("stored\n%s\nwant\n%s", after, want)
	}
	if !strings.Contains(e.log.String(), "token=writer method=PUT entity="+testBase+"person/ada result=updated") {
		t.Errorf("the log is\n%s", e.log)
	}
	for entry, err := range e.store.Versions(t.Context(), mustIRI(t, testBase+"person/ada"), 0) {
		if err != nil || entry.Author != "writer" || entry.Message != `the name of the "countess"` {
			t.Errorf("the log has %+v, %v", entry, err)
		}
		break
	}
	form, page = e.presses(t, e.edits(t, e.writer, testBase+"person/ada"), "json", http.StatusOK)
	if !strings.Contains(form.Get("json"), "\r\n  \"id\"") || form.Has(field) {
		t.Fatalf("as JSON:\n%s", page)
	}
	form.Set("json", strings.Replace(form.Get("json"), "Ada <Lovelace>", "Ada King", 1))
	if form, _ = e.presses(t, form, "form", http.StatusOK); form.Get(field) != "Ada King" {
		t.Errorf("back as a form: %q", form)
	}
	form, _ = e.presses(t, form, "preview", http.StatusOK)
	e.presses(t, form, "store", http.StatusSeeOther)
	if got := body(t, e.send(t, "GET", "/person/ada?links=none", "", "Accept", "application/ld+json")); got != strings.Replace(after, "Ada <Lovelace>", "Ada King", 1) {
		t.Errorf("stored\n%s", got)
	}
}

// TestEditFindings shows what is wrong beside the value, and refuses what a PUT would refuse.
func TestEditFindings(t *testing.T) {
	e := newEditor(t, nil)
	form := e.edits(t, e.writer, testBase+"person/ada")
	if !form.Has("a") {
		t.Fatal("nothing can be added to the record")
	}
	form.Set("a", "classified_as Type")
	form, page := e.presses(t, form, "add ", http.StatusOK)
	if form.Get("v/classified_as/1/id") != "" || !form.Has("v/classified_as/1/id") || !strings.Contains(page, `id="added"`) {
		t.Fatalf("nothing was added:\n%s", page)
	}
	form.Set("v/classified_as/1/id", "no URI")
	form, page = e.presses(t, form, "form", http.StatusOK)
	at := strings.Index(page, `id="about-v/classified_as/1/id"`)
	if at < 0 || !strings.Contains(page[at:at+600], "<code>iri</code>") {
		t.Errorf("there is no finding beside the field:\n%s", page)
	}
	form, page = e.presses(t, form, "preview", http.StatusOK)
	if !strings.Contains(page, "The record cannot be stored like this.") {
		t.Errorf("the preview is\n%s", page)
	}
	form, page = e.presses(t, form, "store", http.StatusUnprocessableEntity)
	if !strings.Contains(page, "<code>iri</code>") {
		t.Errorf("the answer is\n%s", page)
	}
	form, _ = e.presses(t, form, "form", http.StatusOK)
	if form, _ = e.presses(t, form, "remove /classified_as/1", http.StatusOK); form.Get("text") != form.Get("base") {
		t.Errorf("what is left is %s", form.Get("text"))
	}
	form, _ = e.presses(t, form, "json", http.StatusOK)
	form.Set("json", "{\r\n  \"id\": 1,,\r\n}")
	if form, page = e.presses(t, form, "form", http.StatusUnprocessableEntity); !strings.Contains(page, "line 2, column 11") || form.Get("json") != "{\r\n  \"id\": 1,,\r\n}" {
		t.Errorf("the answer is\n%s", page)
	}
	if r, _ := e.get(t, "/-/edit?of="+url.QueryEscape(testBase+"person/nobody")); r.StatusCode != http.StatusNotFound {
		t.Errorf("a record that is not there: status %d", r.StatusCode)
	}
}

// TestEditConflict has somebody else change the record meanwhile.
func TestEditConflict(t *testing.T) {
	e := newEditor(t, nil)
	form := e.edits(t, e.writer, testBase+"person/ada")
	form.Set("v/identified_by/0/content", "Mine")
	form, _ = e.presses(t, form, "preview", http.StatusOK)
	theirs := strings.Replace(form.Get("base"), `"content":"Ada"`, `"content":"Theirs"`, 1)
	e.mustSend(t, "PUT", "/person/ada", theirs)
	form, page := e.presses(t, form, "store", http.StatusPreconditionFailed)
	for _, part := range []string{"<ins>Mine</ins>", "<ins>Theirs</ins>", "<del>Ada</del>"} {
		if !strings.Contains(page, part) {
			t.Errorf("the page has no %s:\n%s", part, page)
		}
	}
	if got := body(t, e.send(t, "GET", "/person/ada", "", "Accept", "application/ld+json")); !strings.Contains(got, "Theirs") {
		t.Fatalf("stored %s", got)
	}
	form, page = e.presses(t, form, "again", http.StatusOK)
	if !strings.Contains(page, "<del>Theirs</del>") || !strings.Contains(page, "<ins>Mine</ins>") {
		t.Errorf("the preview is\n%s", page)
	}
	e.presses(t, form, "store", http.StatusSeeOther)
	if got := body(t, e.send(t, "GET", "/person/ada", "", "Accept", "application/ld+json")); !strings.Contains(got, "Mine") {
		t.Errorf("stored %s", got)
	}
}

// TestEditNew makes a record from a template.
func TestEditNew(t *testing.T) {
	e := newEditor(t, nil)
	e.edits(t, e.writer, testBase+"person/ada")
	r, page := e.get(t, "/-/new?class=Person&id=person/grace")
	if r.StatusCode != http.StatusOK {
		t.Fatalf("status %d: %s", r.StatusCode, page)
	}
	form := formOn(t, page)
	if form.Get("v/id") != testBase+"person/grace" {
		t.Fatalf("the form is %v", form)
	}
	form.Set("v/_label", "Grace")
	form.Set("v/identified_by/0/content", "Grace Hopper")
	form, _ = e.presses(t, form, "preview", http.StatusOK)
	if _, to := e.presses(t, form, "store", http.StatusSeeOther); to != "/person/grace" {
		t.Errorf("it leads to %s", to)
	}
	if got := body(t, e.send(t, "GET", "/person/grace?links=none", "", "Accept", "application/ld+json")); !strings.Contains(got, `"content":"Grace Hopper"`) {
		t.Errorf("stored %s", got)
	}
	e.presses(t, form, "store", http.StatusSeeOther) // sent twice, stored once
	form.Set("text", strings.Replace(form.Get("text"), "Grace Hopper", "Another Grace", 1))
	_, page = e.presses(t, form, "store", http.StatusPreconditionFailed)
	if !strings.Contains(page, "Somebody has changed") {
		t.Errorf("the page is\n%s", page)
	}
	for target, status := range map[string]int{
		"/-/new?class=Provenance": 200, "/-/new?class=Type": 200, "/-/new?class=Unicorn": 400, "/-/new": 400,
	} {
		if r, text := e.get(t, target); r.StatusCode != status {
			t.Errorf("%s: status %d: %s", target, r.StatusCode, text)
		}
	}
	if _, page = e.get(t, "/-/new?class=Person"); !strings.HasPrefix(formOn(t, page).Get("v/id"), testBase+"person/0") {
		t.Errorf("the proposed address is %q", formOn(t, page).Get("v/id"))
	}
}

// TestEditLosesNothing: a record of which the JSON does not say all is not edited as JSON.
func TestEditLosesNothing(t *testing.T) {
	e := newEditor(t, func(c *Config) {
		c.Checking = admission.Off
		part, complete := *c.Formats[0], c.Formats[0].NewEncoder
		part.NewEncoder = func(w io.Writer) serialize.Encoder { return forgetful{complete(w)} }
		c.Formats[0] = &part
	})
	if r := e.send(t, "PUT", "/person/ada", `<> <x:p> "a", "b" .`, "Content-Type", "text/turtle"); r.StatusCode != http.StatusOK {
		t.Fatalf("status %d: %s", r.StatusCode, body(t, r))
	}
	e.edits(t, e.writer, "")
	if r, text := e.get(t, "/-/edit?of=/person/ada"); r.StatusCode != http.StatusConflict || !strings.Contains(text, "might lose something") {
		t.Errorf("status %d: %.400s", r.StatusCode, text)
	}
}

// TestEditGuards keeps out other sites, forms without their key, forms that are too large, and
// tokens that do not allow the change.
func TestEditGuards(t *testing.T) {
	e := newEditor(t, nil)
	if r, text := e.get(t, "/-/edit?of="+url.QueryEscape(testBase+"person/ada")); r.StatusCode != http.StatusOK || !strings.Contains(text, `name="token"`) || strings.Contains(text, "v/_label") {
		t.Fatalf("without a token: status %d: %s", r.StatusCode, text)
	}
	form := e.edits(t, e.writer, testBase+"person/ada")
	r, _ := e.get(t, "/-/edit?of=/person/ada")
	header := r.Header
	if header.Get("Cache-Control") != "no-store" || header.Get("Access-Control-Allow-Origin") != "" || !strings.Contains(header.Get("Content-Security-Policy"), "script-src 'self'; style-src 'self'") {
		t.Errorf("the header is %v", header)
	}
	form.Set("v/identified_by/0/content", "Changed")
	form.Set("do", "store")
	guards := func(name string, status int, change func(url.Values)) {
		t.Helper()
		sent := url.Values{}
		for key, value := range form {
			sent[key] = value
		}
		change(sent)
		if r, text := e.post(t, "/-/edit", sent); r.StatusCode != status {
			t.Errorf("%s: status %d, want %d: %.300s", name, r.StatusCode, status, text)
		}
	}
	guards("no key", http.StatusForbidden, func(v url.Values) { v.Del("key") })
	guards("another key", http.StatusForbidden, func(v url.Values) { v.Set("key", strings.Repeat("0", 64)) })
	guards("too large a form", http.StatusRequestEntityTooLarge, func(v url.Values) { v.Set("more", strings.Repeat("x", 4<<20)) })
	guards("too large a record", http.StatusRequestEntityTooLarge, func(v url.Values) { v.Set("text", `{"a":"`+strings.Repeat("x", 256<<10)+`"}`) })
	guards("too many values", http.StatusRequestEntityTooLarge, func(v url.Values) { v.Set("text", `{"a":[`+strings.Repeat("1,", 30_000)+`1]}`) })
	guards("too deep", http.StatusUnprocessableEntity, func(v url.Values) { v.Set("text", strings.Repeat(`{"a":`, 60_00)+"1") })
	guards("another record", http.StatusUnprocessableEntity, func(v url.Values) { v.Set("of", testBase+"person/other") })
	e.fields = map[string]string{"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"}
	guards("another site", http.StatusForbidden, func(url.Values) {})
	e.fields = map[string]string{"Sec-Fetch-Site": "same-origin"}
	if got := body(t, e.send(t, "GET", "/person/ada", "", "Accept", "application/ld+json")); strings.Contains(got, "Changed") {
		t.Fatalf("stored %s", got)
	}
	e.edits(t, e.token(t, "objects", auth.Write+":object/"), "")
	if r, _ := e.get(t, "/-/edit?of=/person/ada"); r.StatusCode != http.StatusForbidden {
		t.Errorf("a token for objects: status %d", r.StatusCode)
	}
	if r, _ := e.post(t, "/-/edit/token", url.Values{"token": {e.token(t, "reader", auth.Read)}}); r.StatusCode != http.StatusForbidden {
		t.Errorf("a token for reading: status %d", r.StatusCode)
	}
	off := newMuseum(t, nil)
	for _, target := range []string{"/-/edit", "/-/new?class=Person"} {
		if r := off.send(t, "GET", target, ""); r.StatusCode != http.StatusNotFound {
			t.Errorf("%s where it is off: status %d", target, r.StatusCode)
		}
	}
}

// TestEditTwoAudiences shows private records to those who may read them alone.
func TestEditTwoAudiences(t *testing.T) {
	a := newArchiveWith(t, func(c *Config) { c.Edits = &edit.Options{Drafts: draftStore(t)} })
	e := &importer{museum: a.museum, cookies: map[string]*http.Cookie{}, fields: map[string]string{"Sec-Fetch-Site": "same-origin"}}
	hidden := testBase + "person/" + hiddenID + "-5"
	for _, row := range []struct {
		secret string
		status int
	}{{a.writer, http.StatusOK}, {a.people, http.StatusNotFound}} {
		e.edits(t, row.secret, "")
		r, text := e.get(t, "/-/edit?of="+url.QueryEscape(hidden))
		if r.StatusCode != row.status || strings.Contains(text, hiddenWord) != (row.status == http.StatusOK) {
			t.Errorf("status %d, want %d: %s", r.StatusCode, row.status, text)
		}
		if text := e.suggested(); strings.Contains(text, hiddenWord) != (row.status == http.StatusOK) {
			t.Errorf("suggestions: %s", text)
		}
	}
	if r := e.send(t, "POST", "/-/drafts", privateRecords()["person/"+hiddenID+"-5"]); r.StatusCode != http.StatusCreated {
		t.Fatalf("a draft of a private record: status %d: %s", r.StatusCode, body(t, r))
	}
	if own, others := e.draftsOf(t, a.writer), e.draftsOf(t, a.people); len(own) != 1 || len(others) != 0 {
		t.Errorf("the drafts are %+v, and %+v for a token that does not read private records", own, others)
	}
	e.cookies = map[string]*http.Cookie{}
	if text := e.suggested(); strings.Contains(text, hiddenWord) {
		t.Errorf("suggestions without a token: %s", text)
	}
	if r, page := e.get(t, "/person/johannes-vermeer"); r.StatusCode != http.StatusOK || !strings.Contains(page, `<p class="correct" hidden><a href="/-/edit?of=`) {
		t.Errorf("the page of a record does not lead to its form: %d", r.StatusCode)
	}
}

// suggested are the names that begin like private ones.
func (i *importer) suggested() string {
	r := httptest.NewRequest("GET", "/-/edit/suggest?q="+hiddenWord[:6]+"&class=Person", nil)
	for _, c := range i.cookies {
		r.AddCookie(c)
	}
	w := httptest.NewRecorder()
	i.ServeHTTP(w, r)
	return w.Body.String()
}

// TestDrafts keeps a change as a draft, which nobody but those with a token sees, and has it
// published by somebody else.
func TestDrafts(t *testing.T) {
	e := newEditor(t, nil)
	drafter, publisher := e.token(t, "drafter", auth.Draft), e.token(t, "publisher", auth.Publish)
	form := e.edits(t, drafter, testBase+"person/ada")
	form.Set("v/identified_by/0/content", "Ada of the draft")
	form.Set("message", "as she signed")
	form, page := e.presses(t, form, "preview", http.StatusOK)
	if strings.Contains(page, `value="store"`) || strings.Contains(page, `value="publish"`) {
		t.Errorf("the page offers what the token does not allow:\n%s", page)
	}
	if r, _ := e.post(t, "/-/edit", with(form, "do", "store")); r.StatusCode != http.StatusForbidden {
		t.Errorf("stored by a token for drafts: status %d", r.StatusCode)
	}
	if _, to := e.presses(t, form, "draft", http.StatusSeeOther); to != "/-/edit#drafts" {
		t.Errorf("it leads to %s", to)
	}
	list := e.draftsOf(t, drafter)
	if len(list) != 1 || list[0].Of != testBase+"person/ada" || list[0].By != "drafter" || list[0].Message != "as she signed" {
		t.Fatalf("the drafts are %+v", list)
	}
	address := "/-/edit?draft=" + list[0].ID
	if _, page := e.get(t, "/-/edit"); !strings.Contains(page, address) {
		t.Errorf("the start does not lead to the draft:\n%s", page)
	}
	for _, target := range []string{"/person/ada", "/person/", "/-/activity", "/-/dump.nq", "/-/sparql?query=SELECT%20*%20WHERE%20%7B%3Fs%20%3Fp%20%3Fo%7D"} {
		if _, text := e.ask(t, "GET", target, "*/*", "identity", ""); strings.Contains(text, "of the draft") {
			t.Errorf("%s shows the draft", target)
		}
	}
	for _, target := range []string{"/-/drafts", "/-/drafts/" + list[0].ID} {
		for _, secret := range []string{"", e.token(t, "r"+target[len(target)-3:], auth.Read)} {
			if r, text := e.ask(t, "GET", target, "*/*", "identity", secret); r.StatusCode < 401 || r.StatusCode > 403 || strings.Contains(text, "of the draft") {
				t.Errorf("%s: status %d", target, r.StatusCode)
			}
		}
	}
	_, page = e.get(t, address)
	stale := formOn(t, page)
	changed := with(stale, "v/identified_by/0/content", "Ada of the second draft")
	e.presses(t, changed, "draft", http.StatusSeeOther)
	if r, _ := e.post(t, "/-/edit", with(stale, "do", "draft")); r.StatusCode != http.StatusConflict {
		t.Errorf("a draft that was changed meanwhile: status %d", r.StatusCode)
	}
	_, page = e.get(t, address)
	form, _ = e.presses(t, formOn(t, page), "preview", http.StatusOK)
	if r, text := e.post(t, "/-/edit", with(form, "do", "publish")); r.StatusCode != http.StatusForbidden || !strings.Contains(text, "needs a token of the scope publish") {
		t.Errorf("published by a token for drafts: status %d: %s", r.StatusCode, text)
	}
	e.edits(t, publisher, testBase+"person/ada")
	_, page = e.get(t, address)
	form, page = e.presses(t, formOn(t, page), "preview", http.StatusOK)
	if strings.Contains(page, `value="store"`) || !strings.Contains(page, `value="publish"`) || form.Get("message") != "as she signed" {
		t.Errorf("the preview is\n%s", page)
	}
	e.presses(t, form, "publish", http.StatusSeeOther)
	if got := body(t, e.send(t, "GET", "/person/ada", "", "Accept", "application/ld+json")); !strings.Contains(got, "Ada of the second draft") {
		t.Errorf("stored %s", got)
	}
	if list := e.draftsOf(t, publisher); len(list) != 0 {
		t.Errorf("the drafts are %+v", list)
	}
	if r, _ := e.get(t, address); r.StatusCode != http.StatusNotFound {
		t.Errorf("a draft that was published: status %d", r.StatusCode)
	}
}

// TestDraftsByRequest keeps and publishes drafts by requests, of records that name each other.
func TestDraftsByRequest(t *testing.T) {
	e := newEditor(t, nil)
	one := strings.NewReplacer("person/ada", "person/one", `"_label":"Ada"`, `"_label":"One","member_of":[{"id":"`+testBase+`group/two","type":"Group"}]`).Replace(ada("Ada"))
	if !strings.Contains(one, "person/one") {
		t.Fatal(one)
	}
	r := e.send(t, "POST", "/-/drafts", one, "Vitrine-Message", "new")
	if r.StatusCode != http.StatusCreated || !strings.HasPrefix(r.Header.Get("Location"), "/-/drafts/") {
		t.Fatalf("status %d: %s", r.StatusCode, body(t, r))
	}
	at := r.Header.Get("Location")
	if r := e.send(t, "GET", "/person/one", ""); r.StatusCode != http.StatusNotFound {
		t.Errorf("the record is there: status %d", r.StatusCode)
	}
	var got edit.Draft
	if err := json.Unmarshal([]byte(body(t, e.send(t, "GET", at, "", "Accept", "application/json"))), &got); err != nil || got.Text != one || got.Message != "new" {
		t.Errorf("the draft is %+v, %v", got, err)
	}
	if r := e.send(t, "POST", at+"/publish", ""); r.StatusCode != http.StatusCreated || r.Header.Get("Location") != "/person/one" {
		t.Errorf("status %d: %s", r.StatusCode, body(t, r))
	}
	if text := body(t, e.send(t, "GET", "/person/one?links=none", "", "Accept", "application/ld+json")); !strings.Contains(text, "group/two") {
		t.Errorf("stored %s", text)
	}
	if r := e.send(t, "POST", at+"/publish", ""); r.StatusCode != http.StatusNotFound {
		t.Errorf("published twice: status %d", r.StatusCode)
	}
	at = e.send(t, "POST", "/-/drafts", strings.Replace(one, "One", "Uno", 1)).Header.Get("Location")
	e.mustSend(t, "PUT", "/person/one", strings.Replace(one, "One", "Eins", 1))
	if r := e.send(t, "POST", at+"/publish", ""); r.StatusCode != http.StatusPreconditionFailed {
		t.Errorf("over a change: status %d: %s", r.StatusCode, body(t, r))
	}
	if r := e.send(t, "DELETE", at, ""); r.StatusCode != http.StatusNoContent {
		t.Errorf("discarded: status %d", r.StatusCode)
	}
	for _, text := range []string{"", "{", "[]", `{"id":1}`, strings.Repeat(" ", 300<<10)} {
		if r := e.send(t, "POST", "/-/drafts", text); r.StatusCode != http.StatusBadRequest && r.StatusCode != http.StatusRequestEntityTooLarge {
			t.Errorf("%.20q: status %d", text, r.StatusCode)
		}
	}
	for _, id := range []string{"no", "..", "%2e%2e%2fx", strings.Repeat("a", 100)} {
		if r := e.send(t, "GET", "/-/drafts/"+id, ""); r.StatusCode != http.StatusNotFound {
			t.Errorf("%s: status %d", id, r.StatusCode)
		}
	}
	people := e.token(t, "people", auth.Write+":group/")
	at = e.send(t, "POST", "/-/drafts", strings.Replace(one, "One", "Uno", 1)).Header.Get("Location")
	if r, text := e.ask(t, "GET", at, "*/*", "identity", people); r.StatusCode != http.StatusNotFound {
		t.Errorf("a token for others: status %d: %s", r.StatusCode, text)
	}
}

// with is a form with another value.
func with(form url.Values, name, value string) url.Values {
	out := maps.Clone(form)
	out[name] = []string{value}
	return out
}

// draftsOf are the drafts that a token may see.
func (m *museum) draftsOf(t *testing.T, secret string) []edit.Draft {
	t.Helper()
	var out struct{ Drafts []edit.Draft }
	r, text := m.ask(t, "GET", "/-/drafts", "application/json", "identity", secret)
	if err := json.Unmarshal([]byte(text), &out); err != nil || r.StatusCode != http.StatusOK {
		t.Fatalf("status %d, %v: %s", r.StatusCode, err, text)
	}
	return out.Drafts
}
