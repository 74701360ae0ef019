package main

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"vitrine/rdfstore"
)

// printTour prints where the server answers, and five things to try.
func (a *app) printTour(store rdfstore.Store, address, base string) error {
	b, err := url.Parse(base)
	if err != nil {
		return err
	}
	b.Path = strings.TrimSuffix(b.Path, "/") + "/"
	t := tour{ctx: a.ctx, store: store, base: b, address: address}
	lines, err := t.lines()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(a.stdout, strings.Join(lines, "\n"))
	return err
}

// tour makes the lines that say what to try.
type tour struct {
	ctx     context.Context
	store   rdfstore.Store
	base    *url.URL
	address string
}

func (t tour) lines() ([]string, error) {
	classes, err := t.store.Classes(t.ctx)
	if err != nil {
		return nil, err
	}
	var count uint64
	if len(classes) > 0 {
		count = classes[0].Count
	}
	home := t.address + t.base.EscapedPath()
	lines := []string{
		fmt.Sprintf("serving %d records of %s at %s", count, t.base, home),
		"",
		"try:",
		"  open " + home + " in a browser",
	}
	any, err := t.example("")
	if err != nil {
		return nil, err
	}
	if any == "" {
		return append(lines,
			"  vitrine load --help, since there is no record below "+t.base.String()+" yet",
			"  curl "+home+"-/healthz",
			"  curl "+home+"-/contexts/",
			"  curl "+home+"-/errors/"), nil
	}
	for _, try := range []struct{ endpoint, line string }{
		{"person/", "  curl %s"},
		{"place/", "  curl -H 'Accept: text/turtle' %s"},
		{"provenance/", "  curl -H 'Accept: application/n-quads' %s"},
		{"object/", "  curl -I %s"},
	} {
		example, err := t.example(try.endpoint)
		if err != nil {
			return nil, err
		}
		if example == "" {
			example = any
		}
		lines = append(lines, fmt.Sprintf(try.line, example))
	}
	return lines, nil
}

// example returns the address of the first record of an endpoint of the base,
// or "".
func (t tour) example(endpoint string) (string, error) {
	prefix := t.base.String() + endpoint
	for name, err := range t.store.Entities(t.ctx, prefix) {
		if err != nil {
			return "", err
		}
		if !strings.HasPrefix(name.String(), prefix) {
			return "", nil
		}
		u, err := url.Parse(name.String())
		if err != nil {
			return "", err
		}
		return t.address + u.EscapedPath(), nil
	}
	return "", nil
}
