package servecmd

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/rdfstore"
	"vitrine/rdfstore/atomicfile"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/private"
	"vitrine/serialize/nquads"
	"vitrine/server"
	"vitrine/server/data/fragments"
)

// privateFlags say which records are shown to holders of a token alone.
type privateFlags struct {
	Private []string `sep:"none" placeholder:"RULE" help:"Show some records only to clients with a token of the scope read (docs/access.md). The rule is a prefix of URIs, such as draft/, which is relative to the base URL or absolute; or PREDICATE=OBJECT for the records with this statement, where the object is a URI or a literal as in N-Triples. Can be given several times."`
}

// check returns what is wrong with the flags.
func (f privateFlags) check() error {
	_, err := f.rules("https://example/")
	return err
}

// rules returns the rules of the flags for a service with the base URL.
func (f privateFlags) rules(base string) (rules private.Rules, err error) {
	for _, prefix := range f.Private {
		if strings.Contains(prefix, "=") {
			statement, err := parseStatement(prefix)
			if err != nil {
				return rules, console.Usage("write a statement like http://www.cidoc-crm.org/cidoc-crm/P2_has_type=https://museum.example/concept/draft; a prefix has no =", "--private %q: %v", prefix, err)
			}
			rules.Statements = append(rules.Statements, statement)
			continue
		}
		if prefix == "" || strings.HasPrefix(prefix, "/") || strings.ContainsAny(prefix, " \t\r\n<>\"{}|\\^`") {
			return rules, console.Usage("write it like draft/ or https://museum.example/draft/", "--private %q is not a prefix of URIs", prefix)
		}
		if !strings.HasPrefix(prefix, "https://") && !strings.HasPrefix(prefix, "http://") {
			prefix = strings.TrimSuffix(base, "/") + "/" + prefix
		}
		rules.Prefixes = append(rules.Prefixes, prefix)
	}
	return rules, nil
}

// parseStatement reads PREDICATE=OBJECT.
func parseStatement(text string) (s private.Statement, err error) {
	predicate, object, _ := strings.Cut(text, "=")
	if s.Predicate, err = graph.IRI(predicate); err != nil {
		return s, err
	}
	if !strings.HasPrefix(object, `"`) {
		s.Object, err = graph.IRI(object)
		return s, err
	}
	term, err := nquads.Term(object)
	literal, ok := term.(rdf.Literal)
	if err != nil || !ok {
		return s, errors.Join(errors.New("the object is no literal"), err)
	}
	s.Object = literal
	return s, nil
}

// The suffixes of files beside the store: journalSuffix is that of what was shown of the
// log, keySuffix that of the key that encrypts where pages begin.
const (
	journalSuffix = ".public"
	keySuffix     = ".public-key"
)

// start opens the view of the store for those without a token, and adds it with an index of
// its own to the configuration. Both follow the store until stop is called.
func (f privateFlags) start(ctx context.Context, config *server.Config, db string, store rdfstore.Store, logger *slog.Logger) (stop func() error, err error) {
	rules, err := f.rules(config.BaseURL)
	if err != nil || rules.Empty() {
		return func() error { return nil }, err
	}
	options := private.Options{Derivation: config.Links.Derivation(), Logger: logger}
	if db != "" {
		options.Journal = storeopen.Beside(db) + journalSuffix
	}
	key, err := placeKey(db)
	if err != nil {
		return nil, err
	}
	view, err := private.Open(ctx, store, rules, options)
	if err != nil {
		return nil, err
	}
	index, closeIndex, err := openSearch(ctx, db, ".search-public", view, logger)
	if err != nil {
		return nil, errors.Join(err, view.Close())
	}
	config.Public = &server.Public{Store: view, Search: index, PlaceKey: key}
	return func() error { return errors.Join(closeIndex(), view.Close()) }, nil
}

// placeKey returns the key that is beside the store, which it makes where there is none. A
// store in memory has a new one each time.
func placeKey(db string) ([]byte, error) {
	key := make([]byte, fragments.KeySize)
	_, _ = rand.Read(key) // it never fails
	if db == "" {
		return key, nil
	}
	path := storeopen.Beside(db) + keySuffix
	kept, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := atomicfile.Write(path, key, 0o600); err != nil {
			return nil, fmt.Errorf("write the key of the addresses of pages: %w", err)
		}
		return key, nil
	case err != nil:
		return nil, fmt.Errorf("read the key of the addresses of pages: %w", err)
	case len(kept) != fragments.KeySize:
		return nil, console.Hinted(fmt.Errorf("%s: the key has %d bytes, not %d", path, len(kept), fragments.KeySize), "remove the file; a new key is made, and the addresses of further pages of fragments change")
	}
	return kept, nil
}
