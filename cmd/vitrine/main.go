// Vitrine serves Linked Art descriptions from an embedded quad store.
//
// Package main is the command: it reads flags and the environment, opens files,
// and wires the other packages together. What it does is in the packages it
// calls. README.md and docs are its manual, and every subcommand has one file here.
//
// Results go to standard output, messages to standard error. The exit statuses
// are those of status.go.
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
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// A second signal ends the program at once.
	context.AfterFunc(ctx, stop)
	a := newApp(ctx, os.Stdin, os.Stdout, os.Stderr)
	a.ownProcess = true
	os.Exit(runIn(a, os.Args[1:]))
}

// run carries out one command line and returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return runIn(newApp(ctx, stdin, stdout, stderr), args)
}

// runIn carries out one command line in an environment and returns the exit status.
func runIn(a *app, args []string) int {
	helped := false
	parser, err := newParser(a.stdout, a.stderr, func(int) { helped = true })
	if err != nil {
		return a.fail(fmt.Errorf("set up the command line: %w", err))
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	command, err := parser.Parse(args)
	if helped {
		return statusOK
	}
	if err != nil {
		return a.fail(&usageError{err, hintFor(err)})
	}
	if err := checkStores(command); err != nil {
		return a.fail(err)
	}
	return a.fail(command.Run(a))
}

func newParser(stdout, stderr io.Writer, exit func(int)) (*kong.Kong, error) {
	return kong.New(&commandLine{},
		kong.Name("vitrine"),
		kong.Description(description),
		kong.Writers(stdout, stderr),
		kong.Exit(exit),
		kong.DefaultEnvars("VITRINE"),
		kong.Vars{"version": "vitrine " + version()},
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
