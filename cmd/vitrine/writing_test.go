package main

import (
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	ldcontext "vitrine/context"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/formats"
	"vitrine/serialize/jsonld"
)

const adaID = "https://data.museum.example/person/ada"

func adaRecord(label string) string {
	return fmt.Sprintf(`{"@context":%q,"id":%q,"type":"Person","_label":%q,"classified_as":[{"id":"http://vocab.getty.edu/aat/300025103","type":"Type","_label":"Artist"}],"identified_by":[{"type":"Name","content":%q}]}`,
		ldcontext.LinkedArt, adaID, label, label)
}

// client sends requests to a program with a token.
type client struct {
	t      *testing.T
	secret string
	*program
}

// do sends a request and returns the answer; fields are name and value in
// turns.
func (c client) do(method, path, body string, fields ...string) (*http.Response, string) {
	c.t.Helper()
	r, err := http.NewRequest(method, c.url+path, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+c.secret)
	if body != "" {
		r.Header.Set("Content-Type", "application/ld+json")
	}
	for i := 0; i < len(fields); i += 2 {
		r.Header.Set(fields[i], fields[i+1])
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		c.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return response, string(text)
}

// want sends a request and checks the status.
func (c client) want(status int, method, path, body string, fields ...string) (*http.Response, string) {
	c.t.Helper()
	r, text := c.do(method, path, body, fields...)
	if r.StatusCode != status {
		c.t.Fatalf("%s %s: status %d, want %d: %s\n%s", method, path, r.StatusCode, status, text, c.log.String())
	}
	return r, text
}

// newToken makes a token and returns its secret.
func newToken(t *testing.T, dir, name, scope string) string {
	t.Helper()
	cmd, err := command(dir, nil, "token", "create", "--db", "museum.db", "--name", name, "--scope", scope)
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// restarted starts vitrine serve on the store in the folder.
func restarted(t *testing.T, dir string) *program {
	t.Helper()
	p, err := startServe(dir, nil, "--create", "--db", "museum.db", "--base-url", "https://data.museum.example/")
	if err != nil {
		t.Fatalf("vitrine serve: %v\n%s", err, p.log.String())
	}
	t.Cleanup(func() { _ = p.stop(syscall.SIGKILL) }) // where the test failed
	return p
}

// TestWritingToAProcess writes to a real server: makes a record, reads it in
// every format, changes it, removes it, and reads it again from a server that
// was started afresh, after an orderly end and after a violent one.
func TestWritingToAProcess(t *testing.T) {
	dir := t.TempDir()
	p := restarted(t, dir)
	c := client{t, "", p}
	if _, text := c.want(405, "PUT", "person/ada", adaRecord("Ada")); !strings.Contains(text, "vitrine token create") {
		t.Errorf("how to turn writing on is not said: %s", text)
	}
	// A running server would take up the token within a second.
	if err := p.stop(syscall.SIGTERM); err != nil {
		t.Fatalf("vitrine serve ended: %v\n%s", err, p.log.String())
	}
	c.secret = newToken(t, dir, "catalogue", "write")
	p = restarted(t, dir)
	c.program = p

	// Made once, and not twice.
	c.want(201, "PUT", "person/ada", adaRecord("Ada"), "If-None-Match", "*")
	c.want(412, "PUT", "person/ada", adaRecord("Ada"), "If-None-Match", "*")
	readInEveryFormat(t, c, "Ada")

	// Changed from the version that was read, and not from another.
	r, text := c.want(200, "GET", "person/ada?links=none", "")
	if strings.TrimSpace(text) != adaRecord("Ada") {
		t.Errorf("got %s", text)
	}
	etag := r.Header.Get("ETag")
	c.want(200, "PUT", "person/ada", adaRecord("Countess"), "If-Match", etag)
	c.want(412, "PUT", "person/ada", adaRecord("Lady"), "If-Match", etag)
	_, text = c.want(200, "PATCH", "person/ada", `{"_label":"Ada, Countess of Lovelace"}`, "Content-Type", "application/merge-patch+json")
	r, _ = c.want(200, "GET", "person/ada", "", "Accept-Encoding", "identity")
	if etag := strings.Trim(r.Header.Get("ETag"), `"`); !strings.Contains(text, etag) {
		t.Errorf("a GET has the ETag %s, the report is %s", etag, text)
	}
	c.want(422, "PUT", "person/ada", strings.Replace(adaRecord("X"), `"_label"`, `"favourite":"blue","_label"`, 1))
	c.want(403, "POST", "-/load", adaRecord("X"), "Content-Type", "application/jsonl")

	// A second record, made and removed.
	r, _ = c.want(201, "POST", "person/", strings.Replace(adaRecord("Eve"), fmt.Sprintf(`"id":%q,`, adaID), "", 1))
	eve := strings.TrimPrefix(r.Header.Get("Location"), "/")
	c.want(200, "GET", eve, "")
	c.want(204, "DELETE", eve, "")
	c.want(410, "GET", eve, "")

	if err := p.stop(syscall.SIGTERM); err != nil {
		t.Fatalf("vitrine serve ended: %v\n%s", err, p.log.String())
	}
	for _, want := range []string{"token=catalogue", "result=created", "result=deleted", adaID} {
		if !strings.Contains(p.log.String(), want) {
			t.Errorf("the log lacks %s:\n%s", want, p.log.String())
		}
	}
	c.program = restarted(t, dir)
	readInEveryFormat(t, c, "Ada, Countess of Lovelace")
	c.want(410, "GET", eve, "")

	// What was acknowledged is there after a violent end.
	c.want(200, "PUT", "person/ada", adaRecord("Last"))
	_ = c.stop(syscall.SIGKILL)
	c.program = restarted(t, dir)
	readInEveryFormat(t, c, "Last")
	if err := c.stop(syscall.SIGTERM); err != nil {
		t.Fatalf("vitrine serve ended: %v\n%s", err, c.log.String())
	}
	noSecretIn(t, dir, c.secret)
}

// readInEveryFormat compares what each format that can be read says.
func readInEveryFormat(t *testing.T, c client, label string) {
	t.Helper()
	var first *graph.Graph
	for _, f := range formats.All(jsonld.New(ldcontext.New(nil))) {
		if f.Decode == nil || f.NewEncoder == nil {
			continue
		}
		_, text := c.want(200, "GET", "person/ada?format="+f.Name, "")
		name, err := graph.IRI(adaID)
		if err != nil {
			t.Fatal(err)
		}
		for g, err := range f.Decode(t.Context(), strings.NewReader(text), serialize.DecodeOptions{Base: adaID, Name: name}) {
			if err != nil {
				t.Fatalf("%s: %v\n%s", f.Name, err, text)
			}
			if first == nil {
				first = g
			}
			if !graph.Isomorphic(g.Triples, first.Triples) || !strings.Contains(text, label) {
				t.Errorf("%s says\n%s", f.Name, text)
			}
		}
	}
}

// noSecretIn looks for a secret in every file of a folder.
func noSecretIn(t *testing.T, dir, secret string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if strings.Contains(string(text), strings.TrimPrefix(secret, "vitrine_")) {
			t.Errorf("the secret is in %s", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
