package dataset

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"net/http"
	"strings"

	"github.com/knakk/rdf"

	ldcontext "vitrine/context"
	"vitrine/rdfstore"
	"vitrine/server/people/describe/brief"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
	"vitrine/server/people/site"
	"vitrine/server/web/address"
	"vitrine/server/web/respond"
)

// Feed answers with the log of changes.
type Feed struct {
	Site *site.Site
	Log  Log
	// Dumps are other forms of the data.
	Dumps *Dumps
	// Rights is the URI of the licence, empty for none.
	Rights string
	// Class is the name of a class in documents.
	Class func(rdf.IRI) string
}

// Log is what the feed asks of a store; rdfstore.Store says how.
type Log interface {
	LastChange(ctx context.Context) (rdfstore.LogEntry, error)
	Changes(ctx context.Context, after uint64) iter.Seq2[rdfstore.LogEntry, error]
}

// ID is the URI of the feed.
func (f *Feed) ID() string { return f.Site.Mapper.ServiceURI(address.Feed) }

// ActivityID is the URI of the activity of an entry of the log.
func (f *Feed) ActivityID(seq uint64) string {
	return activityID(PageID(f.ID(), (seq-1)/ActivityPageSize), seq)
}

// Activity is what the feed says of an entry of the log.
func (f *Feed) Activity(entry rdfstore.LogEntry) Activity {
	return f.documents().activity(PageID(f.ID(), (entry.Seq-1)/ActivityPageSize), entry)
}

// Label is its title.
func (f *Feed) Label() string { return "Changes of " + f.Site.Title }

// documents says what is the same in all documents of the feed.
func (f *Feed) documents() activities {
	return activities{
		SeeAlso: f.about(),
		ID:      f.ID(),
		Label:   f.Label(),
		Rights:  f.Rights,
		Class:   f.Class,
		Address: func(name rdf.IRI) string { return f.Site.Mapper.Public(name.String()) },
	}
}

// about are the other forms of the data set.
func (f *Feed) about() []SeeAlso {
	about := []SeeAlso{newSeeAlso(f.Site.Mapper.ServiceURI(address.Dataset), "What the data set is", "text/turtle", "http://rdfs.org/ns/void")}
	for _, d := range f.Dumps.Files {
		about = append(about, newSeeAlso(f.Site.Mapper.ServiceURI(d.Path()), d.Title(), d.MediaType(), ""))
	}
	return about
}

// Collection answers with the collection of the pages of the change feed.
func (f *Feed) Collection(x *respond.Exchange, r *http.Request) error {
	return f.Site.Send(x, r, "no-cache", func(ctx context.Context) ([]site.Document, error) {
		last, err := f.Log.LastChange(ctx)
		if err != nil {
			return nil, err
		}
		links := []string{respond.LinkField(f.Site.Mapper.Service(address.Dataset), "describedby", "")}
		view := html.Feed{Frame: f.Site.Frame(r, "Changes of %s", f.Site.Title), Total: last.Seq, Rights: f.Rights}
		if last.Seq > 0 {
			view.First, view.Last = f.page(0), f.page(lastPage(last.Seq))
			links = append(links, respond.LinkField(view.First, "first", ""), respond.LinkField(view.Last, "last", ""))
		}
		return f.forms("no-cache", strings.Join(links, ", "), f.documents().collection(last.Seq), view), nil
	})
}

// Page answers with one page of the change feed. A page that another
// follows never changes, and is sent to be kept.
func (f *Feed) Page(x *respond.Exchange, r *http.Request, page string) error {
	number, ok := PageNumber(page)
	if !ok {
		return f.noPage()
	}
	return f.Site.Send(x, r, "no-cache", func(ctx context.Context) ([]site.Document, error) { return f.pageForms(ctx, r, number) })
}

func (f *Feed) noPage() error {
	return &respond.Error{Type: respond.NotFound, Detail: "The change feed has no such page.",
		Header: http.Header{"Link": {respond.LinkField(f.Site.Mapper.Service(address.Feed), "collection", "")}}}
}

