package main

import (
	"context"

	"vitrine/linkedart"
	"vitrine/linkedart/admission"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server"
	"vitrine/server/token"
)

// writingFlags say how records may be written over HTTP.
type writingFlags struct {
	tokensFlag
	Validate             string   `enum:"reject,warn,off" default:"reject" help:"How to treat model errors in records written over HTTP: reject, warn or off (default: ${default})."`
	Strict               bool     `help:"Follow the model's tables to the letter where its sources disagree."`
	Allow                []string `placeholder:"RULE,..." help:"Report the errors of these rules as warnings."`
	RequirePreconditions bool     `help:"Refuse changes over HTTP without If-Match or If-None-Match."`
	AllowWriteOrigin     []string `placeholder:"ORIGIN,..." help:"Origins whose web pages may write, such as https://edit.museum.example."`
	MaxBody              int64    `default:"16" placeholder:"MIB" help:"Largest record accepted over HTTP, in MiB (default: ${default})."`
	MaxLoad              int64    `default:"64" placeholder:"MIB" help:"Largest body accepted by POST /-/load, in MiB (default: ${default})."`
}

// configure adds what the flags say to the configuration of a server of the
// store in the file db, "" for a temporary one.
func (f writingFlags) configure(config *server.Config, db string, r *dependencies, store rdfstore.Store) error {
	if f.MaxBody <= 0 || f.MaxLoad <= 0 {
		return usage("", "--max-body and --max-load have to be more than 0")
	}
	options := linkedart.Options{Allow: f.Allow, Base: config.BaseURL, Contexts: r.contexts, Exists: existsIn(store)}
	if f.Strict {
		options.Reading = linkedart.Strict
	}
	validator, err := linkedart.NewValidator(options)
	if err != nil {
		return &usageError{err: err}
	}
	if path := f.path(db); path != "" {
		config.Tokens = token.Open(path)
	}
	config.Validator, config.Checking = validator, admission.Mode(f.Validate)
	config.RequirePreconditions = f.RequirePreconditions
	config.WriteOrigins = f.AllowWriteOrigin
	config.MaxBody, config.MaxLoad = f.MaxBody<<20, f.MaxLoad<<20
	return nil
}

// existsIn tells of an IRI whether the store has such an entity. Where the
// store fails, it does not say that one is missing.
func existsIn(store rdfstore.Store) func(iri string) bool {
	return func(iri string) bool {
		name, err := graph.IRI(iri)
		if err != nil {
			return false
		}
		_, err = store.Get(context.Background(), name)
		return !rdfstore.IsMissing(err)
	}
}
