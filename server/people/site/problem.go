package site

import (
	"bytes"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode"

	"vitrine/server/data/holdings"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
	"vitrine/server/web/address"
	"vitrine/server/web/contentneg"
	"vitrine/server/web/respond"
)

// ProblemType is the URI of a problem type; the service answers there with what
// the type means.
func (s *Site) ProblemType(t *respond.ErrorType) string {
	return s.Mapper.ServiceURI(address.Errors + t.Code)
}

// ProblemView is the page of a problem in the language of the reader, as far as there are
// translations; what an error says of its own case is in English.
func (s *Site) ProblemView(r *http.Request, status int, title, detail string, fixes []string) html.Problem {
	w := s.Wording(r)
	heading := Said(w, title)
	view := html.Problem{Frame: s.problemFrame(r, heading.Text), Status: status, Detail: Said(w, detail)}
	view.TitleLang = heading.Lang
	if status == http.StatusNotFound || status == http.StatusGone {
		view.Fixes = s.waysOn(r, w)
	}
	for _, fix := range fixes {
		said := Said(w, fix)
		if strings.HasSuffix(fix, "the front page.") {
			said.Href = s.Mapper.Prefix
		}
		view.Fixes = append(view.Fixes, said)
	}
	return view
}

// maxSought is how many characters of an address are searched for at most.
const maxSought = 100

// waysOn lead on from an address at which there is no record: to a search for its last part,
// and to the list that it would be in.
func (s *Site) waysOn(r *http.Request, w *i18n.Wording) []html.Part {
	rest, ours := strings.CutPrefix(r.URL.Path, s.Mapper.Prefix)
	segment, last, nested := strings.Cut(rest, "/")
	if !ours || segment == "-" {
		return nil
	}
	if !nested {
		last = segment
	}
	last = path.Base(last)
	last = strings.TrimSuffix(last, path.Ext(last))
	words := strings.Join(strings.FieldsFunc(last, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }), " ")
	var out []html.Part
	if s.Searches && words != "" && len(words) <= maxSought {
		out = append(out, html.Part{Text: w.Text("Search for: %s", words), Href: s.Mapper.Service(address.Search + "?q=" + url.QueryEscape(words))})
	}
	list, _ := s.Navigation.last()
	if title := w.Endpoint(segment); title != "" && slices.Contains(list, holdings.Section{Endpoint: segment + "/"}) {
		out = append(out, html.Part{Text: w.Text("Look in the list: %s", title), Href: s.EndpointList(segment + "/")})
	}
	return out
}

// Said is a text of the program in a language, or in English where it has no translation.
func Said(w *i18n.Wording, text string) html.Part {
	translation, ok := w.Find(text)
	if !ok {
		return html.Part{Text: text, Lang: "en"}
	}
	return html.Part{Text: translation}
}

// ProblemPage writes the page of an error answer. It asks the store for nothing, which may
// be what the page reports.
func (s *Site) ProblemPage(r *http.Request, p respond.ErrorDocument) ([]byte, error) {
	data := s.ProblemView(r, p.Status, p.Title, p.Detail, p.Fixes)
	data.Request, data.Instead = p.Request, s.Mapper.Local(p.Instead)
	for _, a := range p.Available {
		data.Available = append(data.Available, html.Link{Href: a.Href, Type: a.Type, Title: a.Title})
	}
	var b bytes.Buffer
	if err := s.Pages.Write(&b, &data); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// problemForms are the forms of an error answer. The media types of our other
// JSON stand for problem+json too, so that a client of data gets data.
var problemForms = []contentneg.Offer{
	{Type: "application/problem+json", Aliases: []string{"application/json", "application/ld+json"}},
	{Type: "text/html"},
}

// PrefersHTML tells whether an error is answered with a page.
func PrefersHTML(r *http.Request) bool {
	choices, err := contentneg.Accept(r.Header["Accept"], problemForms)
	return err == nil && len(choices) > 0 && choices[0].Offer == 1
}
