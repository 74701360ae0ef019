package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/cmd/vitrine/internal/console"
)

// TestBashCompletes has bash complete command lines.
func TestBashCompletes(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("bash is not installed")
	}
	var script bytes.Buffer
	if status := run(t.Context(), []string{"completion", "bash"}, nil, &script, t.Output()); status != console.StatusOK {
		t.Fatalf("status %d", status)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "blue.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"vitrine se":                   "serve",
		"vitrine token ":               "create list revoke --help",
		"vitrine token l":              "list",
		"vitrine serve --ti":           "--title",
		"vitrine serve --db b":         "blue.txt",
		"vitrine serve --title b":      "",
		"vitrine serve --lo":           "--log",
		"vitrine serve --log ":         "text json debug info warn error",
		"vitrine load b":               "blue.txt",
		"vitrine load --db serve --at": "--atomic",
		"vitrine completion z":         "zsh",
	} {
		words := strings.Split(line, " ")
		quoted := "'" + strings.Join(words, "' '") + "'"
		complete := exec.Command(bash, "--norc", "-c", script.String()+"\nCOMP_WORDS=("+quoted+"); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _vitrine; echo \"${COMPREPLY[*]}\"")
		complete.Dir = dir
		out, err := complete.CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != want {
			t.Errorf("%q is completed by %q, %v; want %q", line, got, err, want)
		}
	}
}
