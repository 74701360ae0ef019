package server

import (
	"bytes"
	"html"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"vitrine/rdfstore"
	"vitrine/server/people/importpages"
	"vitrine/server/web/auth"
)

// importer uses the pages of imports as a browser does.
type importer struct {
	*museum
	cookies map[string]*http.Cookie
	// fields go with each request that sends a form.
	fields map[string]string
	folder string
}

// newImporter returns a browser without a token, at a server with the pages of imports.
func newImporter(t testing.TB, change func(*Config)) *importer {
	t.Helper()
	i := &importer{cookies: map[string]*http.Cookie{}, fields: map[string]string{"Sec-Fetch-Site": "same-origin"}, folder: t.TempDir()}
	i.museum = newMuseumWith(t, func(c *Config) {
		c.Imports, c.DumpDir = &importpages.Options{Folder: i.folder, Store: "museum.db", MaxBytes: 1 << 20}, t.TempDir()
		if change != nil {
			change(c)
		}
	}, emptyStore(t, rdfstore.Derivation{}))
	return i
}

// do sends a request with the cookies, and keeps those of the answer.
func (i *importer) do(t testing.TB, r *http.Request) (*http.Response, string) {
	t.Helper()
	r.Header.Set("Accept", "text/html")
	for _, c := range i.cookies {
		r.AddCookie(c)
	}
	w := httptest.NewRecorder()
	i.ServeHTTP(w, r)
	answer := w.Result()
	for _, c := range answer.Cookies() {
		if i.cookies[c.Name] = c; c.MaxAge < 0 {
			delete(i.cookies, c.Name)
		}
	}
	return answer, body(t, answer)
}

func (i *importer) get(t testing.TB, target string) (*http.Response, string) {
	t.Helper()
	return i.do(t, httptest.NewRequest("GET", target, nil))
}

