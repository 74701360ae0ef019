package site

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"vitrine/linkedart/reading"
	"vitrine/rdfstore"
	"vitrine/rdfstore/graph"
	"vitrine/server/data/criteria"
	"vitrine/server/data/holdings"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
	"vitrine/server/web/address"
)

// Survey finds the parts of what the service has; holdings.Survey does.
type Survey interface {
	Sections(context.Context) ([]holdings.Section, error)
}

// Log calls put where what was found at an entry of the log may be kept;
// *holdings.Follower does.
type Log interface {
	Keep(at uint64, put func())
}

// Navigation keeps the sections that have records until there may be another, or one less.
type Navigation struct {
	survey Survey
	log    Log
	// base is that of the entities.
	base string
	mu   sync.Mutex
	// list is never changed; known tells that it is right.
	list  []holdings.Section
	known bool
}

// NewNavigation returns the navigation of the entities of a base. The follower of the log
// has to drop changes from it.
func NewNavigation(survey Survey, log Log, base string) *Navigation {
	return &Navigation{survey: survey, log: log, base: base}
}

// Drop forgets the sections where a change may have added one or removed one.
func (n *Navigation) Drop(change rdfstore.LogEntry) {
	rest, ours := strings.CutPrefix(change.Name.String(), n.base)
	segment, _, nested := strings.Cut(rest, "/")
	n.mu.Lock()
	defer n.mu.Unlock()
	isNew := !slices.ContainsFunc(n.list, func(s holdings.Section) bool { return s.Endpoint == segment+"/" })
	if ours && nested && (change.Kind == rdfstore.Deleted || isNew) || !ours && change.Kind != rdfstore.Updated {
		n.known = false
	}
}

// Clear forgets the sections.
func (n *Navigation) Clear() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.known = false
}

// Sections returns the sections that have records, in the order in which pages show them; at is the
// entry of the log that was followed.
func (n *Navigation) Sections(ctx context.Context, at uint64) ([]holdings.Section, error) {
	if list, known := n.last(); known {
		return list, nil
	}
	list, err := n.survey.Sections(ctx)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(list, func(a, b holdings.Section) int {
		return cmp.Compare(endpointOrder(a.Endpoint), endpointOrder(b.Endpoint))
	})
	n.log.Keep(at, func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.list, n.known = list, true
	})
	return list, nil
}

// last returns what was found last, and whether it is right.
func (n *Navigation) last() (list []holdings.Section, known bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.list, n.known
}

// endpointsInOrder are the endpoints as pages show them.
var endpointsInOrder = []string{"object", "person", "place", "provenance", "event", "group", "set", "text", "visual", "abstract", "digital", "concept"}

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

// navigation leads to the lists of those sections that Linked Art has words for: first those
// that visitors know, then the others. A page is not refused because they cannot be found: it
// has those that were found last.
func (s *Site) navigation(ctx context.Context, at uint64, w *i18n.Wording) (main, more []html.Link) {
	list, err := s.Navigation.Sections(ctx, at)
	if err != nil {
		return s.lastNavigation(w)
	}
	return s.navigationTo(list, w)
}

// lastNavigation is the navigation as it was last. It asks the store for nothing, which
// may be what a page reports.
func (s *Site) lastNavigation(w *i18n.Wording) (main, more []html.Link) {
	list, _ := s.Navigation.last()
	return s.navigationTo(list, w)
}

func (s *Site) navigationTo(list []holdings.Section, w *i18n.Wording) (main, more []html.Link) {
	var all []html.Link
	for _, section := range list {
		if len(all) == maxNavigation {
			break
		}
		if title, address := s.Section(section, w); title != "" && address != "" {
			all = append(all, html.Link{Href: address, Title: title})
		}
	}
	return Split(all)
}

// maxNavigation is how many lists the header of a page leads to; MainSections come first, and
// the others are folded.
const (
	maxNavigation = 12
	MainSections  = 5
)

// Split parts what is about the sections into the first ones and the rest. One that would be
// alone is not folded.
func Split[T any](all []T) (main, more []T) {
	if len(all) <= MainSections+1 {
		return all, nil
	}
	return all[:MainSections], all[MainSections:]
}

// Section is the name of a section, and the address of its list: "" where nothing can be searched.
func (s *Site) Section(section holdings.Section, w *i18n.Wording) (title, list string) {
	if section.Class == "" {
		return w.Endpoint(strings.TrimSuffix(section.Endpoint, "/")), s.EndpointList(section.Endpoint)
	}
	if class, err := graph.IRI(section.Class); err == nil && s.Searches {
		list = s.Mapper.Service(criteria.Criteria{Values: map[string][]string{"class": {s.Words.Class(class)}}}.Target())
	}
	return w.Classes(reading.Class(section.Class)), list
}
