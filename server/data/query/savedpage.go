package query

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"vitrine/serialize/jsonld/framing"
	"vitrine/server/data/query/saved"
	"vitrine/server/people/html"
	"vitrine/server/people/site"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// ReadFrames reads the frames that an operator keeps, as those of requests are read.
func ReadFrames(texts map[string]string, endpoint string, contexts *framing.Contexts) (map[string]*framing.Frame, error) {
	frames := map[string]*framing.Frame{}
	for name, text := range texts {
		var err error
		if frames[name], err = framing.Read([]byte(text), endpoint, contexts); err != nil {
			return nil, fmt.Errorf("%s.frame: %w", name, err)
		}
	}
	return frames, nil
}

// Check returns why a query that the operator keeps cannot be answered with its defaults.
func (v *Service) Check(queries []*saved.Query) error {
	for _, kept := range queries {
		if err := v.check(kept); err != nil {
			return fmt.Errorf("%s.rq cannot be answered with its defaults: %w", kept.Name, err)
		}
	}
	return nil
}

func (v *Service) check(kept *saved.Query) error {
	text, err := kept.Fill(nil)
	if err != nil {
		return err
	}
	prepared, err := v.Prepare(Request{Text: text})
	if err != nil {
		return err
	}
	if kept.Chart != "" && !slices.Contains(prepared.Variables(), kept.Chart) {
		return fmt.Errorf("the chart is of ?%s, which the query does not select", kept.Chart)
	}
	_, err = v.withFrame(framedForm, Request{Frame: v.frameOf(kept)}, prepared)
	return err
}

// frameOf is the name of the frame of a query, "" where it has none.
func (v *Service) frameOf(kept *saved.Query) string {
	if v.Frames[kept.Name] == nil {
		return ""
	}
	return kept.Name
}

// savedLink is a query in the list of those that are kept.
type savedLink struct {
	Name        string `json:"name"`
	Title       string `json:"title"`
	Description string `json:"description,omitempty"`
	Href        string `json:"href"`
}

// SavedAddress is the address of a query that the operator keeps.
func (e *Endpoint) SavedAddress(kept *saved.Query) string {
	return e.Site.Mapper.Service(address.SavedQuery + kept.Name)
}

// ListSaved lists the queries that the operator keeps.
func (e *Endpoint) ListSaved(x *respond.Exchange, r *http.Request) error {
	links := []savedLink{}
	list := html.List{Frame: e.Site.Frame(r, "Saved queries")}
	for _, kept := range e.Saved {
		href := e.SavedAddress(kept)
		links = append(links, savedLink{kept.Name, kept.Title, kept.Description, href})
		list.Items = append(list.Items, html.Link{Href: href, Title: kept.Title, Class: kept.Description})
	}
	return e.Site.Send(x, r, "no-cache", site.Forms(e.Site.List(list), site.JSON(links)))
}

// AnswerSaved answers a request for the query of a name that the operator keeps, with the values of
// its parameters.
func (e *Endpoint) AnswerSaved(x *respond.Exchange, r *http.Request, name string) error {
	i := slices.IndexFunc(e.Saved, func(kept *saved.Query) bool { return kept.Name == name })
	if i < 0 {
		return &respond.Error{Type: respond.NotFound, Detail: "No query of this name is kept here."}
	}
	q, err := e.Service.savedRequest(r, e.Saved[i])
	if err == nil {
		return e.answer(x, r, q)
	}
	if q.kept != nil && site.PrefersHTML(r) && len(q.Asked) == 0 {
		return e.sendQueryPage(x, r, q, nil, err)
	}
	return err
}

// savedRequest reads a request for a query that the operator keeps. The error is a *respond.Error.
func (v *Service) savedRequest(r *http.Request, query *saved.Query) (Request, error) {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return Request{}, bad("The parameters of the address cannot be read: " + err.Error() + ".")
	}
	q := Request{kept: &kept{query, url.Values{}}, Frame: v.frameOf(query)}
	if format := values.Get("format"); format != "" {
		q.Asked = []string{format}
	}
	for name, given := range values {
		if name != "format" && name != "lang" {
			q.kept.values[name] = given
		}
	}
	if q.Text, err = query.Fill(q.kept.values); err != nil {
		return q, &respond.Error{Type: respond.Query, Detail: sentence(err.Error()), Err: err}
	}
	return q, nil
}

// chart is the variable that bars are drawn by, "" for none.
func (q Request) chart() string {
	if q.kept == nil {
		return ""
	}
	return q.kept.Chart
}

// showSaved makes the page of a query that is kept of that of any query: a form for its parameters
// in place of a field for the text.
func (e *Endpoint) showSaved(view *html.Query, q Request) {
	view.Action = e.SavedAddress(q.kept.Query)
	view.Endpoint = e.Site.Mapper.ServiceURI(address.SavedQuery + q.kept.Name)
	view.Title = q.kept.Title
	view.Saved = &html.SavedQuery{Description: q.kept.Description}
	for i := range q.kept.Parameters {
		p := &q.kept.Parameters[i]
		field := html.QueryField{Name: p.Name, Title: p.Title, Value: p.Value(q.kept.values), Choices: p.Choices, Type: "text"}
		switch p.Type {
		case saved.IRI:
			field.Type = "url"
		case saved.Integer:
			field.Type = "number"
		}
		view.Saved.Fields = append(view.Saved.Fields, field)
	}
	if q.Text == "" { // the values are wrong
		view.Text = q.kept.Text()
	}
}
