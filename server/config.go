package server

import (
	"crypto/tls"
	"errors"
	"fmt"

	"io/fs"
	"log/slog"
	"net/mail"
	"net/netip"
	"net/url"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	ldcontext "vitrine/context"
	"vitrine/linkedart/admission"
	"vitrine/linkedart/links"
	"vitrine/rdfstore"
	"vitrine/rdfstore/private"
	"vitrine/serialize"
	"vitrine/server/data/dataset"
	"vitrine/server/data/listing"
	"vitrine/server/data/query/saved"
	"vitrine/server/data/resource"
	"vitrine/server/people/edit"
	"vitrine/server/people/importpages"
	"vitrine/server/people/svgmap"
	"vitrine/server/web/address"
	"vitrine/server/web/auth"
)

// Config says what a server serves and how. Store, Formats and BaseURL are
// needed; zero stands for the default everywhere else.
type Config struct {
	// Store is all of the interface: the server and the packages that it hands the
	// store to ask for nearly everything but Close, and an interface of the server's
	// own would be the same list again.
	Store rdfstore.Store
	// Public is what those clients see who have no token with the scope read. Where it is
	// nil, that is all of Store.
	Public *Public
	// Formats are the representations, the preferred one first. HTML is the
	// server's own and need not be among them.
	Formats serialize.Table
	// Contexts may be nil.
	Contexts resource.Contexts
	// Search finds entities by their words; nothing can be searched where it is
	// nil.
	Search listing.Search
	// Links are those that records have to the records that speak of them. The
	// store's relations have to be theirs. Where it is nil, records have no
	// _links.
	Links *links.Table
	// Compiler reads the contexts of records that name another one besides
	// Linked Art's; where it is nil, those have no _links.
	Compiler *ldcontext.Compiler
	// Build identifies the program, by what it was built from. Servers of one
	// build and configuration make the same entity tags. Where it is empty, those of
	// this server are its own.
	Build string
	// BaseURL is the public URL under which the entities live, such as
	// https://data.museum.example/. Request paths are mapped onto it, whatever
	// host they come in for.
	BaseURL string
	// Title is the name of the service on its pages; "Vitrine" by default.
	Title string
	// Licence is the URI of the licence under which the data is published, such
	// as https://creativecommons.org/publicdomain/zero/1.0/; none by default.
	Licence string
	// Publisher is the URI of who publishes it; none by default.
	Publisher string
	// Statement is what else the description of the data set says. Its contact is also that of
	// harvesters; webmaster of the host by default (RFC 2142 section 5).
	Statement dataset.Statement

	// Without are the names of protocols that the server does not speak; see protocols.go.
	Without []string

	// Saved are queries, which are served at /-/query/, and frames; none by default.
	Saved saved.Folder

	// Theme is a folder with what the pages for people look like, which New reads; see
	// html.Options. The pages are plain where it is nil.
	Theme fs.FS
	// ImageHosts are the hosts, such as iiif.museum.example, that pages show pictures of;
	// any that records name where it is empty.
	ImageHosts []string

	// Pictures is a folder whose pictures are served at /-/pictures/; none where it is nil. It
	// is read as long as the server answers.
	Pictures fs.FS
	// PictureMemory bounds what decoded pictures take, in bytes; 512 MiB by default, or a
	// quarter of GOMEMLIMIT where that is less.
	PictureMemory int64

	// Maps draws the maps of the pages.
	Maps *svgmap.Atlas

	// Logger takes what the operator should know; none by default.
	Logger *slog.Logger
	// AccessLog takes a line for each request; none by default.
	AccessLog *slog.Logger

	// CacheControl is the Cache-Control of entities; "public, no-cache" by
	// default, so that caches keep an answer and ask whether it still holds.
	CacheControl string
	// CacheBytes bounds the memory for rendered representations; 64 MiB by
	// default, less under a small GOMEMLIMIT.
	CacheBytes int64
	// MaxRenders bounds how many representations are made at once; twice the
	// number of processors by default, less under a small GOMEMLIMIT.
	MaxRenders int
	// RequestMemory bounds what requests for large records hold together, in bytes; 512 MiB by
	// default, or half of GOMEMLIMIT where that is less.
	RequestMemory int64
	// QueryTimeout bounds the time for one SPARQL query, without its waits;
	// 10 seconds by default. QueryMemory bounds what one may keep in memory, in bytes; 64
	// MiB by default, and never more than TotalQueryMemory, which bounds what all of them
	// may: by default QueryMemory for each that is evaluated at once, less under a small
	// GOMEMLIMIT.
	// MaxResults bounds how many solutions or triples one gives; a million by default.
	QueryTimeout                  time.Duration
	QueryMemory, TotalQueryMemory int64
	MaxResults                    uint64
	// MaxRepresentation is the size of the largest representation that is
	// served, in bytes; 64 MiB by default.
	MaxRepresentation int64

	// HeaderTimeout and WriteTimeout bound how long a connection may take for a
	// request's header and the answer. RenderTimeout bounds the wait for a
	// representation. ShutdownTimeout is how long answers in progress get when
	// the server ends.
	HeaderTimeout, WriteTimeout, RenderTimeout, ShutdownTimeout time.Duration

	// DumpDir is the folder in which dumps of the store are kept while clients
	// read them; a new one among the system's temporary files by default. What is
	// left of an earlier run in it is removed.
	DumpDir string
	// MaxDumps bounds how many different dumps are made or read at once; 2 by
	// default. Any number of clients share one.
	MaxDumps int
	// DumpTimeout bounds the time to make a dump, and that of one client to read
	// it; two hours by default.
	DumpTimeout time.Duration

	// Tokens say who may write, and who may read private records; no client where it is nil.
	Tokens auth.Tokens
	// Validator checks the records that are written; none where it is nil.
	Validator admission.Validator
	// Checking is what is done about its findings; Warn by default.
	Checking admission.Mode
	// RequirePreconditions refuses changes without If-Match or If-None-Match.
	RequirePreconditions bool
	// Edits turns on the pages on which records are corrected; they are off where it is nil.
	Edits *edit.Options
	// Imports turns on the pages that import files; they are off where it is nil.
	Imports *importpages.Options
	// WriteOrigins are the origins, such as https://edit.museum.example, whose
	// pages may write in a browser; none by default.
	WriteOrigins []string
	// MaxBody is the size of the largest record that is taken, in bytes; 16 MiB
	// by default. MaxLoad is that of many records at once; 64 MiB by default.
	MaxBody, MaxLoad int64
	// LoadTimeout bounds the time to take many records at once, and that of a request that
	// waits for its share of RequestMemory; ten minutes by default.
	LoadTimeout time.Duration
	// AuditLog takes a line for each change; Logger by default.
	AuditLog *slog.Logger

	// AdminApart leaves out of the public answers what is for the operator alone, which is
	// served by ServeAdmin: metrics and the details of health.
	AdminApart bool
	// Harvests says in a line each which harvests beside the server fail, for the details of
	// readiness; nil where there are none.
	Harvests func() []string
	// TrustedProxies are the addresses whose X-Forwarded fields count.
	TrustedProxies []netip.Prefix
	// Certificate returns the certificate for a connection; it makes the server speak TLS,
	// with HTTP/2.
	Certificate func(*tls.ClientHelloInfo) (*tls.Certificate, error)
}

