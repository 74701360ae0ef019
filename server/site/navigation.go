package site

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"vitrine/rdfstore"
	"vitrine/server/page"
	"vitrine/server/web/address"
	"vitrine/server/wording"
)

// Survey finds the endpoints that have records, each with its slash; holdings.Survey does.
type Survey interface {
	Endpoints(context.Context) ([]string, error)
}

// Log calls put where what was found at an entry of the log may be kept;
// *follower.Follower does.
type Log interface {
	Keep(at uint64, put func())
}

// Navigation keeps the endpoints that have records until there may be another, or one less.
type Navigation struct {
	survey Survey
	log    Log
	// base is that of the entities.
	base string
	mu   sync.Mutex
	// list is never changed; known tells that it is right.
	list  []string
	known bool
	// links lead to the endpoints of list, by language. They are never changed.
	links map[*wording.Wording][]page.Link
}

// NewNavigation returns the navigation of the entities of a base. The follower of the log
// has to drop changes from it.
func NewNavigation(survey Survey, log Log, base string) *Navigation {
	return &Navigation{survey: survey, log: log, base: base}
}

// Drop forgets the endpoints where a change may have added one or removed one.
func (n *Navigation) Drop(change rdfstore.LogEntry) {
	rest, ours := strings.CutPrefix(change.Name.String(), n.base)
	segment, _, nested := strings.Cut(rest, "/")
	n.mu.Lock()
	defer n.mu.Unlock()
	if ours && nested && (change.Kind == rdfstore.Deleted || !slices.Contains(n.list, segment+"/")) {
		n.known = false
	}
}

// Clear forgets the endpoints.
func (n *Navigation) Clear() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.known = false
}

// Endpoints returns the endpoints that have records, each with its slash, in the order in which
// pages show them; at is the entry of the log that was followed.
func (n *Navigation) Endpoints(ctx context.Context, at uint64) ([]string, error) {
	if list, known := n.last(); known {
		return list, nil
	}
	list, err := n.survey.Endpoints(ctx)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(list, func(a, b string) int { return cmp.Compare(endpointOrder(a), endpointOrder(b)) })
	n.log.Keep(at, func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.list, n.known, n.links = list, true, nil
	})
	return list, nil
}

// last returns what was found last, and whether it is right.
func (n *Navigation) last() (list []string, known bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.list, n.known
}

// endpointsInOrder are the endpoints as pages show them.
var endpointsInOrder = []string{"object", "person", "group", "place", "event", "provenance", "set", "text", "visual", "abstract", "digital", "concept"}

// endpointOrder is the place of an endpoint on pages; others come last.
func endpointOrder(endpoint string) int {
	if i := slices.Index(endpointsInOrder, strings.TrimSuffix(endpoint, "/")); i >= 0 {
		return i
	}
	return len(endpointsInOrder)
}

// EndpointList is the address of the list of an endpoint's records.
func (s *Site) EndpointList(endpoint string) string {
	return s.Mapper.Prefix + address.URI(endpoint)
}

// navigation leads to the lists of those endpoints that Linked Art has. A page is not
// refused because they cannot be found: it has those that were found last.
func (s *Site) navigation(ctx context.Context, at uint64, w *wording.Wording) []page.Link {
	if links := s.Navigation.kept(w); links != nil {
		return links
	}
	list, err := s.Navigation.Endpoints(ctx, at)
	if err != nil {
		return s.lastNavigation(w)
	}
	links := s.navigationTo(list, w)
	s.Navigation.keep(list, w, links)
	return links
}

// kept returns the links to the endpoints that have records, nil where they are not known.
func (n *Navigation) kept(w *wording.Wording) []page.Link {
	n.mu.Lock()
	defer n.mu.Unlock()
	if !n.known {
		return nil
	}
	return n.links[w]
}

// keep keeps the links to endpoints, if they are still those that have records.
func (n *Navigation) keep(list []string, w *wording.Wording, links []page.Link) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if !n.known || !slices.Equal(n.list, list) {
		return
	}
	if n.links == nil {
		n.links = map[*wording.Wording][]page.Link{}
	}
	n.links[w] = slices.Clip(links)
}

// lastNavigation is the navigation as it was last. It asks the store for nothing, which
// may be what a page reports.
func (s *Site) lastNavigation(w *wording.Wording) []page.Link {
	list, _ := s.Navigation.last()
	return s.navigationTo(list, w)
}

func (s *Site) navigationTo(list []string, w *wording.Wording) []page.Link {
	var out []page.Link
	for _, endpoint := range list {
		if title := w.Endpoint(strings.TrimSuffix(endpoint, "/")); title != "" {
			out = append(out, page.Link{Href: s.EndpointList(endpoint), Title: title})
		}
	}
	return out
}
