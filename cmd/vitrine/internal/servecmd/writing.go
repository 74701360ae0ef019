package servecmd

import (
	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/linkedart"
	"vitrine/linkedart/admission"
	"vitrine/rdfstore/pgstore"
	"vitrine/server"
	"vitrine/server/people/edit"
	"vitrine/server/people/importpages"
	"vitrine/server/web/auth"
)

// WritingFlags configure writing over HTTP.
type WritingFlags struct {
	storeopen.TokensFlag
	storeopen.KeepFlag
	Validate             string   `enum:"warn,enforce,off" default:"warn" help:"What to do with records written over HTTP that have model errors: warn (store and report), enforce (refuse) or off (do not check) (default: ${default})."`
	Allow                []string `placeholder:"RULE,..." help:"Report the errors of these rules as warnings."`
	RequirePreconditions bool     `help:"Refuse changes over HTTP without If-Match or If-None-Match."`
	WriteUI              bool     `name:"write-ui" help:"Serve pages that import files from a collection system (/-/import) and correct records (/-/edit), for those who have a token that may write."`
	AllowWriteOrigin     []string `placeholder:"ORIGIN,..." help:"Origins whose web pages may write, such as https://edit.museum.example."`
}

// Configure adds the flags to the configuration of a server of the store with the name, "" for a
// temporary one; the drafts are those of the store at path. Findings report a
// reference to a private record as one to a missing record: those who write need not know of it.
func (f WritingFlags) Configure(config *server.Config, r *storeopen.Dependencies, db, path string) error {
	store := config.Store
	if config.Public != nil {
		store = config.Public.Store
	}
	options := linkedart.Options{Allow: f.Allow, Base: config.BaseURL, Contexts: r.Contexts, Terms: r.Terms, Exists: storeopen.ExistsIn(store)}
	validator, err := linkedart.NewValidator(options)
	if err != nil {
		return &console.UsageError{Err: err}
	}
	config.Validator, config.Checking = validator, admission.Mode(f.Validate)
	config.RequirePreconditions = f.RequirePreconditions
	config.WriteOrigins = f.AllowWriteOrigin
	if f.WriteUI {
		config.Imports = f.imports(db)
		drafts := &storeopen.Drafts{DB: path, Base: config.BaseURL, Derivation: config.Links.Derivation(), Keep: f.Keep(), Logger: config.Logger}
		config.Edits = &edit.Options{Store: storeName(db), Drafts: drafts.Use}
	}
	return nil
}

// imports returns where the pages that import files keep what they need, beside the store; a
// temporary store has a temporary place.
func (f WritingFlags) imports(db string) *importpages.Options {
	if db == "" {
		return &importpages.Options{}
	}
	return &importpages.Options{Folder: storeopen.Beside(db) + ".imports", Store: storeName(db)}
}

// storeName is how commands on pages name the store. The address of a database may have a password.
func storeName(db string) string {
	if pgstore.IsAddress(db) {
		return "DATABASE"
	}
	return db
}

// saveUses writes when the tokens of a server were last used.
func saveUses(config server.Config) error {
	sources, ok := config.Tokens.(auth.Sources)
	if !ok {
		sources = auth.Sources{config.Tokens}
	}
	for _, source := range sources {
		if tokens, ok := source.(*auth.File); ok {
			return tokens.SaveUses()
		}
	}
	return nil
}
