package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/checks/remotetest"
	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/readcmd"
	"vitrine/data"
	"vitrine/rdfstore"
	"vitrine/rdfstore/filelock"
	"vitrine/rdfstore/graph"
)

// TestMirrorToOfAService ends mirrors of a service at any moment while its records change,
// and compares what the last one makes of it.
func TestMirrorToOfAService(t *testing.T) {
	publisher, target := newOriginal(t), remotetest.New(t)
	args := []string{"mirror-to", target.URL, "--server", publisher.url, "--state", filepath.Join(t.TempDir(), "state.json"), "--interval", "0", "--json"}
	for range 12 {
		publisher.change(20)
		ctx, cancel := context.WithCancel(t.Context())
		publisher.after(1+publisher.random.IntN(15), cancel)
		_, _, _ = runVitrine(ctx, nil, args...)
		cancel()
	}
	publisher.after(5, func() { publisher.change(5) })
	status, stdout, stderr := runVitrine(t.Context(), nil, args...)
	var result readcmd.MirrorResult
	if err := json.Unmarshal([]byte(stdout), &result); err != nil || status != console.StatusOK {
		t.Fatalf("status %d, %v: %s%s", status, err, stdout, stderr)
	}
	sameGraphs(t, publisher.store, target)
}

// sameGraphs fails unless the graph store has the records of the store.
func sameGraphs(t *testing.T, store rdfstore.Store, target *remotetest.Server) {
	t.Helper()
	records := 0
	for e, err := range store.Graphs(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		records++
		if name := e.Graph.Name.String(); !graph.Isomorphic(e.Graph.Triples, target.Graph(name)) {
			t.Errorf("%s is %v in the graph store, want %v", name, target.Graph(name), e.Graph.Triples)
		}
	}
	if records == 0 || target.Graphs() != records {
		t.Errorf("the graph store has %d graphs for %d records", target.Graphs(), records)
	}
}

// TestMirrorToBesideAServer follows a store that a server has until it is interrupted.
func TestMirrorToBesideAServer(t *testing.T) {
	db, store := controlled(t)
	target := remotetest.New(t)
	if status, _, stderr := runVitrine(t.Context(), nil, "load", "--db", db, "--validate", "off", "--base-url", data.Base, "../../data/place"); status != console.StatusOK {
		t.Fatal(stderr)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var deleted string
	for name, err := range store.Entities(ctx, "") {
		if err != nil {
			t.Fatal(err)
		}
		deleted = name.String()
		break
	}
	target.Fail(remotetest.Faults{CutAfter: func(_ int, r *http.Request) bool {
		switch r.Method {
		case http.MethodPost: // the first copy is there
			for name := range store.Entities(ctx, "") {
				if _, err := store.Apply(ctx, rdfstore.Change{Delete: name}); err != nil {
					t.Error(err)
				}
				break
			}
		case http.MethodDelete:
			cancel()
		}
		return false
	}})
	status, stdout, stderr := runVitrine(ctx, nil, "mirror-to", target.URL, "--db", db, "--interval", "1ms")
	if status != console.StatusOK || stderr != "" {
		t.Errorf("status %d: %s%s", status, stdout, stderr)
	}
	if len(target.Graph(deleted)) != 0 {
		t.Errorf("%s is still there", deleted)
	}
	status, stdout, stderr = runVitrine(t.Context(), nil, "mirror-to", target.URL, "--db", db, "--interval", "0")
	if status != console.StatusOK {
		t.Errorf("status %d: %s%s", status, stdout, stderr)
	}
	sameGraphs(t, store, target)
}

func TestMirrorToReports(t *testing.T) {
	db, store := controlled(t)
	secret := filepath.Join(t.TempDir(), "secret")
	if status, _, stderr := runVitrine(t.Context(), nil, "load", "--db", db, "--validate", "off", "--base-url", data.Base, "../../data/place"); status != console.StatusOK {
		t.Fatal(stderr)
	}
	if err := os.WriteFile(secret, []byte("me:secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	target := remotetest.New(t)
	const basic = "Basic bWU6c2VjcmV0"
	expect := func(want int, says string, args ...string) {
		t.Helper()
		status, stdout, stderr := runVitrine(t.Context(), nil, append([]string{"mirror-to", target.URL, "--db", db, "--interval", "0"}, args...)...)
		if status != want || !strings.Contains(stdout+stderr, says) {
			t.Errorf("%v: status %d, want %d and %q:\n%s%s", args, status, want, says, stdout, stderr)
		}
	}
	target.Fail(remotetest.Faults{Authorization: basic})
	expect(console.StatusFailed, "hint: name a file with USER:PASSWORD")
	place := data.Base + "place/leiden"
	target.Fail(remotetest.Faults{Authorization: basic, Before: func(_ int, r *http.Request) int {
		if r.Method == http.MethodPost || r.Method == http.MethodPut && r.URL.Query().Get("graph") == place {
			return http.StatusBadRequest
		}
		return 0
	}})
	expect(console.StatusPartly, place+": refused: the graph store answers 400", "--credentials", secret)
	target.Forget()
	expect(console.StatusOK, "1 replaced, 0 deleted; 0 refused")
	target.Set(place, nil)
	expect(console.StatusOK, "graphs copied", "--full")
	sameGraphs(t, store, target)
	other := remotetest.New(t)
	expect(console.StatusUsage, "--interval cannot be less", "--interval=-1s")
	expect(console.StatusFailed, "no server has the store\nhint: start vitrine serve", "--control", "off")
	if status, _, stderr := runVitrine(t.Context(), nil, "mirror-to", other.URL, "--db", db, "--interval", "0"); status != console.StatusFailed || !strings.Contains(stderr, "is that of a mirror at "+target.URL+"\nhint: give each") {
		t.Errorf("the state of another mirror: status %d: %s", status, stderr)
	}
	unlock, err := filelock.Lock(db + ".mirror.json.lock")
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	expect(console.StatusFailed, "another mirror with this state file is in progress")
}
