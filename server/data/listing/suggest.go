package listing

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"vitrine/linkedart/reading"
	"vitrine/server/data/criteria"
	"vitrine/server/data/search"
	"vitrine/server/people/i18n"
	"vitrine/server/people/site"
	"vitrine/server/web/respond"
)

// maxSuggestions is the number of names that are suggested.
const maxSuggestions = 10

// suggestions is the answer to a beginning of a name.
type suggestions struct {
	Query       string       `json:"q"`
	Suggestions []suggestion `json:"suggestions"`
}

// suggestion is a name with the search that it leads to.
type suggestion struct {
	Text string `json:"text"`
	// Href is the address of the search for the name.
	Href string `json:"href"`
	// Count is the number of records with the name.
	Count uint64 `json:"count"`
	// Kind says in the language of the reader what the one is that results begin with, Dates
	// when it lived or was made, and Picture is a small picture of the service's own.
	Kind    string `json:"kind,omitempty"`
	Dates   string `json:"dates,omitempty"`
	Picture string `json:"picture,omitempty"`
}

// Suggest answers with names that begin as somebody typed.
func (s *Lists) Suggest(x *respond.Exchange, r *http.Request) error {
	suggester, ok := s.Index.(Suggester)
	if !ok {
		return &respond.Error{Type: respond.SearchOff}
	}
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return badSearch("The parameters of the address cannot be read.")
	}
	if len(values["q"]) > 1 {
		return badSearch("The parameter q is there more than once.")
	}
	text := strings.TrimSpace(values.Get("q"))
	ctx, done, err := s.Suggests(r.Context())
	if err != nil {
		return err
	}
	found, err := suggester.Suggest(ctx, text, maxSuggestions)
	done()
	if err != nil {
		return err
	}
	out := suggestions{Query: text, Suggestions: []suggestion{}}
	view, err := s.Maker.View(r.Context())
	if err != nil {
		return err
	}
	w := s.Site.Wording(r)
	for _, f := range found {
		one, err := s.suggestion(r.Context(), view.At(), f, w)
		if err != nil {
			return err
		}
		out.Suggestions = append(out.Suggestions, one)
	}
	return s.Site.Send(x, r, "no-cache", site.Forms(site.JSON(out)))
}

// suggestion is a name that was found. Where only one record has it, it leads there.
func (s *Lists) suggestion(ctx context.Context, at uint64, f search.Suggestion, w *i18n.Wording) (suggestion, error) {
	out := suggestion{Text: f.Name, Count: f.Count, Href: s.Site.Mapper.Service(criteria.Criteria{Text: `"` + strings.ReplaceAll(f.Name, `"`, " ") + `"`}.Target())}
	if f.Class != "" {
		out.Kind = w.Class(reading.Class(f.Class))
	}
	cards, _, err := s.Results.Describer.Cards(ctx, at, []string{f.ID}, w)
	if err != nil || len(cards) == 0 || cards[0].Name.Missing {
		return out, err
	}
	card := cards[0]
	out.Dates = card.Dates.Plain()
	if f.Count == 1 && card.Name.Href != "" {
		out.Href = card.Name.Href
	}
	if card.Kind.Text != "" {
		out.Kind = card.Kind.Text
	}
	// The pages' policy keeps other hosts than those of their own pictures out.
	if card.Picture != nil && strings.HasPrefix(card.Picture.Src, "/") && !strings.HasPrefix(card.Picture.Src, "//") {
		out.Picture = card.Picture.Src
	}
	return out, nil
}
