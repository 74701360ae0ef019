package reconcile

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"vitrine/linkedart/reading"
	"vitrine/rdfstore/graph"
	"vitrine/server/data/criteria"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/html"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// maxSuggested is how many things are suggested.
const maxSuggested = 20

// suggested is the answer to the beginning of a name.
type suggested struct {
	Result []any `json:"result"`
}

// beginning is the parameter prefix, how many suggestions the parameter cursor skips, and the function
// that JSONP calls.
func beginning(r *http.Request) (prefix string, cursor int, callback string, err error) {
	values, err := parameters(r)
	if err != nil {
		return "", 0, "", err
	}
	prefix = strings.TrimSpace(values.Get("prefix"))
	if len(prefix) > maxText {
		return "", 0, "", bad("The parameter prefix has at most %d bytes.", maxText)
	}
	cursor, err = number(values, "cursor", 0, 0)
	return prefix, cursor, values.Get("callback"), err
}

// number is the value of a parameter, which is at least so much, or the standard where it is missing.
func number(values url.Values, name string, least, standard int) (int, error) {
	text := values.Get(name)
	if text == "" {
		return standard, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least {
		return 0, bad("The parameter %s is a number of %d or more.", name, least)
	}
	return n, nil
}

// suggestEntity answers with entities that have a name with words that begin so (0.2 section 6.1).
func (e *Endpoint) suggestEntity(x *respond.Exchange, r *http.Request) error {
	prefix, cursor, callback, err := beginning(r)
	if err != nil {
		return err
	}
	out := suggested{Result: []any{}}
	if len(spellingOf(prefix)) == 0 {
		return send(x, r, callback, out)
	}
	view, err := e.Maker.View(r.Context())
	if err != nil {
		return err
	}
	iris, err := e.found(r.Context(), view, question{names: []string{prefix}, filters: url.Values{}})
	if err != nil {
		return err
	}
	ctx, done, err := e.Site.Slot(r.Context())
	if err != nil {
		return err
	}
	defer done()
	iris = iris[min(cursor, len(iris)):]
	iris = iris[:min(len(iris), maxSuggested)]
	cards, _, err := e.Lists.Results.Cards(ctx, view.At(), criteria.Criteria{}, iris, e.Site.Languages.English())
	if err != nil {
		return err
	}
	for i, iri := range iris {
		types, err := e.typesOf(ctx, view, iri)
		if err != nil {
			return err
		}
		out.Result = append(out.Result, struct {
			thing
			Notable []thing `json:"notable"`
		}{thing{address.URI(iri), cards[i].Name.Text, described(cards[i])}, types})
	}
	return send(x, r, callback, out)
}

// typeOf is a class as a type.
func (e *Endpoint) typeOf(class string) thing {
	id := class
	if iri, err := graph.IRI(class); err == nil {
		id = e.Words.Class(iri)
	}
	return thing{ID: id, Name: brief.ClassName(class, e.Site.Languages.English())}
}

// suggestType answers with classes that the collection has.
func (e *Endpoint) suggestType(x *respond.Exchange, r *http.Request) error {
	prefix, cursor, callback, err := beginning(r)
	if err != nil {
		return err
	}
	classes, err := e.Survey.Classes(r.Context())
	if err != nil {
		return err
	}
	out := suggested{Result: []any{}}
	for _, c := range classes {
		t := e.typeOf(c.Class)
		t.Description = strconv.FormatUint(c.Count, 10) + " records"
		if t.begins(prefix) {
			out.Result = append(out.Result, t)
		}
	}
	out.Result = out.Result[min(cursor, len(out.Result)):]
	return send(x, r, callback, out)
}

// suggestProperty answers with properties.
func (e *Endpoint) suggestProperty(x *respond.Exchange, r *http.Request) error {
	prefix, cursor, callback, err := beginning(r)
	if err != nil {
		return err
	}
	out := suggested{Result: []any{}}
	for _, p := range properties() {
		if p.begins(prefix) {
			out.Result = append(out.Result, p.thing)
		}
	}
	out.Result = out.Result[min(cursor, len(out.Result)):]
	return send(x, r, callback, out)
}

// begins tells whether a word of the name or the id begins so.
func (t thing) begins(prefix string) bool {
	prefix = strings.ToLower(prefix)
	for _, text := range append(strings.FieldsFunc(t.ID, func(r rune) bool { return r == '.' || r == '_' }), append(strings.Fields(t.Name), t.ID, t.Name)...) {
		if strings.HasPrefix(strings.ToLower(text), prefix) {
			return true
		}
	}
	return false
}

// propose answers with the properties that entities of a type have (0.2 section 7.1).
func (e *Endpoint) propose(x *respond.Exchange, r *http.Request) error {
	values, err := parameters(r)
	if err != nil {
		return err
	}
	limit, err := number(values, "limit", 1, len(properties()))
	if err != nil {
		return err
	}
	class, known := e.Words.ClassIRI(values.Get("type"))
	out := struct {
		Properties []thing `json:"properties"`
		Type       string  `json:"type"`
		Limit      int     `json:"limit"`
	}{[]thing{}, values.Get("type"), limit}
	for _, p := range properties() {
		if len(out.Properties) < limit && (p.classes == nil || !known || slices.Contains(p.classes, reading.Class(class))) {
			out.Properties = append(out.Properties, p.thing)
		}
	}
	return send(x, r, values.Get("callback"), out)
}

// preview answers with the card of an entity as a small page for a frame of another page (0.2
// section 5).
func (e *Endpoint) preview(x *respond.Exchange, r *http.Request) error {
	view, err := e.Maker.View(r.Context())
	if err != nil {
		return err
	}
	d, err := view.ByID(r.Context(), "id", r.URL.Query().Get("id"))
	if err != nil {
		return err
	}
	ctx, done, err := e.Site.Slot(r.Context())
	if err != nil {
		return err
	}
	defer done()
	text, policy, err := e.previewPage(ctx, r, view.At(), d.IRI)
	if err != nil {
		return err
	}
	header := x.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Security-Policy", policy)
	header.Set("Cache-Control", "no-cache")
	header.Set("Vary", respond.VaryByLanguage)
	x.WriteHeader(http.StatusOK)
	_, _ = x.Write(text) // an error means that the client has gone
	return nil
}

func (e *Endpoint) previewPage(ctx context.Context, r *http.Request, at uint64, iri string) (text []byte, policy string, err error) {
	reader := e.Site.Reader(r, at)
	cards, hosts, err := e.Lists.Results.Cards(ctx, at, criteria.Criteria{}, []string{iri}, reader.Words)
	if err != nil {
		return nil, "", err
	}
	cards[0].Name.Href = e.Site.Mapper.Absolute(e.Site.Mapper.Href(iri))
	page := html.Results{Frame: e.Site.FrameFor(reader, cards[0].Name.Text), Cards: cards}
	var b bytes.Buffer
	err = e.Site.Pages.Write(&b, &html.Preview{Results: page})
	return b.Bytes(), strings.Replace(e.Site.Pages.Policy(hosts, nil), "frame-ancestors 'none'", "frame-ancestors *", 1), err
}
