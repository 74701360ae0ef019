package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"vitrine/checks/thorough"
)

// TestBrokenImport breaks off the second import of many records into a service. What was stored
// is reported; it can be undone, and the same import again stores the rest. Undoing that puts
// back what both stored, and the import before can be undone after it.
func TestBrokenImport(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	const base, rows, stored = "https://data.museum.example/", 1010, 1000
	folder := t.TempDir()
	write := func(name, text string) string {
		name = filepath.Join(folder, name)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	table := func(title string) string {
		var b strings.Builder
		b.WriteString("id,title\n")
		for i := range rows {
			fmt.Fprintf(&b, "%05d,%s %d\n", i, title, i)
		}
		return b.String()
	}
	mapping := write("objects.yaml", "sources:\n- records:\n  - id: object/{id}\n    type: HumanMadeObject\n    _label: '{title}'\n")
	first, second := write("first.csv", table("Bowl")), write("second.csv", table("Cup"))
	vitrine := func(want int, args ...string) string {
		t.Helper()
		status, stdout, stderr := runVitrine(t.Context(), nil, args...)
		if status != want {
			t.Fatalf("vitrine %s: status %d, want %d\n%s%s", strings.Join(args, " "), status, want, stdout, stderr)
		}
		return stdout + stderr
	}
	has := func(got string, want ...string) {
		t.Helper()
		for _, text := range want {
			if !strings.Contains(got, text) {
				t.Errorf("no %q in:\n%s", text, got)
			}
		}
	}
	db := filepath.Join(folder, "a.db")
	has(vitrine(0, "import", "--mapping", mapping, "--db", db, "--base-url", base, first), "1010 new")
	status, secret, stderr := runVitrine(t.Context(), nil, "token", "create", "--db", db, "--name", "a", "--scope", "admin")
	if status != 0 {
		t.Fatal(stderr)
	}
	token := write("token", secret)
	service, err := url.Parse(strings.TrimSuffix(served(t, "--db", db, "--base-url", base).url, "/"))
	if err != nil {
		t.Fatal(err)
	}
	var loads atomic.Int64
	forward := httputil.NewSingleHostReverseProxy(service)
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/-/load") && loads.Add(1) > stored/1000 {
			http.Error(w, "away", http.StatusBadGateway)
			return
		}
		forward.ServeHTTP(w, r)
	}))
	defer proxy.Close()
	imports := func(server, file string) []string {
		return []string{"import", "--mapping", mapping, "--server", server, "--token-file", token, "--base-url", base, file}
	}
	label := func(id, want string) {
		t.Helper()
		has(vitrine(0, "get", "--server", service.String(), base+"object/"+id), `"_label":"`+want)
	}
	undo := []string{"import", "--undo", "--mapping", mapping, "--server", service.String(), "--token-file", token, "--base-url", base}
	for _, again := range []bool{true, false}[:thorough.Rounds(1, 2)] {
		loads.Store(0)
		has(vitrine(1, imports(proxy.URL, second)...), "1000 records were stored", "the same command again goes on from there")
		label("00000", "Cup")
		label("01009", "Bowl")
		back := 1000
		if again {
			has(vitrine(0, imports(service.String(), second)...), "10 replaced, 1000 unchanged")
			label("01009", "Cup")
			back = 1011 // the record of the run is one more
		}
		has(vitrine(0, undo...), fmt.Sprintf("put %d records back as before the import; 0 left", back))
		for _, id := range []string{"00000", "00999", "01009"} {
			label(id, "Bowl")
		}
	}

	// Each state was kept, and is that which was.
	versions := vitrine(0, "versions", "--json", "--server", service.String(), base+"object/00000")
	states := regexp.MustCompile(`"version": ?(\d+)`).FindAllStringSubmatch(versions, -1)
	slices.Reverse(states)
	if len(states) < 3 {
		t.Fatalf("%d versions, want 3:\n%s", len(states), versions)
	}
	for i, want := range []string{"Bowl 0", "Cup 0", "Bowl 0"} {
		has(vitrine(0, "get", "--server", service.String(), "--version", states[i][1], base+"object/00000"), `"_label":"`+want)
	}
	has(vitrine(1, undo...), "there is no import by")
}
