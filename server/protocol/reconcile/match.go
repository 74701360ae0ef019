package reconcile

import (
	"cmp"
	"context"
	"math"
	"net/http"
	"slices"
	"strings"

	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/server/data/criteria"
	"vitrine/server/data/resource"
	"vitrine/server/people/html"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// What makes a candidate a match: so good a score, and no other one that comes as near.
const matchScore, matchGap = 95, 10

// pool is how many results of the search are judged for each name.
const pool = 30

// candidate is an entity that may be meant.
type candidate struct {
	thing
	Score    float64   `json:"score"`
	Match    bool      `json:"match"`
	Type     []thing   `json:"type"`
	Features []feature `json:"features"`
}

// feature is a reason for a score: how alike something is, from 0 to 100.
type feature struct {
	ID    string  `json:"id"`
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

// match answers a batch of queries of version 0.2.
func (e *Endpoint) match(ctx context.Context, text string) (any, error) {
	batch, err := e.read2(text)
	if err != nil {
		return nil, err
	}
	type result struct {
		Result []candidate `json:"result"`
	}
	out := map[string]result{}
	for key, q := range batch {
		found, err := e.candidates(ctx, q)
		if err != nil {
			return nil, err
		}
		out[key] = result{found}
	}
	return out, nil
}

// match1 answers a batch of queries of version 1.0.
func (e *Endpoint) match1(x *respond.Exchange, r *http.Request) error {
	text, err := body(r, "application/json")
	if err != nil {
		return err
	}
	batch, err := e.read1(text)
	if err != nil {
		return err
	}
	type result struct {
		Candidates []candidate `json:"candidates"`
	}
	results := make([]result, len(batch))
	for i, q := range batch {
		if results[i].Candidates, err = e.candidates(r.Context(), q); err != nil {
			return err
		}
	}
	return send(x, r, "", struct {
		Results []result `json:"results"`
	}{results})
}

// candidates are the entities that may be meant, the best first.
func (e *Endpoint) candidates(ctx context.Context, q question) ([]candidate, error) {
	view, err := e.Maker.View(ctx)
	if err != nil {
		return nil, err
	}
	iris, err := e.found(ctx, view, q)
	if err != nil {
		return nil, err
	}
	ctx, done, err := e.Site.Slot(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	out := []candidate{}
	for _, iri := range iris {
		record, err := view.Read(ctx, iri)
		if rdfstore.IsMissing(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if c, ok := q.judge(record.Root()); ok {
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(a, b candidate) int { return cmp.Compare(b.Score, a.Score) })
	if len(out) > 0 && out[0].Score >= matchScore && (len(out) == 1 || out[0].Score-out[1].Score >= matchGap) {
		out[0].Match = true
	}
	out = out[:min(len(out), q.limit)]
	return out, e.describe(ctx, view, out)
}

// found are the entities that the search finds for a question, and those whose ids it gives.
func (e *Endpoint) found(ctx context.Context, view resource.View, q question) ([]string, error) {
	var out []string
	add := func(iri string) {
		if !slices.Contains(out, iri) {
			out = append(out, iri)
		}
	}
	for _, id := range append(q.ids, q.names...) {
		if strings.Contains(id, "://") {
			name, err := view.FirstName(ctx, id, address.IRI(id), address.URI(id))
			if err == nil {
				add(name)
			} else if !rdfstore.IsMissing(err) {
				return nil, err
			}
		}
	}
	for _, text := range q.texts() {
		q.filters.Set("q", plain(text))
		c, err := e.Lists.Results.Reader.Read(q.filters)
		if err != nil {
			if len(spellingOf(text)) == 0 {
				continue // it has no letter and no digit
			}
			return nil, err
		}
		hits, err := e.Lists.Find(ctx, c.Query, 0, pool)
		if err != nil {
			return nil, err
		}
		for _, iri := range hits.IDs {
			add(iri)
		}
	}
	return out, nil
}

// judge returns an entity as a candidate; it is false where a condition that has to hold does not.
func (q question) judge(root reading.Node) (candidate, bool) {
	c := candidate{thing: thing{ID: root.IRI()}}
	var of mean
	count := func(id, name string, weight, alike float64) {
		of.add(weight, alike)
		c.Features = append(c.Features, feature{id, name, round(100 * alike)})
	}
	switch {
	case slices.ContainsFunc(append(q.ids, q.names...), func(id string) bool { return address.IRI(id) == address.IRI(c.ID) }):
		count("id", "Identifier", nameWeight, 1)
	case len(q.names) > 0:
		count("name", "Name", nameWeight, alike(root, q.names))
	}
	for _, condition := range q.conditions {
		got := condition.property.values(root)
		if len(got) == 0 && !condition.required {
			continue // what is not known counts for no candidate
		}
		likeness := condition.holds(got)
		if condition.required && likeness < 0.9 {
			return c, false
		}
		count(condition.property.ID, condition.property.Name, 1, likeness)
	}
	if len(q.preferred) > 0 {
		count("type", "Type", 1, truth(slices.ContainsFunc(root.Classes(), func(class string) bool { return slices.Contains(q.preferred, class) })))
	}
	c.Score = of.score()
	return c, true
}

// nameWeight is what a name counts for in a score, beside a property that counts for 1.
const nameWeight = 2

// mean is one of likenesses, by what each counts for.
type mean struct{ weights, sum float64 }

func (m *mean) add(weight, alike float64) {
	m.weights, m.sum = m.weights+weight, m.sum+weight*alike
}

// score is the mean of 0 to 100, 0 without a likeness.
func (m mean) score() float64 {
	if m.weights == 0 {
		return 0
	}
	return round(100 * m.sum / m.weights)
}

// alike tells how alike the names of an entity are to those that are asked for.
func alike(root reading.Node, names []string) float64 {
	best := 0.0
	for _, name := range names {
		asked := spellingOf(name)
		best = max(best, asked.like(spellingOf(root.Label())))
		for _, n := range append(root.Names(), root.Identifiers()...) {
			best = max(best, asked.like(spellingOf(n.Content)))
		}
	}
	return best
}

func truth(holds bool) float64 {
	if holds {
		return 1
	}
	return 0
}

func round(score float64) float64 { return math.Round(10*score) / 10 }

// describe fills in what candidates are called and are.
func (e *Endpoint) describe(ctx context.Context, view resource.View, all []candidate) error {
	iris := make([]string, len(all))
	for i, c := range all {
		iris[i] = c.ID
	}
	cards, _, err := e.Lists.Results.Cards(ctx, view.At(), criteria.Criteria{}, iris, e.Site.Languages.English())
	if err != nil {
		return err
	}
	for i := range all {
		all[i].Name, all[i].Description = cards[i].Name.Text, described(cards[i])
		if all[i].Type, err = e.typesOf(ctx, view, all[i].ID); err != nil {
			return err
		}
		all[i].ID = address.URI(all[i].ID)
	}
	return nil
}

// described is what tells an entity from its namesakes.
func described(card html.Card) string {
	var out []string
	for _, text := range []string{card.Kind.Text, card.Dates.Plain(), card.Note.Plain()} {
		if text != "" {
			out = append(out, text)
		}
	}
	return strings.Join(out, "; ")
}

// typesOf are the classes of an entity.
func (e *Endpoint) typesOf(ctx context.Context, view resource.View, iri string) ([]thing, error) {
	record, err := view.Read(ctx, iri)
	out := []thing{}
	if err != nil {
		if rdfstore.IsMissing(err) {
			err = nil
		}
		return out, err
	}
	for _, class := range record.Root().Classes() {
		out = append(out, e.typeOf(class))
	}
	return out, nil
}