func (i *importer) post(t testing.TB, target string, form url.Values) (*http.Response, string) {
	t.Helper()
	r := httptest.NewRequest("POST", target, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for name, value := range i.fields {
		r.Header.Set(name, value)
	}
	return i.do(t, r)
}

// logIn gives the pages a token.
func (i *importer) logIn(t testing.TB, secret string) {
	t.Helper()
	if r, text := i.post(t, "/-/import/token", url.Values{"token": {secret}}); r.StatusCode != http.StatusSeeOther || r.Header.Get("Location") != "/-/import" {
		t.Fatalf("status %d, %v: %s", r.StatusCode, r.Header, text)
	}
}

var keyField = regexp.MustCompile(`name="key" value="([0-9a-f]+)"`)

// key returns the key of forms.
func (i *importer) key(t testing.TB) string {
	t.Helper()
	_, text := i.get(t, "/-/import")
	found := keyField.FindStringSubmatch(text)
	if found == nil {
		t.Fatalf("there is no key in\n%s", text)
	}
	return found[1]
}

// upload sends a file.
func (i *importer) upload(t testing.TB, key, name, content string) (*http.Response, string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	if err := w.WriteField("key", key); err != nil {
		t.Fatal(err)
	}
	part, err := w.CreateFormFile("file", name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(part, content); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest("POST", "/-/import/file", &b)
	r.Header.Set("Content-Type", w.FormDataContentType())
	for name, value := range i.fields {
		r.Header.Set(name, value)
	}
	return i.do(t, r)
}

// sent sends a file and returns the address of its page.
func (i *importer) sent(t testing.TB, key, name, content string) string {
	t.Helper()
	r, text := i.upload(t, key, name, content)
	if r.StatusCode != http.StatusSeeOther {
		t.Fatalf("status %d: %s", r.StatusCode, text)
	}
	return r.Header.Get("Location")
}

// mapping returns the mapping on the page of a file.
func mappingOn(t testing.TB, page string) string {
	t.Helper()
	found := regexp.MustCompile(`(?s)<textarea id="mapping"[^>]*>\n(.*?)</textarea>`).FindStringSubmatch(page)
	if found == nil {
		t.Fatalf("there is no mapping on\n%s", page)
	}
	return html.UnescapeString(found[1])
}

// objects is an export of a museum with a row that has a fault.
const objects = `id,title,date,artist,medium,colour
1,"Bowl <b>","c. 1900",Anna Muster,silver,red
2,Vase,1910,Anna Muster,glass,blue
3,"Broken",1911
4,Plate,1912,Ben Beispiel,clay,red
`

// TestImportPages goes the way of a new user: token, file, mapping, preview, import, report.
func TestImportPages(t *testing.T) {
	i := newImporter(t, nil)
	r, text := i.get(t, "/-/import")
	if r.StatusCode != 200 || !strings.Contains(text, `name="token"`) || strings.Contains(text, `type="file"`) {
		t.Fatalf("status %d:\n%s", r.StatusCode, text)
	}
	i.logIn(t, i.writer)
	key := i.key(t)
	file := i.sent(t, key, "objects.csv", objects)
	r, text = i.get(t, file)
	for _, want := range []string{
		`<h1>objects.csv</h1>`, `<th scope="row">title</th>`, `<q>Bowl &lt;b&gt;</q>`, "The first 4 rows become", "Record 1 of", `<h2>Bowl &lt;b&gt;</h2>`,
		"objects.csv:4: there are 3 cells where the header has 6 columns", `<li>colour</li>`, "HumanMadeObject",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not on\n%s", want, text)
		}
	}
	if policy := r.Header.Get("Content-Security-Policy"); r.StatusCode != 200 || strings.Contains(policy, "unsafe") || !strings.Contains(policy, "default-src 'none'") || !strings.Contains(policy, "form-action 'self'") {
		t.Errorf("status %d, policy %q", r.StatusCode, policy)
	}
	if r.Header.Get("Cache-Control") != "no-store" || r.Header.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("header %v", r.Header)
	}
	i.tries(t, file, key, mappingOn(t, text))
	i.imports(t, file, key, mappingOn(t, text))
}

// tries sends mappings, one with a fault and one without.
func (i *importer) tries(t *testing.T, file, key, mapping string) {
	t.Helper()
	for _, test := range []struct {
		do, mapping string
		status      int
		want        string
	}{
		{"check", "sources: [", 422, `role="alert"`},
		{"check", strings.Replace(mapping, "{title}", "{titel}", 1), 422, "did you mean"},
		{"import", strings.Replace(mapping, "{title}", "{= 1 +}", 1), 422, `aria-invalid="true"`},
		{"check", mapping + "tables:\n  t: /etc/passwd\n", 422, "has its tables in it"},
		{"check", strings.Replace(mapping, "objects.review.csv", "../tokens", 1), 422, "its review file is objects.review.csv"},
		{"check", strings.ReplaceAll(mapping, "'{title}'", "'The {title}'"), 200, "<h2>The Bowl"},
		{"draft", "x", 200, "<h2>Bowl"},
		{"check", "", 200, "<h2>Bowl"},
	} {
		r, text := i.post(t, file, url.Values{"key": {key}, "mapping": {strings.ReplaceAll(test.mapping, "\n", "\r\n")}, "do": {test.do}})
		if r.StatusCode != http.StatusSeeOther || r.Header.Get("Location") != file+"#preview" {
			t.Errorf("%s: status %d, %v: %s", test.do, r.StatusCode, r.Header, text)
		}
		if r, text := i.get(t, file); r.StatusCode != test.status || !strings.Contains(text, test.want) {
			t.Errorf("%s: status %d, %q is not on\n%s", test.do, r.StatusCode, test.want, text)
		}
	}
}

