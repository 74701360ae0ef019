package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"vitrine/harvest/client"
)

// What applies where Options say nothing.
const (
	defaultPages  = 100
	defaultSample = 10
	maxDocument   = 32 << 20
	// worthPacking is the size from which a document should be compressed.
	worthPacking = 1 << 10
)

// acceptFeed is the Accept field for the documents of a feed.
const acceptFeed = `application/ld+json;profile="http://iiif.io/api/discovery/1/context.json", application/ld+json;q=0.9, application/json;q=0.8`

// Options say how much to look at.
type Options struct {
	// Feed is the URL of the collection.
	Feed   string
	Client *client.Client
	// Pages is how many pages are read, from the last backwards; Sample how
	// many resources are requested, and as many deleted ones.
	Pages, Sample int
}

// survey is what was found out about a feed.
type survey struct {
	collection *document
	// pages are in the order of the feed.
	pages []*document
	// whole means that the pages go back to one without prev.
	whole bool
	// unread are pages that could not be read, with the reason.
	unread []string
	// again are second answers, by the address of the page.
	again map[string]*client.Answer
	// any is the answer to Accept: */*.
	any *client.Answer
	// packed is the answer of the largest document to Accept-Encoding: gzip; nil
	// where all are small.
	packed  *client.Answer
	present []sample
	deleted []sample
}

// sample is a resource that was asked for.
type sample struct {
	url    string
	answer *client.Answer
	err    error
}

// observe reads the feed. The error is about the collection, or is that of ctx.
func observe(ctx context.Context, o Options) (*survey, error) {
	s := &survey{again: map[string]*client.Answer{}}
	var err error
	if s.collection, err = o.read(ctx, o.Feed); err != nil {
		return nil, fmt.Errorf("read the feed %s: %w", o.Feed, err)
	}
	if s.any, err = o.get(ctx, o.Feed, "*/*"); err != nil {
		return nil, fmt.Errorf("read the feed %s: %w", o.Feed, err)
	}
	s.walk(ctx, o)
	largest := slices.MaxFunc(s.documents(), func(a, b *document) int { return cmp.Compare(len(a.answer.Body), len(b.answer.Body)) })
	if len(largest.answer.Body) >= worthPacking {
		s.packed, err = o.Client.Get(ctx, client.Request{URL: largest.url, Accept: acceptFeed, Raw: true, MaxBytes: maxDocument})
		if err != nil {
			s.unread = append(s.unread, fmt.Sprintf("%s: %v", largest.url, err))
		}
	}
	for _, page := range s.pages[:max(0, len(s.pages)-1)] {
		if answer, err := o.get(ctx, page.url, acceptFeed); err == nil {
			s.again[page.url] = answer
		}
	}
	s.sample(ctx, o)
	return s, ctx.Err()
}

func (o Options) get(ctx context.Context, address, accept string) (*client.Answer, error) {
	return o.Client.Get(ctx, client.Request{URL: address, Accept: accept, MaxBytes: maxDocument})
}

// read asks for a document of the feed.
func (o Options) read(ctx context.Context, address string) (*document, error) {
	answer, err := o.get(ctx, address, acceptFeed)
	if err != nil {
		return nil, err
	}
	if answer.Status != http.StatusOK {
		return nil, fmt.Errorf("the answer is %d %s", answer.Status, http.StatusText(answer.Status))
	}
	return readDocument(address, answer)
}

// walk reads the pages from the last one backwards.
func (s *survey) walk(ctx context.Context, o Options) {
	address := s.collection.id("last")
	visited := map[string]bool{}
	for ; address != "" && len(s.pages) < o.Pages; address = s.pages[len(s.pages)-1].id("prev") {
		err := errors.New("the pages go in a circle: it comes again")
		var page *document
		if !visited[address] {
			page, err = o.read(ctx, address)
		}
		if err != nil {
			s.unread = append(s.unread, fmt.Sprintf("%s: %v", address, err))
			break
		}
		visited[address] = true
		s.pages = append(s.pages, page)
	}
	s.whole = address == ""
	slices.Reverse(s.pages)
}

// sample requests resources with Accept: */*: the ones that
// changed last, each by its newest activity. Those of hosts that may not be
// asked are passed over.
func (s *survey) sample(ctx context.Context, o Options) {
	seen := map[string]bool{}
	for _, page := range slices.Backward(s.pages) {
		for _, a := range slices.Backward(page.activities()) {
			key, list := "object", &s.present
			switch text(a, "type") {
			case "Delete":
				list = &s.deleted
			case "Move":
				key = "target"
			case "Create", "Update", "Add":
			default:
				continue
			}
			resource, _ := a[key].(object)
			address := text(resource, "id")
			u, err := url.Parse(address)
			if seen[address] || !isWeb(address) || err != nil || !o.Client.Hosts().May(u) {
				continue
			}
			seen[address] = true
			if len(*list) < o.Sample {
				answer, err := o.get(ctx, address, "*/*")
				*list = append(*list, sample{address, answer, err})
			}
		}
	}
}
