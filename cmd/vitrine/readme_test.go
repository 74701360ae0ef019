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
)

// example is one command line of the README with the output it shows.
type example struct {
	line    int
	command string
	output  string
}

// readmeExamples returns the commands of the README's console blocks, and the
// lines of its other blocks.
func readmeExamples(t *testing.T) (examples []example, others []string) {
	t.Helper()
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	block := ""
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
		}
	}
	return examples, others
}

// TestREADME runs every command that the README shows with its output, and
// every address that the first of them proposes.
func TestREADME(t *testing.T) {
	examples, others := readmeExamples(t)
	if i := slices.IndexFunc(others, func(line string) bool { return strings.Contains(line, "curl ") }); i >= 0 {
		t.Errorf("a line with curl is outside the console blocks: %s", others[i])
	}
	dir := t.TempDir()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(root, "data"), filepath.Join(dir, "data")); err != nil {
		t.Fatal(err)
	}
	p := served(t, "--no-access-log")
	curls := 0
	for _, e := range examples {
		t.Run(fmt.Sprintf("line %d", e.line), func(t *testing.T) {
			if strings.HasPrefix(e.command, "curl ") {
				curls++
			}
			checkOutput(t, e, p.carryOut(t, dir, e.command))
		})
	}
	if curls < 5 {
		t.Errorf("the README shows %d curl lines", curls)
	}
	for _, line := range strings.Split(p.tour, "\n") {
		if line, ok := strings.CutPrefix(line, "  curl "); ok {
			if out, err := curl(append(words(line), "-i")); err != nil || !strings.HasPrefix(out, "HTTP/1.1 200 ") {
				t.Errorf("curl %s: %v\n%s", line, err, out)
			}
		}
	}
}

// carryOut runs a command line as a reader would, with the server that runs in
// place of the one at port 8080.
func (p *program) carryOut(t *testing.T, dir, line string) string {
	t.Helper()
	const shown = "http://127.0.0.1:8080/"
	args := words(strings.ReplaceAll(line, shown, p.url))
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
		return string(out)
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
		t.Errorf("%s\nprints\n%s\nthe README shows\n%s", e.command, got, e.output)
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