// imports imports a file twice.
func (i *importer) imports(t *testing.T, file, key, mapping string) {
	t.Helper()
	undo := "--undo --mapping " + filepath.ToSlash(i.folder) + "/objects.yaml --db museum.db"
	for _, want := range []string{"<dt>Unchanged</dt><dd>0</dd>", "<dt>New</dt><dd>0</dd>"} {
		r, text := i.post(t, file, url.Values{"key": {key}, "mapping": {mapping}, "do": {"import"}})
		if r.StatusCode != http.StatusSeeOther || r.Header.Get("Location") != file+"/report" {
			t.Fatalf("status %d, %v: %s", r.StatusCode, r.Header, text)
		}
		_, text = i.get(t, file+"/report")
		for _, want := range []string{"The import has ended.", want, "<dt>Rows</dt><dd>3</dd>", "<dt>Rows left out</dt><dd>1</dd>"} {
			if !strings.Contains(text, want) {
				t.Errorf("%q is not on\n%s", want, text)
			}
		}
		if changed := strings.HasPrefix(want, "<dt>Unchanged"); strings.Contains(text, undo) != changed {
			t.Errorf("%s: the command that undoes it is there or missing:\n%s", want, text)
		}
	}
	if r, text := i.get(t, "/object/1"); r.StatusCode != 200 || !strings.Contains(text, "Bowl &lt;b&gt;") {
		t.Errorf("status %d: %s", r.StatusCode, text)
	}
	for _, name := range []string{"objects.yaml", "objects.yaml.import/ids", "objects.review.csv"} {
		if _, err := os.Stat(filepath.Join(i.folder, name)); err != nil {
			t.Error(err)
		}
	}
	if !strings.Contains(i.log.String(), "token=writer") || strings.Contains(i.log.String(), i.writer) {
		t.Errorf("the log does not say who stored, or says the token:\n%s", i.log)
	}
}

// TestImportOffersTheMappingOfBefore sends a file of the same name again, with fewer rows.
func TestImportOffersTheMappingOfBefore(t *testing.T) {
	i := newImporter(t, nil)
	i.logIn(t, i.writer)
	key := i.key(t)
	file := i.sent(t, key, "objects.csv", objects)
	_, text := i.get(t, file)
	i.post(t, file, url.Values{"key": {key}, "mapping": {"# mine\n" + mappingOn(t, text)}, "do": {"import"}})
	i.get(t, file+"/report")
	again := i.sent(t, key, "objects.csv", "id,title,date,artist,medium,colour\n1,Bowl,1900,Anna Muster,silver,red\n")
	_, text = i.get(t, again)
	if mapping := mappingOn(t, text); !strings.HasPrefix(mapping, "# mine\n") || !strings.Contains(text, "was imported before") {
		t.Errorf("the mapping is\n%s", mapping)
	}
	i.post(t, again, url.Values{"key": {key}, "mapping": {mappingOn(t, text)}, "do": {"import"}})
	if _, text = i.get(t, again+"/report"); !strings.Contains(text, "Rows that are gone") || !strings.Contains(text, "<dt>Changed</dt><dd>1</dd>") {
		t.Errorf("the report is\n%s", text)
	}
	if _, text = i.get(t, "/-/import"); strings.Count(text, ">objects.csv</a>") != 2 {
		t.Errorf("the files that wait are not listed:\n%s", text)
	}
	if r, _ := i.post(t, again, url.Values{"key": {key}, "do": {"remove"}}); r.Header.Get("Location") != "/-/import" {
		t.Errorf("removed: %v", r.Header)
	}
	if r, _ := i.get(t, again); r.StatusCode != http.StatusNotFound {
		t.Errorf("a file that was removed: status %d", r.StatusCode)
	}
	i.post(t, "/-/import/token", url.Values{"token": {""}, "key": {key}})
	if left, err := filepath.Glob(filepath.Join(i.config.DumpDir, "import-*")); err != nil || len(left) > 0 || len(i.cookies) > 0 {
		t.Errorf("after the token was forgotten, %q and %v are left, %v", left, i.cookies, err)
	}
}

