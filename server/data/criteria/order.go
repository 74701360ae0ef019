package criteria

import (
	"vitrine/server/data/search/query"
	"vitrine/server/people/i18n"
)

// Order is an order of results: the value of the parameter sort, what it is called, and what
// the index is asked.
type Order struct {
	Name  string
	Title i18n.Key
	Order query.Order
}

// Orders are all orders; the first is the default. The slice is not to be changed.
func Orders() []Order { return orders }

var orders = []Order{
	{"relevance", "relevance", query.ByRelevance},
	{"name", "name", query.ByName},
	{"date", "oldest first", query.ByDate},
	{"-date", "newest first", query.ByDateDescending},
	{"-change", "last changed first", query.ByChange},
}

func (c *Criteria) readOrder(values []string) error {
	if len(values) == 0 {
		return nil
	}
	for _, o := range orders {
		if len(values) == 1 && values[0] == o.Name {
			c.Query.Order = o.Order
			if o.Order != query.ByRelevance {
				c.Order = o.Name
			}
			return nil
		}
	}
	return bad("The parameter sort is one of relevance, name, date, -date and -change.")
}