// Public is what all clients see of a store that has private records.
type Public struct {
	// Store is the view of Config.Store without the private records.
	Store *private.Store
	// Search finds entities of that view; nothing can be searched where it is nil.
	Search listing.Search
	// PlaceKey is the key of fragments.Places, which encrypts for all clients where pages
	// of fragments begin; its length is fragments.KeySize. Where it is nil, places are
	// written as they are.
	PlaceKey []byte
}

// withDefaults returns c with defaults for zero values, and checks it.
func (c Config) withDefaults() (Config, error) {
	if c.Store == nil {
		return c, errors.New("server: no store is given")
	}
	for name, value := range map[string]string{"licence": c.Licence, "publisher": c.Publisher, "creator": c.Statement.Creator.URI} {
		if err := checkURI(name, value); err != nil {
			return c, err
		}
	}
	for _, host := range c.ImageHosts {
		if !isHost(host) {
			return c, fmt.Errorf("server: image host %q: give a host name, such as iiif.museum.example", host)
		}
	}
	if err := checkWithout(c.Without); err != nil {
		return c, err
	}
	base, err := checkBase(c.BaseURL)
	if err != nil {
		return c, err
	}
	c.BaseURL = base
	setDefault(&c.Title, "Vitrine")
	if err := checkContact(c.Statement.Contact.Email); err != nil {
		return c, err
	}
	setDefault(&c.CacheControl, "public, no-cache")
	setDefault(&c.CacheBytes, standardCache(debug.SetMemoryLimit(-1)))
	setDefault(&c.MaxRenders, standardRenders(runtime.GOMAXPROCS(0), debug.SetMemoryLimit(-1)))
	setDefault(&c.RequestMemory, standardRequestMemory(debug.SetMemoryLimit(-1)))
	setDefault(&c.PictureMemory, min(512<<20, debug.SetMemoryLimit(-1)/4))
	setDefault(&c.QueryTimeout, 10*time.Second)
	setDefault(&c.QueryMemory, 64<<20)
	setDefault(&c.TotalQueryMemory, standardQueryMemory(maxQueries(), c.QueryMemory, debug.SetMemoryLimit(-1)))
	c.QueryMemory = min(c.QueryMemory, c.TotalQueryMemory)
	setDefault(&c.MaxResults, 1_000_000)
	setDefault(&c.MaxRepresentation, 64<<20)
	setDefault(&c.HeaderTimeout, 10*time.Second)
	setDefault(&c.WriteTimeout, time.Minute)
	setDefault(&c.RenderTimeout, 20*time.Second)
	setDefault(&c.ShutdownTimeout, 20*time.Second)
	setDefault(&c.MaxDumps, 2)
	setDefault(&c.DumpTimeout, 2*time.Hour)
	setDefault(&c.Checking, admission.Warn)
	setDefault(&c.MaxBody, 16<<20)
	setDefault(&c.MaxLoad, 64<<20)
	setDefault(&c.LoadTimeout, 10*time.Minute)
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	setDefault(&c.AuditLog, c.Logger)
	return c, nil
}

