package client

import (
	"errors"
	"net"
	"net/url"
	"slices"
	"strings"
)

// Hosts are those that may be asked.
type Hosts []string

// NewHosts returns the hosts, each host or host:port, in lower case.
func NewHosts(names []string) Hosts {
	var out Hosts
	for _, name := range names {
		out = append(out, strings.ToLower(name))
	}
	return out
}

// HostOf returns the host of a URL in lower case, with the port where that is
// not the scheme's usual one.
func HostOf(u *url.URL) string {
	host := strings.ToLower(u.Hostname())
	port := u.Port()
	if port == "" || u.Scheme == "https" && port == "443" || u.Scheme == "http" && port == "80" {
		if strings.Contains(host, ":") {
			return "[" + host + "]"
		}
		return host
	}
	return net.JoinHostPort(host, port)
}

// May reports whether the host of the URL is among them.
func (h Hosts) May(u *url.URL) bool {
	return slices.Contains(h, HostOf(u)) || slices.Contains(h, strings.ToLower(u.Hostname()))
}

var errUser = errors.New("the URL has a user name in it, and credentials are not sent")

// check returns an error for a URL that may not be asked for, a *HostError
// unless it would send credentials.
func (h Hosts) check(u *url.URL) error {
	switch {
	case u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return &HostError{URL: u.String()}
	case u.User != nil:
		return &badURLError{errUser}
	case !h.May(u):
		return &HostError{Host: HostOf(u), URL: u.String()}
	}
	return nil
}
