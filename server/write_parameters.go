package server

import (
	"fmt"
	"net/url"
	"strings"

	"vitrine/server/problem"
)

// dryRun is the query parameter by which nothing is stored. It is on without a
// value and with the value true, off with the value false.
const dryRun = "dry-run"

// parameters are those of a request that writes. What is not known is refused
// by its name: a misspelled dry-run must not store anything.
type parameters struct {
	dryRun bool
	// rest is the query without dry-run, as it was sent. It may be part of an
	// entity's name.
	rest string
}

// readParameters reads the query of a request. The error is an answer.
func readParameters(query string) (parameters, error) {
	var p parameters
	var rest []string
	seen := false
	for pair := range strings.SplitSeq(query, "&") {
		name, value, hasValue := strings.Cut(pair, "=")
		if decoded, err := url.QueryUnescape(name); err != nil || decoded != dryRun {
			rest = append(rest, pair)
			continue
		}
		if seen {
			return p, refusedParameter(dryRun, "stands more than once")
		}
		seen = true
		switch {
		case !hasValue, value == "", value == "true":
			p.dryRun = true
		case value != "false":
			return p, refusedParameter(dryRun, fmt.Sprintf("has the value %q; it takes true, false or none, which stands for true", clip(value)))
		}
	}
	p.rest = strings.Join(rest, "&")
	return p, nil
}

// none refuses what is left of the parameters, where dry-run is the only one.
func (p parameters) none() error {
	if p.rest == "" {
		return nil
	}
	return unknownParameter(p.rest, dryRun)
}

// id returns the value of the parameter id, which stands once and alone.
func (p parameters) id() (string, error) {
	id, found := "", false
	for pair := range strings.SplitSeq(p.rest, "&") {
		name, value, _ := strings.Cut(pair, "=")
		decoded, err := url.QueryUnescape(value)
		switch {
		case name != "id":
			return "", unknownParameter(pair, "id and "+dryRun)
		case found:
			return "", refusedParameter("id", "stands more than once")
		case err != nil:
			return "", refusedParameter("id", "is not percent-encoded as it has to be")
		}
		id, found = decoded, true
	}
	return id, nil
}

// unknownParameter refuses the first parameter of a query; known are those that
// may stand there.
func unknownParameter(query, known string) error {
	pair, _, _ := strings.Cut(query, "&")
	name, _, _ := strings.Cut(pair, "=")
	return refusedParameter(name, "is not one of a request that writes here; known: "+known)
}

func refusedParameter(name, fault string) error {
	return &problem.Error{Type: problem.BadRequest, Detail: fmt.Sprintf("The parameter %q %s. Nothing was stored.", clip(name), fault)}
}

// clip cuts a text of the client's for a message.
func clip(text string) string {
	const longest = 80
	if len(text) > longest {
		return strings.ToValidUTF8(text[:longest], "") + "…"
	}
	return text
}
