package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"vitrine/checks/remotetest"
	"vitrine/linkedart"
)

// example is one command line of a page with the output it shows.
type example struct {
	line    int
	command string
	output  string
}

// pageExamples returns the commands of a page's console blocks, the files that its
// other blocks name after their language, and the remaining lines.
func pageExamples(t *testing.T, page string) (examples []example, files map[string]string, others []string) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	block, files := "", map[string]string{}
	for i, line := range strings.Split(string(text), "\n") {
		fence, isFence := strings.CutPrefix(line, "```")
		command, isCommand := strings.CutPrefix(line, "$ ")
		switch {
		case isFence && block == "":
			block = fence
		case isFence:
			block = ""
		case block == "console" && isCommand:
			examples = append(examples, example{line: i + 1, command: command})
		case block == "console":
			examples[len(examples)-1].output += line + "\n"
		default:
			others = append(others, line)
			if _, name, named := strings.Cut(block, " "); named {
				files[name] += line + "\n"
			}
		}
	}
	return examples, files, others
}

// manualPages returns the README and the pages in docs.
func manualPages(t *testing.T) []string {
	t.Helper()
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	return append([]string{"../../README.md"}, pages...)
}

// TestManual runs every command that the README and the pages in docs show with
// its output, and every address that vitrine serve proposes.
func TestManual(t *testing.T) {
	p, graphs := served(t, "--log", "warn"), remotetest.New(t)
	curls := 0
	for _, page := range manualPages(t) {
		examples, files, others := pageExamples(t, page)
		// What needs the secret of a token cannot be run as it stands there.
		if i := slices.IndexFunc(others, func(line string) bool {
			return strings.Contains(line, "curl ") && !strings.Contains(line, "SECRET")
		}); i >= 0 {
			t.Errorf("%s: a line with curl is outside the console blocks: %s", page, others[i])
		}
		dir := manualDir(t, files)
		for _, e := range examples {
			t.Run(fmt.Sprintf("%s line %d", filepath.Base(page), e.line), func(t *testing.T) {
				if strings.HasPrefix(e.command, "curl ") {
					curls++
				}
				checkOutput(t, e, p.carryOut(t, dir, graphs.URL, e.command))
			})
		}
	}
	if curls < 15 {
		t.Errorf("the manual shows %d curl lines", curls)
	}
	for _, line := range strings.Split(p.tour, "\n") {
		if line, ok := strings.CutPrefix(line, "  curl "); ok {
			if out, err := curl(append(words(line), "-i")); err != nil || !strings.HasPrefix(out, "HTTP/1.1 200 ") {
				t.Errorf("curl %s: %v\n%s", line, err, out)
			}
		}
	}
}

// manualDir returns a folder in which the commands of a page are run. It holds the
// sample collection, and the files that the page names.
func manualDir(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(root, "data"), filepath.Join(dir, "data")); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestFirstRecord checks that the README's record for new users has no findings.
func TestFirstRecord(t *testing.T) {
	_, files, _ := pageExamples(t, "../../README.md")
	text := files["mask.json"]
	if text == "" {
		t.Fatal("the README has no block mask.json")
	}
	resolved := strings.Replace(text, `"id": "object/mask"`, `"id": "https://data.museum.example/object/mask"`, 1)
	for _, reading := range []linkedart.Reading{linkedart.Standard, linkedart.Strict} {
		v, err := linkedart.NewValidator(linkedart.Options{Reading: reading, Base: "https://data.museum.example/"})
		if err != nil {
			t.Fatal(err)
		}
		if found := v.Validate([]byte(resolved)); len(found) > 0 {
			t.Errorf("%s: the record of the README has findings: %+v", reading, found)
		}
	}
}

// TestCIRunsWhatTheREADMEShows looks for the README's commands in .ci/run.
func TestCIRunsWhatTheREADMEShows(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	ci, err := os.ReadFile("../../.ci/run")
	if err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"go test ./...", "go build -o vitrine ./cmd/vitrine"} {
		if !strings.Contains(string(readme), "\n"+command) {
			t.Errorf("the README does not show %q", command)
		}
	}
	for _, part := range []string{"go test -race -vet=off -timeout 20m $with_race\n", "go test -vet=off -timeout 20m $others ", `others=$(go list ./... | grep -vxF "$with_race")` + "\n"} {
		if !strings.Contains(string(ci), part) {
			t.Errorf(".ci/run does not run the tests of all packages: it has no %q", part)
		}
	}
}

// carryOut runs a command line as a reader would, with the server that runs in
// place of the one at port 8080, and the graph store at an address in place of that at
// port 7878.
func (p *program) carryOut(t *testing.T, dir, graphs, line string) string {
	t.Helper()
	const shown, shownGraphs = "http://127.0.0.1:8080/", "http://127.0.0.1:7878/store"
	args := words(strings.ReplaceAll(strings.ReplaceAll(line, shown, p.url), shownGraphs, graphs))
	switch {
	case line == "go run ./cmd/vitrine serve":
		return strings.ReplaceAll(p.tour, p.url, shown)
	case args[0] == "curl":
		out, err := curl(args[1:])
		if err != nil {
			t.Fatal(err)
		}
		return out
	case args[0] == "vitrine":
		cmd, err := command(dir, nil, args[1:]...)
		if err != nil {
			t.Fatal(err)
		}
		var messages bytes.Buffer
		cmd.Stderr = &messages
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v: %s", err, messages.String())
		}
		return strings.ReplaceAll(string(out), graphs, shownGraphs)
	default:
		t.Fatalf("the test does not know how to run %s", args[0])
		return ""
	}
}

// checkOutput compares what was printed with what is shown, where … stands for
// anything: in a line for anything up to the next line, alone for any lines.
func checkOutput(t *testing.T, e example, got string) {
	t.Helper()
	pattern := regexp.QuoteMeta(strings.TrimSpace(e.output))
	pattern = strings.ReplaceAll(pattern, "\n…\n", "\n(?:.*\n)*?")
	pattern = regexp.MustCompile(`\n…$`).ReplaceAllString(pattern, "\n(?:.*\n?)*")
	pattern = strings.ReplaceAll(pattern, "…", ".*")
	if !regexp.MustCompile(`^` + pattern + `$`).MatchString(strings.TrimSpace(got)) {
		t.Errorf("%s\nprints\n%s\nthe page shows\n%s", e.command, got, e.output)
	}
}

// words splits a command line at blanks, as a shell does outside quotes.
func words(line string) []string {
	var out []string
	for _, m := range regexp.MustCompile(`'([^']*)'|(\S+)`).FindAllStringSubmatch(line, -1) {
		out = append(out, m[1]+m[2])
	}
	return out
}
