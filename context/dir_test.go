package ldcontext_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	ldcontext "vitrine/context"
)

func openDir(t *testing.T) *ldcontext.Dir {
	t.Helper()
	dir, err := ldcontext.OpenDir(filepath.Join(t.TempDir(), "contexts"))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func add(t *testing.T, dir *ldcontext.Dir, url, document string) ldcontext.Entry {
	t.Helper()
	entry, err := dir.Add(url, strings.NewReader(document))
	if err != nil {
		t.Fatal(err)
	}
	return entry
}

func list(t *testing.T, dir *ldcontext.Dir) []ldcontext.Entry {
	t.Helper()
	entries, err := dir.List()
	if err != nil {
		t.Fatal(err)
	}
	return entries
}

func TestDirKeepsDocuments(t *testing.T) {
	dir := openDir(t)
	if entries := list(t, dir); len(entries) != 0 {
		t.Fatalf("a folder that is not there lists %v", entries)
	}
	before := time.Now().UTC().Truncate(time.Second)
	entry := add(t, dir, shelfURL, shelf)
	if want := fmt.Sprintf("%x", sha256.Sum256([]byte(shelf))); entry.SHA256 != want {
		t.Errorf("SHA256 is %s, want %s", entry.SHA256, want)
	}
	if entry.URL != shelfURL || entry.Size != int64(len(shelf)) || entry.Added.Before(before) || entry.Added.Location() != time.UTC {
		t.Errorf("entry %+v", entry)
	}
	if data, err := os.ReadFile(entry.File); err != nil || string(data) != shelf {
		t.Errorf("the file holds %q, %v", data, err)
	}
	other := add(t, dir, "http://a.example/", `{"@context":[null,"`+shelfURL+`"],"note":1}`)

	reopened, err := ldcontext.OpenDir(dir.Path())
	if err != nil {
		t.Fatal(err)
	}
	if got := list(t, reopened); len(got) != 2 || got[0] != other || got[1] != entry {
		t.Errorf("after reopening: %+v", got)
	}
	if data, err := reopened.Document(shelfURL); err != nil || string(data) != shelf {
		t.Errorf("Document: %q, %v", data, err)
	}
	if err := reopened.Remove(shelfURL); err != nil {
		t.Fatal(err)
	}
	if got := list(t, dir); len(got) != 1 || got[0] != other {
		t.Errorf("after the removal: %+v", got)
	}
	if _, err := os.Stat(entry.File); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the removed document's file: %v", err)
	}
}

func TestDirAddAgain(t *testing.T) {
	dir := openDir(t)
	entry := add(t, dir, shelfURL, shelf)
	if again := add(t, dir, shelfURL, shelf); again != entry {
		t.Errorf("the same document again: %+v, want %+v", again, entry)
	}
	_, err := dir.Add(shelfURL, strings.NewReader(`{"@context":{}}`))
	if !errors.Is(err, ldcontext.ErrExists) || !strings.Contains(err.Error(), "vitrine context remove "+shelfURL) {
		t.Errorf("another document: %v", err)
	}
	if data, err := dir.Document(shelfURL); err != nil || string(data) != shelf {
		t.Errorf("after a refused one: %q, %v", data, err)
	}
}

func TestDirFileNames(t *testing.T) {
	dir := openDir(t)
	urls := []string{
		"https://x.example/", "https://x.example", "http://x.example/", "https://x.example/?a", "https://x.example/?b",
		"https://x.example/X.json", "https://x.example/x.json", "https://x.example/" + strings.Repeat("long/", 200), "https://x.example/%C3%A9",
	}
	for _, url := range urls {
		entry := add(t, dir, url, `{"@context":{"url":"`+url+`"}}`)
		if name := filepath.Base(entry.File); len(name) > 100 || strings.ContainsFunc(name, func(r rune) bool { return r > '~' || r == '?' }) {
			t.Errorf("%s has the file name %s", url, name)
		}
	}
	for _, url := range urls {
		if data, err := dir.Document(url); err != nil || string(data) != `{"@context":{"url":"`+url+`"}}` {
			t.Errorf("%s: %s, %v", url, data, err)
		}
	}
}

