package main

import (
	"errors"
	"fmt"
	"time"

	"vitrine/server/token"
)

type tokenCommand struct {
	Create tokenCreate `cmd:"" help:"Create a token and print its secret once."`
	List   tokenList   `cmd:"" help:"List the tokens, without their secrets."`
	Revoke tokenRevoke `cmd:"" help:"Revoke a token."`
}

func (tokenCommand) Help() string {
	return `Reading needs no token. Writing over HTTP is off until a token exists. Then each
request that writes needs one, in the field Authorization: Bearer SECRET. The
tokens are kept beside the store, in a file with the name of the store and .tokens
added, which holds only hashes of the secrets. A running server notices changes
within a second.

The scope write allows creating, replacing, changing and deleting records. The
scope admin also allows loading many records at once.

Examples:

    vitrine token create --db museum.db --name catalogue --scope write

    vitrine token create --db museum.db --name migration --scope admin --expires 720h

    vitrine token list --db museum.db

    vitrine token revoke --db museum.db catalogue`
}

// tokensFlag names the file of tokens.
type tokensFlag struct {
	Tokens string `placeholder:"FILE" help:"File with the tokens that allow writing (default: the name of the store file with .tokens added)."`
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
	Name    string        `required:"" help:"Name of the token, shown in the list and in the log."`
	Scope   string        `required:"" enum:"write,admin" help:"What the token allows: write or admin."`
	Expires time.Duration `placeholder:"DURATION" help:"How long the token is valid, such as 720h; without a limit by default."`
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
