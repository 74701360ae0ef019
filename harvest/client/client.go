package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"vitrine/remote"
)

const (
	// DefaultTimeout bounds a try where Options say nothing.
	DefaultTimeout = time.Minute
	maxRedirects   = 5
)

// Options say whom to ask and how.
type Options struct {
	// UserAgent is the User-Agent field.
	UserAgent string
	// Hosts may be asked; no others, and no redirect leads to another. Each is
	// a host, which stands for all its ports, or host:port.
	Hosts []string
	// Resolve says where the origins in URLs are really found, such as
	// "https://data.museum.example" at "http://127.0.0.1:8080". An origin of
	// http stands for that of https too, and the other way round, unless both
	// are named or a port is. The Host field stays that of the URL.
	Resolve map[string]string
	// Timeout bounds one try, its body included; 0 stands for DefaultTimeout.
	Timeout time.Duration
	remote.GateOptions
}

// Request asks for one document.
type Request struct {
	URL string
	// Accept is the field of that name; empty for none.
	Accept string
	// Raw leaves the body packed as it was sent, and asks for gzip.
	Raw bool
	// MaxBytes bounds the body, unpacked unless Raw is set.
	MaxBytes int64
}

// Answer is what a host said. It may be used by many goroutines at once.
type Answer struct {
	// URL is where the answer came from, after redirects.
	URL    string
	Status int
	Header http.Header
	Body   []byte
}

// Date returns when the host made the answer, by its own clock and to the
// second; false where it does not say.
func (a *Answer) Date() (time.Time, bool) {
	date, err := http.ParseTime(a.Header.Get("Date"))
	return date, err == nil
}

// Client asks. It may be used by many goroutines at once.
type Client struct {
	options Options
	hosts   Hosts
	http    *http.Client
	gate    *remote.Gate
}

// New returns a client. The error is about an option.
func New(o Options) (*Client, error) {
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	resolver, err := newResolver(o.Resolve)
	if err != nil {
		return nil, err
	}
	c := &Client{options: o, hosts: NewHosts(o.Hosts), gate: remote.NewGate(o.GateOptions)}
	c.http = &http.Client{Transport: resolver, CheckRedirect: c.checkRedirect}
	return c, nil
}

// Hosts returns the hosts that may be asked.
func (c *Client) Hosts() Hosts { return c.hosts }

// Close lets go of idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Get asks for a document, again where that may help, as remote.Gate.Try does. The error may also
// be one about the URL, a *HostError or a *remote.TooLargeError.
func (c *Client) Get(ctx context.Context, r Request) (answer *Answer, err error) {
	err = c.gate.Try(ctx, func() (o remote.Outcome) {
		if answer, o.Err = c.once(ctx, r); o.Err == nil {
			o.Status, o.Header = answer.Status, answer.Header
		}
		o.IsFinal = o.Err != nil && final(o.Err)
		return o
	})
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// once sends the request once.
func (c *Client) once(ctx context.Context, r Request) (*Answer, error) {
	ctx, cancel := context.WithTimeout(ctx, c.options.Timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, r.URL, nil)
	if err != nil {
		return nil, &badURLError{err}
	}
	if err := c.hosts.check(request.URL); err != nil {
		return nil, err
	}
	request.Header.Set("User-Agent", c.options.UserAgent)
	if r.Accept != "" {
		request.Header.Set("Accept", r.Accept)
	}
	if r.Raw {
		request.Header.Set("Accept-Encoding", "gzip")
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := readAll(response, r.MaxBytes)
	if err != nil {
		return nil, err
	}
	return &Answer{URL: response.Request.URL.String(), Status: response.StatusCode, Header: response.Header, Body: body}, nil
}

// readAll reads the body. That of an error is not worth an error of its own, so
// it may be cut.
func readAll(response *http.Response, limit int64) ([]byte, error) {
	if response.StatusCode != http.StatusOK {
		const enough = 64 << 10
		return io.ReadAll(io.LimitReader(response.Body, min(limit, enough)))
	}
	return remote.ReadAll(response.Body, limit)
}

// checkRedirect lets a request go on to where it was sent.
func (c *Client) checkRedirect(next *http.Request, before []*http.Request) error {
	if len(before) > maxRedirects {
		return errRedirects
	}
	return c.hosts.check(next.URL)
}

var errRedirects = fmt.Errorf("it redirects more than %d times", maxRedirects)

// final reports whether another try would come to the same.
func final(err error) bool {
	var host *HostError
	var large *remote.TooLargeError
	var url *badURLError
	return errors.As(err, &host) || errors.As(err, &large) || errors.As(err, &url) || errors.Is(err, errRedirects)
}
