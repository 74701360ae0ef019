package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	ldcontext "vitrine/context"
	"vitrine/serialize/formats"
	"vitrine/serialize/jsonld"
	"vitrine/server/data/listing"
	"vitrine/server/data/search"
	"vitrine/server/data/search/query"
	"vitrine/server/web/respond"
)

// searched returns a server with an index of its store.
func searched(t testing.TB) (*Server, *testStore) {
	t.Helper()
	return newTestServer(t, func(c *Config) { c.Search = indexOf(t, c.Store) })
}

func indexOf(t testing.TB, store search.Store) *search.Index {
	t.Helper()
	index, err := search.Open(context.Background(), t.TempDir(), store, search.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := index.Close(); err != nil {
			t.Error(err)
		}
	})
	return index
}

func TestDocumentedSearches(t *testing.T) {
	all := formats.All(jsonld.New(ldcontext.New(nil)))
	store := newTestStore(t)
	store.put(t, decodeOne(t, all.ByName("jsonld"), record))
	s, err := New(Config{Store: store, Formats: all, BaseURL: testBase, Search: indexOf(t, store), Maps: testMaps(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	for _, row := range append(table(t, "search.md", "### Requests and answers (tested)"), table(t, others, "## Searches")...) {
		r := do(t, s, "GET", strings.NewReplacer(" ", "+", `"`, "%22").Replace(row[0]))
		if text := body(t, r); fmt.Sprint(r.StatusCode) != row[1] || !strings.Contains(text, row[2]) {
			t.Errorf("%s: status %d, want %s with %s:\n%s", row[0], r.StatusCode, row[1], row[2], text)
		}
	}
}

// TestSearchFollowsWrites checks that a client finds what it wrote, and nothing
// that it deleted, and that next and prev lead through all pages.
func TestSearchFollowsWrites(t *testing.T) {
	s, store := searched(t)
	var want []string
	for i := range 2*listing.PageSize + 5 {
		iri := fmt.Sprintf("%sset/%03d", testBase, i)
		store.put(t, person(t, iri, "Delft"))
		want = append(want, iri)
	}
	if got := walkList(t, s, "/-/search?q=delft&class=Person"); !slices.Equal(got, want) {
		t.Errorf("%d items, want %d", len(got), len(want))
	}
	for _, iri := range want[:listing.PageSize+10] {
		store.remove(t, iri)
	}
	if got := walkList(t, s, "/-/search?q=delft"); !slices.Equal(got, want[listing.PageSize+10:]) {
		t.Errorf("%d items, want %d", len(got), listing.PageSize-5)
	}
}

// fakeSearch answers what it is told to.
type fakeSearch struct {
	hits search.Hits
	err  error
	// skips are the places that were asked for.
	skips []int
}

func (f *fakeSearch) Find(_ context.Context, _ query.Query, skip, _ int) (search.Hits, error) {
	f.skips = append(f.skips, skip)
	return f.hits, f.err
}

func TestSearchErrors(t *testing.T) {
	tests := []struct {
		name   string
		err    error
		status int
		code   string
		says   string
	}{
		{"behind", &search.BehindError{Covered: 7, Last: 9}, 503, "unavailable", "7 of 9 changes"},
		{"damaged", fmt.Errorf("find: %w", search.ErrStale), 503, "unavailable", "built anew"},
		{"closed", search.ErrClosed, 503, "unavailable", ""},
		{"wrong", &query.Error{Problem: "Too many words."}, 400, "bad-request", "Too many words."},
		{"late", context.DeadlineExceeded, 503, "busy", ""},
		{"unknown", errors.New("secret"), 500, "internal", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, _ := newTestServer(t, func(c *Config) { c.Search = &fakeSearch{err: test.err} })
			r := do(t, s, "GET", "/-/search?q=a")
			text := body(t, r)
			var p respond.ErrorDocument
			if err := json.Unmarshal([]byte(text), &p); err != nil || r.StatusCode != test.status || p.Code != test.code || !strings.Contains(p.Detail, test.says) {
				t.Errorf("status %d, %s", r.StatusCode, text)
			}
			if strings.Contains(text, "secret") || test.says != "" && test.status == 503 && r.Header.Get("Retry-After") == "" {
				t.Errorf("header %v, body %s", r.Header, text)
			}
		})
	}
	s, _ := newTestServer(t, nil)
	if r := do(t, s, "GET", "/-/search?q=a"); r.StatusCode != 404 || !strings.Contains(body(t, r), `"code":"search-off"`) {
		t.Errorf("status %d where search is off", r.StatusCode)
	}
}

// TestSearchDepth checks that no more is asked of the index than is shown, and
// that the last page is one that there is.
func TestSearchDepth(t *testing.T) {
	f := &fakeSearch{hits: search.Hits{Total: listing.MaxFound + 1, IDs: []string{testBase + "person/1"}}}
	s, _ := newTestServer(t, func(c *Config) { c.Search = f })
	c := getJSON[collectionJSON](t, s, "/-/search?q=a")
	if c.TotalItems != listing.MaxFound+1 || !strings.HasSuffix(c.Last.ID, fmt.Sprint("&page=", listing.MaxFound/listing.PageSize)) {
		t.Errorf("%+v", c)
	}
	if p := getJSON[pageJSON](t, s, c.Last.ID); p.Next != nil || p.StartIndex != listing.MaxFound-listing.PageSize {
		t.Errorf("%+v", p)
	}
	for page, code := range map[uint64]string{listing.MaxFound/listing.PageSize + 1: "too-deep", listing.MaxFound/listing.PageSize + 2: "not-found", math.MaxUint64: "not-found"} {
		r := do(t, s, "GET", fmt.Sprint("/-/search?q=a&page=", page))
		if text := body(t, r); r.StatusCode != 404 || !strings.Contains(text, `"code":"`+code+`"`) {
			t.Errorf("page %d: %s", page, text)
		}
	}
	for _, skip := range f.skips {
		if skip > listing.MaxFound-listing.PageSize {
			t.Errorf("the index was asked for what follows %d results", skip)
		}
	}
}

// TestSearchWithoutPage asks for pages that a search does not have: the answer leads to the
// nearest one that is there.
func TestSearchWithoutPage(t *testing.T) {
	few := search.Hits{Total: listing.PageSize + 1, IDs: []string{testBase + "person/1"}}
	many := search.Hits{Total: listing.MaxFound + listing.PageSize, IDs: few.IDs}
	for _, test := range []struct {
		hits       search.Hits
		page, want string
	}{
		{few, "3", "2"}, {few, "0", "1"}, {few, "x", "1"}, {few, "", "1"}, {few, "-1", "1"}, {few, "02", "1"},
		{few, "18446744073709551615", "2"},
		{many, fmt.Sprint(listing.MaxFound/listing.PageSize + 1), fmt.Sprint(listing.MaxFound / listing.PageSize)},
	} {
		s, _ := newTestServer(t, func(c *Config) { c.Search = &fakeSearch{hits: test.hits} })
		want := testBase + "-/search?q=a&page=" + test.want
		r := do(t, s, "GET", "/-/search?q=a&page="+test.page)
		if text := body(t, r); r.StatusCode != 404 || !strings.Contains(text, `"instead": "`+want+`"`) && !strings.Contains(text, `"instead":"`+want+`"`) {
			t.Errorf("page %q: status %d, want %s in %s", test.page, r.StatusCode, want, text)
		}
		r = do(t, s, "GET", "/-/search?q=a&page="+test.page, "Accept", "text/html")
		if text := body(t, r); r.StatusCode != 404 || !strings.Contains(text, `<a href="/-/search?q=a&amp;page=`+test.want+`">`) {
			t.Errorf("page %q: status %d, no link to page %s in %s", test.page, r.StatusCode, test.want, text)
		}
	}
}

// TestSearchOfWhatWent checks that an entity that was deleted after the search
// is not on the page, and that the count is that of the search.
func TestSearchOfWhatWent(t *testing.T) {
	f := &fakeSearch{hits: search.Hits{Total: 2, IDs: []string{testBase + "person/1", testBase + "person/gone"}}}
	s, _ := newTestServer(t, func(c *Config) { c.Search = f })
	p := getJSON[pageJSON](t, s, "/-/search?q=a&page=1")
	if len(p.OrderedItems) != 1 || p.OrderedItems[0].ID != testBase+"person/1" || p.PartOf.TotalItems != 2 {
		t.Errorf("%+v", p)
	}
	if got := hrefs(body(t, do(t, s, "GET", "/-/search?q=a", "Accept", "text/html"))); !slices.Equal(got, []string{"/person/1"}) {
		t.Errorf("the page has %v", got)
	}
}

const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

// TestSearchPages checks the form and the results that people see.
func TestSearchPages(t *testing.T) {
	s, store := searched(t)
	hostile := `"><script>alert(1)</script>`
	store.put(t, person(t, testBase+"person/3", "Mallory "+hostile))
	tests := []struct {
		target string
		has    []string
		hasNot []string
	}{
		{"/", []string{`action="/-/search"`, `<label for="q"`}, nil},
		{"/person/", []string{`action="/-/search"`}, nil},
		{"/-/search", []string{`action="/-/search"`, `<h1>Everything</h1>`, " in all", `href="/-/search?class=Person"`}, nil},
		{"/-/search?q=ada", []string{`value="ada"`, "1 in all", `<a href="/person/1"><mark>Ada</mark></a>`, `<p class="card-kind">Person</p>`,
			`href="/-/search?q=ada&amp;sort=name"`, `href="/-/search?q=ada&amp;class=Person"`}, []string{"Remove"}},
		{"/-/search?q=nobody", []string{"0 in all", "Nothing was found. Try fewer words"}, []string{`class="cards`, `class="orders`}},
		{"/-/search?q=nobody&class=Person&lang=nl", []string{"Niets gevonden. Verwijder een filter"}, []string{`class="cards`, `class="orders`}},
		{"/-/search?q=ada&class=Person&class=Place", []string{`<input type="hidden" name="class" value="Person">`,
			`<input type="hidden" name="class" value="Place">`, `href="/-/search?q=ada&amp;class=Place" rel="nofollow" aria-current="true">People`, `href="/-/search?q=ada">Remove all`}, nil},
		{"/-/search?q=ada&lang=nl", []string{`lang="nl"`, `href="/-/search?q=ada&amp;class=Person&amp;lang=nl"`}, nil},
		{"/-/search?q=" + url.QueryEscape("mallory "+hostile) + "&classified_as=x:" + url.QueryEscape("a\"b"), nil, []string{"<script>", `:a"b`}},
		{"/-/search?q=mallory", []string{"<mark>Mallory</mark> &#34;&gt;&lt;script&gt;"}, []string{"<script>"}},
	}
	for _, test := range tests {
		r := do(t, s, "GET", test.target, "Accept", browser)
		text := body(t, r)
		if r.Header.Get("Content-Type") != "text/html; charset=utf-8" || !strings.Contains(r.Header.Get("Content-Security-Policy"), "form-action 'self'") {
			t.Errorf("%s: status %d, header %v", test.target, r.StatusCode, r.Header)
		}
		for _, want := range test.has {
			if r.StatusCode != 200 || !strings.Contains(text, want) {
				t.Errorf("%s: no %s in\n%s", test.target, want, text)
			}
		}
		for _, bad := range test.hasNot {
			if strings.Contains(text, bad) {
				t.Errorf("%s: %s in\n%s", test.target, bad, text)
			}
		}
	}
	off, _ := newTestServer(t, nil)
	for _, target := range []string{"/", "/person/"} {
		if text := body(t, do(t, off, "GET", target, "Accept", browser)); strings.Contains(text, "<form") {
			t.Errorf("%s has a form where search is off", target)
		}
	}
	if r := do(t, s, "POST", "/-/search", "Accept", browser); r.StatusCode != 405 {
		t.Errorf("POST: status %d", r.StatusCode)
	}
}

// FuzzSearch sends any parameters: the answer is a page, or says what is wrong
// with them.
func FuzzSearch(f *testing.F) {
	for _, seed := range []string{"", "q=ada", "q=ada&page=1", "q=%zz", "class=Person&class=@id", "classified_as=_:b", "q=a*+\"b&page=18446744073709551615", "class=crm:&q=1",
		"century=17&century=-5&decade=1650&picture=yes&sort=-date", "maker=aat:1&place=x:y&material=&member_of=http://a/b", "in=person/&sort=name", "century=0", "decade=1651", "in=/", "sort=", "picture=no", "area=4,52,4.5,53", "area=1,1,1,NaN"} {
		f.Add(seed)
	}
	s, _ := searched(f)
	f.Fuzz(func(t *testing.T, query string) {
		u := (&url.URL{Path: "/-/search", RawQuery: query}).String()
		if _, err := url.ParseRequestURI(u); err != nil || strings.ContainsAny(u, " \t\r\n#") {
			return
		}
		switch r := do(t, s, "GET", u); r.StatusCode {
		case http.StatusOK, http.StatusBadRequest, http.StatusNotFound, http.StatusRequestURITooLong:
		default:
			t.Errorf("%q: status %d: %s", query, r.StatusCode, body(t, r))
		}
	})
}