// TestImportRefusesFiles sends what is no export.
func TestImportRefusesFiles(t *testing.T) {
	i := newImporter(t, nil)
	i.logIn(t, i.writer)
	key := i.key(t)
	for _, test := range []struct {
		name, content string
		status        int
		want          string
	}{
		{"page.csv", "<!DOCTYPE html><html><body>Log in</body></html>", 422, "the file is a web page"},
		{"quote.csv", "id,title\n1,\"Bowl\n2,Vase\n", 422, "is not closed"},
		{"bare.csv", "id,title\n1,a \"b\n", 422, "has a quote within"},
		{"large.csv", "id,title\n1,\"" + strings.Repeat("x", 2<<20), 413, "The file is larger than 1 MiB."},
		{"empty.csv", "", 422, "The file is empty."},
		{"header.csv", "id,title\n", 422, "the file has no rows"},
		{"same.csv", "title\nx\nx\n", 422, "no column of same.csv tells its rows apart"},
		{"objects.csv.gz", "x", 422, "Unpack the file first"},
		{"objects.exe", "MZ", 422, "is no file of rows"},
		{"book.xlsx", "PK", 422, "is no workbook of Excel"},
		{"broken.json", `{"a":`, 422, "broken.json"},
		{"entity.xml", `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a><r><id>&b;</id></r><r><id>2</id></r></a>`, 422, "entity.xml"},
		{"", "x", 422, "Choose a file first."},
	} {
		r, text := i.upload(t, key, test.name, test.content)
		if r.StatusCode != test.status || !strings.Contains(html.UnescapeString(text), test.want) {
			t.Errorf("%s: status %d, %q is not on\n%s", test.name, r.StatusCode, test.want, text)
		}
	}
	if left, err := filepath.Glob(filepath.Join(i.config.DumpDir, "import-*")); err != nil || len(left) > 0 {
		t.Errorf("%q are left, %v", left, err)
	}
	if stored := i.dump(t); strings.Contains(stored, "# ") {
		t.Errorf("there is stored\n%s", stored)
	}
}

// TestImportNeedsAToken asks for each page without a token, and with those of others.
func TestImportNeedsAToken(t *testing.T) {
	i := newImporter(t, nil)
	i.logIn(t, i.writer)
	file := i.sent(t, i.key(t), "objects.csv", objects)
	reader, other := i.token(t, "reader", auth.Read), i.token(t, "other", auth.Write)
	targets := []string{"/-/import/file", file, file + "/report"}
	for _, test := range []struct {
		name, secret string
		status       int
	}{
		{"none", "", http.StatusSeeOther}, {"a wrong one", "vitrine_x", http.StatusUnauthorized},
		{"one that reads", reader, http.StatusForbidden}, {"another one that writes", other, http.StatusNotFound},
	} {
		for _, target := range targets {
			for _, method := range []string{"GET", "POST"} {
				if (method == "GET") == (target == "/-/import/file") || method == "POST" && strings.HasSuffix(target, "report") {
					continue
				}
				if test.status == http.StatusNotFound && target == "/-/import/file" {
					continue
				}
				r := httptest.NewRequest(method, target, strings.NewReader("do=remove"))
				r.Header.Set("Sec-Fetch-Site", "same-origin")
				i.cookies = map[string]*http.Cookie{}
				if test.secret != "" {
					r.AddCookie(&http.Cookie{Name: "vitrine-token", Value: test.secret})
				}
				i.updates.Access = newAccess(i.config)
				answer, text := i.do(t, r)
				if answer.StatusCode != test.status || strings.Contains(text, `name="mapping"`) || test.status == http.StatusSeeOther && answer.Header.Get("Location") != "/-/import" {
					t.Errorf("%s, %s %s: status %d, %v", test.name, method, target, answer.StatusCode, answer.Header)
				}
			}
		}
	}
	for _, secret := range []string{"vitrine_x", reader, strings.Repeat("x", 5000)} {
		if r, text := i.post(t, "/-/import/token", url.Values{"token": {secret}}); r.StatusCode != 401 && r.StatusCode != 403 || len(r.Cookies()) > 0 || !strings.Contains(text, `role="alert"`) {
			t.Errorf("%.10s: status %d, %v\n%s", secret, r.StatusCode, r.Cookies(), text)
		}
	}
	i.logIn(t, other)
	if err := i.tokens.Revoke("other"); err != nil {
		t.Fatal(err)
	}
	if r, _ := i.get(t, "/-/import"); r.StatusCode != http.StatusUnauthorized {
		t.Errorf("a token that was revoked: status %d", r.StatusCode)
	}
}

