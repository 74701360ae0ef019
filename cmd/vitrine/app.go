package main

import (
	"context"
	"io"
)

// app is the environment of a subcommand.
type app struct {
	ctx            context.Context
	stdin          io.Reader
	stdout, stderr io.Writer
	// terminal is true if stderr is a terminal.
	terminal bool
	// ownProcess is true if the process is for this command alone.
	ownProcess bool
}

func newApp(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer) *app {
	return &app{ctx: ctx, stdin: stdin, stdout: stdout, stderr: stderr, terminal: isTerminal(stderr)}
}
