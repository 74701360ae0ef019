package main

import (
	"errors"
	"fmt"
	"time"

	"vitrine/server/token"
)

type tokenCommand struct {
	Create tokenCreate `cmd:"" help:"Make a token and print its secret, once."`
	List   tokenList   `cmd:"" help:"List the tokens; secrets are not kept."`
	Revoke tokenRevoke `cmd:"" help:"Take a token back."`
}

func (tokenCommand) Help() string {
	return `Reading is open to all. Writing over HTTP is off until there is a token, and
asks for one in each request, as Authorization: Bearer SECRET. The tokens lie
beside the store, in the file named like it with .tokens added; it holds hashes
of the secrets only. A server that is running takes up a change within a second.

The scope write allows to create, replace, change and delete records. The scope
admin also allows to load many at once.

Examples:

    vitrine token create --db museum.db --name catalogue --scope write

    vitrine token create --db museum.db --name migration --scope admin --expires 720h

    vitrine token list --db museum.db

    vitrine token revoke --db museum.db catalogue`
}

// tokensFlag names the file of tokens.
type tokensFlag struct {
	Tokens string `placeholder:"FILE" help:"The file of the tokens that allow writing (default: the store file's name with .tokens added)."`
}

// path returns where the tokens of the store lie, "" where neither is named.
func (f tokensFlag) path(db string) string {
	if f.Tokens == "" && db != "" {
		return db + ".tokens"
	}
	return f.Tokens
}

// tokenStore names the file of tokens, by its own name or the store's.
type tokenStore struct {
	DB string `name:"db" placeholder:"FILE" help:"The store file."`
	tokensFlag
}

func (f tokenStore) file() (*token.File, error) {
	path := f.path(f.DB)
	if path == "" {
		return nil, usage("name it with --db, or the file of tokens with --tokens", "for which store?")
	}
	return token.Open(path), nil
}

type tokenCreate struct {
	tokenStore
	Name    string        `required:"" help:"Name of the token, for the list and the log."`
	Scope   string        `required:"" enum:"write,admin" help:"What it allows: write or admin."`
	Expires time.Duration `placeholder:"DURATION" help:"How long it is good for, such as 720h; for ever without it."`
}

func (c *tokenCreate) Run(a *app) error {
	file, err := c.file()
	if err != nil {
		return err
	}
	if c.Expires < 0 {
		return usage("", "--expires %s lies in the past", c.Expires)
	}
	var expires time.Time
	if c.Expires > 0 {
		expires = time.Now().Add(c.Expires)
	}
	secret, err := file.Create(c.Name, token.Scope(c.Scope), expires)
	switch {
	case errors.Is(err, token.ErrArgument):
		return &usageError{err: err}
	case errors.Is(err, token.ErrExists):
		return &hintedError{err, "choose another name, or take the old one back: vitrine token revoke " + c.Name}
	case err != nil:
		return err
	}
	a.say("made the token %s in %s; this is its secret, which is not shown again:", c.Name, file.Path())
	return a.print("%s", secret)
}

type tokenList struct{ tokenStore }

func (c *tokenList) Run(a *app) error {
	file, err := c.file()
	if err != nil {
		return err
	}
	tokens, err := file.List()
	if err != nil {
		return err
	}
	for _, t := range tokens {
		if err := a.print("%s", describeToken(t, time.Now())); err != nil {
			return err
		}
	}
	return nil
}

// describeToken is one line of the list. The columns are apart by two spaces.
func describeToken(t token.Token, now time.Time) string {
	end := "never expires"
	switch {
	case t.Expired(now):
		end = "expired " + t.Expires.Format(time.RFC3339)
	case !t.Expires.IsZero():
		end = "expires " + t.Expires.Format(time.RFC3339)
	}
	return fmt.Sprintf("%s  %s  created %s  %s", t.Name, t.Scope, t.Created.Format(time.RFC3339), end)
}

type tokenRevoke struct {
	tokenStore
	Name string `arg:"" help:"Name of the token."`
}

func (c *tokenRevoke) Run(a *app) error {
	file, err := c.file()
	if err != nil {
		return err
	}
	if err := file.Revoke(c.Name); err != nil {
		return err
	}
	return a.print("revoked %s", c.Name)
}
