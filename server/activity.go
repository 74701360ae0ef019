package server

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/gorilla/mux"
	"github.com/knakk/rdf"

	ldcontext "vitrine/context"
	"vitrine/rdfstore"
	"vitrine/server/address"
	"vitrine/server/describe/brief"
	"vitrine/server/exchange"
	"vitrine/server/feed"
	"vitrine/server/page"
	"vitrine/server/problem"
	"vitrine/server/site"
	"vitrine/server/weblink"
	"vitrine/server/wording"
)

// forEver is the Cache-Control of what never changes.
const forEver = "public, max-age=31536000, immutable"

// feed says what is the same in all documents of the change feed.
func (s *Server) feed() feed.Feed {
	about := []feed.Dataset{feed.NewDataset(s.mapper.ServiceURI(address.Dataset), "What the data set is", "text/turtle", "http://rdfs.org/ns/void")}
	for _, d := range s.dumps {
		about = append(about, feed.NewDataset(s.mapper.ServiceURI(d.Path()), d.Title(), d.MediaType(), ""))
	}
	return feed.Feed{
		SeeAlso: about,
		ID:      s.mapper.ServiceURI(address.Feed),
		Label:   s.feedLabel(),
		Rights:  s.config.Licence,
		Class:   s.words.Class,
		Address: func(name rdf.IRI) string { return s.mapper.Public(name.String()) },
	}
}

func (s *Server) feedLabel() string { return "Changes of " + s.config.Title }

// getFeed answers with the collection of the pages of the change feed.
func (s *Server) getFeed(x *exchange.Exchange, r *http.Request) error {
	return s.site.Send(x, r, "no-cache", func(ctx context.Context) ([]site.Document, error) {
		last, err := s.config.Store.LastChange(ctx)
		if err != nil {
			return nil, err
		}
		links := []string{weblink.Field(s.mapper.Service(address.Dataset), "describedby", "")}
		view := page.Feed{Frame: s.site.Frame(r, "Changes of %s", s.config.Title), Total: last.Seq, Rights: s.config.Licence}
		if last.Seq > 0 {
			view.First, view.Last = s.feedPage(0), s.feedPage(feed.Last(last.Seq))
			links = append(links, weblink.Field(view.First, "first", ""), weblink.Field(view.Last, "last", ""))
		}
		return s.feedForms("no-cache", strings.Join(links, ", "), s.feed().Collection(last.Seq), view), nil
	})
}

// getFeedPage answers with one page of the change feed. A page that another
// follows never changes, and is sent to be kept.
func (s *Server) getFeedPage(x *exchange.Exchange, r *http.Request) error {
	number, ok := feed.Number(mux.Vars(r)["number"])
	if !ok {
		return s.noFeedPage()
	}
	return s.site.Send(x, r, "no-cache", func(ctx context.Context) ([]site.Document, error) { return s.feedPageForms(ctx, r, number) })
}

func (s *Server) noFeedPage() error {
	return &problem.Error{Type: problem.NotFound, Detail: "The change feed has no such page.",
		Header: http.Header{"Link": {weblink.Field(s.mapper.Service(address.Feed), "collection", "")}}}
}

func (s *Server) feedPageForms(ctx context.Context, r *http.Request, number uint64) ([]site.Document, error) {
	last, err := s.config.Store.LastChange(ctx)
	if err != nil {
		return nil, err
	}
	entries, err := s.changes(ctx, number*feed.PageSize)
	if err != nil {
		return nil, err
	}
	if len(entries) == 0 {
		return nil, s.noFeedPage()
	}
	more := len(entries) > feed.PageSize
	entries = entries[:min(len(entries), feed.PageSize)]
	cacheControl := "no-cache"
	if more {
		cacheControl = forEver
	}
	view := s.feedView(r, number, entries, more, last.Seq)
	return s.feedForms(cacheControl, feedLinks(view, s.mapper.Service(address.Feed)), s.feed().Page(number, entries, more), view), nil
}

// changes reads the entries of the log after one: those of a page, and one to
// tell whether others follow.
func (s *Server) changes(ctx context.Context, after uint64) ([]rdfstore.LogEntry, error) {
	var entries []rdfstore.LogEntry
	for entry, err := range s.config.Store.Changes(ctx, after) {
		if err != nil {
			return nil, err
		}
		if entries = append(entries, entry); len(entries) > feed.PageSize {
			break
		}
	}
	return entries, nil
}

// changeKinds are the kinds of changes in words.
var changeKinds = map[rdfstore.Kind]wording.Key{
	rdfstore.Created: "created", rdfstore.Updated: "updated", rdfstore.Deleted: "deleted",
}

// feedView is a page of the feed for people. The log may have grown since last
// was read, so last is what is known of its length at least.
func (s *Server) feedView(r *http.Request, number uint64, entries []rdfstore.LogEntry, more bool, last uint64) page.Feed {
	total := max(last, number*feed.PageSize+uint64(len(entries)))
	view := page.Feed{
		Frame: s.site.Frame(r, "Changes of %s, page %d", s.config.Title, number), Total: total, Rights: s.config.Licence,
		First: s.feedPage(0), Last: s.feedPage(feed.Last(total)),
	}
	if number > 0 {
		view.Prev = s.feedPage(number - 1)
	}
	if more {
		view.Next = s.feedPage(number + 1)
	}
	words := s.site.Wording(r)
	for _, entry := range entries {
		iri := entry.Name.String()
		view.Rows = append(view.Rows, page.Change{
			Time: feed.EndTime(entry.Time).Format("2006-01-02 15:04:05"), What: words.Text(changeKinds[entry.Kind]),
			Class: brief.ClassName(entry.Class.String(), words), Href: s.mapper.Href(iri), IRI: iri,
		})
	}
	return view
}

// feedPage is the address of a page of the feed.
func (s *Server) feedPage(number uint64) string {
	return s.mapper.Service(fmt.Sprintf("%s/page/%d", address.Feed, number))
}

// feedLinks is the Link field of a page of the feed. It says nothing that
// changes when the feed grows, because the page may be kept.
func feedLinks(view page.Feed, collection string) string {
	links := []string{weblink.Field(collection, "collection", ""), weblink.Field(view.First, "first", "")}
	if view.Prev != "" {
		links = append(links, weblink.Field(view.Prev, "prev", ""))
	}
	if view.Next != "" {
		links = append(links, weblink.Field(view.Next, "next", ""))
	}
	return strings.Join(links, ", ")
}

// feedForms are the forms of a document of the feed: JSON-LD under the profile of
// IIIF Change Discovery, plain JSON, and a page, which is never kept.
func (s *Server) feedForms(cacheControl, links string, value any, view page.Feed) []site.Document {
	data := site.JSON(value)
	data.CacheControl, data.Link = cacheControl, links
	named := data
	named.MediaType, named.Profile = "application/ld+json", ldcontext.Discovery
	return []site.Document{named, data,
		{MediaType: "text/html", Link: links, Write: func(_ context.Context, b *bytes.Buffer) error { return s.pages.WriteFeed(b, view) }}}
}
