package ldcontext_test

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/piprate/json-gold/ld"

	ldcontext "vitrine/context"

	"vitrine/serialize/jsonld/framing"
)

const shelfURL = "https://data.museum.example/contexts/shelf.json"

const shelf = `{"@context": {"shelf": "https://data.museum.example/terms/shelf"}}`

// inProgram are the contexts that need no folder, sorted.
var inProgram = []string{ldcontext.Discovery, ldcontext.LinkedArt, ldcontext.RecordTypes, ldcontext.Search, ldcontext.ActivityStreams}

func TestSetAnswersFromTheProgramFirst(t *testing.T) {
	set := ldcontext.New(nil)
	data, err := set.Document(ldcontext.LinkedArt)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(data, []byte("{\n  \"@context\": {\n")) {
		t.Errorf("the document begins with %.40q", data)
	}
	data[0] = 'x'
	again, err := set.Document(ldcontext.LinkedArt)
	if err != nil || again[0] != '{' {
		t.Errorf("a caller's change of the bytes shows: %.10q, %v", again, err)
	}
	if got := set.URLs(); !slices.Equal(got, inProgram) {
		t.Errorf("URLs() = %v", got)
	}
}

// TestEmbeddedDocuments puts the documents of the program into a folder, which checks them.
func TestEmbeddedDocuments(t *testing.T) {
	set := ldcontext.New(nil)
	dir, err := ldcontext.OpenDir(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for i, url := range inProgram {
		text, err := set.Document(url)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := dir.Add(fmt.Sprintf("https://data.museum.example/%d.json", i), bytes.NewReader(text)); err != nil {
			t.Errorf("%s: %v", url, err)
		}
	}
}

func TestSetAnswersFromTheFolder(t *testing.T) {
	dir := openDir(t)
	set := ldcontext.New(dir)
	if _, err := set.Document(shelfURL); !errors.Is(err, ldcontext.ErrUnknown) {
		t.Fatalf("before it is added: %v", err)
	}
	add(t, dir, shelfURL, shelf)
	data, err := set.Document(shelfURL)
	if err != nil || string(data) != shelf {
		t.Errorf("got %q, %v", data, err)
	}
	if got, want := set.URLs(), slices.Sorted(slices.Values(append([]string{shelfURL}, inProgram...))); !slices.Equal(got, want) {
		t.Errorf("URLs() = %v, want %v", got, want)
	}

	t.Run("and keeps what it has read", func(t *testing.T) {
		if err := dir.Remove(shelfURL); err != nil {
			t.Fatal(err)
		}
		if data, err := set.Document(shelfURL); err != nil || string(data) != shelf {
			t.Errorf("after the removal: %q, %v", data, err)
		}
		if _, err := ldcontext.New(dir).Document(shelfURL); !errors.Is(err, ldcontext.ErrUnknown) {
			t.Errorf("in a new set: %v", err)
		}
	})
}

func TestSetNeverFetches(t *testing.T) {
	var requests atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		requests.Add(1)
		_, _ = w.Write([]byte(shelf))
	}))
	defer server.Close()
	options := ld.NewJsonLdOptions("")
	options.DocumentLoader = framing.NewContexts(ldcontext.New(openDir(t)))
	for _, url := range []string{server.URL + "/shelf.json", "set_test.go", "file:///etc/hostname", ""} {
		_, err := ld.NewJsonLdProcessor().Expand(map[string]any{"@context": url, "shelf": "B4"}, options)
		var unknown *ldcontext.UnknownError
		if !errors.As(err, &unknown) || unknown.URL != url {
			t.Errorf("%q: got %v, want an UnknownError through json-gold", url, err)
		}
	}
	if n := requests.Load(); n != 0 {
		t.Errorf("%d requests were sent", n)
	}
}

func TestUnknownErrorTellsTheCommand(t *testing.T) {
	tests := []struct{ url, want string }{
		{shelfURL, "vitrine context add " + shelfURL + " FILE"},
		{"https://x.example/a b", `vitrine context add "https://x.example/a b" FILE`},
		{"\x1b[2J\n", `vitrine context add "\x1b[2J\n" FILE`},
		{"https://x.example/$(id)", `vitrine context add "https://x.example/$(id)" FILE`},
		{"", `vitrine context add "" FILE`},
	}
	for _, test := range tests {
		_, err := ldcontext.New(nil).Document(test.url)
		if err == nil || !strings.HasSuffix(err.Error(), test.want) {
			t.Errorf("%q: got %v, want it to end in %s", test.url, err, test.want)
		}
	}
	if _, err := ldcontext.New(nil).Document(strings.Repeat("x", 1<<20)); len(err.Error()) > 5000 {
		t.Errorf("the message about a long name has %d bytes", len(err.Error()))
	}
}

func TestSetInManyGoroutines(t *testing.T) {
	dir := openDir(t)
	add(t, dir, shelfURL, shelf)
	set := ldcontext.New(dir)
	var group sync.WaitGroup
	for i := range 16 {
		group.Go(func() {
			url := []string{ldcontext.LinkedArt, shelfURL, "https://x.example/none"}[i%3]
			for range 20 {
				doc, err := set.Document(url)
				if i%3 == 2 {
					if !errors.Is(err, ldcontext.ErrUnknown) {
						t.Errorf("%s: %v", url, err)
					}
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				clear(doc)
				set.URLs()
			}
		})
	}
	group.Wait()
	if doc, err := set.Document(shelfURL); err != nil || string(doc) != shelf {
		t.Errorf("a change by one goroutine shows in another: %q, %v", doc, err)
	}
}

// load returns a document as json-gold has it.
func load(t *testing.T, set *ldcontext.Set, url string) any {
	t.Helper()
	doc, err := framing.NewContexts(set).LoadDocument(url)
	if err != nil {
		t.Fatal(err)
	}
	return doc.Document
}
