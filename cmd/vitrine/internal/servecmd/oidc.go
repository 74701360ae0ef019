package servecmd

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/remote"
	"vitrine/server"
	"vitrine/server/web/auth"
)

// oidcFlags name an issuer of tokens.
type oidcFlags struct {
	Issuer   string `name:"oidc-issuer" placeholder:"URL" help:"Accept the access tokens of this issuer of OAuth 2 or OpenID Connect, which are JSON Web Tokens; its public keys are fetched from it (docs/access.md)."`
	Audience string `name:"oidc-audience" placeholder:"AUDIENCE" help:"Audience that tokens of the issuer for this service have."`
}

// check returns what is wrong with the flags.
func (f oidcFlags) check() error {
	if f.Issuer == "" && f.Audience == "" {
		return nil
	}
	if f.Issuer == "" || f.Audience == "" {
		return console.Usage("give both --oidc-issuer and --oidc-audience", "tokens of an issuer count only with an audience")
	}
	if err := remote.CheckIssuer(f.Issuer); err != nil {
		return &console.UsageError{Err: err}
	}
	return nil
}

// start adds the tokens of the issuer to a configuration, and keeps its keys up to date until
// stop is called. SIGHUP has them fetched.
func (f oidcFlags) start(ctx context.Context, config *server.Config, logger *slog.Logger) (stop func(), err error) {
	if f.Issuer == "" {
		return func() {}, nil
	}
	verifier := auth.NewVerifier(auth.IssuerOptions{Issuer: f.Issuer, Audience: f.Audience})
	asked := make(chan os.Signal, 1)
	keys, err := remote.NewIssuer(remote.IssuerOptions{URL: f.Issuer, Take: verifier.Take, Asked: asked, Logger: logger})
	if err != nil {
		return nil, err
	}
	sources := auth.Sources{verifier}
	if config.Tokens != nil {
		sources = auth.Sources{config.Tokens, verifier}
	}
	config.Tokens = sources
	signal.Notify(asked, syscall.SIGHUP)
	end := keys.Start(ctx)
	return func() {
		signal.Stop(asked)
		end()
	}, nil
}
