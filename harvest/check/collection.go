package check

import (
	"fmt"
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
