package main

import (
	"bytes"
	"errors"
	"fmt"

	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/iri"
)

type getCommand struct {
	sharedFlag
	baseFlag
	contextsFlag
	Format string `default:"jsonld" help:"Format, such as jsonld, turtle, ntriples or nquads (default: ${default})."`
	URI    string `arg:"" name:"uri" help:"URI of the record; a relative one is resolved against --base-url."`
}

func (getCommand) Help() string {
	return `Examples:

    vitrine get --db museum.db https://data.museum.example/person/rembrandt

    vitrine get --db museum.db --format turtle person/rembrandt`
}

func (c *getCommand) Run(a *app) error {
	r, err := c.dependencies()
	if err != nil {
		return err
	}
	format, err := formatNamed(c.Format, r.formats.Writable())
	if err != nil {
		return err
	}
	name, err := iri.Resolve(string(c.BaseURL), c.URI)
	if err != nil {
		return usage("", "%w", err)
	}
	entityName, err := graph.IRI(name)
	if err != nil {
		return usage("", "%w", err)
	}
	store, err := c.opened(a.ctx, boltstore.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	entity, err := store.Get(a.ctx, entityName)
	if err = closing(store, err); err != nil {
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
	_, err = a.stdout.Write(text.Bytes())
	return err
}
