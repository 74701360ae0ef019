package resource

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/data/history"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// The states of an entity are mementos (RFC 7089): each is at the entity's address with its number
// as the parameter version, and never changes. The entity is its own TimeGate and answers
// Accept-Datetime with 302 (section 4.1.1, pattern 1.1).

// acceptDatetime is the request field that asks for the state of a time.
const acceptDatetime = "Accept-Datetime"

// moment is the Memento-Datetime of the resource, zero for that of an entity as it is.
func (d *Resource) moment() time.Time {
	if d.memento == nil {
		return time.Time{}
	}
	return history.Moment(d.memento.State.Time)
}

// around stands for what a memento says of the others.
func (d *Resource) around() string {
	p := d.memento
	parts := make([]string, 0, 4)
	for _, e := range []rdfstore.LogEntry{p.First, p.Prev, p.Next, p.Last} {
		parts = append(parts, strconv.FormatUint(e.Seq, 36))
	}
	return strings.Join(parts, ",")
}

// Memento returns the resource of a state of the entity with the name. The error wraps those of
// rdfstore.Store.Past.
func (v View) Memento(ctx context.Context, iri string, version uint64) (*Resource, error) {
	m := v.maker
	name, err := graph.IRI(iri)
	if err != nil || len(iri) > graph.MaxIRI {
		return nil, rdfstore.ErrNotFound
	}
	e, err := m.Store.Past(ctx, name, version)
	if err != nil {
		return nil, err
	}
	d, err := m.Describe(ctx, e)
	if err != nil {
		return nil, err
	}
	place, err := history.Around(ctx, m.Store, name, rdfstore.LogEntry{Seq: version, Time: e.Modified})
	if err != nil {
		return nil, err
	}
	d.memento, d.key = &place, d.key+"memento"
	for i, o := range m.Offers.List {
		if o.Alternate != nil {
			d.Refs[i] = "" // they say what other records say now
		} else if d.Refs[i] != "" {
			d.Refs[i] = address.WithVersion(d.Refs[i], version)
		}
	}
	return d, nil
}

// askedVersion is the version of the entity with the IRI that a request asks for; false where it
// asks for none, or where the query is part of a name.
func (s *Entities) askedVersion(r *http.Request, view View, iri string) (version uint64, asked bool, err error) {
	if !strings.Contains(r.URL.RawQuery, address.Version) {
		return 0, false, nil
	}
	values := r.URL.Query()[address.Version]
	if len(values) == 0 {
		return 0, false, nil
	}
	named := iri + "?" + r.URL.RawQuery
	if _, err := view.FirstName(r.Context(), named, address.IRI(named)); !rdfstore.IsMissing(err) {
		return 0, false, err
	}
	version, err = strconv.ParseUint(values[0], 10, 64)
	if err != nil || len(values) > 1 {
		return 0, false, respond.BadParameter(address.Version, "it is the number of a state of the description, which its TimeMap has")
	}
	return version, true, nil
}

// locateState finds the state of the entity that a request target names.
func (s *Entities) locateState(ctx context.Context, view View, path, query string, version uint64) (Location, error) {
	var d *Resource
	found, err := s.resolve(s.Site.Mapper.Origin+path, path, query, func(iris []string) (string, error) {
		err := first(iris, func(iri string) (err error) {
			d, err = view.Memento(ctx, iri, version)
			return err
		})
		if err != nil {
			return "", err
		}
		return d.IRI, nil
	})
	found.resource = d
	return found, NotKept(err)
}

// NotKept says why there is no state, where an error tells that there is none.
func NotKept(err error) error {
	if !rdfstore.IsMissing(err) || errors.Is(err, rdfstore.ErrDeleted) {
		return err
	}
	return &respond.Error{Type: respond.NotFound, Err: err,
		Detail: "No state with this number is kept of a description at this address. The TimeMap of a description lists the states that are kept."}
}

// negotiate sends a request for an entity with Accept-Datetime to the state of that time. The error
// wraps rdfstore.ErrNotFound where no state is kept.
func (s *Entities) negotiate(ctx context.Context, x *respond.Exchange, r *http.Request, iri string) error {
	lines := r.Header[acceptDatetime]
	at, err := http.ParseTime(lines[0])
	if err != nil || len(lines) > 1 {
		return &respond.Error{Type: respond.BadRequest, Err: err,
			Detail: "Accept-Datetime must be a date of HTTP, such as Thu, 31 May 2007 20:35:00 GMT."}
	}
	name, err := graph.IRI(iri)
	if err != nil {
		return err
	}
	ctx, done, err := s.Slot(ctx)
	if err != nil {
		return err
	}
	defer done()
	place, err := history.At(ctx, s.Store, name, at)
	if err != nil {
		return err
	}
	location := s.Site.Proxies.Path(r)
	if r.URL.RawQuery != "" {
		location += "?" + r.URL.RawQuery
	}
	location = address.WithVersion(location, place.State.Seq)
	header := x.Header()
	header.Set("Location", location)
	header.Set("Link", fitting(maxLinkFields-len(location), s.mementoLinks(iri, &place)))
	header.Set("Vary", acceptDatetime)
	header.Set("Cache-Control", s.CacheControl)
	header.Set("Content-Length", "0")
	x.WriteHeader(http.StatusFound)
	return nil
}

// mementoLinks are the links of Memento of an entity, and of the states around one where a place is
// given. That of the versions has the relation type of RFC 5829 as well.
func (m *Maker) mementoLinks(iri string, p *history.Place) []respond.Link {
	original := m.Original(iri)
	list := []respond.Link{
		{Rel: "original timegate", Href: original},
		{Rel: "timemap version-history", Href: m.TimeMap(iri), Type: "application/link-format"},
	}
	if p == nil {
		return list
	}
	at := len(list)
	for _, part := range []struct {
		rel   string
		entry rdfstore.LogEntry
	}{{"first", p.First}, {"prev", p.Prev}, {"", p.State}, {"next", p.Next}, {"last", p.Last}} {
		if part.entry.Seq == 0 {
			continue
		}
		href := address.WithVersion(original, part.entry.Seq)
		i := at
		for i < len(list) && list[i].Href != href {
			i++
		}
		if i == len(list) {
			list = append(list, respond.Link{Href: href, Rel: "memento", Datetime: history.Moment(part.entry.Time)})
		}
		if part.rel != "" {
			list[i].Rel = part.rel + " " + list[i].Rel
		}
	}
	return list
}

// Original is the address of an entity.
func (m *Maker) Original(iri string) string { return m.Mapper.Absolute(m.Mapper.Href(iri)) }

// Differences is the address of what is other in one state of an entity than in another.
func (m *Maker) Differences(iri string, from, to uint64) string {
	return m.Mapper.Service(fmt.Sprintf("%s?of=%s&from=%d&to=%d", address.Diff, url.QueryEscape(iri), from, to))
}

// TimeMap is the address of the list of the states of an entity.
func (m *Maker) TimeMap(iri string) string {
	return m.Mapper.ServiceURI(address.TimeMap + "?of=" + url.QueryEscape(iri))
}