func TestDirRefuses(t *testing.T) {
	deep := strings.Repeat("[", 20000) + strings.Repeat("]", 20000)
	tests := []struct {
		name, url, document string
		want                error
		message             string
	}{
		{"the program's context", ldcontext.LinkedArt, shelf, ldcontext.ErrEmbedded, "part of vitrine"},
		{"a relative URL", "/shelf.json", shelf, ldcontext.ErrURL, "absolute"},
		{"no host", "https:///shelf.json", shelf, ldcontext.ErrURL, "absolute"},
		{"another scheme", "file:///shelf.json", shelf, ldcontext.ErrURL, "absolute"},
		{"a fragment", shelfURL + "#top", shelf, ldcontext.ErrURL, "fragment"},
		{"an empty fragment", shelfURL + "#", shelf, ldcontext.ErrURL, "fragment"},
		{"a blank", "https://x.example/a b", shelf, ldcontext.ErrURL, "RFC 3987"},
		{"not UTF-8", "https://x.example/\xff", shelf, ldcontext.ErrURL, "RFC 3987"},
		{"a control character", "https://x.example/\n", shelf, ldcontext.ErrURL, "control"},
		{"dot segments", "https://x.example/a/../b", shelf, ldcontext.ErrURL, "write it as https://x.example/b"},
		{"an endless URL", "https://x.example/" + strings.Repeat("x", 2000), shelf, ldcontext.ErrURL, "2000 bytes"},
		{"nothing", shelfURL, "", ldcontext.ErrDocument, "unexpected end"},
		{"not JSON", shelfURL, "<html>", ldcontext.ErrDocument, "invalid character"},
		{"two values", shelfURL, shelf + shelf, ldcontext.ErrDocument, "after top-level value"},
		{"an array", shelfURL, "[" + shelf + "]", ldcontext.ErrDocument, "not an object"},
		{"no context", shelfURL, `{"context":{}}`, ldcontext.ErrDocument, "no @context"},
		{"a number", shelfURL, `{"@context":1}`, ldcontext.ErrDocument, "neither an object"},
		{"invalid UTF-8", shelfURL, "{\"@context\":{\"a\":\"\xff\"}}", ldcontext.ErrDocument, "UTF-8"},
		{"a member twice", shelfURL, `{"@context":{"a":{"@id":"x:1"},"b":[{"c":1,"c":2}]}}`, ldcontext.ErrDocument, `"c" twice`},
		{"too deep", shelfURL, `{"@context":` + deep + `}`, ldcontext.ErrDocument, "depth"},
		{"too large", shelfURL, `{"@context":{},"x":"` + strings.Repeat("x", ldcontext.MaxDocument) + `"}`, ldcontext.ErrDocument, "1048576 bytes"},
		{"itself", shelfURL, `{"@context":["shelf.json"]}`, ldcontext.ErrDocument, "leads back"},
		{"itself by import", shelfURL, `{"@context":{"@import":"` + shelfURL + `"}}`, ldcontext.ErrDocument, "leads back"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := openDir(t)
			_, err := dir.Add(test.url, strings.NewReader(test.document))
			if !errors.Is(err, test.want) || !strings.Contains(err.Error(), test.message) {
				t.Errorf("got %.300v, want %v with %q", err, test.want, test.message)
			}
			if _, err := os.Stat(dir.Path()); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("something was written: %v", err)
			}
		})
	}
}

func TestDirRefusesCycles(t *testing.T) {
	dir := openDir(t)
	a, b, c := "https://x.example/a.json", "https://x.example/b.json", "https://x.example/c.json"
	add(t, dir, a, `{"@context":["b.json",{"t":{"@id":"x:t","@context":"a.json"}}]}`)
	add(t, dir, b, `{"@context":{"@version":1.1,"@import":"c.json"}}`)
	if _, err := dir.Add(c, strings.NewReader(`{"@context":"a.json"}`)); !errors.Is(err, ldcontext.ErrDocument) {
		t.Errorf("a third document that closes the circle: %v", err)
	}
	set := ldcontext.New(dir)
	load(t, set, a)
	for _, url := range []string{a, b} {
		if err := dir.Remove(url); err != nil {
			t.Fatal(err)
		}
	}
	add(t, dir, b, `{"@context":"a.json"}`)
	if _, err := set.Document(b); !errors.Is(err, ldcontext.ErrDocument) {
		t.Errorf("a circle with a document that was removed after it was read: %v", err)
	}
}

func TestDirRemoveRefuses(t *testing.T) {
	dir := openDir(t)
	if err := dir.Remove(shelfURL); !errors.Is(err, ldcontext.ErrUnknown) {
		t.Errorf("from no folder: %v", err)
	}
	add(t, dir, "https://x.example/", shelf)
	if err := dir.Remove(shelfURL); !errors.Is(err, ldcontext.ErrUnknown) {
		t.Errorf("an unknown context: %v", err)
	}
	if err := dir.Remove(ldcontext.LinkedArt); !errors.Is(err, ldcontext.ErrEmbedded) {
		t.Errorf("the program's context: %v", err)
	}
}

