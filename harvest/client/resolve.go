package client

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

// resolver sends requests to where their origin is really found.
type resolver struct {
	transport *http.Transport
	origins   map[string]*url.URL
}

func newResolver(resolve map[string]string) (*resolver, error) {
	r := &resolver{origins: map[string]*url.URL{}, transport: &http.Transport{
		Proxy:                 http.ProxyFromEnvironment,
		ForceAttemptHTTP2:     true,
		MaxIdleConnsPerHost:   16,
		IdleConnTimeout:       30 * time.Second,
		TLSHandshakeTimeout:   10 * time.Second,
		ExpectContinueTimeout: time.Second,
	}}
	for from, to := range resolve {
		origin, err := readOrigin(from)
		if err != nil {
			return nil, err
		}
		place, err := readOrigin(to)
		if err != nil {
			return nil, err
		}
		r.origins[originOf(origin)] = place
	}
	return r, nil
}

// readOrigin reads scheme, host and port.
func readOrigin(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil {
		return nil, err
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.Path != "" && u.Path != "/" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, fmt.Errorf("%q is no origin: give scheme and host, such as https://data.museum.example or http://127.0.0.1:8080", text)
	}
	return u, nil
}

func originOf(u *url.URL) string { return u.Scheme + "://" + HostOf(u) }

// place returns where a URL is really found. A publisher may name its records
// with the other scheme than its feed.
func (r *resolver) place(u *url.URL) (*url.URL, bool) {
	place, ok := r.origins[originOf(u)]
	if ok || u.Port() != "" {
		return place, ok
	}
	other := map[string]string{"http": "https", "https": "http"}[u.Scheme]
	place, ok = r.origins[other+"://"+HostOf(u)]
	return place, ok
}

// RoundTrip sends the request. It implements http.RoundTripper.
func (r *resolver) RoundTrip(request *http.Request) (*http.Response, error) {
	place, ok := r.place(request.URL)
	if !ok {
		return r.transport.RoundTrip(request)
	}
	moved := request.Clone(request.Context())
	moved.Host = cmp.Or(moved.Host, request.URL.Host)
	moved.URL.Scheme, moved.URL.Host = place.Scheme, place.Host
	response, err := r.transport.RoundTrip(moved)
	if response != nil {
		response.Request = request // a redirect is relative to what was asked for
	}
	return response, err
}

// CloseIdleConnections lets go of connections that are not in use.
func (r *resolver) CloseIdleConnections() { r.transport.CloseIdleConnections() }
