package servecmd

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/loadcmd"
	"vitrine/cmd/vitrine/internal/storeopen"
	harvestclient "vitrine/harvest/client"
	"vitrine/linkedart"
	"vitrine/linkedart/admission"
	"vitrine/load"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/remote"
	"vitrine/server/web/address"
)

// harvestFlag names the publishers whose feeds a server harvests.
type harvestFlag struct {
	Harvest []publisher `sep:"none" placeholder:"URL[=INTERVAL]" help:"Feed of a publisher whose records are kept in step, each hour or at another interval; can be given several times."`
}

// publisher is the address of a feed, and the time between two harvests of it.
type publisher struct {
	url   string
	every time.Duration
}

// UnmarshalText reads URL[=INTERVAL]. What follows the last = of a URL is part of it unless it
// is an interval. Kong calls it.
func (p *publisher) UnmarshalText(text []byte) error {
	p.url, p.every = string(text), time.Hour
	if i := strings.LastIndexByte(p.url, '='); i >= 0 {
		if every, err := time.ParseDuration(p.url[i+1:]); err == nil {
			p.url, p.every = p.url[:i], every
		}
	}
	return nil
}

// client returns a client for the host of the feed.
func (p publisher) client() (*harvestclient.Client, error) {
	flags := loadcmd.ClientFlags{Tries: remote.DefaultTries}
	return flags.Client(p.url)
}

// shortestInterval keeps a slip of the pen from asking a publisher all the time.
const shortestInterval = time.Second

// check returns what is wrong with the flag alone.
func (f harvestFlag) check(db string) error {
	if len(f.Harvest) > 0 && db == "" {
		return console.Usage("name the store with --db, and create it with --create", "--harvest needs --db")
	}
	hosts := map[string]string{}
	for _, p := range f.Harvest {
		client, err := p.client()
		if err != nil {
			return fmt.Errorf("harvest %s: %w", p.url, err)
		}
		client.Close()
		if p.every < shortestInterval {
			return console.Usage("", "harvest %s: the interval %s is shorter than %s", p.url, p.every, shortestInterval)
		}
		u, err := url.Parse(p.url)
		if err != nil {
			return fmt.Errorf("harvest %s: %w", p.url, err)
		}
		if other, ok := hosts[u.Hostname()]; ok {
			return console.Usage("harvest one of them with vitrine harvest --prefix, beside the server", "harvest: %s and %s could both have the same records", other, p.url)
		}
		hosts[u.Hostname()] = p.url
	}
	return nil
}

// HarvestCheck judges harvested records as records that are written over HTTP, except that
// their URIs may be outside the base URL and that they may refer to what has not come yet. One
// at an address of the service is refused.
func (f WritingFlags) HarvestCheck(r *storeopen.Dependencies, store rdfstore.Store, base string) (load.Check, error) {
	options := linkedart.Options{Allow: f.Allow, Contexts: r.Contexts, Terms: r.Terms}
	validator, err := linkedart.NewValidator(options)
	if err != nil {
		return nil, &console.UsageError{Err: err}
	}
	c := &loadcmd.ModelCheck{Deps: r, Store: store}
	judge := &admission.Judge{Validator: validator, Mode: admission.Mode(f.Validate), Stored: c.Stored, Text: c.Text}
	service := address.New(base)
	return func(g *graph.Graph, text []byte) (v load.Verdict) {
		if v.Err = loadcmd.RefuseService(service, g); v.Err != nil {
			return v
		}
		if judge.Mode == admission.Off {
			return v
		}
		ctx := context.Background()
		if text == nil {
			if text, v.Err = c.Text(ctx, g); v.Err != nil {
				return v
			}
		}
		_, v.Err = judge.Judge(ctx, text, g)
		return v
	}, nil
}
