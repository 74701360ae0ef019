package servecmd

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/rdfstore"
	"vitrine/server/data/holdings"
)

// printTour prints what is stored, the address of the server, and five things to try.
func printTour(a *console.App, store rdfstore.Store, address string, h holdings.Holdings) error {
	base, err := url.Parse(h.Base)
	if err != nil {
		return err
	}
	t := tour{ctx: a.Ctx, store: store, holdings: h, address: address, home: address + base.EscapedPath()}
	lines, err := t.lines()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(a.Stdout, strings.Join(lines, "\n"))
	return err
}

// tour makes the lines that printTour prints.
type tour struct {
	ctx      context.Context
	store    rdfstore.Store
	holdings holdings.Holdings
	// address is the URL of the server, home that of the front page.
	address, home string
}

func (t tour) lines() ([]string, error) {
	home := t.home
	h := t.holdings
	lines := []string{fmt.Sprintf("serving %s of %s at %s", console.Count(int(h.Under), "record"), h.Base, home)}
	if h.Others > 0 {
		lines = []string{fmt.Sprintf("serving %s at %s: %d of %s", console.Count(int(h.Under+h.Others), "record"), home, h.Under, h.Base)}
	}
	lines = append(lines, t.others()...)
	lines = append(lines, "", "try:", "  open "+home+" in a browser")
	any, err := t.example("")
	if err != nil {
		return nil, err
	}
	if any == "" {
		if any, err = t.other(); err != nil {
			return nil, err
		}
	}
	if any == "" {
		return append(lines,
			"  vitrine load --help (there are no records of "+t.holdings.Base+" yet)",
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

// other returns the address of a record under another base as a shell takes it, or "".
func (t tour) other() (string, error) {
	for name, err := range t.store.Entities(t.ctx, "") {
		return "'" + t.home + "entity?id=" + url.QueryEscape(name.String()) + "'", err
	}
	return "", nil
}

// maxBases is the number of other bases that are named.
const maxBases = 5

// others returns lines about the records that are not under the base URL.
func (t tour) others() []string {
	h := t.holdings
	if h.Others == 0 {
		return nil
	}
	var bases []string
	rest := h.Others
	for _, b := range h.Bases[:min(maxBases, len(h.Bases))] {
		bases = append(bases, fmt.Sprintf("%s (%d)", b.Base, b.Count))
		rest -= min(rest, b.Count)
	}
	if rest > 0 {
		bases = append(bases, fmt.Sprintf("others (%d)", rest))
	}
	lines := []string{fmt.Sprintf("records stored under other bases: %d, in %s", h.Others, strings.Join(bases, ", "))}
	if h.Under == 0 && len(h.Bases) == 1 {
		lines = append(lines, "to serve these at the paths of their URIs, load them into a new store with --base-url "+h.Bases[0].Base)
	}
	return lines
}

// example returns the address of the first record of an endpoint of the base,
// or "".
func (t tour) example(endpoint string) (string, error) {
	prefix := t.holdings.Base + endpoint
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