func TestDirTellsDamage(t *testing.T) {
	tests := []struct {
		name   string
		damage func(entry ldcontext.Entry, index string) error
	}{
		{"a changed document", func(e ldcontext.Entry, _ string) error {
			return os.WriteFile(e.File, []byte(strings.Replace(shelf, "shelf", "shelv", 1)), 0o644)
		}},
		{"a document that grew", func(e ldcontext.Entry, _ string) error {
			return os.WriteFile(e.File, make([]byte, ldcontext.MaxDocument+1), 0o644)
		}},
		{"a missing document", func(e ldcontext.Entry, _ string) error { return os.Remove(e.File) }},
		{"an index cut short", func(_ ldcontext.Entry, index string) error { return os.Truncate(index, 20) }},
		{"an empty index", func(_ ldcontext.Entry, index string) error { return os.Truncate(index, 0) }},
		{"an index of a later version", func(_ ldcontext.Entry, index string) error {
			return os.WriteFile(index, []byte(`{"version":2}`), 0o644)
		}},
		{"a path out of the folder", func(_ ldcontext.Entry, index string) error {
			return os.WriteFile(index, []byte(`{"version":1,"contexts":[{"url":"`+shelfURL+`","file":"../shelf.json"}]}`), 0o644)
		}},
		{"a URL twice", func(e ldcontext.Entry, index string) error {
			entry := `{"url":"` + shelfURL + `","file":"a.json","sha256":"` + e.SHA256 + `"}`
			return os.WriteFile(index, []byte(`{"version":1,"contexts":[`+entry+`,`+entry+`]}`), 0o644)
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := openDir(t)
			entry := add(t, dir, shelfURL, shelf)
			index := filepath.Join(dir.Path(), "index.json")
			if err := test.damage(entry, index); err != nil {
				t.Fatal(err)
			}
			_, err := ldcontext.New(dir).Document(shelfURL)
			if !errors.Is(err, ldcontext.ErrDamaged) {
				t.Fatalf("got %v, want ErrDamaged", err)
			}
			if file := filepath.Base(entry.File); !strings.Contains(err.Error(), file) && !strings.Contains(err.Error(), index) {
				t.Errorf("the message names neither file: %v", err)
			}
			if got := ldcontext.New(dir).URLs(); len(got) == 0 {
				t.Error("the program's contexts are gone too")
			}
		})
	}
}

// TestDirHeals adds a document again after its file was damaged.
func TestDirHeals(t *testing.T) {
	dir := openDir(t)
	entry := add(t, dir, shelfURL, shelf)
	if err := os.Truncate(entry.File, 3); err != nil {
		t.Fatal(err)
	}
	add(t, dir, shelfURL, shelf)
	if data, err := dir.Document(shelfURL); err != nil || string(data) != shelf {
		t.Errorf("got %q, %v", data, err)
	}
}

// TestDirAfterACrash leaves what a process leaves that stops between any two
// steps of a change.
func TestDirAfterACrash(t *testing.T) {
	dir := openDir(t)
	add(t, dir, shelfURL, shelf)
	lock := filepath.Join(dir.Path(), "index.json.lock")
	for _, leftover := range []string{lock, filepath.Join(dir.Path(), ".new-1"), filepath.Join(dir.Path(), strings.Repeat("0", 64)+".json")} {
		if err := os.WriteFile(leftover, []byte(`{"vers`), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	reopened, err := ldcontext.OpenDir(dir.Path())
	if err != nil {
		t.Fatal(err)
	}
	if got := list(t, reopened); len(got) != 1 {
		t.Errorf("the folder lists %v", got)
	}
	add(t, reopened, "https://x.example/", shelf)
	if got := list(t, reopened); len(got) != 2 {
		t.Errorf("the folder lists %v", got)
	}
}

// TestDirsTakeTurns changes a folder through two Dirs, as two processes do.
func TestDirsTakeTurns(t *testing.T) {
	first := openDir(t)
	add(t, first, shelfURL, shelf)
	second, err := ldcontext.OpenDir(first.Path())
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for i, dir := range []*ldcontext.Dir{first, second} {
		group.Go(func() {
			for j := range 8 {
				if _, err := dir.Add(fmt.Sprintf("https://x.example/%d/%d", i, j), strings.NewReader(shelf)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	if got := list(t, first); len(got) != 17 {
		t.Errorf("%d contexts, want 17", len(got))
	}
}

func TestDirInManyGoroutines(t *testing.T) {
	dir := openDir(t)
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			url := fmt.Sprintf("https://x.example/%d", i)
			if _, err := dir.Add(url, strings.NewReader(shelf)); err != nil {
				t.Error(err)
			}
			if _, err := dir.Document(url); err != nil {
				t.Error(err)
			}
			if i%2 == 0 {
				if err := dir.Remove(url); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	if got := list(t, dir); len(got) != 4 {
		t.Errorf("%d contexts, want 4: %v", len(got), got)
	}
}

func TestOpenDirRefuses(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ldcontext.OpenDir(file); err == nil {
		t.Error("a file was opened as a folder")
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(file), "index.json"), []byte("[]"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ldcontext.OpenDir(filepath.Dir(file)); !errors.Is(err, ldcontext.ErrDamaged) {
		t.Errorf("a damaged index: %v", err)
	}
}

// TestFixtureContexts sees to it that the folder of contexts that fixture
// records name is whole.
func TestFixtureContexts(t *testing.T) {
	dir, err := ldcontext.OpenDir("../testdata/contexts")
	if err != nil {
		t.Fatal(err)
	}
	set := ldcontext.New(dir)
	entries := list(t, dir)
	if len(entries) == 0 {
		t.Error("the folder lists nothing")
	}
	for _, entry := range entries {
		load(t, set, entry.URL)
	}
}
