package admincmd

import (
	"errors"
	"fmt"
	"time"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/server/web/auth"
)

type TokenCommand struct {
	Create tokenCreate `cmd:"" help:"Create a token and print its secret once."`
	List   tokenList   `cmd:"" help:"List the tokens, without their secrets."`
	Revoke tokenRevoke `cmd:"" help:"Revoke a token."`
}

func (TokenCommand) Help() string {
	return `Reading needs no token, but for private records (vitrine serve --private). Writing
over HTTP is off until a token exists that allows it. Then each request that writes
needs one, in the field Authorization: Bearer SECRET. The
tokens are kept in a file beside the store, with the name of the store and .tokens
added. The file has only hashes of the secrets. A running server notices changes
within a second.

The scope read allows reading private records. The scope draft allows this, and keeping
changes as drafts, and publish also publishing them. The scope write allows this, and creating, replacing, changing and deleting records, and
write:PREFIX those whose URIs begin with the prefix, which is relative to the base
URL of the server, or absolute. The scope admin also allows loading many records at
once. A token can have several scopes, with a space between. The list says when each token was last used, to about five minutes.

Examples:

    vitrine token create --db museum.db --name catalogue --scope write

    vitrine token create --db museum.db --name people --scope write:person/

    vitrine token create --db museum.db --name editors --scope read

    vitrine token create --db museum.db --name migration --scope admin --expires 720h

    vitrine token list --db museum.db

    vitrine token revoke --db museum.db catalogue`
}

// tokenStore names the token file, directly or by its store.
type tokenStore struct {
	DB string `name:"db" placeholder:"FILE" help:"The store file."`
	storeopen.TokensFlag
}

func (f tokenStore) file() (*auth.File, error) {
	path := f.Path(f.DB)
	if path == "" {
		return nil, console.Usage("name the store with --db, or the token file with --tokens", "no store is named")
	}
	return auth.Open(path), nil
}

type tokenCreate struct {
	tokenStore
	console.JSONFlag
	Name    string        `required:"" help:"Name of the token, shown in the list and in the log."`
	Scope   string        `required:"" placeholder:"SCOPE" help:"What the token allows: read, draft, publish, write, write:PREFIX or admin, or several of these with a space between."`
	Expires time.Duration `placeholder:"DURATION" help:"How long the token is valid, such as 720h; without a limit by default."`
}

// createdToken is what the creation of a token has as JSON.
type createdToken struct {
	Name    string     `json:"name"`
	Scope   auth.Scope `json:"scope"`
	Expires time.Time  `json:"expires,omitzero"`
	File    string     `json:"file"`
	Secret  string     `json:"secret"`
}

func (c *tokenCreate) Run(a *console.App) error {
	file, err := c.file()
	if err != nil {
		return err
	}
	if c.Expires < 0 {
		return console.Usage("", "--expires %s is in the past", c.Expires)
	}
	var expires time.Time
	if c.Expires > 0 {
		expires = time.Now().Add(c.Expires)
	}
	secret, err := file.Create(c.Name, auth.Scope(c.Scope), expires)
	switch {
	case errors.Is(err, auth.ErrArgument):
		return &console.UsageError{Err: err}
	case errors.Is(err, auth.ErrExists):
		return console.Hinted(err, "choose another name, or revoke the old token: vitrine token revoke "+c.Name)
	case err != nil:
		return err
	}
	a.Say("created the token %s in %s; this is its secret, which will not be shown again:", c.Name, file.Path())
	return c.Report(a, createdToken{c.Name, auth.Scope(c.Scope), expires, file.Path(), secret}, "%s", secret)
}

type tokenList struct {
	tokenStore
	console.JSONFlag
}

// tokenResult is what the list of tokens has for each as JSON.
type tokenResult struct {
	Name    string     `json:"name"`
	Scope   auth.Scope `json:"scope"`
	Created time.Time  `json:"created"`
	Expires time.Time  `json:"expires,omitzero"`
	Expired bool       `json:"expired"`
	Used    time.Time  `json:"used,omitzero"`
}

func (c *tokenList) Run(a *console.App) error {
	file, err := c.file()
	if err != nil {
		return err
	}
	tokens, err := file.List()
	if err != nil {
		return err
	}
	now := time.Now()
	if c.JSON {
		results := []tokenResult{}
		for _, t := range tokens {
			results = append(results, tokenResult{t.Name, t.Scope, t.Created, t.Expires, t.Expired(now), t.Used})
		}
		return a.PrintJSON(results)
	}
	for _, t := range tokens {
		if err := a.Print("%s", describeToken(t, now)); err != nil {
			return err
		}
	}
	return nil
}

// describeToken returns one line of the list. Two spaces separate the columns.
func describeToken(t auth.Token, now time.Time) string {
	end := "never expires"
	switch {
	case t.Expired(now):
		end = "expired " + t.Expires.Format(time.RFC3339)
	case !t.Expires.IsZero():
		end = "expires " + t.Expires.Format(time.RFC3339)
	}
	used := "never used"
	if !t.Used.IsZero() {
		used = "last used " + t.Used.Format(time.RFC3339)
	}
	return fmt.Sprintf("%s  %s  created %s  %s  %s", t.Name, t.Scope, t.Created.Format(time.RFC3339), end, used)
}

type tokenRevoke struct {
	tokenStore
	Name string `arg:"" help:"Name of the token."`
}

func (c *tokenRevoke) Run(a *console.App) error {
	file, err := c.file()
	if err != nil {
		return err
	}
	if err := file.Revoke(c.Name); err != nil {
		return err
	}
	return a.Print("revoked %s", c.Name)
}
