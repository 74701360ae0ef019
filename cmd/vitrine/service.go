package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/remote"
	"vitrine/serialize"
)

// serviceFlags name a service on another machine.
type serviceFlags struct {
	Server    baseURL `required:"" xor:"store" placeholder:"URL" help:"Address of a service that has the store, such as https://data.museum.example/."`
	TokenFile string  `placeholder:"FILE" help:"File with the secret of a token for writing to --server."`
}

// client returns a client for the service.
func (f serviceFlags) client() (*remote.Client, error) {
	secret := ""
	if f.TokenFile != "" {
		text, err := os.ReadFile(f.TokenFile)
		if err != nil {
			return nil, fmt.Errorf("read the token: %w", err)
		}
		if secret = strings.TrimSpace(string(text)); secret == "" {
			return nil, usage("write the secret that 'vitrine token create' printed into it", "the token file %s is empty", f.TokenFile)
		}
	}
	client, err := remote.New(string(f.Server), secret)
	if errors.Is(err, remote.ErrPlain) {
		return nil, &hintedError{err, "give the address of the service with https"}
	}
	return client, err
}

// service returns a client of the service that has the store: the one that --server names, or
// the server on this machine that has the file open; nil if there is none.
func (f anyStoreFlag) service(ctx context.Context) (*remote.Client, error) {
	if f.Server != "" {
		return f.client()
	}
	return f.server(ctx, f.DB)
}

// hintedService adds a hint to an error of a service.
func hintedService(err error) error {
	var answer *remote.StatusError
	if !errors.As(err, &answer) {
		return err
	}
	switch answer.Status {
	case http.StatusUnauthorized:
		return &hintedError{err, "name a file with the secret of a token with --token-file; make one where the service runs, with: vitrine token create --scope admin"}
	case http.StatusForbidden:
		return &hintedError{err, "loading needs a token of the scope admin"}
	case http.StatusMethodNotAllowed:
		return &hintedError{err, "the service may take no records: writing is off until 'vitrine token create' has created a token for its store"}
	case http.StatusMovedPermanently, http.StatusFound, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return &hintedError{err, "give that address with --server, if it is the service's; no redirect is followed"}
	}
	return err
}

// recordsOf returns the records of a service, with relative ids resolved against a base URL.
func (r *dependencies) recordsOf(client *remote.Client, base string) (*serviceRecords, error) {
	format, err := formatNamed("jsonld", r.formats.Readable())
	if err != nil {
		return nil, err
	}
	return &serviceRecords{client, format, base}, nil
}

// serviceRecords are the records of a service.
type serviceRecords struct {
	client *remote.Client
	format *serialize.Format
	base   string
}

// Get returns the record with the name, without its version and times. Errors about
// records that are not there are those of package rdfstore.
func (s *serviceRecords) Get(ctx context.Context, name rdf.IRI) (*rdfstore.Entity, error) {
	var text bytes.Buffer
	err := s.client.Record(ctx, &text, name.String(), s.format.MediaType)
	var answer *remote.StatusError
	if errors.As(err, &answer) && (answer.Status == http.StatusNotFound || answer.Status == http.StatusGone) {
		return nil, fmt.Errorf("%s: %w", name, rdfstore.ErrNotFound)
	}
	if err != nil {
		return nil, err
	}
	for g, err := range s.format.Decode(ctx, &text, serialize.DecodeOptions{Base: s.base}) {
		return &rdfstore.Entity{Graph: g}, err
	}
	return nil, fmt.Errorf("the service answers with no record for %s", name)
}

// otherHostsRate is the default limit of requests per second to other hosts.
const otherHostsRate = 20

func onThisMachine(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && net.IP(ip.AsSlice()).IsLoopback()
}
