package servecmd

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/url"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/pgstore"
	"vitrine/server"
	"vitrine/server/web/address"
)

type MCPCommand struct {
	storeopen.AnyStoreFlag
	storeopen.BaseFlag
	storeopen.ContextsFlag
	Title   string `default:"Vitrine" help:"Name of the service, which answers are cited with (default: ${default}). A server that has the store has its own."`
	Licence string `placeholder:"URL" help:"URL of the licence of the data, which answers state. A server that has the store has its own."`
}

func (MCPCommand) Help() string {
	return `Reads messages of the Model Context Protocol from standard input, one a line, and
writes the answers to standard output, until the input ends. Programs with an
assistant start it. It answers as the server at /-/mcp does (docs/protocols.md): if
a server has the store, or --server names one, that server is asked. Otherwise
the command brings the index beside the store up to date at its start, which takes a
while where there is none yet; of a store in PostgreSQL it makes one at each start.

Examples:

    vitrine mcp --db museum.db

    vitrine mcp --server https://data.museum.example/`
}

func (c *MCPCommand) Run(a *console.App) error {
	service, err := c.Service(a.Ctx)
	if err != nil {
		return err
	}
	if service != nil {
		defer service.Close()
		return storeopen.HintedService(bridge{service.Message}.run(a.Ctx, a.Stdin, a.Stdout))
	}
	r, err := c.Dependencies()
	if err != nil {
		return err
	}
	if c.BaseURL, err = c.Base(a.Ctx, c.BaseURL, false); err != nil {
		return err
	}
	store, err := c.Shared().Opened(a.Ctx, boltstore.Options{ReadOnly: true, Derivation: r.Links.Derivation()})
	if err != nil {
		return err
	}
	return storeopen.Closing(store, c.answer(a, r, store))
}

// answer answers from the store.
func (c *MCPCommand) answer(a *console.App, r *storeopen.Dependencies, store rdfstore.Store) error {
	logger := slog.New(slog.NewTextHandler(a.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	serve := ServeCommand{DB: c.DB, BaseFlag: c.BaseFlag, Title: c.Title, Licence: c.Licence}
	config, err := serve.ServerConfig(r, logger, store)
	if err != nil {
		return err
	}
	config.DumpDir = "" // that of a server, which empties it
	stop, err := c.startSearch(a.Ctx, &config, store, logger)
	if err != nil {
		return err
	}
	handler, err := server.New(config)
	if err != nil {
		return errors.Join(&console.UsageError{Err: err}, stop())
	}
	return errors.Join(bridge{inProcess{handler}.message}.run(a.Ctx, a.Stdin, a.Stdout), stop())
}

// startSearch opens the index beside a file, and a temporary one where another of these commands has
// that, or the folder takes none. A server of a database may have an index here.
func (c *MCPCommand) startSearch(ctx context.Context, config *server.Config, store rdfstore.Store, logger *slog.Logger) (stop func() error, err error) {
	if !pgstore.IsAddress(c.DB) {
		if stop, err := startSearch(ctx, config, c.DB, store, logger); err == nil {
			return stop, nil
		}
	}
	return startSearch(ctx, config, "", store, logger)
}

// inProcess asks a server of this process.
type inProcess struct{ handler http.Handler }

func (p inProcess) message(ctx context.Context, header http.Header, text []byte) (int, []byte, error) {
	r := &http.Request{
		Method: http.MethodPost, URL: &url.URL{Path: "/" + address.Reserved + "/" + address.MCP}, Host: "localhost",
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: header, Body: io.NopCloser(bytes.NewReader(text)), ContentLength: int64(len(text)),
	}
	answer := buffered{header: http.Header{}, status: http.StatusOK}
	p.handler.ServeHTTP(&answer, r.WithContext(ctx))
	return answer.status, answer.body.Bytes(), nil
}

// buffered is an answer that is read when it is complete.
type buffered struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (b *buffered) Header() http.Header         { return b.header }
func (b *buffered) WriteHeader(status int)      { b.status = status }
func (b *buffered) Write(p []byte) (int, error) { return b.body.Write(p) }
