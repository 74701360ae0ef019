package listing

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"vitrine/server/data/criteria"
	"vitrine/server/people/site"
	"vitrine/server/web/respond"
)

// record is a record that is suggested for a reference.
type record struct {
	suggestion
	// ID is its URI, and Class its class as the context names it.
	ID    string `json:"id"`
	Class string `json:"class"`
}

// SuggestRecords answers with records that a search for the words q finds, of the classes that are
// asked for, in the form of Suggest. Unlike that, it tells records of the same name apart.
func (s *Lists) SuggestRecords(x *respond.Exchange, r *http.Request) error {
	asked := r.URL.Query()
	values := url.Values{"q": asked["q"], "class": asked["class"]}
	out := struct {
		Query       string   `json:"q"`
		Suggestions []record `json:"suggestions"`
	}{strings.TrimSpace(asked.Get("q")), []record{}}
	c, err := s.Results.Reader.Read(values)
	if err != nil {
		return err
	}
	view, err := s.Maker.View(r.Context())
	if err != nil {
		return err
	}
	hits, err := s.Find(r.Context(), c.Query, 0, maxSuggestions)
	if err != nil {
		return err
	}
	cards, _, err := s.Results.Cards(r.Context(), view.At(), criteria.Criteria{}, hits.IDs, s.Site.Wording(r))
	if err != nil {
		return err
	}
	for i, card := range cards {
		d, err := view.Resource(r.Context(), hits.IDs[i])
		if err != nil || card.Name.Missing {
			continue // it was deleted meanwhile
		}
		one := record{suggestion{Text: card.Name.Text, Href: card.Name.Href, Count: 1, Kind: card.Kind.Text, Dates: card.Dates.Plain()}, d.IRI, ""}
		for _, class := range d.Classes {
			if word := s.Words.Class(class); one.Class == "" || slices.Contains(asked["class"], word) {
				one.Class = word
			}
		}
		out.Suggestions = append(out.Suggestions, one)
	}
	return s.Site.Send(x, r, "no-store", site.Forms(site.JSON(out)))
}
