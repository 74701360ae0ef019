package main

import (
	"context"
	"errors"
	"log/slog"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/rdfstore/visibility"
	"vitrine/serialize/nquads"
	"vitrine/server"
)

// privateFlags say which records are shown to holders of a token alone.
type privateFlags struct {
	Private          []string `sep:"none" placeholder:"PREFIX" help:"Show the records whose URIs begin with the prefix, such as draft/, only to clients with a token of the scope read (docs/access.md). The prefix is relative to the base URL, or absolute. Can be given several times."`
	PrivateStatement []string `sep:"none" placeholder:"PREDICATE=OBJECT" help:"Show the records that have a statement with the predicate and the object only to clients with a token of the scope read. The predicate is a URI, and the object a URI or a literal as in N-Triples. Can be given several times."`
}

// check returns what is wrong with the flags.
func (f privateFlags) check() error {
	_, err := f.rules("https://example/")
	return err
}

// rules returns the rules of the flags for a service with the base URL.
func (f privateFlags) rules(base string) (rules visibility.Rules, err error) {
	for _, prefix := range f.Private {
		if prefix == "" || strings.HasPrefix(prefix, "/") || strings.ContainsAny(prefix, " \t\r\n<>\"{}|\\^`") {
			return rules, usage("write it like draft/ or https://museum.example/draft/", "--private %q is not a prefix of URIs", prefix)
		}
		if !strings.HasPrefix(prefix, "https://") && !strings.HasPrefix(prefix, "http://") {
			prefix = strings.TrimSuffix(base, "/") + "/" + prefix
		}
		rules.Prefixes = append(rules.Prefixes, prefix)
	}
	for _, text := range f.PrivateStatement {
		statement, err := parseStatement(text)
		if err != nil {
			return rules, usage("write it like http://www.cidoc-crm.org/cidoc-crm/P2_has_type=https://museum.example/concept/draft", "--private-statement %q: %v", text, err)
		}
		rules.Statements = append(rules.Statements, statement)
	}
	return rules, nil
}

// parseStatement reads PREDICATE=OBJECT.
func parseStatement(text string) (s visibility.Statement, err error) {
	predicate, object, found := strings.Cut(text, "=")
	if !found {
		return s, errors.New("there is no =")
	}
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

// journalSuffix is that of the file beside the store that keeps what was shown of the log.
const journalSuffix = ".public"

// start opens the view of the store for those without a token, and adds it with an index of
// its own to the configuration. Both follow the store until stop is called.
func (f privateFlags) start(ctx context.Context, config *server.Config, db string, store rdfstore.Store, search searchFlag, logger *slog.Logger) (stop func() error, err error) {
	rules, err := f.rules(config.BaseURL)
	if err != nil || rules.Empty() {
		return func() error { return nil }, err
	}
	options := visibility.Options{Derivation: config.Links.Derivation(), Logger: logger}
	if db != "" {
		options.Journal = beside(db) + journalSuffix
	}
	view, err := visibility.Open(ctx, store, rules, options)
	if err != nil {
		return nil, err
	}
	index, closeIndex, err := search.open(ctx, db, ".search-public", view, logger)
	if err != nil {
		return nil, errors.Join(err, view.Close())
	}
	config.Public = &server.Public{Store: view}
	if index != nil {
		config.Public.Search = index
	}
	return func() error { return errors.Join(closeIndex(), view.Close()) }, nil
}
