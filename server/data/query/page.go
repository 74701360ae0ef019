package query

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/knakk/rdf"

	"vitrine/linkedart/wkt"
	"vitrine/rdfstore/graph"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
	"vitrine/server/people/site"
	"vitrine/server/people/svgmap"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
	"vitrine/sparql"
)

// Bounds on the page of a query.
const (
	// maxQueryRows is how many solutions it shows; the other forms have all.
	maxQueryRows = 200
	// maxQueryLines is how many lines the field shows at most.
	maxQueryLines = 24
)

// sendQueryPage answers with the page of a query: with its answer, or with what is wrong
// with it.
func (e *Endpoint) sendQueryPage(x *respond.Exchange, r *http.Request, q Request, prepared *sparql.Query, fault error) error {
	view, status := e.queryView(r, q), http.StatusOK
	// The query has a slot of its own: those of representations are for what is quick.
	var rows [][]rdf.Term
	if fault == nil {
		began := time.Now()
		rows, fault = e.showAnswer(r.Context(), r, q, prepared, &view)
		// In the header, as the entity tag is that of the page.
		x.Header().Set("Server-Timing", fmt.Sprintf("query;dur=%d", time.Since(began).Milliseconds()))
	}
	if fault != nil {
		answer, ok := queryFault(fault)
		if !ok {
			return fault
		}
		status = answer.Type.Status
		view.Answered = false
		view.Fault = &html.Fault{Text: html.Part{Text: Reason(answer), Lang: "en"}, Line: answer.At.Line, Column: answer.At.Column}
	}
	rep, err := e.Site.Make(r, "no-cache", site.Forms(site.Document{MediaType: "text/html", Write: func(ctx context.Context, b *bytes.Buffer) error {
		if err := e.showRows(ctx, rows, &view, q.chart(), e.Site.Wording(r)); err != nil {
			return err
		}
		return e.Site.Pages.Write(b, &view)
	}}))
	if err != nil {
		return err
	}
	if status != http.StatusOK || r.Method == http.MethodPost || q.Explain || prepared.IsVolatile() {
		return rep.AnswerChange(x, status)
	}
	return rep.Answer(x, r)
}

// queryView is the page of a query without its answer.
func (e *Endpoint) queryView(r *http.Request, q Request) html.Query {
	frame := e.Site.Frame(r, "SPARQL queries")
	frame.Editor = true
	text := strings.ReplaceAll(q.Text, "\r\n", "\n")
	if text == "" {
		text = Examples()[0].Text
	}
	view := html.Query{
		Frame: frame, Action: e.Site.Mapper.Service(address.Query), Text: text, Endpoint: e.Site.Mapper.ServiceURI(address.Query),
		Lines: min(max(8, strings.Count(text, "\n")+2), maxQueryLines),
	}
	if q.kept != nil {
		e.showSaved(&view, q)
		return view
	}
	view.Context, view.Names = e.Context, e.Names
	w := e.Site.Wording(r)
	for _, example := range Examples() {
		view.Examples = append(view.Examples, html.Link{Title: w.Text(example.Title), Href: view.Action + "?query=" + url.QueryEscape(example.Text)})
	}
	for _, kept := range e.Saved {
		view.Examples = append(view.Examples, html.Link{Title: kept.Title, Href: e.SavedAddress(kept)})
	}
	return view
}

// showAnswer adds the answer to the page of a query, but for the rows that it returns.
func (e *Endpoint) showAnswer(ctx context.Context, r *http.Request, q Request, prepared *sparql.Query, view *html.Query) ([][]rdf.Term, error) {
	w := e.Site.Wording(r)
	view.Answered = true
	for _, warning := range prepared.Warnings() {
		view.Warnings = append(view.Warnings, html.Fault{Text: html.Part{Text: sentence(warning.Text), Lang: "en"}, Line: warning.Line, Column: warning.Column})
	}
	if q.Explain {
		plan, err := e.Service.Explain(ctx, prepared)
		view.Plan = plan
		return nil, err
	}
	for _, f := range q.Forms(prepared.Form()) {
		if !f.IsPage() {
			link := html.Link{Title: f.Title, Type: f.MediaType, Href: view.Action + "?" + q.Address(f)}
			view.Downloads = append(view.Downloads, html.Download{Link: link, File: "results." + f.Extension()})
		}
	}
	found, err := e.Service.Preview(ctx, prepared, maxQueryRows)
	if err != nil {
		return nil, err
	}
	if found.IsBoolean {
		view.About = w.Text("No")
		if found.Boolean {
			view.About = w.Text("Yes")
		}
		return nil, nil
	}
	view.Columns = found.Columns
	if view.About = w.Text("%d results", len(found.Rows)); found.More {
		view.About = w.Text("the first %d results; the other forms have all", len(found.Rows))
	}
	return found.Rows, nil
}

