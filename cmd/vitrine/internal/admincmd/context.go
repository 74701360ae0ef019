package admincmd

import (
	"io"
	"os"
	"time"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	ldcontext "vitrine/context"
)

type ContextCommand struct {
	List   contextList   `cmd:"" help:"List the available contexts."`
	Add    contextAdd    `cmd:"" help:"Add a context, so that records can name it."`
	Remove contextRemove `cmd:"" help:"Remove a context."`
}

func (ContextCommand) Help() string {
	return `A record names its JSON-LD contexts by URL. Vitrine never fetches a context: it
contains those of Linked Art, and keeps others in a folder, with their SHA-256.

Examples:

    vitrine context list

    vitrine context add https://museum.example/ns/terms.json terms.json

    vitrine context remove https://museum.example/ns/terms.json`
}

type contextList struct {
	storeopen.ContextsFlag
	console.JSONFlag
}

// contextResult is what the list of contexts has for each as JSON. Those in the program
// have only a URL.
type contextResult struct {
	URL       string    `json:"url"`
	InProgram bool      `json:"inProgram"`
	SHA256    string    `json:"sha256,omitempty"`
	Bytes     int64     `json:"bytes,omitempty"`
	Added     time.Time `json:"added,omitzero"`
}

func (c *contextList) Run(a *console.App) error {
	dir, err := c.Dir()
	if err != nil {
		return err
	}
	entries, err := dir.List()
	if err != nil {
		return err
	}
	if c.JSON {
		results := []contextResult{}
		for _, url := range ldcontext.New(nil).URLs() {
			results = append(results, contextResult{URL: url, InProgram: true})
		}
		for _, e := range entries {
			results = append(results, contextResult{URL: e.URL, SHA256: e.SHA256, Bytes: e.Size, Added: e.Added})
		}
		return a.PrintJSON(results)
	}
	for _, url := range ldcontext.New(nil).URLs() {
		if err := a.Print("%s\tin the program", url); err != nil {
			return err
		}
	}
	for _, e := range entries {
		if err := a.Print("%s\tsha256:%s\t%d bytes\tadded %s", e.URL, e.SHA256, e.Size, e.Added.Format(time.DateOnly)); err != nil {
			return err
		}
	}
	return nil
}

type contextAdd struct {
	storeopen.ContextsFlag
	URL  string `arg:"" name:"url" help:"URL of the context, as records name it."`
	File string `arg:"" help:"File with the context; - for standard input."`
}

func (c *contextAdd) Run(a *console.App) error {
	dir, err := c.Dir()
	if err != nil {
		return err
	}
	document := io.NopCloser(a.Stdin)
	if c.File != "-" {
		if document, err = os.Open(c.File); err != nil {
			return err
		}
	}
	defer document.Close()
	entry, err := dir.Add(c.URL, document)
	if err != nil {
		return err
	}
	return a.Print("added %s\tsha256:%s\t%d bytes", entry.URL, entry.SHA256, entry.Size)
}

type contextRemove struct {
	storeopen.ContextsFlag
	URL string `arg:"" name:"url" help:"URL of the context."`
}

func (c *contextRemove) Run(a *console.App) error {
	dir, err := c.Dir()
	if err != nil {
		return err
	}
	if err := dir.Remove(c.URL); err != nil {
		return err
	}
	return a.Print("removed %s", c.URL)
}
