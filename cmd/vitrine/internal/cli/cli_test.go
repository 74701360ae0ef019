package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"vitrine/checks/golden"
	"vitrine/cmd/vitrine/internal/cli"
)

// grammar is a command line with everything that a definition may have.
type grammar struct {
	Paint struct {
		Colour string   `enum:"red,blue" default:"red" help:"It's the colour: red or blue."`
		Out    string   `placeholder:"FILE" help:"Where to."`
		Size   int      `help:"How large."`
		Frame  bool     `default:"true" negatable:"" help:"With a frame."`
		Path   []string `arg:"" help:"What to paint."`
	} `cmd:"" group:"work" help:"Paint a picture."`
	Wall struct {
		List struct{} `cmd:"" help:"List walls."`
		Side struct {
			Which string `arg:"" enum:"left,right" help:"Which side."`
		} `cmd:"" help:"Turn a wall."`
	} `cmd:"" group:"more" help:"Manage walls."`
	Hidden struct{} `cmd:"" hidden:"" help:"Not shown."`
}

// painter is the grammar as a command.
func painter(t *testing.T) *cli.Command {
	t.Helper()
	parser, err := kong.New(&grammar{}, kong.Name("painter"), kong.Description("Paint things.\n\n.A line like a request.\n\n    painter paint -- a\\b"),
		kong.DefaultEnvars("PAINTER"), kong.ExplicitGroups([]kong.Group{{Key: "work", Title: "Working"}, {Key: "more", Title: "More"}}))
	if err != nil {
		t.Fatal(err)
	}
	return cli.Read(parser.Model)
}

func TestCompletionScripts(t *testing.T) {
	for _, shell := range cli.Shells() {
		script, err := cli.Completion(painter(t), "painter", shell)
		if err != nil {
			t.Fatal(err)
		}
		golden.Check(t, "testdata/painter."+shell, script)
		if path, err := exec.LookPath(shell); err == nil {
			check := exec.Command(path, "-n")
			check.Stdin = strings.NewReader(script)
			if out, err := check.CombinedOutput(); err != nil {
				t.Errorf("%s does not read its script: %v\n%s", shell, err, out)
			}
		}
	}
	if _, err := cli.Completion(painter(t), "painter", "csh"); err == nil || !strings.Contains(err.Error(), "bash, fish, zsh") {
		t.Errorf("another shell: %v", err)
	}
}

func TestManualPages(t *testing.T) {
	var names []string
	for _, page := range cli.Pages(painter(t), "painter", "painter 1.0") {
		names = append(names, page.Name)
		golden.Check(t, "testdata/"+page.Name, page.Text)
	}
	if got := strings.Join(names, " "); got != "painter.1 painter-paint.1 painter-wall.1 painter-wall-list.1 painter-wall-side.1" {
		t.Errorf("the pages are %s", got)
	}
}

// TestBashCompletes has bash complete command lines.
func TestBashCompletes(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("bash is not installed")
	}
	script, err := cli.Completion(painter(t), "painter", "bash")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "blue.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"painter ":                     "paint wall --help",
		"painter p":                    "paint",
		"painter paint --c":            "--colour",
		"painter paint --no":           "--no-frame",
		"painter paint --colour ":      "red blue",
		"painter paint --colour b":     "blue",
		"painter paint --out b":        "blue.txt",
		"painter paint --size b":       "",
		"painter paint b":              "blue.txt",
		"painter wall ":                "list side --help",
		"painter wall side ":           "left right --help",
		"painter wall side r":          "right",
		"painter wall list --h":        "--help",
		"painter paint --out wall --c": "--colour",
		"painter hidden --":            "--help",
	} {
		words := strings.Split(line, " ")
		quoted := "'" + strings.Join(words, "' '") + "'"
		run := exec.Command(bash, "--norc", "-c", script+"\nCOMP_WORDS=("+quoted+"); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _painter; echo \"${COMPREPLY[*]}\"")
		run.Dir = dir
		out, err := run.CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != want {
			t.Errorf("%q is completed by %q, %v; want %q", line, got, err, want)
		}
	}
}