// TestImportIsNotForged sends forms as pages of other origins could.
func TestImportIsNotForged(t *testing.T) {
	i := newImporter(t, nil)
	i.logIn(t, i.writer)
	key := i.key(t)
	file := i.sent(t, key, "objects.csv", objects)
	for _, test := range []struct {
		name   string
		fields map[string]string
		key    string
	}{
		{"another site", map[string]string{"Sec-Fetch-Site": "cross-site"}, key},
		{"another host of the site", map[string]string{"Sec-Fetch-Site": "same-site"}, key},
		{"another origin", map[string]string{"Origin": "https://evil.example"}, key},
		{"no origin", map[string]string{"Origin": "null"}, key},
		{"no key", map[string]string{"Sec-Fetch-Site": "same-origin"}, ""},
		{"a wrong key", map[string]string{}, strings.Repeat("0", len(key))},
	} {
		i.fields = test.fields
		for _, do := range []string{"check", "import", "remove"} {
			if r, _ := i.post(t, file, url.Values{"key": {test.key}, "do": {do}, "mapping": {"x"}}); r.StatusCode != http.StatusForbidden {
				t.Errorf("%s: %s has status %d", test.name, do, r.StatusCode)
			}
		}
		if r, _ := i.upload(t, test.key, "objects.csv", objects); r.StatusCode != http.StatusForbidden {
			t.Errorf("%s: a file has status %d", test.name, r.StatusCode)
		}
		if test.key != key {
			continue // the form with the token needs no key
		}
		if r, _ := i.post(t, "/-/import/token", url.Values{"token": {i.admin}}); r.StatusCode != http.StatusForbidden || len(r.Cookies()) > 0 {
			t.Errorf("%s: a token has status %d", test.name, r.StatusCode)
		}
	}
	i.fields = map[string]string{"Origin": "http://example.com"}
	if _, text := i.get(t, file); !strings.Contains(text, "Record 1 of") {
		t.Errorf("the file is another:\n%s", text)
	}
	if r, _ := i.post(t, file, url.Values{"key": {key}, "do": {"remove"}}); r.StatusCode != http.StatusSeeOther {
		t.Errorf("the same origin: status %d", r.StatusCode)
	}
	if left, err := filepath.Glob(filepath.Join(i.config.DumpDir, "import-*")); err != nil || len(left) > 0 {
		t.Errorf("%q are left, %v", left, err)
	}
}

// TestImportCookie has scripts and other sites never see the token.
func TestImportCookie(t *testing.T) {
	i := newImporter(t, nil)
	for _, target := range []string{"http://example.com/-/import/token", "https://example.com/-/import/token"} {
		r := httptest.NewRequest("POST", target, strings.NewReader("token="+i.writer))
		r.Header.Set("Sec-Fetch-Site", "same-origin")
		answer, _ := i.do(t, r)
		cookies := answer.Cookies()
		if len(cookies) != 2 || cookies[1].Name != "vitrine-edits" || cookies[1].Value != "1" {
			t.Fatalf("%s: %v", target, answer.Header)
		}
		c := cookies[0]
		if !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Path != "/-/" || c.Domain != "" || c.MaxAge != int(time.Hour.Seconds()) || c.Secure != strings.HasPrefix(target, "https:") {
			t.Errorf("%s: %s", target, c)
		}
	}
}

