package oai

import (
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"vitrine/server/web/respond"
)

// problem is an error of the protocol (section 3.6).
type problem struct{ code, text string }

func (p *problem) Error() string { return p.text }

// The codes of errors.
const (
	badVerb           = "badVerb"
	badArgument       = "badArgument"
	badToken          = "badResumptionToken"
	cannotDisseminate = "cannotDisseminateFormat"
	unknownID         = "idDoesNotExist"
	noMatch           = "noRecordsMatch"
	noFormats         = "noMetadataFormats"
)

// arguments are those of a request that the protocol has for its verb, each once.
type arguments map[string]string

// verbs are the arguments of each verb: those that it needs, those that it may have, and an
// exclusive one.
var verbs = map[string]struct {
	required, optional []string
	resumes            bool
}{
	"Identify":            {},
	"ListMetadataFormats": {optional: []string{"identifier"}},
	"ListSets":            {resumes: true},
	"GetRecord":           {required: []string{"identifier", "metadataPrefix"}},
	"ListIdentifiers":     {required: []string{"metadataPrefix"}, optional: []string{"from", "until", "set"}, resumes: true},
	"ListRecords":         {required: []string{"metadataPrefix"}, optional: []string{"from", "until", "set"}, resumes: true},
}

const token = "resumptionToken"

// maxBody is the size of the longest body of a request, in bytes.
const maxBody = 64 << 10

// read returns the arguments of a request.
func read(x *respond.Exchange, r *http.Request) (arguments, *problem) {
	text := r.URL.RawQuery
	if r.Method == http.MethodPost {
		kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
		if err != nil || kind != "application/x-www-form-urlencoded" {
			return nil, &problem{badArgument, "The body of a POST request is application/x-www-form-urlencoded."}
		}
		body, err := io.ReadAll(http.MaxBytesReader(x, r.Body, maxBody))
		if err != nil {
			return nil, &problem{badArgument, "The body of the request cannot be read, or is too long."}
		}
		text = string(body)
	}
	values, err := url.ParseQuery(text)
	if err != nil {
		return nil, &problem{badArgument, "The arguments are not percent-encoded as they should be."}
	}
	return check(values)
}

// check returns the arguments as the protocol has them.
func check(values url.Values) (arguments, *problem) {
	if len(values["verb"]) != 1 {
		return nil, &problem{badVerb, "A request has one argument verb: " + strings.Join(verbNames(), ", ") + "."}
	}
	verb := values.Get("verb")
	rules, ok := verbs[verb]
	if !ok {
		return nil, &problem{badVerb, "There is no such verb; there are " + strings.Join(verbNames(), ", ") + "."}
	}
	out := arguments{}
	for name, all := range values {
		known := name == "verb" || name == token && rules.resumes || slices.Contains(rules.required, name) || slices.Contains(rules.optional, name)
		if !known || len(all) != 1 || all[0] == "" {
			return nil, &problem{badArgument, "The verb " + verb + " has no such argument, or it is empty or there more than once: " + name}
		}
		out[name] = all[0]
	}
	if out[token] != "" {
		if len(out) > 2 {
			return nil, &problem{badArgument, "Beside resumptionToken there is no argument but verb."}
		}
		return out, nil
	}
	for _, name := range rules.required {
		if out[name] == "" {
			return nil, &problem{badArgument, "The verb " + verb + " needs the argument " + name + "."}
		}
	}
	return out, nil
}

func verbNames() []string { return slices.Sorted(maps.Keys(verbs)) }

// The two granularities of datestamps (section 3.3.1).
const (
	seconds = "2006-01-02T15:04:05Z"
	days    = "2006-01-02"
)

// period returns the moments that from and until name, the second without the end: zero where
// they are not given.
func (a arguments) period() (from, before time.Time, err error) {
	layouts := map[string]bool{}
	moment := func(name string) (time.Time, string) {
		for _, layout := range []string{seconds, days} {
			if t, wrong := time.Parse(layout, a[name]); wrong == nil && t.Format(layout) == a[name] {
				layouts[layout] = true
				return t, layout
			}
		}
		err = &problem{badArgument, "The argument " + name + " is neither YYYY-MM-DD nor YYYY-MM-DDThh:mm:ssZ."}
		return time.Time{}, ""
	}
	if a["from"] != "" {
		from, _ = moment("from")
	}
	if a["until"] != "" {
		var layout string
		if before, layout = moment("until"); layout == days {
			before = before.AddDate(0, 0, 1)
		} else {
			before = before.Add(time.Second)
		}
	}
	switch {
	case err != nil:
	case len(layouts) > 1:
		err = &problem{badArgument, "The arguments from and until are not of one granularity."}
	case a["until"] != "" && !from.Before(before):
		err = &problem{badArgument, "The argument from is later than until."}
	}
	return from, before, err
}
