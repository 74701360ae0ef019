package servecmd

import (
	"context"
	"time"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/remote"
)

type ReadyCommand struct {
	Server storeopen.BaseURL `default:"http://127.0.0.1:8080/" placeholder:"URL" help:"Address of the service (default: ${default})."`
}

func (ReadyCommand) Help() string {
	return `Asks /-/readyz of a service. The exit status is 0 if the service accepts requests, and 1
if it does not. It is the health check of a container that has no other program.

Examples:

    vitrine ready

    vitrine ready --server https://data.museum.example/`
}

// readyTimeout is the time for the answer, less than that of a container's health check.
const readyTimeout = 4 * time.Second

func (c *ReadyCommand) Run(a *console.App) error {
	client, err := remote.New(string(c.Server), "")
	if err != nil {
		return err
	}
	defer client.Close()
	ctx, cancel := context.WithTimeout(a.Ctx, readyTimeout)
	defer cancel()
	if err := client.Ready(ctx); err != nil {
		return err
	}
	return a.Print("ready")
}
