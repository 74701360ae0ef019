package query_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"vitrine/server/data/query"
	"vitrine/server/web/respond"
	"vitrine/sparql/syntax"
)

// TestRead reads requests of each form of section 2.1 of the protocol.
func TestRead(t *testing.T) {
	const ask = "ASK { ?s ?p 'é&=' }"
	form := url.Values{"query": {ask}, "default-graph-uri": {"x:d"}, "named-graph-uri": {"x:1", "x:2"}}
	graphs := "default-graph-uri=x:d&named-graph-uri=x:1&named-graph-uri=x:2"
	for name, r := range map[string]*http.Request{
		"GET":           httptest.NewRequest("GET", "/?"+form.Encode(), nil),
		"POST of form":  post("/", "application/x-www-form-urlencoded", form.Encode()),
		"POST of query": post("/?"+graphs, "application/sparql-query; charset=UTF-8", ask),
		"form and rest": post("/?"+graphs, "application/x-www-form-urlencoded", url.Values{"query": {ask}}.Encode()),
	} {
		q, err := query.Read(r)
		if err != nil || q.Text != ask || len(q.Default) != 1 || len(q.Named) != 2 || q.Named[1].String() != "x:2" {
			t.Errorf("%s: %+v, %v", name, q, err)
		}
	}
	q, err := query.Read(httptest.NewRequest("GET", "/?query=ASK{}&explain=1&format=csv", nil))
	if err != nil || !q.Explain || !slices.Equal(q.Asked, []string{"csv"}) {
		t.Errorf("explain: %+v, %v", q, err)
	}
	if q, err := query.Read(httptest.NewRequest("GET", "/", nil)); err != nil || q.Text != "" {
		t.Errorf("without a query: %+v, %v", q, err)
	}
}

// TestReadRefuses reads requests that are refused.
func TestReadRefuses(t *testing.T) {
	long := strings.Repeat(" ", syntax.MaxText+1)
	compressed := post("/", "application/sparql-query", "ASK{}")
	compressed.Header.Set("Content-Encoding", "gzip")
	for name, c := range map[string]struct {
		request *http.Request
		want    *respond.ErrorType
	}{
		"two queries":        {httptest.NewRequest("GET", "/?query=ASK{}&query=ASK{}", nil), respond.BadRequest},
		"in both places":     {post("/?query=ASK{}", "application/sparql-query", "ASK{}"), respond.BadRequest},
		"address":            {httptest.NewRequest("GET", "/?query=%zz", nil), respond.BadRequest},
		"form":               {post("/", "application/x-www-form-urlencoded", "query=%zz"), respond.BadRequest},
		"not UTF-8":          {httptest.NewRequest("GET", "/?query=%ff", nil), respond.BadRequest},
		"graph":              {httptest.NewRequest("GET", "/?query=ASK{}&default-graph-uri=a%20b", nil), respond.BadRequest},
		"many graphs":        {httptest.NewRequest("GET", "/?query=ASK{}"+strings.Repeat("&named-graph-uri=x:g", 1001), nil), respond.BadRequest},
		"explain":            {httptest.NewRequest("GET", "/?query=ASK{}&explain=please", nil), respond.BadRequest},
		"update":             {httptest.NewRequest("GET", "/?update=CLEAR+ALL", nil), respond.BadRequest},
		"update as a body":   {post("/", "application/sparql-update", "CLEAR ALL"), respond.Unsupported},
		"charset":            {post("/", "application/sparql-query; charset=latin1", "ASK{}"), respond.Unsupported},
		"no type":            {post("/", "", "ASK{}"), respond.Unsupported},
		"compressed":         {compressed, respond.Unsupported},
		"long query":         {post("/", "application/sparql-query", long), respond.ContentTooLarge},
		"very long query":    {post("/", "application/sparql-query", strings.Repeat(long, 4)), respond.ContentTooLarge},
		"long query by form": {post("/", "application/x-www-form-urlencoded", "query="+strings.Repeat("+", syntax.MaxText+1)), respond.ContentTooLarge},
	} {
		_, err := query.Read(c.request)
		var got *respond.Error
		if !errors.As(err, &got) || got.Type != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want.Code)
		}
	}
}

func post(target, contentType, body string) *http.Request {
	r := httptest.NewRequest("POST", target, strings.NewReader(body))
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	return r
}
