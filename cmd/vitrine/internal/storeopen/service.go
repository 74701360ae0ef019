package storeopen

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

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/rdfstore"
	"vitrine/remote"
	"vitrine/serialize"
)

// serviceFlags name a service on another machine.
type serviceFlags struct {
	Server    BaseURL `required:"" xor:"store" placeholder:"URL" help:"Address of a service that has the store, such as https://data.museum.example/."`
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
			return nil, console.Usage("write the secret that 'vitrine token create' printed into it", "the token file %s is empty", f.TokenFile)
		}
	}
	client, err := remote.New(string(f.Server), secret)
	if errors.Is(err, remote.ErrPlain) {
		return nil, console.Hinted(err, "give the address of the service with https")
	}
	return client, err
}

// Service returns a client of the service that has the store: the one that --server names, or
// the server on this machine that has the file open; nil if there is none.
func (f AnyStoreFlag) Service(ctx context.Context) (*remote.Client, error) {
	if f.Server != "" {
		return f.client()
	}
	return f.LocalServer(ctx, f.DB)
}

// HintedService adds a hint to an error of a service.
func HintedService(err error) error {
	var answer *remote.StatusError
	if !errors.As(err, &answer) {
		return err
	}
	switch answer.Status {
	case http.StatusUnauthorized:
		return console.Hinted(err, "name a file with the secret of a token with --token-file; make one where the service runs, with: vitrine token create --scope admin")
	case http.StatusForbidden:
		return console.Hinted(err, "loading needs a token of the scope admin")
	case http.StatusMethodNotAllowed:
		return console.Hinted(err, "the service may take no records: writing is off until 'vitrine token create' has created a token for its store")
	case http.StatusMovedPermanently, http.StatusFound, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return console.Hinted(err, "give that address with --server, if it is the service's; no redirect is followed")
	}
	return err
}

// RecordsOf returns the records of a service, with relative ids resolved against a base URL.
func (r *Dependencies) RecordsOf(client *remote.Client, base string) (*ServiceRecords, error) {
	format, err := console.FormatNamed("jsonld", r.Formats.Readable())
	if err != nil {
		return nil, err
	}
	return &ServiceRecords{client, format, base}, nil
}

// ServiceRecords are the records of a service.
type ServiceRecords struct {
	Client *remote.Client
	format *serialize.Format
	base   string
}

// MediaType is that of the records.
func (s *ServiceRecords) MediaType() string { return s.format.MediaType }

// Get returns the record with the name, without its version and times. Errors about
// records that are not there are those of package rdfstore.
func (s *ServiceRecords) Get(ctx context.Context, name rdf.IRI) (*rdfstore.Entity, error) {
	e, _, err := s.Tagged(ctx, name)
	return e, err
}

// Tagged does the same, and returns the entity tag of the record.
func (s *ServiceRecords) Tagged(ctx context.Context, name rdf.IRI) (*rdfstore.Entity, string, error) {
	var text bytes.Buffer
	tag, err := s.Client.Tagged(ctx, &text, name.String(), s.format.MediaType)
	var answer *remote.StatusError
	if errors.As(err, &answer) && (answer.Status == http.StatusNotFound || answer.Status == http.StatusGone) {
		return nil, "", fmt.Errorf("%s: %w", name, rdfstore.ErrNotFound)
	}
	if err != nil {
		return nil, "", err
	}
	for g, err := range s.format.Decode(ctx, &text, serialize.DecodeOptions{Base: s.base}) {
		return &rdfstore.Entity{Graph: g}, tag, err
	}
	return nil, "", fmt.Errorf("the service answers with no record for %s", name)
}

// OtherHostsRate is the default limit of requests per second to other hosts.
const OtherHostsRate = 20

func OnThisMachine(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && net.IP(ip.AsSlice()).IsLoopback()
}
