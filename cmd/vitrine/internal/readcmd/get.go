package readcmd

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/knakk/rdf"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/rdfstore/boltstore"
	"vitrine/remote"
	"vitrine/serialize"
)

type GetCommand struct {
	storeopen.AnyStoreFlag
	storeopen.BaseFlag
	storeopen.ContextsFlag
	Format  string `default:"jsonld" help:"Format, such as jsonld, turtle, ntriples or nquads (default: ${default})."`
	Version uint64 `placeholder:"N" env:"-" help:"The record as it was of this version, of those that vitrine versions lists."`
	URI     string `arg:"" name:"uri" help:"URI of the record; a relative one is resolved against the base URL."`
}

func (GetCommand) Help() string {
	return `Examples:

    vitrine get --db museum.db https://data.museum.example/person/rembrandt

    vitrine get --db museum.db --format turtle person/rembrandt

    vitrine get --db museum.db --version 1402 person/rembrandt

    vitrine get --server https://data.museum.example/ person/rembrandt`
}

func (c *GetCommand) Run(a *console.App) error {
	r, err := c.Dependencies()
	if err != nil {
		return err
	}
	format, err := console.FormatNamed(c.Format, r.Formats.Writable())
	if err != nil {
		return err
	}
	if c.BaseURL, err = c.Base(a.Ctx, c.BaseURL, false); err != nil {
		return err
	}
	name, err := c.BaseURL.Name(c.URI)
	if err != nil {
		return err
	}
	service, err := c.Service(a.Ctx)
	if err != nil {
		return err
	}
	if service != nil {
		return c.fromService(a, service, name, format)
	}
	store, err := c.Shared().Opened(a.Ctx, boltstore.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	entity, err := storeopen.State(a.Ctx, store, name, c.Version)
	if err = storeopen.Closing(store, err); err != nil {
		return err
	}
	if format.Applies != nil && !format.Applies(entity.Graph) {
		return fmt.Errorf("%s cannot be written as %s", name, format.Title)
	}
	var text bytes.Buffer
	encoder := format.NewEncoder(&text)
	if err := errors.Join(encoder.Encode(entity.Graph), encoder.Close()); err != nil {
		return err
	}
	_, err = a.Stdout.Write(text.Bytes())
	return err
}

// fromService writes the record as a service has it.
func (c *GetCommand) fromService(a *console.App, service *remote.Client, name rdf.IRI, format *serialize.Format) (err error) {
	defer service.Close()
	accept := format.MediaType
	if format.Profile != "" {
		accept += `; profile="` + format.Profile + `"`
	}
	if c.Version != 0 {
		err = service.Version(a.Ctx, a.Stdout, name.String(), accept, c.Version)
	} else {
		err = service.Record(a.Ctx, a.Stdout, name.String(), accept)
	}
	return storeopen.MissingAt(err, name, c.Version)
}
