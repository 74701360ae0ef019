package update

import (
	"fmt"
	"net/url"
	"strings"

	"vitrine/server/web/respond"
)

// DryRun is the query parameter by which nothing is stored. It is on without a
// value and with the value true, off with the value false.
const DryRun = "dry-run"

// pastVersions is the parameter by which DELETE removes past states.
const pastVersions = "versions=past"

// Parameters are those of a request that writes. What is not known is refused
// by its name: a misspelled dry-run must not store anything.
type Parameters struct {
	DryRun bool
	// Past tells that the past states are meant, and not the entity.
	Past bool
	// Rest is the query without dry-run, as it was sent. It may be part of an
	// entity's name.
	Rest string
}

// ReadParameters reads the query of a request. The error is an answer.
func ReadParameters(query string) (Parameters, error) {
	var p Parameters
	var rest []string
	seen := false
	for pair := range strings.SplitSeq(query, "&") {
		if pair == pastVersions {
			p.Past = true
			continue
		}
		name, value, hasValue := strings.Cut(pair, "=")
		if decoded, err := url.QueryUnescape(name); err != nil || decoded != DryRun {
			rest = append(rest, pair)
			continue
		}
		if seen {
			return p, refusedParameter(DryRun, "stands more than once")
		}
		seen = true
		switch {
		case !hasValue, value == "", value == "true":
			p.DryRun = true
		case value != "false":
			return p, refusedParameter(DryRun, fmt.Sprintf("has the value %q; it takes true, false or none, which stands for true", clip(value)))
		}
	}
	p.Rest = strings.Join(rest, "&")
	return p, nil
}

// None refuses what is left of the parameters, where dry-run is the only one.
func (p Parameters) None() error {
	if p.Rest == "" {
		return nil
	}
	return UnknownParameter(p.Rest, DryRun)
}

// ID returns the value of the parameter id, which stands once and alone.
func (p Parameters) ID() (string, error) {
	id, found := "", false
	for pair := range strings.SplitSeq(p.Rest, "&") {
		name, value, _ := strings.Cut(pair, "=")
		decoded, err := url.QueryUnescape(value)
		switch {
		case name != "id":
			return "", UnknownParameter(pair, "id and "+DryRun)
		case found:
			return "", refusedParameter("id", "stands more than once")
		case err != nil:
			return "", refusedParameter("id", "is not percent-encoded as it has to be")
		}
		id, found = decoded, true
	}
	return id, nil
}

// UnknownParameter refuses the first parameter of a query; known are those that
// may stand there.
func UnknownParameter(query, known string) error {
	pair, _, _ := strings.Cut(query, "&")
	name, _, _ := strings.Cut(pair, "=")
	return refusedParameter(name, "is not one of a request that writes here; known: "+known)
}

func refusedParameter(name, fault string) error {
	return &respond.Error{Type: respond.BadRequest, Detail: fmt.Sprintf("The parameter %q %s. Nothing was stored.", clip(name), fault)}
}

// clip cuts a text of the client's for a message.
func clip(text string) string {
	const longest = 80
	if len(text) > longest {
		return strings.ToValidUTF8(text[:longest], "") + "…"
	}
	return text
}
