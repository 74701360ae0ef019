package listing

import (
	"context"
	"errors"

	"github.com/knakk/rdf"

	"vitrine/linkedart/links"
	"vitrine/rdfstore/graph"
	"vitrine/server/data/criteria"
	"vitrine/server/data/search/query"
	"vitrine/server/web/respond"
)

// maxLinked is how many entities a search may be limited to by what links to another one.
const maxLinked = 20_000

// resolve names the entities that a search is limited to by what links them to another one.
func (s *Lists) resolve(ctx context.Context, q *query.Query) error {
	if q.Linked == nil {
		return nil
	}
	name, err := graph.IRI(q.Linked.Of)
	if err != nil {
		return badSearch("The parameter linked ends in a URI.")
	}
	var names []rdf.IRI
	if l, ok := s.Links.Link(q.Linked.By); ok {
		var total uint64
		names, total, err = s.Links.Items(ctx, s.Store, l, name, 0, maxLinked)
		if errors.Is(err, links.ErrTooMany) || err == nil && total > uint64(len(names)) {
			return &respond.Error{Type: respond.TooLarge, Detail: "This link leads to more descriptions than a search can be limited to.", Instead: s.LinkList(l, q.Linked.Of).ID}
		}
	} else if criteria.IsLinkName(q.Linked.By) {
		return badSearch("The parameter linked begins with the name of a link of Linked Art, such as objectCurrentPlace, or the URI of a property.")
	} else if pattern, wrong := mentionPattern(q.Linked.Of, q.Linked.By); wrong != nil {
		return wrong
	} else if names, err = s.mentioning(ctx, pattern); err == nil && len(names) > maxLinked {
		return &respond.Error{Type: respond.TooLarge, Detail: "More descriptions name this entity than a search can be limited to.", Instead: s.MentionsOf(q.Linked.Of, q.Linked.By)}
	}
	if err != nil {
		return err
	}
	q.Only = make([]string, len(names))
	for i, n := range names {
		q.Only[i] = n.String()
	}
	return nil
}
