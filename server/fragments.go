package server

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/serialize/nquads"
	"vitrine/serialize/turtle"
	"vitrine/server/address"
	"vitrine/server/exchange"
	"vitrine/server/fragments"
	"vitrine/server/page"
	"vitrine/server/problem"
	"vitrine/server/represent"
	"vitrine/server/weblink"
	"vitrine/sparql/dataset"
)

// fragmentsPath is the address of fragments below the service's own place.
const fragmentsPath = "fragments"

// fragmentNames are the IRIs of what fragments are parts of.
func fragmentNames(m address.Mapper) (names fragments.Names, err error) {
	for iri, text := range map[*rdf.IRI]string{
		&names.Dataset: m.ServiceURI(datasetPath) + "#data",
		&names.Default: m.ServiceURI("graphs/default"),
		&names.Union:   m.ServiceURI("graphs/union"),
	} {
		if *iri, err = graph.IRI(text); err != nil {
			return names, err
		}
	}
	names.Nodes = fragments.Nodes{Prefix: m.Absolute(address.WellKnownGenid), Labels: dataset.Labels{Base: m.Base}}
	return names, nil
}

// getFragments answers with a page of a fragment.
func (s *Server) getFragments(x *exchange.Exchange, r *http.Request) error {
	request, err := fragments.Parse(r.URL.Query(), s.fragmentNames)
	if err != nil {
		return fragmentError(err)
	}
	rep, err := s.makeFragment(x, r, request)
	if err != nil {
		return err
	}
	return rep.Answer(x, r)
}

// fragmentError is an error about fragments as the client is told of it.
func fragmentError(err error) error {
	var parameter *fragments.ParameterError
	if errors.As(err, &parameter) {
		return &problem.Error{Type: problem.BadRequest, Err: err, Detail: parameter.Error()}
	}
	return err
}

// makeFragment reads a page from one state of the store, which its entity tag tells.
func (s *Server) makeFragment(x *exchange.Exchange, r *http.Request, request fragments.Request) (*represent.Representation, error) {
	var snapshot rdfstore.Snapshot
	defer func() {
		if snapshot != nil {
			_ = snapshot.Close()
		}
	}()
	at := s.fragmentAddresses(r)
	return s.makeDocument(r, "no-cache", func(ctx context.Context) (forms []document, err error) {
		if snapshot, err = s.config.Store.Snapshot(ctx); err != nil {
			return nil, err
		}
		last := snapshot.At()
		state := s.maker.Digest("fragment", at.Page, strconv.FormatUint(last.Seq, 10), last.Time.String())
		for _, form := range []document{{mediaType: "application/n-quads", state: state}, {mediaType: "application/trig", state: state}, {mediaType: "text/html"}} {
			form.read = func(ctx context.Context) (document, error) {
				return s.readFragment(ctx, x, r, request, at, snapshot, form)
			}
			forms = append(forms, form)
		}
		return forms, nil
	})
}

// readFragment reads the page for one of its forms.
func (s *Server) readFragment(ctx context.Context, x *exchange.Exchange, r *http.Request, request fragments.Request, at fragments.Addresses, snapshot rdfstore.Snapshot, form document) (document, error) {
	names := s.fragmentNames
	records := dataset.NewRecords(snapshot, dataset.Options{Labels: names.Nodes.Labels, Default: names.Default, Union: names.Union})
	found, err := request.Read(ctx, records)
	if err != nil {
		return form, fragmentError(err)
	}
	if found.Next != "" {
		at.Next = withParameter(at.First, "after="+found.Next)
	}
	// The addresses of pages are too long for a header where there are bindings.
	form.link = weblink.Field(s.mapper.Service(datasetPath), "describedby", "")
	if found.Total.Exact {
		x.Header().Set("X-Total-Count", strconv.FormatUint(found.Total.Count, 10))
	}
	metadata, err := found.Metadata(names, at)
	if err != nil {
		return form, err
	}
	form.write = func(_ context.Context, b *bytes.Buffer) error {
		switch form.mediaType {
		case "application/n-quads":
			b.Write(nquads.AppendQuads(nil, append(found.Quads, metadata...)))
		case "application/trig":
			b.Write(turtle.AppendQuads(nil, append(found.Quads, metadata...)))
		default:
			return s.pages.WriteQuads(b, s.fragmentView(r, request, found, at))
		}
		return nil
	}
	return form, nil
}

// fragmentAddresses are the addresses of a page as the client knows them.
func (s *Server) fragmentAddresses(r *http.Request) fragments.Addresses {
	service := s.originOf(r) + s.proxies.Path(r)
	first := service
	query := strings.FieldsFunc(address.URI(r.URL.RawQuery), func(c rune) bool { return c == '&' })
	for _, pair := range query {
		if !strings.HasPrefix(pair, "after=") {
			first = withParameter(first, pair)
		}
	}
	page := service
	if r.URL.RawQuery != "" {
		page += "?" + address.URI(r.URL.RawQuery)
	}
	return fragments.Addresses{Service: service, Page: page, First: first}
}

func withParameter(target, pair string) string {
	if strings.Contains(target, "?") {
		return target + "&" + pair
	}
	return target + "?" + pair
}

// originOf returns the scheme and host that the client used. Where that is the host of
// the base, or none that an IRI can have, it is the base's: a proxy that is not trusted
// cannot tell the scheme.
func (s *Server) originOf(r *http.Request) string {
	own, asked := s.mapper.Absolute(""), s.proxies.Origin(r)
	_, host, _ := strings.Cut(own, "://")
	if _, err := graph.ParseIRI(asked + "/"); err != nil || strings.EqualFold(r.Host, host) {
		return own
	}
	return asked
}

// fragmentView is a page of a fragment for people.
func (s *Server) fragmentView(r *http.Request, request fragments.Request, found fragments.Page, at fragments.Addresses) page.Quads {
	w := s.wording(r)
	view := page.Quads{Frame: s.frame(r, "Pattern fragments"), Next: at.Next}
	view.Introduction = w.Text("Quads for query clients: a pattern and a page at a time. The parameters subject, predicate, object and graph are IRIs without brackets, \"text\"@en or \"1\"^^datatype; blank nodes have IRIs.")
	if !request.IsStart() {
		view.First = at.First
	}
	if view.About = w.Text("at most %d in all", found.Total.Count); found.Total.Exact {
		view.About = w.Text("%d in all", found.Total.Count)
	}
	for _, q := range found.Quads {
		row := []page.Link{s.termLink(q.Subj), s.termLink(q.Pred), s.termLink(q.Obj), {}}
		if q.Ctx != nil {
			row[3] = s.termLink(q.Ctx)
		}
		view.Rows = append(view.Rows, row)
	}
	return view
}

// getBlankNode sends the client from the IRI of a blank node to the record that it
// stands in (RDF 1.1 Concepts section 3.5).
func (s *Server) getBlankNode(x *exchange.Exchange, r *http.Request) error {
	node, err := graph.ParseIRI(s.mapper.Name(r.URL.EscapedPath()))
	if err == nil {
		if name, ok := s.fragmentNames.Nodes.Graph(node); ok {
			return x.SeeOther(s.mapper.Href(name.String()))
		}
	}
	return &problem.Error{Type: problem.NotFound, Detail: "This is no IRI that the service gives a blank node."}
}
