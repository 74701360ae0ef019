package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/data"
	"vitrine/rdfstore"
	"vitrine/rdfstore/filelock"
	"vitrine/remote/graphstore/graphstoretest"
)

// TestMirrorToOfAService ends mirrors of a service at any moment while its records change,
// and compares what the last one makes of it.
func TestMirrorToOfAService(t *testing.T) {
	publisher, target := newOriginal(t), graphstoretest.New(t)
	args := []string{"mirror-to", target.URL, "--server", publisher.url, "--state", filepath.Join(t.TempDir(), "state.json"), "--tries", "2", "--json"}
	for range 12 {
		publisher.change(20)
		ctx, cancel := context.WithCancel(t.Context())
		publisher.after(1+publisher.random.IntN(15), cancel)
		_, _, _ = runVitrine(ctx, nil, append(args, "--once")...)
		cancel()
	}
	publisher.after(5, func() { publisher.change(5) })
	status, stdout, stderr := runVitrine(t.Context(), nil, append(args, "--verify", "--prune")...)
	var result mirrorResult
	if err := json.Unmarshal([]byte(stdout), &result); err != nil || status != statusOK {
		t.Fatalf("status %d, %v: %s%s", status, err, stdout, stderr)
	}
	if !result.Verification.Equal() || result.Verification.Respelt != 0 || result.Verification.Compared == 0 || result.Pruned != 0 {
		t.Errorf("it reports %s", stdout)
	}
}

// TestMirrorToBesideAServer follows a store that a server has until it is interrupted.
func TestMirrorToBesideAServer(t *testing.T) {
	db, store := controlled(t)
	target := graphstoretest.New(t)
	if status, _, stderr := runVitrine(t.Context(), nil, "load", "--db", db, "--validate", "off", "--base-url", data.Base, "../../data/place"); status != statusOK {
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
	target.Fail(graphstoretest.Faults{CutAfter: func(_ int, r *http.Request) bool {
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
	if status != statusOK || stderr != "" {
		t.Errorf("status %d: %s%s", status, stdout, stderr)
	}
	if len(target.Graph(deleted)) != 0 {
		t.Errorf("%s is still there", deleted)
	}
	status, stdout, stderr = runVitrine(t.Context(), nil, "mirror-to", target.URL, "--db", db, "--verify")
	if status != statusOK || !strings.Contains(stdout, ": 0 different, 0 missing, 0 that are no records") {
		t.Errorf("status %d: %s%s", status, stdout, stderr)
	}
}

func TestMirrorToReports(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	dir := t.TempDir()
	db, secret := filepath.Join(dir, "a.db"), filepath.Join(dir, "secret")
	if status, _, stderr := runVitrine(t.Context(), nil, "load", "--db", db, "--validate", "off", "../../data/place"); status != statusOK {
		t.Fatal(stderr)
	}
	if err := os.WriteFile(secret, []byte("me:secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	target := graphstoretest.New(t)
	const basic = "Basic bWU6c2VjcmV0"
	expect := func(want int, says string, args ...string) {
		t.Helper()
		status, stdout, stderr := runVitrine(t.Context(), nil, append([]string{"mirror-to", target.URL, "--db", db, "--once"}, args...)...)
		if status != want || !strings.Contains(stdout+stderr, says) {
			t.Errorf("%v: status %d, want %d and %q:\n%s%s", args, status, want, says, stdout, stderr)
		}
	}
	target.Fail(graphstoretest.Faults{Authorization: basic})
	expect(statusFailed, "hint: name a file with USER:PASSWORD")
	place := data.Base + "place/leiden"
	target.Fail(graphstoretest.Faults{Authorization: basic, Before: func(_ int, r *http.Request) int {
		if r.Method == http.MethodPost || r.Method == http.MethodPut && r.URL.Query().Get("graph") == place {
			return http.StatusBadRequest
		}
		return 0
	}})
	expect(statusPartly, place+": refused: the graph store answers 400", "--credentials", secret)
	target.Forget()
	expect(statusOK, "1 replaced, 0 deleted; 0 refused", "--verify")
	target.Set(place, nil)
	expect(statusFailed, place+" is missing", "--verify")
	target.Set(data.Base+"other", target.Graph(data.Base+"place/delft"))
	expect(statusOK, "; 1 pruned\ncompared", "--full", "--prune", "--verify")
	other := graphstoretest.New(t)
	expect(statusUsage, "have to be more than 0", "--tries", "0")
	if status, _, stderr := runVitrine(t.Context(), nil, "mirror-to", other.URL, "--db", db, "--once"); status != statusFailed || !strings.Contains(stderr, "is that of a mirror at "+target.URL+"\nhint: give each") {
		t.Errorf("the state of another mirror: status %d: %s", status, stderr)
	}
	unlock, err := filelock.Lock(db + ".mirror.json.lock")
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	expect(statusFailed, "another mirror with this state file is in progress")
}
