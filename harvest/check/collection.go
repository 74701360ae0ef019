package check

import (
	"fmt"
	"net/url"
	"strings"
)

// The types of documents.
const (
	orderedCollection = "OrderedCollection"
	orderedPage       = "OrderedCollectionPage"
)

// one returns a list of one message, or none for "".
func one(message string) []string {
	if message == "" {
		return nil
	}
	return []string{message}
}

func collectionID(s *survey) []string {
	if id := text(s.collection.members, "id"); id != s.collection.url {
		return one(fmt.Sprintf("the id is %q, the collection was found at %s", id, s.collection.url))
	}
	return nil
}

func collectionType(s *survey) []string {
	if got := text(s.collection.members, "type"); got != orderedCollection {
		return one(fmt.Sprintf("the type is %q", got))
	}
	return nil
}

// collectionLast lets a feed without activities be without pages.
func collectionLast(s *survey) []string {
	if s.empty() && s.collection.members["last"] == nil {
		return nil
	}
	return prefixed("last: ", referenceFault(s.collection.members["last"], orderedPage))
}

func collectionFirst(s *survey) []string {
	if s.empty() && s.collection.members["first"] == nil {
		return nil
	}
	return prefixed("first: ", referenceFault(s.collection.members["first"], orderedPage))
}

// empty reports whether the feed says that it has no activities.
func (s *survey) empty() bool {
	n, ok := number(s.collection.members, "totalItems")
	return ok && n == 0
}

func prefixed(prefix, message string) []string {
	if message == "" {
		return nil
	}
	return []string{prefix + message}
}

func totalItems(s *survey) []string {
	value, there := s.collection.members["totalItems"]
	if !there {
		return nil
	}
	total, ok := number(s.collection.members, "totalItems")
	if !ok {
		return one(fmt.Sprintf("totalItems is %v", value))
	}
	items := 0
	for _, page := range s.pages {
		items += len(page.activities())
	}
	switch {
	case s.whole && items < total: // more may have come meanwhile
		return one(fmt.Sprintf("totalItems is %d, the pages have %d activities", total, items))
	case items > total && total < items-s.newest():
		return one(fmt.Sprintf("totalItems is %d, the pages have at least %d activities", total, items))
	}
	return nil
}

// newest is the number of activities on the last page, to which others may have
// been added since the collection was read.
func (s *survey) newest() int {
	if len(s.pages) == 0 {
		return 0
	}
	return len(s.pages[len(s.pages)-1].activities())
}

func seeAlso(s *survey) []string { return references(s, "seeAlso", "Dataset") }

func collectionPartOf(s *survey) []string { return references(s, "partOf", orderedCollection) }

// references checks a member that is an array of references, if it is there.
func references(s *survey, key, wantType string) []string {
	value, there := s.collection.members[key]
	if !there {
		return nil
	}
	list, ok := value.([]any)
	if !ok {
		return one(key + " is not an array")
	}
	var out []string
	for i, item := range list {
		out = append(out, prefixed(fmt.Sprintf("%s %d: ", key, i), referenceFault(item, wantType))...)
	}
	return out
}

func rights(s *survey) []string {
	value, there := s.collection.members["rights"]
	if !there {
		return nil
	}
	u, err := url.Parse(text(s.collection.members, "rights"))
	if err != nil || !isWeb(u.String()) {
		return one(fmt.Sprintf("rights is %v", value))
	}
	if host := strings.TrimPrefix(u.Hostname(), "www."); host != "creativecommons.org" && host != "rightsstatements.org" {
		return one(fmt.Sprintf("rights is %s, neither of creativecommons.org nor of rightsstatements.org", u))
	}
	return nil
}

func collectionItems(s *survey) []string {
	for _, key := range []string{"orderedItems", "items"} {
		if _, there := s.collection.members[key]; there {
			return one("the collection has " + key)
		}
	}
	return nil
}