// Limits that are the same for every server.
const (
	// maxURL is the length of the longest request target, and maxHeader the size of the
	// largest request header, in bytes.
	maxURL    = 16 << 10
	maxHeader = 32 << 10
	// readTimeout bounds how long a connection may take for a whole request, and
	// idleTimeout how long it may wait between requests.
	readTimeout = time.Minute
	idleTimeout = 2 * time.Minute
	// maxDumpBytes bounds the size of all dumps together.
	maxDumpBytes = 64 << 30
)

// maxQueries is how many SPARQL queries are evaluated at once.
func maxQueries() int { return max(1, runtime.GOMAXPROCS(0)/2) }

func setDefault[T comparable](value *T, standard T) {
	var zero T
	if *value == zero {
		*value = standard
	}
}

// checkURI checks a setting that is a URI, or empty.
func checkURI(name, value string) error {
	u, err := url.Parse(value)
	if value != "" && (err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || address.URI(value) != value) {
		return fmt.Errorf("server: %s %q: give an absolute http or https URL", name, value)
	}
	return nil
}

// checkContact checks a mail address, or an empty one.
func checkContact(text string) error {
	if a, err := mail.ParseAddress(text); text != "" && (err != nil || a.Address != text) {
		return fmt.Errorf("server: contact %q: give a mail address, such as data@museum.example", text)
	}
	return nil
}

// isHost tells whether a text is the name of a host, which may have a scheme and a port.
func isHost(text string) bool {
	if _, rest, ok := strings.Cut(text, "://"); ok && (strings.HasPrefix(text, "https:") || strings.HasPrefix(text, "http:")) {
		text = rest
	}
	u, err := url.Parse("https://" + text)
	return err == nil && u.Host != "" && u.Host == text && strings.Trim(strings.ToLower(text), "abcdefghijklmnopqrstuvwxyz0123456789.-:") == ""
}

// checkBase returns the base URL in the form that the server computes with: it
// ends in a slash.
func checkBase(s string) (string, error) {
	u, err := url.Parse(s)
	switch {
	case err != nil:
		return "", fmt.Errorf("server: base URL: %w", err)
	case u.Scheme != "http" && u.Scheme != "https", u.Host == "":
		return "", fmt.Errorf("server: base URL %q: give an absolute http or https URL, such as https://data.museum.example/", s)
	case u.User != nil, u.RawQuery != "", u.Fragment != "", strings.ContainsAny(s, "?#"):
		return "", fmt.Errorf("server: base URL %q: give scheme, host and path only", s)
	}
	base := s
	if !strings.HasSuffix(base, "/") {
		base += "/"
	}
	return base, nil
}
