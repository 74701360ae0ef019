package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"vitrine/cmd/vitrine/internal/cli"
	"vitrine/rdfstore/atomicfile"
)

type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"Shell: bash, zsh or fish."`
}

func (completionCommand) Help() string {
	return `Prints a script with which the shell completes commands, flags and their values.
With the line of your shell in its start-up file, every new shell has the completions:

    source <(vitrine completion bash)
    source <(vitrine completion zsh)
    vitrine completion fish | source

Examples:

    vitrine completion bash > vitrine.bash`
}

func (c *completionCommand) Run(a *app) error {
	commands, err := readCommandLine()
	if err != nil {
		return err
	}
	script, err := cli.Completion(commands, "vitrine", c.Shell)
	if err != nil {
		return err
	}
	_, err = io.WriteString(a.stdout, script)
	return err
}

type manCommand struct {
	Dir string `arg:"" help:"Folder for the pages, which is made if it does not exist."`
}

func (manCommand) Help() string {
	return `Writes a manual page for vitrine and for each command, for section 1.

Examples:

    vitrine man man1`
}

func (c *manCommand) Run(a *app) error {
	commands, err := readCommandLine()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.Dir, 0o755); err != nil {
		return err
	}
	pages := cli.Pages(commands, "vitrine", "vitrine "+version())
	for _, page := range pages {
		if err := atomicfile.Write(filepath.Join(c.Dir, page.Name), []byte(page.Text), 0o644); err != nil {
			return fmt.Errorf("write the manual page %s: %w", page.Name, err)
		}
	}
	return a.print("%s: %s", c.Dir, count(len(pages), "page"))
}

// readCommandLine returns the definition of the command line.
func readCommandLine() (*cli.Command, error) {
	parser, err := newParser(io.Discard, io.Discard, func(int) {})
	if err != nil {
		return nil, errors.Join(errors.New("read the command line"), err)
	}
	return cli.Read(parser.Model), nil
}
