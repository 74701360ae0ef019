package patterns

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/serialize/nquads"
	"vitrine/serialize/rdfxml"
	"vitrine/serialize/turtle"
	"vitrine/server/page"
	"vitrine/server/quads"
	"vitrine/server/site"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
	"vitrine/sparql/dataset"
)

// The number of quads on a page of the answer to a quad pattern.
const (
	quadsPage    = 100
	maxQuadsPage = 1000
	// maxQuadsBytes bounds the texts of a page, beyond its first quad.
	maxQuadsBytes = 4 << 20
)

// quadQuery is a quad pattern with the part of the answer that is asked for.
type quadQuery struct {
	pattern rdfstore.Pattern
	after   rdfstore.Cursor
	limit   int
}

// quadAnswer is one page of the quads that match a pattern.
type quadAnswer struct {
	// quads have scoped blank nodes.
	quads []rdf.Quad
	// next is the place to go on from, empty on the last page.
	next rdfstore.Cursor
	// total is the number of all that match, where it is known.
	total   uint64
	counted bool
}

// Quads answers for a quad pattern: the parameters subject, predicate, object
// and graph, each a term or absent for any.
func (e *Endpoint) Quads(x *respond.Exchange, r *http.Request) error {
	q, err := parseQuadQuery(r.URL.Query(), e.Names.Nodes.Labels)
	if err != nil {
		return err
	}
	place, err := e.Places.open(string(q.after))
	if err != nil {
		return noPlace(err)
	}
	q.after = rdfstore.Cursor(place)
	return e.Site.Send(x, r, "no-cache", func(ctx context.Context) ([]site.Document, error) { return e.quadDocuments(ctx, x, r, q) })
}

// noPlace is the error about a parameter after, as the client is told of it.
func noPlace(err error) error {
	return &respond.Error{Type: respond.BadRequest, Err: err, Detail: "The parameter after is no place in the answer to this pattern. Follow the link next of a page."}
}

// quadDocuments are the forms of the answer to a quad pattern.
func (e *Endpoint) quadDocuments(ctx context.Context, x *respond.Exchange, r *http.Request, q quadQuery) ([]site.Document, error) {
	answer, err := e.matchQuads(ctx, q)
	if errors.Is(err, rdfstore.ErrCursor) {
		return nil, noPlace(err)
	}
	if err != nil {
		return nil, err
	}
	if answer.counted {
		x.Header().Set("X-Total-Count", strconv.FormatUint(answer.total, 10))
	}
	first := e.quadsAddress(r.URL.Query(), "")
	links := []string{respond.LinkField(first, "first", "")}
	next := ""
	if answer.next != "" {
		next = e.quadsAddress(r.URL.Query(), answer.next)
		links = append(links, respond.LinkField(next, "next", ""))
	}
	links = append(links, respond.LinkField(e.Site.Mapper.Service(address.Dataset), "describedby", ""))
	forms := quadForms(answer.quads)
	forms = append(forms, site.Document{MediaType: "text/html", Write: func(ctx context.Context, b *bytes.Buffer) error {
		return e.Site.Pages.WriteQuads(b, e.quadsView(r, q, answer, first, next))
	}})
	for i := range forms {
		forms[i].Link = strings.Join(links, ", ")
	}
	return forms, nil
}

// parseQuadQuery reads the parameters. Blank nodes have the labels of answers.
func parseQuadQuery(query url.Values, labels dataset.Labels) (q quadQuery, err error) {
	terms := map[string]rdf.Term{}
	for _, name := range []string{"subject", "predicate", "object", "graph"} {
		if terms[name], err = quadTerm(name, query); err != nil {
			return q, err
		}
	}
	q.pattern.Subject, _ = terms["subject"].(rdf.Subject)
	q.pattern.Predicate, _ = terms["predicate"].(rdf.Predicate)
	q.pattern.Object, _ = terms["object"].(rdf.Object)
	q.pattern.Graph, _ = terms["graph"].(rdf.Context)
	if err := unscope(&q.pattern, labels); err != nil {
		return q, err
	}
	q.after, q.limit = rdfstore.Cursor(query.Get("after")), quadsPage
	if query.Has("limit") {
		if q.limit, err = strconv.Atoi(query.Get("limit")); err != nil || q.limit < 1 || q.limit > maxQuadsPage {
			return q, respond.BadParameter("limit", fmt.Sprintf("it is a number from 1 to %d", maxQuadsPage))
		}
	}
	return q, nil
}

// unscope gives the blank nodes of a pattern the labels that they have in their graph,
// and has the pattern ask for that graph.
func unscope(p *rdfstore.Pattern, labels dataset.Labels) error {
	for name, term := range map[string]rdf.Term{"subject": p.Subject, "object": p.Object} {
		scoped, isBlank := term.(rdf.Blank)
		if !isBlank {
			continue
		}
		b, of, ok := labels.Local(scoped)
		if !ok {
			return respond.BadParameter(name, "a blank node has the label that an answer gives it")
		}
		if p.Graph != nil && p.Graph != rdf.Context(of) {
			return respond.BadParameter(name, "the blank node is one of the graph <"+of.String()+">, and another is asked for")
		}
		if p.Graph = of; name == "subject" {
			p.Subject = b
		} else {
			p.Object = b
		}
	}
	return nil
}

