package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// ErrPlain means that a token, or credentials, would be sent where others can read them.
var ErrPlain = errors.New("a token or credentials are sent only over https, or to this machine")

// Client asks one service.
type Client struct {
	service *url.URL
	token   string
	http    *http.Client
	// local tells that the service is a server on this machine, at its control socket.
	local bool
	// Author and Reason say who changes records and why, for their histories; "" for nothing. Only a
	// server on this machine takes the author, which elsewhere is the name of the token.
	Author, Reason string
}

// answerTimeout bounds the time for the beginning of an answer. A service gives a load
// ten minutes by default.
const answerTimeout = 20 * time.Minute

// New returns a client for the service at a URL, such as https://data.museum.example/,
// with a token for writing, "" for none. The error wraps ErrPlain if others could read the
// token on its way.
func New(service, token string) (*Client, error) {
	u, err := url.Parse(service)
	if err != nil {
		return nil, err
	}
	if token != "" && u.Scheme != "https" && !isHere(u.Hostname()) {
		return nil, fmt.Errorf("%w: %s", ErrPlain, service)
	}
	if strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, errors.New("the token has characters that no token has")
	}
	transport := &http.Transport{
		Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true,
		TLSHandshakeTimeout: 10 * time.Second, ResponseHeaderTimeout: answerTimeout,
	}
	return &Client{service: u, token: token, http: &http.Client{Transport: transport, CheckRedirect: noRedirect}}, nil
}

func noRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// isHere tells whether a host is this machine.
func isHere(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Close lets go of the connections.
func (c *Client) Close() error {
	c.http.CloseIdleConnections()
	return nil
}

// StatusError is an answer that is not what was asked for.
type StatusError struct {
	// Status is the status code, Title and Detail what the problem document (RFC 9457)
	// says, "" where there is none.
	Status        int
	Title, Detail string
	// Location is where a redirect leads.
	Location string
}

func (e *StatusError) Error() string {
	text := fmt.Sprintf("the service answers %d %s", e.Status, http.StatusText(e.Status))
	for _, said := range []string{e.Title, e.Detail} {
		if said != "" && said != http.StatusText(e.Status) {
			text += ": " + said
		}
	}
	if e.Location != "" {
		text += ": " + e.Location
	}
	return text
}

// Record writes the representation of the record with the URI that accept, a value of the
// Accept field, asks for, without links that are not stored. The error is a *StatusError with 404 or 410 if there is none.
func (c *Client) Record(ctx context.Context, w io.Writer, uri, accept string) error {
	_, err := c.Tagged(ctx, w, uri, accept)
	return err
}

// Tagged does the same, and returns the entity tag of the representation.
func (c *Client) Tagged(ctx context.Context, w io.Writer, uri, accept string) (tag string, err error) {
	answer, err := c.send(ctx, http.MethodGet, "entity?"+url.Values{"id": {uri}, "links": {"none"}}.Encode(), http.Header{"Accept": {accept}}, nil)
	if err != nil {
		return "", err
	}
	_, err = c.copyAnswer(w, answer)
	return answer.Header.Get("ETag"), err
}

// Version writes the representation of the record with the URI as it was of a version. The error is
// a *StatusError with 404 if that is not kept, and with 410 if it is the version of a deletion.
func (c *Client) Version(ctx context.Context, w io.Writer, uri, accept string, version uint64) error {
	query := url.Values{"id": {uri}, "links": {"none"}, "version": {strconv.FormatUint(version, 10)}}
	return c.copy(ctx, w, "entity?"+query.Encode(), http.Header{"Accept": {accept}})
}

// Base returns the base URL of the service, as its OpenAPI document has it.
func (c *Client) Base(ctx context.Context) (string, error) {
	var text bytes.Buffer
	if err := c.copy(ctx, &text, "-/openapi.json", http.Header{"Accept": {"application/json"}}); err != nil {
		return "", err
	}
	var document struct{ Servers []struct{ URL string } }
	if err := json.Unmarshal(text.Bytes(), &document); err != nil || len(document.Servers) == 0 {
		return "", errors.Join(errors.New("the service does not say its base URL in /-/openapi.json"), err)
	}
	return strings.TrimSuffix(document.Servers[0].URL, "/") + "/", nil
}

// Ready returns an error if the service does not accept requests.
func (c *Client) Ready(ctx context.Context) error {
	return c.copy(ctx, io.Discard, "-/readyz", http.Header{})
}

// Dump writes the dump with the extension of a format, such as nq. What was written is
// complete only if there is no error.
func (c *Client) Dump(ctx context.Context, w io.Writer, extension string) error {
	return c.copy(ctx, w, "-/dump."+extension, http.Header{})
}

// Feed writes the collection of the change feed, as JSON.
func (c *Client) Feed(ctx context.Context, w io.Writer) error {
	return c.copy(ctx, w, "-/activity", http.Header{"Accept": {"application/json"}})
}

// FeedPage writes a page of the change feed, as JSON. The error is a *StatusError with 404 if
// there is none with the number.
func (c *Client) FeedPage(ctx context.Context, w io.Writer, number uint64) error {
	return c.copy(ctx, w, fmt.Sprintf("-/activity/page/%d", number), http.Header{"Accept": {"application/json"}})
}

// Query writes the answer to a SPARQL query in the form that accept, a value of the Accept
// field, asks for. What was written is complete only if there is no error.
func (c *Client) Query(ctx context.Context, w io.Writer, text, accept string) error {
	return c.post(ctx, w, "-/sparql", text, accept)
}

// Explain writes the plan of a SPARQL query, as JSON.
func (c *Client) Explain(ctx context.Context, w io.Writer, text string) error {
	return c.post(ctx, w, "-/sparql?explain=1", text, "application/json")
}

func (c *Client) post(ctx context.Context, w io.Writer, target, text, accept string) error {
	header := http.Header{"Accept": {accept}, "Content-Type": {"application/sparql-query"}}
	answer, err := c.send(ctx, http.MethodPost, target, header, strings.NewReader(text))
	if err != nil {
		return err
	}
	_, err = c.copyAnswer(w, answer)
	return err
}

// Message sends a message of the Model Context Protocol with the fields of its transport, and
// returns the answer, whatever its status is. The token goes with it, since what may be read
// depends on it.
func (c *Client) Message(ctx context.Context, header http.Header, text []byte) (status int, answer []byte, err error) {
	c.authorise(header)
	response, err := c.send(ctx, http.MethodPost, "-/mcp", header, bytes.NewReader(text))
	if err != nil {
		return 0, nil, err
	}
	defer response.Body.Close()
	answer, err = io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	return response.StatusCode, answer, err
}

// copy writes the content of an answer.
func (c *Client) copy(ctx context.Context, w io.Writer, target string, header http.Header) error {
	answer, err := c.send(ctx, http.MethodGet, target, header, nil)
	if err != nil {
		return err
	}
	_, err = c.copyAnswer(w, answer)
	return err
}

func (c *Client) copyAnswer(w io.Writer, answer *http.Response) (int64, error) {
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return 0, c.statusError(answer)
	}
	return io.Copy(w, answer.Body)
}