func (f *Feed) pageForms(ctx context.Context, r *http.Request, number uint64) ([]site.Document, error) {
	last, err := f.Log.LastChange(ctx)
	if err != nil {
		return nil, err
	}
	entries, err := f.changes(ctx, number*ActivityPageSize)
	if err != nil {
		return nil, err
	}
	if len(entries) == 0 {
		return nil, f.noPage()
	}
	more := len(entries) > ActivityPageSize
	entries = entries[:min(len(entries), ActivityPageSize)]
	cacheControl := "no-cache"
	if more {
		cacheControl = site.Immutable
	}
	view := f.view(r, number, entries, more, last.Seq)
	return f.forms(cacheControl, feedLinks(view, f.Site.Mapper.Service(address.Feed)), f.documents().page(number, entries, more), view), nil
}

// changes reads the entries of the log after one: those of a page, and one to
// tell whether others follow.
func (f *Feed) changes(ctx context.Context, after uint64) ([]rdfstore.LogEntry, error) {
	var entries []rdfstore.LogEntry
	for entry, err := range f.Log.Changes(ctx, after) {
		if err != nil {
			return nil, err
		}
		if entries = append(entries, entry); len(entries) > ActivityPageSize {
			break
		}
	}
	return entries, nil
}

// changeKinds are the kinds of changes in words.
var changeKinds = map[rdfstore.Kind]i18n.Key{
	rdfstore.Created: "created", rdfstore.Updated: "updated", rdfstore.Deleted: "deleted",
}

// view is a page of the feed for people. The log may have grown since last
// was read, so last is what is known of its length at least.
func (f *Feed) view(r *http.Request, number uint64, entries []rdfstore.LogEntry, more bool, last uint64) html.Feed {
	total := max(last, number*ActivityPageSize+uint64(len(entries)))
	view := html.Feed{
		Frame: f.Site.Frame(r, "Changes of %s, page %d", f.Site.Title, number), Total: total, Rights: f.Rights,
		First: f.page(0), Last: f.page(lastPage(total)),
	}
	if number > 0 {
		view.Prev = f.page(number - 1)
	}
	if more {
		view.Next = f.page(number + 1)
	}
	words := f.Site.Wording(r)
	for _, entry := range entries {
		iri := entry.Name.String()
		view.Rows = append(view.Rows, html.Change{
			Time: endTime(entry.Time).Format("2006-01-02 15:04:05"), What: words.Text(changeKinds[entry.Kind]),
			Class: brief.ClassName(entry.Class.String(), words), Href: f.Site.Mapper.Href(iri), IRI: iri,
		})
	}
	return view
}

// page is the address of a page of the feed.
func (f *Feed) page(number uint64) string {
	return f.Site.Mapper.Service(fmt.Sprintf("%s/page/%d", address.Feed, number))
}

// feedLinks is the Link field of a page of the feed. It says nothing that
// changes when the feed grows, because the page may be kept.
func feedLinks(view html.Feed, collection string) string {
	links := []string{respond.LinkField(collection, "collection", ""), respond.LinkField(view.First, "first", "")}
	if view.Prev != "" {
		links = append(links, respond.LinkField(view.Prev, "prev", ""))
	}
	if view.Next != "" {
		links = append(links, respond.LinkField(view.Next, "next", ""))
	}
	return strings.Join(links, ", ")
}

// forms are the forms of a document of the feed: JSON-LD under the profile of
// IIIF Change Discovery, plain JSON, and a page, which is never kept.
func (f *Feed) forms(cacheControl, links string, value any, view html.Feed) []site.Document {
	data := site.JSON(value)
	data.CacheControl, data.Link = cacheControl, links
	named := data
	named.MediaType, named.Profile = "application/ld+json", ldcontext.Discovery
	return []site.Document{named, data,
		{MediaType: "text/html", Link: links, Write: func(_ context.Context, b *bytes.Buffer) error { return f.Site.Pages.Write(b, &view) }}}
}
