package client

import (
	"fmt"
	"time"
)

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

// TooLargeError means that a document is larger than was allowed.
type TooLargeError struct {
	// Limit is the largest size, in bytes.
	Limit int64
}

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("the document has more than %d bytes", e.Limit)
}

// WaitError means that a host asks for a longer pause than was allowed.
type WaitError struct {
	URL         string
	Asked, Most time.Duration
}

func (e *WaitError) Error() string {
	return fmt.Sprintf("%s asks to come again in %s, which is more than %s", e.URL, e.Asked.Round(time.Second), e.Most)
}

// UnreachableError means that there was no answer, or none to its end.
type UnreachableError struct {
	URL string
	// Tries is how often it was asked for.
	Tries int
	// Err is the cause at the last try.
	Err error
}

func (e *UnreachableError) Error() string {
	return fmt.Sprintf("no answer in %d tries: %v", e.Tries, e.Err)
}

func (e *UnreachableError) Unwrap() error { return e.Err }

// badURLError means that a URL cannot be asked for at all.
type badURLError struct{ error }

func (e *badURLError) Unwrap() error { return e.error }
