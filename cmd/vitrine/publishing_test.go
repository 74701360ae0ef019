package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"vitrine/checks/thorough"
)

// TestKilledPublishing kills servers while they publish drafts of records that refer to each other:
// then all of the records are there or none, and the drafts as long as none are.
func TestKilledPublishing(t *testing.T) {
	dir := t.TempDir()
	c := client{t, newToken(t, dir, "editors", "write"), nil}
	c.program = publishing(t, dir)
	random := rand.New(rand.NewPCG(3, 4))
	names := []string{"ada", "eve", "ida"}
	outcomes := map[bool]int{}
	for round := range thorough.Rounds(6, 60) {
		record := func(i int) string {
			id := func(i int) string { return fmt.Sprintf("https://data.museum.example/person/%s-%d", names[i], round) }
			next := fmt.Sprintf(`"member_of":[{"id":%q,"type":"Group"}],"_label"`, id((i+1)%len(names)))
			return strings.NewReplacer(adaID, id(i), `"_label":"New"`, next+`:"New"`).Replace(adaRecord("New"))
		}
		first := ""
		for i := range names {
			r, _ := c.want(201, "POST", "-/drafts", record(i))
			first = strings.TrimPrefix(r.Header.Get("Location"), "/")
		}
		c.killWhilePublishing(dir, first, random.IntN(10))
		c.program = publishing(t, dir)
		there := 0
		for _, name := range names {
			r, text := c.do("GET", fmt.Sprintf("person/%s-%d?links=none", name, round), "")
			if r.StatusCode == http.StatusOK && strings.Contains(text, `"New"`) {
				there++
			}
		}
		drafts := c.drafts()
		if there != 0 && there != len(names) || there == 0 && len(drafts) != len(names) {
			t.Fatalf("round %d: %d of %d records and %d drafts are there", round, there, len(names), len(drafts))
		}
		outcomes[there > 0]++
		for len(drafts) > 0 { // whoever published comes back, and may find other drafts first
			if r, text := c.do("POST", "-/drafts/"+drafts[0]+"/publish", ""); r.StatusCode > 299 {
				t.Fatalf("round %d: published again: status %d: %s", round, r.StatusCode, text)
			}
			drafts = c.drafts()
		}
		for _, name := range names {
			c.want(200, "GET", fmt.Sprintf("person/%s-%d", name, round), "")
		}
	}
	t.Logf("published before the kill: %v", outcomes)
}

// publishing starts a server that keeps drafts.
func publishing(t *testing.T, dir string) *program {
	t.Helper()
	p, err := startServe(dir, nil, "--create", "--db", "museum.db", "--base-url", "https://data.museum.example/", "--write-ui")
	if err != nil {
		t.Fatalf("vitrine serve: %v\n%s", err, p.log.String())
	}
	t.Cleanup(func() { _ = p.stop(syscall.SIGKILL) }) // where the test failed
	return p
}

// killWhilePublishing has a draft published, and kills the server once its files have changed so many
// times, or it has answered.
func (c client) killWhilePublishing(dir, draft string, changes int) {
	c.t.Helper()
	sizes := func() (all string) {
		for _, name := range []string{"museum.db", "museum.db.drafts"} {
			if info, err := os.Stat(filepath.Join(dir, name)); err == nil {
				all += fmt.Sprint(info.Size(), info.ModTime().UnixNano(), " ")
			}
		}
		return all
	}
	r, err := http.NewRequest("POST", c.url+draft+"/publish", nil)
	if err != nil {
		c.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+c.secret)
	last, answered := sizes(), make(chan struct{})
	go func() {
		defer close(answered)
		if response, err := http.DefaultClient.Do(r); err == nil {
			_ = response.Body.Close()
		}
	}()
	for done := false; !done && changes > 0; {
		select {
		case <-answered:
			done = true
		default:
			if now := sizes(); now != last {
				last = now
				changes--
			}
		}
	}
	_ = c.stop(syscall.SIGKILL) // how it ends is known
	<-answered
}

// drafts are the names of the drafts.
func (c client) drafts() (out []string) {
	c.t.Helper()
	_, text := c.want(200, "GET", "-/drafts", "", "Accept", "application/json")
	var list struct{ Drafts []struct{ ID string } }
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		c.t.Fatal(err)
	}
	for _, d := range list.Drafts {
		out = append(out, path.Base(d.ID))
	}
	return out
}
