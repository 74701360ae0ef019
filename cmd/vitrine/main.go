// Vitrine serves Linked Art descriptions from an embedded quad store.
//
// Package main is the command: its subcommands, their groups, and the parser of the command
// line. What the subcommands do is in the packages below internal, one file a subcommand.
// README.md and docs are the manual.
//
// Results go to standard output, messages to standard error. The exit statuses are those of
// package console.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// A second signal ends the program at once.
	context.AfterFunc(ctx, stop)
	a := console.NewApp(ctx, os.Stdin, os.Stdout, os.Stderr)
	a.OwnProcess = true
	os.Exit(runIn(a, os.Args[1:]))
}

// run carries out one command line and returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return runIn(console.NewApp(ctx, stdin, stdout, stderr), args)
}

// runIn carries out one command line in an environment and returns the exit status.
func runIn(a *console.App, args []string) int {
	helped := false
	parser, err := newParser(a.Stdout, a.Stderr, func(int) { helped = true })
	if err != nil {
		return a.Fail(fmt.Errorf("set up the command line: %w", err))
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	if len(args) == 1 && args[0] == "--version" {
		args = []string{"version"} // --version is a flag of commands: that of a record
	}
	command, err := parser.Parse(args)
	if helped {
		return console.StatusOK
	}
	if err != nil {
		return a.Fail(&console.UsageError{Err: err, Hint: hintFor(err)})
	}
	if err := storeopen.CheckStores(command); err != nil {
		return a.Fail(err)
	}
	return a.Fail(command.Run(a))
}

func newParser(stdout, stderr io.Writer, exit func(int)) (*kong.Kong, error) {
	return kong.New(&commandLine{},
		kong.Name("vitrine"),
		kong.Description(description),
		kong.Writers(stdout, stderr),
		kong.Exit(exit),
		kong.DefaultEnvars("VITRINE"),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.ExplicitGroups([]kong.Group{
			{Key: "serving", Title: "Serving"},
			{Key: "records", Title: "Loading and writing records"},
			{Key: "store", Title: "Maintaining the store file"},
			{Key: "more", Title: "Other commands"},
		}),
	)
}

// hintFor returns a hint to the help of the command that was misspelt.
func hintFor(err error) string {
	var parse *kong.ParseError
	if errors.As(err, &parse) && parse.Context != nil && parse.Context.Selected() != nil {
		return "see: vitrine " + parse.Context.Selected().Path() + " --help"
	}
	return "see: vitrine --help"
}
