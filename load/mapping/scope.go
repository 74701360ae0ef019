package mapping

import (
	"encoding/json"
	"maps"
	"strings"

	"vitrine/load/rows"
)

// scope is where the values of slots are found: in the part that is repeated, and then in
// what is around it, up to the row.
type scope struct {
	outer *scope
	value map[string]any
	// all is what expressions see: value, and what is around it. It is made when wanted.
	all map[string]any
	run *run
}

// run is the evaluation of one row.
type run struct {
	row     rows.Row
	records []Record
	unclear func(Unclear)
	readers *readers
	// steps counts those of expressions through lists.
	steps int
}

// add adds a record that the row makes. Other rows may make one that is shared, too.
func (r *run) add(record *Object, shared bool) {
	r.records = append(r.records, Record{ID: record.text("id"), Shared: shared, Value: record})
}

// Unclear is a value that a verb did not understand.
type Unclear struct {
	// Verb is the verb, such as date, and Table that of map.
	Verb  string
	Value string
	// Row and Line are those of the row.
	Row, Line int
}

// text returns the text of a column, the first where there are several.
func (s *scope) text(column string) string {
	for at := s; at != nil; at = at.outer {
		for _, found := range rows.Find(at.value, column) {
			if text := strings.TrimSpace(rows.Text(found)); text != "" {
				return text
			}
		}
		if _, ok := at.value[column]; ok {
			return ""
		}
	}
	return ""
}

// find returns the values of a column.
func (s *scope) find(column string) []any {
	for at := s; at != nil; at = at.outer {
		if found := rows.Find(at.value, column); len(found) > 0 {
			return found
		}
	}
	return nil
}

// environment returns the names that expressions see.
func (s *scope) environment() map[string]any {
	if s.all != nil {
		return s.all
	}
	if s.outer == nil {
		s.all = plain(s.value).(map[string]any)
		s.all[stepsOfRow] = &s.run.steps
		return s.all
	}
	s.all = maps.Clone(s.outer.environment())
	maps.Copy(s.all, plain(s.value).(map[string]any))
	return s.all
}

// plain returns a value with numbers that expressions can compare.
func plain(value any) any {
	switch v := value.(type) {
	case map[string]any:
		object := make(map[string]any, len(v))
		for name, member := range v {
			object[name] = plain(member)
		}
		return object
	case []any:
		list := make([]any, len(v))
		for i, element := range v {
			list[i] = plain(element)
		}
		return list
	case json.Number:
		if n, err := v.Float64(); err == nil {
			return n
		}
		return v.String()
	}
	return value
}

// inner returns a scope within this one.
func (s *scope) inner(value map[string]any) *scope {
	return &scope{outer: s, value: value, run: s.run}
}
