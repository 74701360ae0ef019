package server

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"vitrine/server/address"
	"vitrine/server/page"
	"vitrine/server/wording"
)

// endpoints keeps the endpoints that have records until something changes.
type endpoints struct {
	mu sync.Mutex
	// list is never changed; position is that of the log which it was read at.
	list     []string
	position uint64
	known    bool
}

// get returns the endpoints that have records, each with its slash, in the order in which
// pages show them; at is the entry of the log that was followed.
func (k *endpoints) get(ctx context.Context, at uint64, s *Server) ([]string, error) {
	if list, position, known := k.last(); known && position == at {
		return list, nil
	}
	list, err := s.survey.Endpoints(ctx)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(list, func(a, b string) int { return cmp.Compare(endpointOrder(a), endpointOrder(b)) })
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.known || k.position < at {
		k.list, k.position, k.known = list, at, true
	}
	return list, nil
}

// last returns what was found last, and where in the log.
func (k *endpoints) last() (list []string, position uint64, known bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.list, k.position, k.known
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

// endpointList is the address of the list of an endpoint's records.
func (s *Server) endpointList(endpoint string) string {
	return s.mapper.Prefix + address.URI(endpoint)
}

// navigation leads to the lists of those endpoints that Linked Art has. A page is not
// refused because they cannot be found: it has those that were found last.
func (s *Server) navigation(ctx context.Context, at uint64, w *wording.Wording) []page.Link {
	list, err := s.endpoints.get(ctx, at, s)
	if err != nil {
		return s.lastNavigation(w)
	}
	return s.navigationTo(list, w)
}

// lastNavigation is the navigation as it was last. It asks the store for nothing, which
// may be what a page reports.
func (s *Server) lastNavigation(w *wording.Wording) []page.Link {
	list, _, _ := s.endpoints.last()
	return s.navigationTo(list, w)
}

func (s *Server) navigationTo(list []string, w *wording.Wording) []page.Link {
	var out []page.Link
	for _, endpoint := range list {
		if title := w.Endpoint(strings.TrimSuffix(endpoint, "/")); title != "" {
			out = append(out, page.Link{Href: s.endpointList(endpoint), Title: title})
		}
	}
	return out
}