// showRows adds solutions to the page, with the names of entities, a map of the geometries
// among them, and bars by the variable chart, where there is one.
func (e *Endpoint) showRows(ctx context.Context, rows [][]rdf.Term, view *html.Query, chart string, w *i18n.Wording) error {
	last, err := e.Store.LastChange(ctx)
	if err != nil {
		return err
	}
	names, err := e.namesIn(ctx, rows, last.Seq, w)
	if err != nil {
		return err
	}
	request := svgmap.Request{}
	for _, row := range rows {
		cells := make([]html.Cell, len(row))
		for i, term := range row {
			if term == nil {
				continue
			}
			cells[i] = html.Cell{Link: e.queryCell(term, names), Picture: e.picture(term)}
			if l, ok := term.(rdf.Literal); ok && isGeometry(l) {
				request.Marks = append(request.Marks, geometryMark(l, row, names))
			}
		}
		view.Rows = append(view.Rows, cells)
	}
	column := chartColumn(view.Columns, chart)
	view.Bars, view.Line = bars(rows, column), line(rows, column)
	if len(request.Marks) > 0 {
		if drawing := e.Atlas.Draw(request); drawing.HTML != "" {
			view.Map, view.Frame.Map = &html.Map{Drawing: drawing.HTML}, true
		}
	}
	return nil
}

// namesIn returns the names of the entities of ours among some terms.
func (e *Endpoint) namesIn(ctx context.Context, rows [][]rdf.Term, at uint64, w *i18n.Wording) (map[rdf.Term]html.Part, error) {
	names := map[rdf.Term]html.Part{}
	var iris []string
	for _, row := range rows {
		for _, term := range row {
			iri, ok := term.(rdf.IRI)
			if _, known := names[term]; !ok || known || !strings.HasPrefix(iri.String(), e.Site.Mapper.Base) {
				continue
			}
			names[term] = html.Part{}
			iris = append(iris, iri.String())
		}
	}
	parts, err := e.Describer.Names(ctx, at, iris, w)
	if err != nil {
		return nil, err
	}
	for i, iri := range iris {
		term, err := graph.IRI(iri)
		if err != nil {
			return nil, err
		}
		names[term] = parts[i]
	}
	return names, nil
}

// queryCell is a term in the table of a query.
func (e *Endpoint) queryCell(term rdf.Term, names map[rdf.Term]html.Part) html.Link {
	if name, ok := names[term]; ok && name.Text != "" {
		return html.Link{Title: name.Text, Lang: name.Lang, Href: e.Site.Mapper.Follow(term.String())}
	}
	if l, ok := term.(rdf.Literal); ok {
		return html.Link{Title: literalText(l), Lang: l.Lang()}
	}
	return e.Site.Term(term)
}

// picture is the address of a term that is one of a picture of the service's own, in a small size;
// "" for another.
func (e *Endpoint) picture(term rdf.Term) string {
	rest, ok := strings.CutPrefix(term.String(), e.Site.Mapper.ServiceURI(address.Pictures))
	name, _, _ := strings.Cut(rest, "/")
	if !ok || name == "" || strings.ContainsAny(name, "?#") {
		return ""
	}
	return e.Site.Mapper.Service(address.Pictures) + name + "/full/!96,96/0/default.jpg"
}

// literalText is the text of a literal for people: doubles without an exponent where they are short.
func literalText(l rdf.Literal) string {
	if number, err := strconv.ParseFloat(l.String(), 64); err == nil && l.DataType == graph.XSDDouble {
		if short := strconv.FormatFloat(number, 'f', -1, 64); len(short) <= 12 {
			return short
		}
	}
	return l.String()
}

// isGeometry tells whether a literal is a place in Well-Known Text.
func isGeometry(l rdf.Literal) bool {
	_, err := wkt.Read(l.String())
	return err == nil
}

// geometryMark is the mark of a geometry, with the name of the first entity beside it.
func geometryMark(l rdf.Literal, row []rdf.Term, names map[rdf.Term]html.Part) svgmap.Mark {
	mark := svgmap.Mark{Geometry: l.String()}
	for _, term := range row {
		if name, ok := names[term]; ok {
			mark.Label, mark.Lang, mark.Href = name.Text, name.Lang, name.Href
			break
		}
	}
	return mark
}
