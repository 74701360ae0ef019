package console

import (
	"context"
	"io"
)

// App is the environment of a subcommand.
type App struct {
	Ctx            context.Context
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// Terminal is true if stderr is a terminal.
	Terminal bool
	// OwnProcess is true if the process is for this command alone.
	OwnProcess bool
}

func NewApp(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer) *App {
	return &App{Ctx: ctx, Stdin: stdin, Stdout: stdout, Stderr: stderr, Terminal: IsTerminal(stderr)}
}
