package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/cmd/vitrine/internal/console"
)

// TestBulkLoadOfOldFaults loads more records than are stored by one change, some
// with a date that there is not, into a store that has them. The faults are old
// there and only warnings; another one is refused.
func TestBulkLoadOfOldFaults(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	folder := t.TempDir()
	db := filepath.Join(folder, "a.db")
	const records, faulty = 5100, 51
	write := func(name, day string) string {
		var b strings.Builder
		for i := range records {
			at := "1815-12-10"
			if i%(records/faulty) == 0 {
				at = day
			}
			fmt.Fprintf(&b, `{"@context":"https://linked.art/ns/v1/linked-art.json","id":"person/%d","type":"Person","_label":"P","classified_as":[{"id":"http://vocab.getty.edu/aat/300025103","type":"Type","_label":"Artist"}],"identified_by":[{"type":"Name","content":"P"}],"born":{"type":"Birth","timespan":{"type":"TimeSpan","begin_of_the_begin":"%sT00:00:00Z"}}}`+"\n", i, at)
		}
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	old, other := write("old.jsonl", "1815-02-30"), write("other.jsonl", "1815-02-31")
	enforce := []string{"--validate", "enforce"}
	for _, step := range []struct {
		name, file, stdout, stderr string
		flags                      []string
		status                     int
	}{
		{"a new store refuses them under enforce", old, "5049 new, 0 replaced, 0 unchanged; 51 refused", "date error 51", enforce, console.StatusPartly},
		{"the default stores them", old, "51 new, 0 replaced, 5049 unchanged; 0 refused", "date error 51", nil, console.StatusOK},
		{"the same, strictly", old, "0 new, 0 replaced, 5100 unchanged; 0 refused", "date warning 51", []string{"--validate", "enforce", "--strict"}, console.StatusOK},
		{"with another fault", other, "0 new, 0 replaced, 5049 unchanged; 51 refused", "date error 51", enforce, console.StatusPartly},
	} {
		args := append([]string{"load", "--db", db, "--base-url", "https://data.museum.example/", step.file}, step.flags...)
		status, stdout, stderr := runVitrine(t.Context(), nil, args...)
		table := strings.Join(strings.Fields(stderr), " ")
		if status != step.status || !strings.Contains(stdout, step.stdout) || !strings.Contains(table, step.stderr) {
			t.Fatalf("%s: status %d, want %d; %s\n%s", step.name, status, step.status, stdout, stderr)
		}
	}
}
