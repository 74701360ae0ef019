package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

// IssuerOptions say whose keys are fetched; zero stands for the default.
type IssuerOptions struct {
	// URL is that of the issuer, as its tokens have it.
	URL string
	// Take takes the keys, a JWK Set; an error means that they are of no use.
	Take func(set []byte) error
	// Asked has the keys fetched at once when the operator asks for it; nothing by default.
	Asked <-chan os.Signal
	// Transport opens the connections; one of its own by default.
	Transport http.RoundTripper
	// Logger takes what the operator should know; none by default.
	Logger *slog.Logger
}

// Issuer fetches the public keys of an issuer of tokens, as its discovery document names them:
// OpenID Connect Discovery 1.0, section 4
// (https://openid.net/specs/openid-connect-discovery-1_0.html), or RFC 8414, section 3. It asks
// the issuer of the operator's configuration and the address of the keys that the issuer names,
// at the beginning and then now and again; no token makes it ask for anything. What keys mean,
// it does not know.
type Issuer struct {
	options IssuerOptions
	client  *http.Client
}

const (
	issuerTimeout = 10 * time.Second
	// maxKeyDocument is the size of the largest document that is read, in bytes.
	maxKeyDocument = 1 << 20
	// keyInterval is the time between two fetches. After a failure it is shorter at first.
	keyInterval = 10 * time.Minute
	// firstRetry is the time until the fetch after one that failed.
	firstRetry = 5 * time.Second
)

// NewIssuer returns what fetches the keys of an issuer. The error says what is wrong with its URL.
func NewIssuer(o IssuerOptions) (*Issuer, error) {
	if err := CheckIssuer(o.URL); err != nil {
		return nil, err
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Transport == nil {
		o.Transport = &http.Transport{
			Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true,
			IdleConnTimeout: 30 * time.Second, TLSHandshakeTimeout: issuerTimeout,
		}
	}
	return &Issuer{o, &http.Client{
		Transport: o.Transport, Timeout: issuerTimeout,
		CheckRedirect: noRedirect,
	}}, nil
}

// CheckIssuer returns an error if keys are not to be fetched from a URL: it is no https URL, nor an
// http URL of this machine.
func CheckIssuer(text string) error {
	u, err := url.Parse(text)
	if err != nil {
		return fmt.Errorf("issuer: %w", err)
	}
	switch {
	case u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return fmt.Errorf("%s is not the URL of an issuer, such as https://login.museum.example", text)
	case u.Scheme == "https", u.Scheme == "http" && isHere(u.Hostname()):
		return nil
	}
	return fmt.Errorf("%s: keys are fetched over https", text)
}

// Fetch fetches the keys once.
func (i *Issuer) Fetch(ctx context.Context) error {
	text, err := i.discover(ctx)
	if err != nil {
		return err
	}
	var document struct {
		Issuer string `json:"issuer"`
		Keys   string `json:"jwks_uri"`
	}
	if err := json.Unmarshal(text, &document); err != nil {
		return fmt.Errorf("read the discovery document: %w", err)
	}
	// Section 4.3 of Discovery: one issuer must not speak for another.
	if document.Issuer != i.options.URL {
		return fmt.Errorf("the discovery document is that of the issuer %q, not %q", document.Issuer, i.options.URL)
	}
	if u, err := url.Parse(document.Keys); err != nil || u.Scheme != "https" && (u.Scheme != "http" || !isHere(u.Hostname())) {
		return fmt.Errorf("the keys are at %q, which is no https URL", document.Keys)
	}
	set, err := i.get(ctx, document.Keys)
	if err != nil {
		return err
	}
	return i.options.Take(set)
}

// discover returns the discovery document, of OpenID Connect or else of OAuth.
func (i *Issuer) discover(ctx context.Context) ([]byte, error) {
	base := strings.TrimSuffix(i.options.URL, "/")
	text, err := i.get(ctx, base+"/.well-known/openid-configuration")
	var status *StatusError
	if !errors.As(err, &status) || status.Status != http.StatusNotFound {
		return text, err
	}
	u, err := url.Parse(base)
	if err != nil {
		return nil, err
	}
	u.Path = "/.well-known/oauth-authorization-server" + u.Path
	return i.get(ctx, u.String())
}

func (i *Issuer) get(ctx context.Context, address string) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Accept", "application/json")
	answer, err := i.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %w", address, &StatusError{Status: answer.StatusCode})
	}
	text, err := ReadAll(answer.Body, maxKeyDocument)
	if err != nil {
		err = fmt.Errorf("%s: %w", address, err)
	}
	return text, err
}

// Start fetches the keys once, and then again and again until stop is called. An issuer that
// cannot be reached is no error: it is tried again, and the log says so.
func (i *Issuer) Start(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	wait := i.attempt(ctx, 0)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		timer := time.NewTimer(wait)
		defer timer.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-timer.C:
			case <-i.options.Asked:
			}
			wait = i.attempt(ctx, wait)
			timer.Reset(wait)
		}
	}()
	return func() {
		cancel()
		<-ended
	}
}

// attempt fetches the keys, and returns the time to the next fetch, which was waited for so
// long.
func (i *Issuer) attempt(ctx context.Context, waited time.Duration) time.Duration {
	err := i.Fetch(ctx)
	if err == nil {
		return keyInterval
	}
	if ctx.Err() == nil {
		i.options.Logger.Error("cannot fetch the keys of the issuer of tokens", "issuer", i.options.URL, "error", err)
	}
	if waited == keyInterval {
		waited = 0
	}
	return min(max(firstRetry, 2*waited), keyInterval)
}
