package edit

import (
	"context"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/rdfstore/iri"
	"vitrine/server/web/respond"
)

// maxTogether bounds how many drafts are published at once.
const maxTogether = 100

// Together returns the drafts, of those that may be seen, that have to be published with one so that no
// link leads nowhere: those of new records that it refers to, and those that these refer to in
// turn. With the draft of a new record go those of new records that refer to it, too.
func (d *Drafts) Together(ctx context.Context, first *Draft, seen func(*Draft) bool) ([]*Draft, error) {
	all, err := d.All(ctx)
	if err != nil {
		return nil, err
	}
	waiting := map[string][]*Draft{} // by the record
	for _, other := range all {
		if other.Version == "" && other.ID != first.ID && other.Of != first.Of && seen(other) {
			waiting[other.Of] = append(waiting[other.Of], other)
		}
	}
	if len(waiting) == 0 {
		return nil, nil
	}
	// The texts are read one by one, so that not all of them are in memory.
	refers := map[string][]string{first.ID: names(first)}
	err = d.each(ctx, func(one *Draft) {
		if one.ID == first.ID || !slices.ContainsFunc(waiting[one.Of], func(other *Draft) bool { return other.ID == one.ID }) {
			return
		}
		refers[one.ID] = slices.DeleteFunc(names(one), func(iri string) bool { return iri != first.Of && waiting[iri] == nil })
	})
	if err != nil {
		return nil, err
	}
	var out []*Draft
	taken := map[string]bool{first.ID: true}
	take := func(some []*Draft) {
		for _, one := range some {
			if !taken[one.ID] {
				taken[one.ID] = true
				out = append(out, one)
			}
		}
	}
	for _, iri := range refers[first.ID] {
		take(waiting[iri])
	}
	for _, other := range all {
		if first.Version == "" && slices.Contains(refers[other.ID], first.Of) {
			take([]*Draft{other})
		}
	}
	for i := 0; i < len(out); i++ {
		for _, iri := range refers[out[i].ID] {
			take(waiting[iri])
		}
	}
	if len(out) >= maxTogether {
		return nil, &respond.Error{Type: respond.Conflict, Detail: "Too many drafts refer to each other to be published at once. Load them as one file."}
	}
	for i, one := range out {
		if out[i], err = d.Get(ctx, one.ID); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// names are the values of the members of a draft that have URIs. Those that are relative are resolved
// against that of the record, as they are when it is stored.
func names(d *Draft) (out []string) {
	decoder, isID := jsontext.NewDecoder(strings.NewReader(d.Text)), false
	for {
		token, err := decoder.ReadToken()
		if err != nil {
			return out
		}
		if kind, length := decoder.StackIndex(decoder.StackDepth()); kind == '{' && length%2 == 1 {
			isID = token.String() == "id" || token.String() == "@id"
			continue
		}
		if isID && token.Kind() == '"' {
			name := token.String()
			if full, err := iri.Resolve(d.Of, name); err == nil {
				name = full
			}
			out = append(out, name)
		}
		isID = false
	}
}
