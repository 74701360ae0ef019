package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"vitrine/checks/remotetest"
	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/readcmd"
	"vitrine/data"
	"vitrine/rdfstore"
	"vitrine/rdfstore/filelock"
)

// TestMirrorToOfAService ends mirrors of a service at any moment while its records change,
// and compares what the last one makes of it.
func TestMirrorToOfAService(t *testing.T) {
	publisher, target := newOriginal(t), remotetest.New(t)
	args := []string{"mirror-to", target.URL, "--server", publisher.url, "--state", filepath.Join(t.TempDir(), "state.json"), "--tries", "2", "--json"}
	for range 12 {
		publisher.change(20)
		ctx, cancel := context.WithCancel(t.Context())
		publisher.after(1+publisher.random.IntN(15), cancel)
		_, _, _ = runVitrine(ctx, nil, append(args, "--interval", "0")...)
		cancel()
	}
	publisher.after(5, func() { publisher.change(5) })
	status, stdout, stderr := runVitrine(t.Context(), nil, append(args, "--verify", "--prune")...)
	var result readcmd.MirrorResult
	if err := json.Unmarshal([]byte(stdout), &result); err != nil || status != console.StatusOK {
		t.Fatalf("status %d, %v: %s%s", status, err, stdout, stderr)
	}
	if !result.Verification.Equal() || result.Verification.Respelt != 0 || result.Verification.Compared == 0 || result.Pruned != 0 {
		t.Errorf("it reports %s", stdout)
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
	status, stdout, stderr = runVitrine(t.Context(), nil, "mirror-to", target.URL, "--db", db, "--verify")
	if status != console.StatusOK || !strings.Contains(stdout, ": 0 different, 0 missing, 0 that are no records") {
		t.Errorf("status %d: %s%s", status, stdout, stderr)
	}
}

func TestMirrorToReports(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	dir := t.TempDir()
	db, secret := filepath.Join(dir, "a.db"), filepath.Join(dir, "secret")
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
	expect(console.StatusOK, "1 replaced, 0 deleted; 0 refused", "--verify")
	target.Set(place, nil)
	expect(console.StatusFailed, place+" is missing", "--verify")
	target.Set(data.Base+"other", target.Graph(data.Base+"place/delft"))
	expect(console.StatusOK, "; 1 pruned\ncompared", "--full", "--prune", "--verify")
	other := remotetest.New(t)
	expect(console.StatusUsage, "--tries has to be more", "--tries", "0")
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

// TestMirrorToAndServeStartInEitherOrder runs both as processes. While a mirror has begun a
// copy that cannot go on, a server starts; then the copy goes on, and the mirror follows a
// change that the server takes. A second mirror starts beside the server.
func TestMirrorToAndServeStartInEitherOrder(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	dir, err := os.MkdirTemp("", "v") // a path that leaves room for a socket
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	db := filepath.Join(dir, "a.db")
	if status, _, stderr := runVitrine(t.Context(), nil, "load", "--db", db, "--validate", "off", "--base-url", data.Base, "../../data/place"); status != console.StatusOK {
		t.Fatal(stderr)
	}
	target := remotetest.New(t)
	copying, goOn := make(chan struct{}), make(chan struct{})
	followed := make(chan struct{})
	late := data.Base + "person/andrew-mellon"
	var once, onceFollowed sync.Once
	target.Fail(remotetest.Faults{Before: func(_ int, r *http.Request) int {
		switch {
		case r.Method == http.MethodPost:
			once.Do(func() { close(copying) })
			<-goOn
		case r.Method == http.MethodPut && r.URL.Query().Get("graph") == late:
			onceFollowed.Do(func() { close(followed) })
		}
		return 0
	}})
	var out bytes.Buffer
	first, err := command(dir, nil, "mirror-to", target.URL, "--db", db, "--interval", "50ms")
	if err != nil {
		t.Fatal(err)
	}
	first.Stdout, first.Stderr = &out, &out
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- first.Wait() }()
	defer func() { _ = first.Process.Kill() }()
	// wait fails the test where the mirror ends first.
	wait := func(what string, happened <-chan struct{}) {
		t.Helper()
		select {
		case <-happened:
		case err := <-ended:
			t.Fatalf("%s: the mirror ended: %v\n%s", what, err, out.String())
		}
	}
	wait("the copy", copying)
	p, err := startServe(dir, nil, "--db", db, "--base-url", data.Base)
	if err != nil {
		close(goOn)
		t.Fatalf("vitrine serve beside a mirror: %v\n%s", err, p.log.String())
	}
	defer p.stop(syscall.SIGKILL)
	close(goOn)
	if status, _, stderr := runVitrine(t.Context(), nil, "load", "--db", db, "--validate", "off", "--base-url", data.Base, "../../data/person/andrew-mellon.json"); status != console.StatusOK {
		t.Fatal(stderr)
	}
	wait("the change", followed)
	status, stdout, stderr := runVitrine(t.Context(), nil, "mirror-to", target.URL, "--db", db, "--verify", "--state", filepath.Join(dir, "other.json"))
	if status != console.StatusOK || !strings.Contains(stdout, ": 0 different, 0 missing") {
		t.Errorf("a mirror beside a server: status %d: %s%s", status, stdout, stderr)
	}
	if err := first.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Errorf("the mirror ended with %v\n%s", err, out.String())
	}
}
