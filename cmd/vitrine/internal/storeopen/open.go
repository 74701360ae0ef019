package storeopen

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/cmd/vitrine/internal/console"
	ldcontext "vitrine/context"
	"vitrine/linkedart/links"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
	"vitrine/rdfstore/graph"
	"vitrine/serialize"
	"vitrine/serialize/formats"
	"vitrine/serialize/jsonld"
	"vitrine/server/people/i18n"
)

// StoreFlag names the store of a command that needs one.
type StoreFlag struct {
	DB string `name:"db" required:"" placeholder:"FILE" help:"The store file."`
}

// SharedFlag names the store of a command that can use one that a server has open.
type SharedFlag struct {
	DB string `name:"db" required:"" placeholder:"FILE" help:"The store file, or the address of a store in PostgreSQL, such as postgres://ROLE@HOST/DATABASE."`
	ControlFlag
}

// AnyStoreFlag names the store of a command that can also use one of a service elsewhere.
type AnyStoreFlag struct {
	DB string `name:"db" required:"" xor:"store" placeholder:"FILE" help:"The store file, or the address of a store in PostgreSQL, such as postgres://ROLE@HOST/DATABASE."`
	ControlFlag
	serviceFlags
}

// Local returns the flags of a store on this machine.
func Local(db string, f ControlFlag) AnyStoreFlag { return AnyStoreFlag{DB: db, ControlFlag: f} }

// Shared returns the flags for a store on this machine.
func (f AnyStoreFlag) Shared() SharedFlag { return SharedFlag{f.DB, f.ControlFlag} }

// BaseFlag is the public base of the entities.
type BaseFlag struct {
	BaseURL BaseURL `placeholder:"URL" help:"Public URL that the entities' URIs begin with. A new store needs it and keeps it; for others it can be left out."`
}

// BaseURL is an absolute URL that ends in a slash, so that relative ids are
// resolved below it.
type BaseURL string

// UnmarshalText parses the URL, and adds the slash if it is missing.
func (b *BaseURL) UnmarshalText(text []byte) error {
	s := string(text)
	u, err := url.Parse(s)
	switch {
	case err != nil:
		return err
	case u.Scheme != "http" && u.Scheme != "https", u.Host == "", u.User != nil, strings.ContainsAny(s, "?#"):
		return fmt.Errorf("%q is not a base URL; it needs a scheme, a host and a path, such as https://data.museum.example/", s)
	}
	*b = BaseURL(strings.TrimSuffix(s, "/") + "/")
	return nil
}

// ContextsFlag names the folder of cached contexts.
type ContextsFlag struct {
	ContextDir string `placeholder:"DIR" help:"Folder of JSON-LD contexts that 'vitrine context' keeps (default: vitrine/contexts in the user's configuration folder)."`
}

// OpenStore opens an existing store. Only commands that add records create one.
func OpenStore(path string, o boltstore.Options) (*boltstore.Store, error) {
	if err := Exists(path); err != nil {
		return nil, err
	}
	return boltstore.Open(path, o)
}

// OpenForWriting opens a store with the relations of the options' derivation. It first
// derives the relations again if they are those of another derivation. That takes a while
// for a large store, and notify is called with a message. If the context ends, the store is unchanged.
func OpenForWriting(ctx context.Context, path string, o boltstore.Options, notify func(string), progress func(boltstore.BulkProgress)) (*boltstore.Store, error) {
	for {
		store, err := boltstore.Open(path, o)
		switch {
		case errors.Is(err, boltstore.ErrDerivation):
			notify(fmt.Sprintf("deriving the relations in %s again, because this version of vitrine derives different ones", path))
			err = boltstore.Rederive(ctx, path, o.Derivation, progress)
		case errors.Is(err, fs.ErrNotExist):
			return nil, Exists(path)
		default:
			return store, err
		}
		if ctx.Err() != nil {
			return nil, fmt.Errorf("interrupted; %s is unchanged", path)
		}
		if err != nil {
			return nil, err
		}
	}
}

// noStoreError reports a missing store. It wraps fs.ErrNotExist.
type noStoreError struct{ path string }

func (e *noStoreError) Error() string { return "there is no store " + e.path }

func (e *noStoreError) Unwrap() error { return fs.ErrNotExist }

// Exists returns an error if the store file does not exist.
func Exists(path string) error {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return console.Hinted(&noStoreError{path}, "create one with: vitrine load --base-url URL --db "+path+" PATH...")
	}
	return nil
}

// Derivation returns the derivation of the relations that a store keeps for the links
// of records. It depends on Linked Art's own context, which is part of the program.
func Derivation() (rdfstore.Derivation, error) {
	table, err := links.New(ldcontext.New(nil))
	if err != nil {
		return rdfstore.Derivation{}, err
	}
	return table.Derivation(), nil
}

// Closing closes c and joins the error with an earlier one.
func Closing(c interface{ Close() error }, err error) error {
	return errors.Join(err, c.Close())
}

// Dir opens the folder of contexts.
func (f ContextsFlag) Dir() (*ldcontext.Dir, error) {
	if f.ContextDir != "" {
		return ldcontext.OpenDir(f.ContextDir)
	}
	config, err := os.UserConfigDir()
	if err != nil {
		return nil, console.Hinted(fmt.Errorf("find the context folder: %w", err), "name it with --context-dir or VITRINE_CONTEXT_DIR")
	}
	return ldcontext.OpenDir(filepath.Join(config, "vitrine", "contexts"))
}

// set returns the available contexts. Without a configuration folder these are the
// contexts in the program.
func (f ContextsFlag) set() (*ldcontext.Set, error) {
	if f.ContextDir == "" {
		if _, err := os.UserConfigDir(); err != nil {
			return ldcontext.New(nil), nil
		}
	}
	dir, err := f.Dir()
	if err != nil {
		return nil, err
	}
	return ldcontext.New(dir), nil
}

// Dependencies are what most commands need to read and write records.
type Dependencies struct {
	Contexts  *ldcontext.Set
	Processor *jsonld.Processor
	Formats   serialize.Table
	Links     *links.Table
	// Terms are the words for well-known concepts, by their URIs.
	Terms map[string][]string
}

func (f ContextsFlag) Dependencies() (*Dependencies, error) {
	contexts, err := f.set()
	if err != nil {
		return nil, err
	}
	table, err := links.New(contexts)
	if err != nil {
		return nil, err
	}
	terms, err := i18n.Terms()
	if err != nil {
		return nil, err
	}
	processor := jsonld.New(contexts)
	return &Dependencies{contexts, processor, formats.All(processor), table, terms}, nil
}

// TokensFlag names the file of tokens.
type TokensFlag struct {
	Tokens string `placeholder:"FILE" help:"File with the tokens (default: the name of the store file with .tokens added)."`
}

// Path returns the path of the token file of a store, or "" if neither is given.
func (f TokensFlag) Path(db string) string {
	if f.Tokens == "" && db != "" {
		return Beside(db) + ".tokens"
	}
	return f.Tokens
}

// Finder is a store in which records are looked up.
type Finder interface {
	Get(ctx context.Context, name rdf.IRI) (*rdfstore.Entity, error)
}

// ExistsIn returns a function that reports whether the store has an entity, of which it makes no
// graph: none is within the limit. If the store fails, the function returns true, so that nothing is reported as missing.
func ExistsIn(store Finder) func(iri string) bool {
	return func(iri string) bool {
		name, err := graph.IRI(iri)
		if err != nil {
			return false
		}
		_, err = store.Get(rdfstore.WithLimit(context.Background(), 0), name)
		return !rdfstore.IsMissing(err)
	}
}
