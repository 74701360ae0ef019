package remote

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode"
)

// How long a try about one graph and a request about all of them may take.
const (
	graphTimeout = time.Minute
	allTimeout   = 20 * time.Minute
)

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
	GateOptions
}

// GraphStore asks one RDF store elsewhere for its graphs, over the SPARQL 1.1 Graph Store HTTP
// Protocol (https://www.w3.org/TR/sparql11-http-rdf-update/): PUT and DELETE of a graph that
// the parameter graph names (sections 4.2, 5.3, 5.4). Beyond the recommendation, as
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
	transport := &http.Transport{
		Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true, MaxIdleConnsPerHost: 16,
		IdleConnTimeout: 30 * time.Second, TLSHandshakeTimeout: 10 * time.Second,
	}
	return &GraphStore{
		options: o, endpoint: u, gate: NewGate(o.GateOptions),
		http: &http.Client{Transport: transport, CheckRedirect: noRedirect},
	}, nil
}

// Endpoint returns the address of the protocol.
func (c *GraphStore) Endpoint() string { return c.options.Endpoint }

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

// maxReason is how much is read of an answer that is an error, in bytes.
const maxReason = 4 << 10

// carriedOut reads the beginning of an answer, and returns a *GraphError unless it is one of success:
// 202 only says that a change will be made.
func carriedOut(r request, response *http.Response) error {
	switch response.StatusCode {
	case http.StatusOK, http.StatusCreated, http.StatusNoContent:
		return nil
	}
	text, _ := io.ReadAll(io.LimitReader(response.Body, maxReason)) // the status says enough
	return &GraphError{Method: r.method, Graph: r.graph, Status: response.StatusCode, Reason: firstLine(text)}
}

// change sends an idempotent request about one graph, as Gate.Try does.
func (c *GraphStore) change(ctx context.Context, r request) (refused error) {
	err := c.gate.Try(ctx, func() (o Outcome) {
		ctx, cancel := context.WithTimeout(ctx, graphTimeout)
		defer cancel()
		response, err := c.send(ctx, r)
		if err != nil {
			return Outcome{Err: err}
		}
		defer response.Body.Close()
		refused = carriedOut(r, response)
		return Outcome{Status: response.StatusCode, Header: response.Header}
	})
	return cmp.Or(err, refused)
}

// Put replaces a graph, or makes it, section 5.3. The body is N-Triples. The error is a
// *GraphError or one of reaching the store.
func (c *GraphStore) Put(ctx context.Context, graph, body string) error {
	return c.change(ctx, request{method: http.MethodPut, graph: graph, mediaType: nTriples, body: body})
}

// Delete removes a graph, section 5.4. One that is not there is no error.
func (c *GraphStore) Delete(ctx context.Context, graph string) error {
	err := c.change(ctx, request{method: http.MethodDelete, graph: graph})
	var status *GraphError
	if errors.As(err, &status) && (status.Status == http.StatusNotFound || status.Status == http.StatusGone) {
		return nil
	}
	return err
}

// all sends a request about all graphs once, and has the answer read.
func (c *GraphStore) all(ctx context.Context, r request, read func(io.Reader) error) error {
	if err := c.gate.Enter(ctx); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, allTimeout)
	defer cancel()
	response, err := c.send(ctx, r)
	if err != nil {
		return &UnreachableError{Tries: 1, Err: err}
	}
	defer response.Body.Close()
	if err := carriedOut(r, response); err != nil {
		return err
	}
	return read(response.Body)
}

// Add adds N-Quads to the graphs that they name. It is sent once. After an error that is
// no *GraphError it is not known what was added.
func (c *GraphStore) Add(ctx context.Context, body string) error {
	r := request{method: http.MethodPost, mediaType: nQuads, body: body}
	return c.all(ctx, r, func(io.Reader) error { return nil })
}

// IsEmpty tells whether the store has no quad. Where it does not answer with all of its graphs, it
// may have some.
func (c *GraphStore) IsEmpty(ctx context.Context) (empty bool, err error) {
	err = c.all(ctx, request{method: http.MethodGet, accept: nQuads}, func(body io.Reader) error {
		// Comments and white space alone are no quads, but a store does not send such.
		_, err := io.ReadFull(body, make([]byte, 1))
		if empty = err == io.EOF; empty {
			return nil
		}
		return err
	})
	var status *GraphError
	if errors.As(err, &status) && !status.Passing() && status.Status != http.StatusUnauthorized && status.Status != http.StatusForbidden {
		return false, nil
	}
	return empty, err
}

// GraphError is an answer that is not what was asked for.
type GraphError struct {
	// Method is that of the request, and Graph the name it was about, "" for all graphs.
	Method, Graph string
	Status        int
	// Reason is the first line of what the store says, "" where it says nothing.
	Reason string
}

func (e *GraphError) Error() string {
	text := fmt.Sprintf("the graph store answers %d %s to %s", e.Status, http.StatusText(e.Status), e.Method)
	if e.Graph != "" {
		text += " of " + e.Graph
	}
	if e.Reason != "" {
		text += ": " + e.Reason
	}
	return text
}

// Refuses tells whether the store refuses this graph for what is in it, so that others
// may pass.
func (e *GraphError) Refuses() bool {
	switch e.Status {
	case http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusRequestURITooLong, http.StatusUnprocessableEntity:
		return e.Graph != ""
	}
	return false
}

// Passing tells whether the store may answer otherwise at another time.
func (e *GraphError) Passing() bool {
	return e.Status >= 500 || e.Status == http.StatusTooManyRequests
}

// maxLine bounds what is shown of an answer, in characters.
const maxLine = 200

// firstLine returns the beginning of a text, without control characters; "" for a page.
func firstLine(text []byte) string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
	if strings.HasPrefix(line, "<") {
		return ""
	}
	line = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, line)
	if runes := []rune(line); len(runes) > maxLine {
		line = string(runes[:maxLine]) + "…"
	}
	return line
}