// quadTerm reads a parameter that is a term as N-Triples writes it, or an IRI
// without its angle brackets. It returns nil where it is absent or empty.
func quadTerm(name string, query url.Values) (rdf.Term, error) {
	text := query.Get(name)
	switch {
	case len(query[name]) > 1:
		return nil, respond.BadParameter(name, "it stands there more than once")
	case text == "":
		return nil, nil
	case !strings.ContainsAny(text[:1], `<"_`):
		text = "<" + text + ">"
	}
	term, err := nquads.Term(text)
	if err != nil {
		return nil, respond.BadParameter(name, err.Error())
	}
	switch t := term.(type) {
	case rdf.Blank:
		if name != "subject" && name != "object" {
			return nil, respond.BadParameter(name, "a blank node can only be the subject or the object")
		}
	case rdf.Literal:
		if name != "object" {
			return nil, respond.BadParameter(name, "a literal can only be the object")
		}
		if len(t.String()) > graph.MaxLiteral {
			return nil, respond.BadParameter(name, "the literal is too long")
		}
	}
	return term, nil
}

// matchQuads reads one page of quads.
func (e *Endpoint) matchQuads(ctx context.Context, q quadQuery) (quadAnswer, error) {
	var a quadAnswer
	var last rdfstore.Cursor
	size := 0
	for m, err := range e.Store.Match(ctx, q.pattern, q.after) {
		if err != nil {
			return a, err
		}
		size += len(m.Quad.Subj.String()) + len(m.Quad.Pred.String()) + len(m.Quad.Obj.String()) + len(m.Quad.Ctx.String())
		if len(a.quads) == q.limit || len(a.quads) > 0 && size > maxQuadsBytes {
			a.next = last
			break
		}
		a.quads, last = append(a.quads, e.Names.Nodes.Labels.Quad(m.Quad)), m.Cursor
	}
	var err error
	switch {
	case q.after == "" && a.next == "":
		a.total, a.counted = uint64(len(a.quads)), true
	case q.pattern.Graph != nil || q.pattern.Subject == nil || q.pattern.Object == nil:
		a.total, err = e.Store.Count(ctx, q.pattern)
		a.counted = true
	default: // the store would have to walk all of them
	}
	return a, err
}

// quadsAddress is the address of a page of the answer.
func (e *Endpoint) quadsAddress(query url.Values, after rdfstore.Cursor) string {
	kept := url.Values{}
	for _, name := range []string{"subject", "predicate", "object", "graph", "limit"} {
		if value := query.Get(name); value != "" {
			kept.Set(name, value)
		}
	}
	if after != "" {
		kept.Set("after", e.Places.seal(string(after)))
	}
	target := e.Site.Mapper.Service(address.Quads)
	if len(kept) > 0 {
		target += "?" + kept.Encode()
	}
	return target
}

// quadsView is a page of quads for people.
func (e *Endpoint) quadsView(r *http.Request, q quadQuery, a quadAnswer, first, next string) page.Quads {
	view := page.Quads{Frame: e.Site.Frame(r, "Quads"), Next: next}
	if q.after != "" {
		view.First = first
	}
	if a.counted {
		view.About = e.Site.Wording(r).Text("%d in all", a.total)
	}
	for _, quad := range a.quads {
		view.Rows = append(view.Rows, []page.Link{
			e.Site.Term(quad.Subj), e.Site.Term(quad.Pred), e.Site.Term(quad.Obj), e.Site.Term(quad.Ctx),
		})
	}
	return view
}

// quadForms are the forms of quads whose blank nodes are scoped, the preferred
// one first. In those without graph names the graphs are left out. RDF/XML is
// among them where it can say all there is.
func quadForms(found []rdf.Quad) []site.Document {
	forms := []site.Document{
		{MediaType: "application/n-quads", Write: func(ctx context.Context, b *bytes.Buffer) error { b.Write(nquads.AppendQuads(nil, found)); return nil }},
		{MediaType: "application/trig", Write: func(ctx context.Context, b *bytes.Buffer) error { b.Write(turtle.AppendQuads(nil, found)); return nil }},
		{MediaType: "text/turtle", Write: func(ctx context.Context, b *bytes.Buffer) error {
			b.Write(nquads.AppendTriples(nil, found))
			return nil
		}},
		{MediaType: "application/n-triples", Write: func(ctx context.Context, b *bytes.Buffer) error {
			b.Write(nquads.AppendTriples(nil, found))
			return nil
		}},
		{MediaType: "application/ld+json", Profile: quads.ExpandedProfile, Aliases: []string{"application/json"},
			Write: func(ctx context.Context, b *bytes.Buffer) error {
				b.Write(quads.AppendExpanded(nil, found))
				return nil
			}},
	}
	if triples := triplesOf(found); rdfxml.CanEncode(triples) == nil {
		forms = append(forms, site.Document{MediaType: "application/rdf+xml",
			Write: func(ctx context.Context, b *bytes.Buffer) error { return rdfxml.EncodeTriples(b, triples) }})
	}
	return forms
}

func triplesOf(found []rdf.Quad) []rdf.Triple {
	triples := make([]rdf.Triple, len(found))
	for i, q := range found {
		triples[i] = q.Triple
	}
	return triples
}