// TestImportStaysInItsScope imports by a token for people alone.
func TestImportStaysInItsScope(t *testing.T) {
	i := newImporter(t, nil)
	i.logIn(t, i.token(t, "people", auth.Write+":person/"))
	key := i.key(t)
	file := i.sent(t, key, "objects.csv", objects)
	_, text := i.get(t, file)
	i.post(t, file, url.Values{"key": {key}, "mapping": {mappingOn(t, text)}, "do": {"import"}})
	if _, text = i.get(t, file+"/report"); !strings.Contains(text, "object/1 is outside it") {
		t.Errorf("the report is\n%s", text)
	}
	if r := i.send(t, "GET", "/object/1", ""); r.StatusCode != http.StatusNotFound {
		t.Errorf("an object: status %d", r.StatusCode)
	}
	if r := i.send(t, "GET", "/person/anna-muster", ""); r.StatusCode != 200 {
		t.Errorf("a person: status %d", r.StatusCode)
	}
}

// TestImportSpeaks asks in Dutch, by the parameter.
func TestImportSpeaks(t *testing.T) {
	i := newImporter(t, nil)
	if _, text := i.get(t, "/-/import?lang=nl"); !strings.Contains(text, "Een bestand importeren") || !strings.Contains(text, `action="/-/import/token?lang=nl"`) {
		t.Errorf("the page is\n%s", text)
	}
	if r, _ := i.post(t, "/-/import/token?lang=nl", url.Values{"token": {i.writer}}); r.Header.Get("Location") != "/-/import?lang=nl" {
		t.Errorf("%v", r.Header)
	}
	key := i.key(t)
	if _, text := i.upload(t, key, "objects.csv.gz", "x"); !strings.Contains(text, "Unpack the file first") {
		t.Errorf("the page is\n%s", text)
	}
}

// TestImportIsOff has no pages without the option, and says how to turn writing on.
func TestImportIsOff(t *testing.T) {
	m := newMuseum(t, nil)
	if r := m.send(t, "GET", "/-/import", ""); r.StatusCode != http.StatusNotFound {
		t.Errorf("status %d", r.StatusCode)
	}
	i := newImporter(t, nil)
	for _, name := range []string{"writer", "admin"} {
		if err := i.tokens.Revoke(name); err != nil {
			t.Fatal(err)
		}
	}
	if _, text := i.get(t, "/-/import"); !strings.Contains(text, "vitrine token create --db museum.db --name import --scope write") {
		t.Errorf("the page is\n%s", text)
	}
	if r, _ := i.post(t, "/-/import/token", url.Values{"token": {i.writer}}); r.StatusCode != http.StatusForbidden {
		t.Errorf("a token where none may write: status %d", r.StatusCode)
	}
}

// TestHomeSaysHowToImport reads the front page of a store that is empty.
func TestHomeSaysHowToImport(t *testing.T) {
	i := newImporter(t, nil)
	_, text := i.get(t, "/")
	if !strings.Contains(text, "vitrine import --db museum.db objects.csv") || !strings.Contains(text, `href="/-/import"`) {
		t.Errorf("the page is\n%s", text)
	}
	i.send(t, "PUT", "/person/ada", ada("Ada"))
	if _, text = i.get(t, "/"); strings.Contains(text, "vitrine import") {
		t.Errorf("with a record, the page is\n%s", text)
	}
	off := newMuseumWith(t, nil, emptyStore(t, rdfstore.Derivation{}))
	if text = body(t, off.send(t, "GET", "/", "", "Accept", "text/html")); !strings.Contains(text, "vitrine import --db") || strings.Contains(text, "/-/import") {
		t.Errorf("without the pages, the page is\n%s", text)
	}
}
