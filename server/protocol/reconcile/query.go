package reconcile

import (
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// question is what is asked of one cell of a table.
type question struct {
	// names are what the entity is called, ids what it may be.
	names, ids []string
	// filters are those of the search; preferred are classes that count for more, but are no filter.
	filters   url.Values
	preferred []string
	limit     int
	// conditions are the properties that the entity should have.
	conditions []condition
}

// condition is a property with the values that the entity should have, or has to.
type condition struct {
	property property
	values   []given
	required bool
	// quantifier is any, all or none.
	quantifier string
}

// given is a value of a table: a text, and the id of an entity where it was matched before.
type given struct{ ID, Text string }

// UnmarshalJSON reads a property value: a text, a number, a boolean, or an entity with its id.
func (g *given) UnmarshalJSON(text []byte) error {
	switch text[0] {
	case '"':
		return json.Unmarshal(text, &g.Text)
	case '{':
		var t thing
		err := json.Unmarshal(text, &t)
		g.ID, g.Text = t.ID, t.Name
		return err
	}
	var v any // a number or a boolean as it is written
	g.Text = string(text)
	return json.Unmarshal(text, &v)
}

// several is a value or an array of them.
type several[T any] []T

func (s *several[T]) UnmarshalJSON(text []byte) error {
	if text[0] == '[' {
		return json.Unmarshal(text, (*[]T)(s))
	}
	var one T
	err := json.Unmarshal(text, &one)
	*s = []T{one}
	return err
}

// read2 reads a batch of queries of version 0.2 (section 4.3).
func (e *Endpoint) read2(text string) (map[string]question, error) {
	var batch map[string]struct {
		Query      string
		Type       several[string]
		Limit      *float64
		TypeStrict string `json:"type_strict"`
		Properties []struct {
			PID string `json:"pid"`
			V   several[given]
		}
	}
	if err := decode([]byte(text), "batch of queries", &batch); err != nil {
		return nil, err
	}
	if len(batch) > maxQueries {
		return nil, tooMany(len(batch))
	}
	out := map[string]question{}
	for _, key := range slices.Sorted(maps.Keys(batch)) {
		in := batch[key]
		q, err := e.question(in.Limit)
		if err != nil {
			return nil, err
		}
		if in.Query != "" {
			q.names = []string{in.Query}
		}
		switch in.TypeStrict {
		case "", "any", "all", "should":
		default:
			return nil, bad("The type_strict of the query %s is any, all or should.", key)
		}
		if err := e.addTypes(&q, in.Type, in.TypeStrict == "should"); err != nil {
			return nil, err
		}
		for _, p := range in.Properties {
			if err := q.add(p.PID, condition{values: p.V, quantifier: "any"}); err != nil {
				return nil, err
			}
		}
		if out[key], err = q.checked(key); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// read1 reads a batch of queries of version 1.0 (section 4.3).
func (e *Endpoint) read1(text []byte) ([]question, error) {
	var batch struct {
		Queries []struct {
			Type       string
			Limit      *float64
			Conditions []struct {
				MatchType, PropertyID, MatchQuantifier, MatchQualifier string
				PropertyValue                                          several[given]
				Required                                               bool
			}
		}
	}
	if err := decode(text, "batch of queries", &batch); err != nil {
		return nil, err
	}
	if batch.Queries == nil {
		return nil, bad("The batch has no queries.")
	}
	if len(batch.Queries) > maxQueries {
		return nil, tooMany(len(batch.Queries))
	}
	out := make([]question, 0, len(batch.Queries))
	for i, in := range batch.Queries {
		q, err := e.question(in.Limit)
		if err != nil {
			return nil, err
		}
		if in.Type != "" {
			if err := e.addTypes(&q, []string{in.Type}, false); err != nil {
				return nil, err
			}
		}
		for _, c := range in.Conditions {
			if c.MatchQualifier != "" {
				return nil, bad("The service has no match qualifier %q.", c.MatchQualifier)
			}
			switch c.MatchType {
			case "name":
				for _, v := range c.PropertyValue {
					q.names = append(q.names, v.Text)
				}
			case "id":
				for _, v := range c.PropertyValue {
					q.ids = append(q.ids, v.ID+v.Text)
				}
			case "property":
				if err := q.add(c.PropertyID, condition{values: c.PropertyValue, required: c.Required, quantifier: c.MatchQuantifier}); err != nil {
					return nil, err
				}
			default:
				return nil, bad("The matchType of a condition is name, id or property.")
			}
		}
		if q, err = q.checked(strconv.Itoa(i)); err != nil {
			return nil, err
		}
		out = append(out, q)
	}
	return out, nil
}

func tooMany(n int) error {
	return bad("The batch has %d queries; the service takes %d at once.", n, maxQueries)
}

// question is one with a limit.
func (e *Endpoint) question(limit *float64) (question, error) {
	q := question{filters: url.Values{}, limit: standardLimit}
	if limit != nil {
		if *limit < 1 {
			return q, bad("The limit of a query is 1 or more.")
		}
		q.limit = int(min(*limit, maxLimit))
	}
	return q, nil
}

// addTypes narrows a question down to classes of Linked Art, or to what is classified as concepts,
// which are named by their URIs.
func (e *Endpoint) addTypes(q *question, types []string, preferred bool) error {
	for _, t := range types {
		class, isClass := e.Words.ClassIRI(t)
		switch {
		case preferred && isClass:
			q.preferred = append(q.preferred, class)
		case isClass && !isConcept(class):
			q.filters.Add("class", class)
		case strings.Contains(t, "://"):
			q.filters.Add("classified_as", t)
		default:
			return bad("There is no type %q: a type is a word of Linked Art for a class, such as Person, or the URI of a concept.", t)
		}
	}
	return nil
}

// isConcept tells whether the IRI of a class is none of Linked Art's, but that of a concept that
// entities are classified as.
func isConcept(iri string) bool {
	return !strings.HasPrefix(iri, "http://www.cidoc-crm.org/cidoc-crm/") && !strings.HasPrefix(iri, "https://linked.art/ns/terms/") && !strings.HasPrefix(iri, "http://www.ics.forth.gr/isl/")
}

// add adds a condition on a property.
func (q *question) add(id string, c condition) error {
	p, ok := propertyOf(id)
	if !ok {
		return bad("There is no property %q. /suggest/property lists those that there are.", id)
	}
	if len(q.conditions) == maxConditions || len(c.values) > maxValues {
		return bad("A query has at most %d properties with %d values each.", maxConditions, maxValues)
	}
	switch c.quantifier {
	case "":
		c.quantifier = "any"
	case "any", "all", "none":
	default:
		return bad("The matchQuantifier of a condition is any, all or none.")
	}
	c.property = p
	q.conditions = append(q.conditions, c)
	return nil
}

// checked returns a question that asks for something. What is called nothing is looked for by the
// values of its properties.
func (q question) checked(key string) (question, error) {
	if len(q.names) == 0 && len(q.ids) == 0 && len(q.conditions) == 0 {
		return q, bad("The query %s asks for nothing.", key)
	}
	if len(q.names) > maxValues || len(q.ids) > maxValues {
		return q, bad("A query has at most %d names and %d ids.", maxValues, maxValues)
	}
	for i, name := range q.names {
		if len(name) > maxText {
			q.names[i] = strings.ToValidUTF8(name[:maxText], "")
		}
	}
	return q, nil
}

// texts are what is searched for.
func (q question) texts() []string {
	if len(q.names) > 0 || len(q.ids) > 0 {
		return q.names
	}
	var out []string
	for _, c := range q.conditions {
		for _, v := range c.values {
			if v.Text != "" && len(v.Text) <= maxText {
				out = append(out, v.Text)
			}
		}
	}
	return out[:min(len(out), 3)]
}
