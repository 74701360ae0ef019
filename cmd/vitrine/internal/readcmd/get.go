package readcmd

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"

	"github.com/knakk/rdf"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/iri"
	"vitrine/remote"
	"vitrine/serialize"
)

type GetCommand struct {
	storeopen.AnyStoreFlag
	storeopen.BaseFlag
	storeopen.ContextsFlag
	Format string `default:"jsonld" help:"Format, such as jsonld, turtle, ntriples or nquads (default: ${default})."`
	URI    string `arg:"" name:"uri" help:"URI of the record; a relative one is resolved against the base URL."`
}

func (GetCommand) Help() string {
	return `Examples:

    vitrine get --db museum.db https://data.museum.example/person/rembrandt

    vitrine get --db museum.db --format turtle person/rembrandt

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
	name, err := iri.Resolve(string(c.BaseURL), c.URI)
	if err != nil {
		return console.Usage("", "%w", err)
	}
	entityName, err := graph.IRI(name)
	if err != nil {
		return console.Usage("", "%w", err)
	}
	service, err := c.Service(a.Ctx)
	if err != nil {
		return err
	}
	if service != nil {
		return c.fromService(a, service, entityName, format)
	}
	store, err := c.Shared().Opened(a.Ctx, boltstore.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	entity, err := store.Get(a.Ctx, entityName)
	if err = storeopen.Closing(store, err); err != nil {
		if errors.Is(err, rdfstore.ErrNotFound) {
			return fmt.Errorf("%s: the store has no such record", name)
		}
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
func (c *GetCommand) fromService(a *console.App, service *remote.Client, name rdf.IRI, format *serialize.Format) error {
	defer service.Close()
	accept := format.MediaType
	if format.Profile != "" {
		accept += `; profile="` + format.Profile + `"`
	}
	err := service.Record(a.Ctx, a.Stdout, name.String(), accept)
	var answer *remote.StatusError
	if errors.As(err, &answer) && (answer.Status == http.StatusNotFound || answer.Status == http.StatusGone) {
		return fmt.Errorf("%s: the store has no such record", name)
	}
	return storeopen.HintedService(err)
}
