package server

import (
	"bytes"
	"context"
	"errors"
	"net/http"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/address"
	"vitrine/server/exchange"
	"vitrine/server/problem"
	"vitrine/server/query"
	"vitrine/server/semaphore"
	"vitrine/server/site"
	"vitrine/server/spool"
	"vitrine/sparql"
	"vitrine/sparql/dataset"
)

// maxAnswers is how many answers to queries are kept while they are sent, and
// maxAnswerBytes bounds them together.
const (
	maxAnswers     = 256
	maxAnswerBytes = 2 << 30
)

// newQueries returns what answers queries.
func (s *Server) newQueries() (*query.Service, error) {
	answers, err := spool.Open("", maxAnswers, maxAnswerBytes)
	if err != nil {
		return nil, err
	}
	c, names := s.config, s.fragmentNames
	return &query.Service{
		Snapshot: func(ctx context.Context) (rdfstore.Snapshot, error) { return s.config.Store.Snapshot(ctx) },
		Names:    dataset.Options{Labels: names.Nodes.Labels, Default: names.Default, Union: names.Union},
		Endpoint: s.mapper.ServiceURI(address.Query),
		Slots:    semaphore.New(c.MaxQueries, maxWaiting),
		Timeout:  c.QueryTimeout, Limits: sparql.Limits{Memory: c.QueryMemory, Rows: c.MaxResults},
		Answers: answers, Patience: c.WriteTimeout, Digest: s.maker.Digest,
	}, nil
}

// queryMethods answer queries, and say what the service is where there is none.
func (s *Server) queryMethods() exchange.Handler {
	methods := exchange.Methods{http.MethodGet: s.getQuery, http.MethodPost: s.getQuery}
	// A query in a body has a media type that scripts of other origins must ask for.
	options := exchange.Preflight(methods.Allow(), methods.Allow(), exchange.ReadFields+", Content-Type")
	methods[http.MethodOptions] = func(x *exchange.Exchange, _ *http.Request) error {
		for name, values := range options {
			x.Header()[name] = values
		}
		x.Header().Set("Accept-Post", query.Accepted)
		x.WriteHeader(http.StatusNoContent)
		return nil
	}
	return methods.Resource()
}

// getQuery answers a query.
func (s *Server) getQuery(x *exchange.Exchange, r *http.Request) error {
	q, err := query.Read(r)
	if err != nil {
		return err
	}
	if q.Text == "" {
		return s.describeQueries(x, r)
	}
	prepared, err := s.queries.Prepare(q)
	if err != nil {
		if site.PrefersHTML(r) && q.Form == "" {
			return s.sendQueryPage(x, r, q, nil, err)
		}
		return err
	}
	form, err := q.Choose(q.Forms(prepared.Form()), r.Header["Accept"])
	if err != nil {
		return err
	}
	if form.IsPage() {
		return s.sendQueryPage(x, r, q, prepared, nil)
	}
	return s.queries.Answer(x, r, q, prepared, form)
}

// describeQueries answers where there is no query: with the page to write one on, or
// with the description of the service (SPARQL 1.1 Service Description section 2).
func (s *Server) describeQueries(x *exchange.Exchange, r *http.Request) error {
	return s.site.Send(x, r, "no-cache", func(ctx context.Context) ([]site.Document, error) {
		triples, err := s.config.Store.Count(ctx, rdfstore.Pattern{})
		if err != nil {
			return nil, err
		}
		names := s.fragmentNames
		g, err := query.Description{
			Endpoint: s.mapper.ServiceURI(address.Query), Dataset: names.Dataset.String(), Union: names.Union.String(), Triples: triples,
		}.Graph()
		if err != nil {
			return nil, err
		}
		forms := []site.Document{{MediaType: "text/html", Write: func(_ context.Context, b *bytes.Buffer) error {
			return s.pages.WriteQuery(b, s.queryView(r, query.Request{}))
		}}}
		return append(forms, graphDocuments(g)...), nil
	})
}

// graphDocuments are the forms of a graph that the service says of itself.
func graphDocuments(g *graph.Graph) []site.Document {
	var forms []site.Document
	for _, f := range query.GraphForms() {
		forms = append(forms, site.Document{MediaType: f.MediaType, Profile: f.Profile, Aliases: f.Aliases, Write: func(_ context.Context, b *bytes.Buffer) error {
			text, err := query.AppendGraph(f, g.Triples)
			b.Write(text)
			return err
		}})
	}
	return forms
}

// queryFault is what a page says of an error; false where that is none of the query's.
func queryFault(err error) (*problem.Error, bool) {
	var fault *problem.Error
	if errors.As(err, &fault) && (fault.Type == problem.Query || fault.Type == problem.QueryLimit || fault.Type == problem.Busy) {
		return fault, true
	}
	return nil, false
}
