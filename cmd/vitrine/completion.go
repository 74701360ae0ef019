package main

import (
	_ "embed"
	"io"
	"slices"
	"strings"
	"text/template"

	"github.com/alecthomas/kong"

	"vitrine/cmd/vitrine/internal/console"
)

type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh" help:"Shell: bash or zsh."`
}

func (completionCommand) Help() string {
	return `Prints a script with which the shell completes commands, flags and their values.
With the line of your shell in its start-up file, every new shell has the completions:

    source <(vitrine completion bash)
    source <(vitrine completion zsh)

Examples:

    vitrine completion bash > vitrine.bash`
}

//go:embed completion.bash
var completionScript string

// forZsh lets zsh run a script for bash.
const forZsh = "autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n"

func (c *completionCommand) Run(a *console.App) error {
	parser, err := newParser(io.Discard, io.Discard, func(int) {})
	if err != nil {
		return err
	}
	script, err := template.New("completion").Parse(completionScript)
	if err != nil {
		return err
	}
	if c.Shell == "zsh" {
		if _, err := io.WriteString(a.Stdout, forZsh); err != nil {
			return err
		}
	}
	return script.Execute(a.Stdout, completed(parser.Model.Node, ""))
}

// completedCommand is what the script has of a command: the words that may follow it,
// whether files may, and its flags that have values.
type completedCommand struct {
	Path, Words string
	Files       bool
	Values      []completedFlag
}

// completedFlag is a flag with the values that it may have: Words, Files, or any.
type completedFlag struct {
	Flag, Words string
	Files       bool
}

// completed returns a command and all below it.
func completed(node *kong.Node, path string) []completedCommand {
	c := completedCommand{Path: path}
	var words []string
	var below []completedCommand
	for _, child := range node.Children {
		words = append(words, child.Name)
		below = append(below, completed(child, strings.TrimSpace(path+" "+child.Name))...)
	}
	for _, p := range node.Positional {
		words = append(words, p.EnumSlice()...)
		c.Files = c.Files || slices.Contains([]string{"file", "path"}, p.Name)
	}
	for _, flags := range node.AllFlags(true) {
		for _, f := range flags {
			words = append(words, "--"+f.Name)
			if !f.IsBool() {
				files := slices.Contains([]string{"FILE", "DIR", "SOCKET"}, f.PlaceHolder)
				c.Values = append(c.Values, completedFlag{"--" + f.Name, strings.Join(f.EnumSlice(), " "), files})
			}
		}
	}
	c.Words = strings.Join(words, " ")
	return append([]completedCommand{c}, below...)
}
