package main

import (
	"errors"
	"io"
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// TestExamplesParse checks that vitrine understands each command line which a help
// text or a block of the manual shows without its output.
func TestExamplesParse(t *testing.T) {
	parser, err := newParser(io.Discard, io.Discard, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, page := range manualPages(t) {
		_, _, others := pageExamples(t, page)
		// A line that ends in a backslash goes on.
		lines = append(lines, strings.Split(strings.ReplaceAll(strings.Join(others, "\n"), "\\\n", ""), "\n")...)
	}
	shown := map[*kong.Node]bool{}
	err = kong.Visit(parser.Model, func(node kong.Visitable, next kong.Next) error {
		if n, ok := node.(*kong.Node); ok {
			shown[n] = strings.Contains(n.Detail, "    vitrine ")
			lines = append(lines, strings.Split(n.Detail, "\n")...)
		}
		return next(nil)
	})
	if err != nil {
		t.Fatal(err)
	}
	commandLines := 0
	for _, line := range lines {
		for _, part := range strings.Split(line, " | ") {
			args, ok := vitrineArgs(part)
			if !ok {
				continue
			}
			commandLines++
			// A parser remembers the flags of the line before.
			fresh, err := newParser(io.Discard, io.Discard, func(int) {})
			if err != nil {
				t.Fatal(err)
			}
			// A configuration file that a line names need not be there: its flag was understood.
			if _, err := fresh.Parse(args); err != nil && !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s: %v", strings.TrimSpace(line), err)
			}
		}
	}
	if commandLines < 20 {
		t.Errorf("found only %d command lines", commandLines)
	}
	for node, has := range shown {
		parentHas := node.Parent != nil && shown[node.Parent] && node.Parent.Type != kong.ApplicationNode
		if node.Type == kong.CommandNode && node.Name != "version" && !has && !parentHas && len(node.Children) == 0 {
			t.Errorf("the help of %q shows no example", node.FullPath())
		}
	}
}

var (
	assignments = regexp.MustCompile(`^(?:VITRINE_[A-Z_]+=\S+ )+`)
	redirection = regexp.MustCompile(` > \S+$`)
)

// vitrineArgs returns the arguments of a command line that calls vitrine.
func vitrineArgs(line string) ([]string, bool) {
	line = assignments.ReplaceAllString(strings.TrimSpace(line), "")
	rest, ok := strings.CutPrefix(redirection.ReplaceAllString(line, ""), "vitrine ")
	return words(rest), ok
}
