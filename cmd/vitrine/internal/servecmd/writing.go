package servecmd

import (
	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/linkedart"
	"vitrine/linkedart/admission"
	"vitrine/server"
	"vitrine/server/web/auth"
)

// WritingFlags configure writing over HTTP.
type WritingFlags struct {
	storeopen.TokensFlag
	Validate             string   `enum:"warn,enforce,off" default:"warn" help:"What to do with records written over HTTP that have model errors: warn (store and report), enforce (refuse) or off (do not check) (default: ${default})."`
	Allow                []string `placeholder:"RULE,..." help:"Report the errors of these rules as warnings."`
	RequirePreconditions bool     `help:"Refuse changes over HTTP without If-Match or If-None-Match."`
	AllowWriteOrigin     []string `placeholder:"ORIGIN,..." help:"Origins whose web pages may write, such as https://edit.museum.example."`
}

// Configure adds the flags to the configuration of a server. Findings tell of a reference to
// a private record what they tell of one to none, since those who write need not know.
func (f WritingFlags) Configure(config *server.Config, r *storeopen.Dependencies) error {
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
	return nil
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
