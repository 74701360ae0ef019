package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// What applies where GraphStoreOptions say nothing.
const (
	DefaultTimeout = time.Minute
	DefaultTries   = 5
	// DefaultMaxWait bounds what a store may ask for by Retry-After.
	DefaultMaxWait = 10 * time.Minute
)

// addTimeout is the time that a request about many graphs has, as a multiple of that of a
// request about one.
const addTimeout = 20

// The media types of what is sent and asked for.
const (
	nTriples = "application/n-triples"
	nQuads   = "application/n-quads"
)

// GraphStoreOptions say how an RDF store is asked.
type GraphStoreOptions struct {
	// Endpoint is the address of the protocol, such as http://127.0.0.1:7878/store.
	Endpoint string
	// UserAgent is the User-Agent field.
	UserAgent string
	// Authorization is the field of that name; empty for none.
	Authorization string
	// Rate is the most requests a second; 0 or less for no bound.
	Rate float64
	// Timeout bounds one try about one graph, its body included; 0 stands for
	// DefaultTimeout. A request about many graphs has twenty times as long.
	Timeout time.Duration
	// Tries bounds how often a request is sent; 0 stands for DefaultTries.
	Tries int
	// MaxWait bounds what Retry-After may ask for; 0 stands for DefaultMaxWait.
	MaxWait time.Duration
	// MaxGraph bounds the size of a graph that is read, in bytes; 0 for no bound.
	MaxGraph int64
	// Wait waits, until ctx ends; nil stands for the real thing.
	Wait func(ctx context.Context, d time.Duration) error
}

// GraphStore asks one RDF store elsewhere for its graphs, over the SPARQL 1.1 Graph Store HTTP
// Protocol (https://www.w3.org/TR/sparql11-http-rdf-update/): PUT, DELETE and GET of a graph that
// the parameter graph names (sections 4.2, 5.2, 5.3, 5.4). Beyond the recommendation, as
// Oxigraph and Apache Jena Fuseki have it, a POST of N-Quads to the address without a parameter
// adds to several graphs at once, and a GET of it answers with all of them.
//
// What may pass is tried again with growing pauses, but for the POST, which is no idempotent
// request: added twice, blank nodes are there twice. It may be used by many goroutines at once.
type GraphStore struct {
	options  GraphStoreOptions
	endpoint *url.URL
	http     *http.Client
	gate     *Gate
}

// NewGraphStore returns a client of an RDF store. The error wraps ErrPlain, or is about the endpoint.
func NewGraphStore(o GraphStoreOptions) (*GraphStore, error) {
	u, err := url.Parse(o.Endpoint)
	switch {
	case err != nil:
		return nil, err
	case u.Scheme != "http" && u.Scheme != "https", u.Host == "", u.Fragment != "":
		return nil, fmt.Errorf("%q is not the address of a graph store", o.Endpoint)
	case u.User != nil:
		return nil, errors.New("the address has a user name in it; write credentials to a file")
	case o.Authorization != "" && u.Scheme != "https" && !isHere(u.Hostname()):
		return nil, fmt.Errorf("%w: %s", ErrPlain, o.Endpoint)
	}
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	if o.Tries <= 0 {
		o.Tries = DefaultTries
	}
	if o.MaxWait <= 0 {
		o.MaxWait = DefaultMaxWait
	}
	if o.Wait == nil {
		o.Wait = Wait
	}
	transport := &http.Transport{
		Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true, MaxIdleConnsPerHost: 16,
		IdleConnTimeout: 30 * time.Second, TLSHandshakeTimeout: 10 * time.Second,
	}
	return &GraphStore{
		options: o, endpoint: u, gate: NewGate(o.Rate, o.Wait),
		http: &http.Client{Transport: transport, CheckRedirect: noRedirect},
	}, nil
}

// Close lets go of idle connections.
func (c *GraphStore) Close() { c.http.CloseIdleConnections() }

// request is one request of the protocol.
type request struct {
	method string
	// graph is the name of the graph, "" for all of them.
	graph string
	// body has the media type, where there is one.
	mediaType, body string
	// accept is the field of that name; empty for none.
	accept string
}

// address returns the address of a graph, section 4.2, or that of the endpoint.
func (c *GraphStore) address(graph string) string {
	if graph == "" {
		return c.endpoint.String()
	}
	u := *c.endpoint
	if u.RawQuery != "" {
		u.RawQuery += "&"
	}
	u.RawQuery += "graph=" + url.QueryEscape(graph)
	return u.String()
}

// send sends a request once.
func (c *GraphStore) send(ctx context.Context, r request) (*http.Response, error) {
	sent, err := http.NewRequestWithContext(ctx, r.method, c.address(r.graph), strings.NewReader(r.body))
	if err != nil {
		return nil, err
	}
	sent.Header.Set("User-Agent", c.options.UserAgent)
	if r.mediaType != "" {
		sent.Header.Set("Content-Type", r.mediaType)
	}
	if r.accept != "" {
		sent.Header.Set("Accept", r.accept)
	}
	if c.options.Authorization != "" {
		sent.Header.Set("Authorization", c.options.Authorization)
	}
	answer, err := c.http.Do(sent)
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	return answer, err
}

// answer is what a store said to a request about one graph.
type answer struct {
	status int
	header http.Header
	// body is cut off where the answer is an error.
	body []byte
}

// once sends a request about one graph once.
func (c *GraphStore) once(ctx context.Context, r request) (*answer, error) {
	ctx, cancel := context.WithTimeout(ctx, c.options.Timeout)
	defer cancel()
	response, err := c.send(ctx, r)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := c.read(response)
	if err != nil {
		return nil, err
	}
	return &answer{response.StatusCode, response.Header, body}, nil
}

// maxReason is how much is read of an answer that is an error, in bytes.
const maxReason = 4 << 10

func (c *GraphStore) read(response *http.Response) ([]byte, error) {
	if response.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(response.Body, maxReason)) // the status says enough
		return text, nil
	}
	limit := c.options.MaxGraph
	if limit <= 0 {
		return io.ReadAll(response.Body)
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, limit+1))
	if int64(len(body)) > limit {
		return nil, &TooLargeError{Limit: limit}
	}
	return body, err
}

// try sends an idempotent request, again where that may help. The error is a *WaitError,
// an *UnreachableError, a *TooLargeError or the context's.
func (c *GraphStore) try(ctx context.Context, r request) (*answer, error) {
	for try := 1; ; try++ {
		if err := c.gate.Enter(ctx); err != nil {
			return nil, err
		}
		a, err := c.once(ctx, r)
		var large *TooLargeError
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.As(err, &large), err == nil && !MayPass(a.status):
			return a, err
		case err != nil && try == c.options.Tries:
			return nil, &UnreachableError{Tries: try, Err: err}
		case try == c.options.Tries:
			return a, nil
		}
		if err := c.pause(ctx, a, try); err != nil {
			return nil, err
		}
	}
}

// pause waits before another try: all requests, where the store asked for it.
func (c *GraphStore) pause(ctx context.Context, a *answer, try int) error {
	if a != nil {
		if asked, ok := RetryAfter(a.header.Get("Retry-After"), time.Now()); ok {
			if asked > c.options.MaxWait {
				return &WaitError{Asked: asked, Most: c.options.MaxWait}
			}
			c.gate.Pause(asked)
			return nil
		}
	}
	return c.options.Wait(ctx, Backoff(try))
}
