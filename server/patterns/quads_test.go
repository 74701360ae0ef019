package patterns

import (
	"errors"
	"net/url"
	"strings"
	"testing"

	"vitrine/server/web/respond"
	"vitrine/sparql/dataset"
)

func TestParseQuadQueryRefuses(t *testing.T) {
	for query, want := range map[string]string{
		"subject=a&subject=b":                 "more than once",
		"predicate=_:b0":                      "a blank node can only be",
		"graph=%22text%22":                    "a literal can only be",
		"subject=%22text%22":                  "a literal can only be",
		"object=_:b0":                         "has the label that an answer gives it",
		"limit=0":                             "from 1 to 1000",
		"limit=1001":                          "from 1 to 1000",
		"limit=x":                             "from 1 to 1000",
		"object=%22" + strings.Repeat("a", 3): "object",
	} {
		values, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		_, err = parseQuadQuery(values, dataset.Labels{Base: "https://data.museum.example/"})
		var fault *respond.Error
		if !errors.As(err, &fault) || fault.Type != respond.BadRequest || !strings.Contains(fault.Detail, want) {
			t.Errorf("%s: %v, want a bad request with %q", query, err, want)
		}
	}
}

func TestParseQuadQuery(t *testing.T) {
	values := url.Values{"subject": {"https://data.museum.example/object/1"}, "object": {`"1"^^<http://www.w3.org/2001/XMLSchema#integer>`}, "limit": {"7"}, "after": {"x"}}
	q, err := parseQuadQuery(values, dataset.Labels{Base: "https://data.museum.example/"})
	if err != nil || q.limit != 7 || q.after != "x" || q.pattern.Subject == nil || q.pattern.Object == nil || q.pattern.Predicate != nil || q.pattern.Graph != nil {
		t.Errorf("%+v, %v", q, err)
	}
}
