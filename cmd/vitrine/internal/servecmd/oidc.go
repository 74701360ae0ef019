package servecmd

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"vitrine/remote"
	"vitrine/server"
	"vitrine/server/web/auth"
)

// oidcFlags name an issuer of tokens.
type oidcFlags struct {
	Issuer issuer `name:"oidc-issuer" placeholder:"URL=AUDIENCE" help:"Accept the access tokens of this issuer of OAuth 2 or OpenID Connect that have the audience. They are JSON Web Tokens; the issuer's public keys are fetched from it (docs/access.md)."`
}

// issuer is the URL of an issuer, and the audience that its tokens for this service have.
type issuer struct{ url, audience string }

// UnmarshalText reads URL=AUDIENCE. The URL of an issuer has no query (RFC 8414 section 2). Kong
// calls it.
func (i *issuer) UnmarshalText(text []byte) error {
	i.url, i.audience, _ = strings.Cut(string(text), "=")
	if i.audience == "" {
		return errors.New("tokens of an issuer count only with an audience: write ISSUER=AUDIENCE, such as https://login.museum.example=https://data.museum.example/")
	}
	return remote.CheckIssuer(i.url)
}

// start adds the tokens of the issuer to a configuration, and keeps its keys up to date until
// stop is called. SIGHUP has them fetched.
func (f oidcFlags) start(ctx context.Context, config *server.Config, logger *slog.Logger) (stop func(), err error) {
	if f.Issuer.url == "" {
		return func() {}, nil
	}
	verifier := auth.NewVerifier(auth.IssuerOptions{Issuer: f.Issuer.url, Audience: f.Issuer.audience})
	asked := make(chan os.Signal, 1)
	keys, err := remote.NewIssuer(remote.IssuerOptions{URL: f.Issuer.url, Take: verifier.Take, Asked: asked, Logger: logger})
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
