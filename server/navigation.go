package server

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"vitrine/rdfstore"
	"vitrine/server/address"
	"vitrine/server/page"
	"vitrine/server/wording"
)

// endpoints keeps the endpoints that have records until there may be another, or one less.
type endpoints struct {
	// base is that of the entities.
	base string
	mu   sync.Mutex
	// list is never changed; known tells that it is right.
	list  []string
	known bool
}

// Drop forgets the endpoints where a change may have added one or removed one.
func (k *endpoints) Drop(change rdfstore.LogEntry) {
	rest, ours := strings.CutPrefix(change.Name.String(), k.base)
	segment, _, nested := strings.Cut(rest, "/")
	k.mu.Lock()
	defer k.mu.Unlock()
	if ours && nested && (change.Kind == rdfstore.Deleted || !slices.Contains(k.list, segment+"/")) {
		k.known = false
	}
}

// Clear forgets the endpoints.
func (k *endpoints) Clear() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.known = false
}

// get returns the endpoints that have records, each with its slash, in the order in which
// pages show them; at is the entry of the log that was followed.
func (k *endpoints) get(ctx context.Context, at uint64, s *Server) ([]string, error) {
	if list, known := k.last(); known {
		return list, nil
	}
	list, err := s.survey.Endpoints(ctx)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(list, func(a, b string) int { return cmp.Compare(endpointOrder(a), endpointOrder(b)) })
	s.log.Keep(at, func() {
		k.mu.Lock()
		defer k.mu.Unlock()
		k.list, k.known = list, true
	})
	return list, nil
}

// last returns what was found last, and whether it is right.
func (k *endpoints) last() (list []string, known bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.list, k.known
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
	list, _ := s.endpoints.last()
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