// messageField is the field of a request that says why it changes records (docs/versions.md).
const messageField = "Vitrine-Message"

// authorField says who changes them.
const authorField = "Vitrine-Author"

// AnyTag is matched by every version of a record, for a service that requires a precondition.
const AnyTag = "*"

// Delete deletes the record with the URI if it is of the version with the entity tag. The error
// is a *StatusError with 404 or 410 if there is none, and with 412 if it is another.
func (c *Client) Delete(ctx context.Context, uri, tag string) error {
	return c.change(ctx, http.MethodDelete, uri, http.Header{"If-Match": {tag}}, nil)
}

// Replace deletes the record with the URI if it is of the version with the entity tag, and says
// that another one is there in its place. The errors are those of Delete, and a *StatusError with
// 409 if that is not there.
func (c *Client) Replace(ctx context.Context, uri, tag, by string) error {
	return c.change(ctx, http.MethodDelete, uri, http.Header{"If-Match": {tag}, "Link": {"<" + by + `>; rel="successor-version"`}}, nil)
}

// Put stores a record of a media type in the place of the version with the entity tag, or if
// that is "", of none. The error is a *StatusError with 412 if there is another.
func (c *Client) Put(ctx context.Context, uri, tag, mediaType string, record []byte) error {
	header := http.Header{"Content-Type": {mediaType}, "If-Match": {tag}}
	if tag == "" {
		header.Del("If-Match")
		header.Set("If-None-Match", "*")
	}
	return c.change(ctx, http.MethodPut, uri, header, bytes.NewReader(record))
}

// Purge removes the past states of the record with the URI for good, which may be deleted. The error
// is a *StatusError with 404 if there never was one.
func (c *Client) Purge(ctx context.Context, uri string) error {
	query := url.Values{"id": {uri}, "versions": {"past"}}
	err := c.write(ctx, http.MethodDelete, query, http.Header{"If-Match": {AnyTag}}, nil)
	var answer *StatusError
	if errors.As(err, &answer) && answer.Status == http.StatusPreconditionFailed {
		return c.write(ctx, http.MethodDelete, query, http.Header{"If-None-Match": {"*"}}, nil)
	}
	return err
}

// change sends a request that changes the record with the URI.
func (c *Client) change(ctx context.Context, method, uri string, header http.Header, body io.Reader) error {
	return c.write(ctx, method, url.Values{"id": {uri}}, header, body)
}

func (c *Client) write(ctx context.Context, method string, query url.Values, header http.Header, body io.Reader) error {
	c.authorise(header)
	answer, err := c.send(ctx, method, "entity?"+query.Encode(), header, body)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode/100 != 2 {
		return c.statusError(answer)
	}
	return nil
}

// authorise adds the token to the fields of a request, the author and the reason.
func (c *Client) authorise(header http.Header) {
	if c.Reason != "" {
		header.Set(messageField, c.Reason)
	}
	if c.local && c.Author != "" {
		header.Set(authorField, c.Author)
	}
	if c.token != "" {
		header.Set("Authorization", "Bearer "+c.token)
	}
}

func (c *Client) send(ctx context.Context, method, target string, header http.Header, body io.Reader) (*http.Response, error) {
	at, err := c.service.Parse(target)
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, method, at.String(), body)
	if err != nil {
		return nil, err
	}
	r.Header = header
	r.Header.Set("User-Agent", "vitrine")
	return c.http.Do(r)
}

// maxAnswer bounds the size of an answer that is read into memory, in bytes.
const maxAnswer = 256 << 20

// statusError reads the problem in an answer.
func (c *Client) statusError(answer *http.Response) *StatusError {
	e := &StatusError{Status: answer.StatusCode, Location: answer.Header.Get("Location")}
	var document struct{ Title, Detail string }
	if json.NewDecoder(io.LimitReader(answer.Body, 1<<20)).Decode(&document) == nil {
		e.Title, e.Detail = document.Title, document.Detail
	}
	return e
}
