package client

import "fmt"

// HostError means that a URL is of a host that may not be asked.
type HostError struct {
	// Host is the host, with the port where that is not the usual one; empty
	// for a URL that is not of HTTP.
	Host string
	URL  string
}

func (e *HostError) Error() string {
	if e.Host == "" {
		return fmt.Sprintf("%q is not an http or https URL", e.URL)
	}
	return fmt.Sprintf("%s is on %s, which was not named", e.URL, e.Host)
}

// badURLError means that a URL cannot be asked for at all.
type badURLError struct{ error }

func (e *badURLError) Unwrap() error { return e.error }
