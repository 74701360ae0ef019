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

// DefaultTimeout bounds a try where GraphStoreOptions say nothing.
const DefaultTimeout = time.Minute

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
	// Timeout bounds one try about one graph, its body included; 0 stands for
	// DefaultTimeout. A request about many graphs has twenty times as long.
	Timeout time.Duration
	// MaxGraph bounds the size of a graph that is read, in bytes; 0 for no bound.
	MaxGraph int64
	GateOptions
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
	transport := &http.Transport{
		Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true, MaxIdleConnsPerHost: 16,
		IdleConnTimeout: 30 * time.Second, TLSHandshakeTimeout: 10 * time.Second,
	}
	return &GraphStore{
		options: o, endpoint: u, gate: NewGate(o.GateOptions),
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
	return ReadAll(response.Body, c.options.MaxGraph)
}

// try sends an idempotent request, as Gate.Try does. The error may also be a *TooLargeError.
func (c *GraphStore) try(ctx context.Context, r request) (a *answer, err error) {
	err = c.gate.Try(ctx, func() (o Outcome) {
		var large *TooLargeError
		if a, o.Err = c.once(ctx, r); o.Err == nil {
			o.Status, o.Header = a.status, a.header
		}
		o.IsFinal = errors.As(o.Err, &large)
		return o
	})
	return a, err
}
