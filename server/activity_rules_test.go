package server

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"vitrine/rdfstore"
	"vitrine/server/data/dataset"
)

// TestFeedRules serves the log of random changes and checks each rule of IIIF
// Change Discovery 1.0 that binds a publisher of level 2.
func TestFeedRules(t *testing.T) {
	s, store := newTestServer(t, func(c *Config) { c.Licence = "https://creativecommons.org/publicdomain/zero/1.0/" })
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	scribble(t, store, rand.New(rand.NewPCG(seed, 0)), 4*dataset.ActivityPageSize)
	pages := harvest(t, s)
	collection := fetchJSON[map[string]any](t, s, feedURI)
	var raw []map[string]any
	var activities []dataset.Activity
	for _, p := range pages {
		raw = append(raw, fetchJSON[map[string]any](t, s, p.ID))
		activities = append(activities, p.OrderedItems...)
	}
	if len(pages) < 3 {
		t.Fatalf("%d pages do not say much", len(pages))
	}
	reference := func(id, class string) any { return map[string]any{"id": id, "type": class} }
	pageAt := func(i int) any { return reference(fmt.Sprintf("%s/page/%d", feedURI, i), "OrderedCollectionPage") }
	contextsOf := []any{recordTypes, discovery}
	every := func(check func(a dataset.Activity) bool) bool {
		for _, a := range activities {
			if !check(a) {
				t.Logf("%+v", a)
				return false
			}
		}
		return true
	}
	onPages := func(check func(i int, p map[string]any) bool) bool {
		for i, p := range raw {
			if !check(i, p) {
				t.Logf("%+v", p)
				return false
			}
		}
		return true
	}
	checks := []struct {
		rule string
		ok   bool
	}{
		{"C-03 each activity has an endTime", every(func(a dataset.Activity) bool { return a.EndTime != "" })},
		{"C-04 C-24 oldest first, within and across pages", ascending(activities)},
		{"C-05 C-26 C-27 Create, Update and Delete", every(func(a dataset.Activity) bool { return strings.Contains("Create Update Delete", a.Type) }) && kindsOf(activities) == 3},
		{"C-07 the newest change of each entity is there", newestIsThere(t, s, store, activities)},
		{"C-08 the collection is at its id", collection["id"] == feedURI},
		{"C-09 it is an OrderedCollection", collection["type"] == "OrderedCollection"},
		{"C-10 last", reflect.DeepEqual(collection["last"], pageAt(len(raw)-1))},
		{"C-11 first", reflect.DeepEqual(collection["first"], pageAt(0))},
		{"C-12 totalItems counts activities", collection["totalItems"] == float64(len(activities))},
		{"C-13 seeAlso leads to what describes the data set", describedBy(t, s)},
		{"C-15 rights", collection["rights"] == "https://creativecommons.org/publicdomain/zero/1.0/"},
		{"C-16 the collection holds no activities", collection["orderedItems"] == nil},
		{"C-17 C-18 pages at their ids", onPages(func(i int, p map[string]any) bool {
			return reflect.DeepEqual(reference(p["id"].(string), p["type"].(string)), pageAt(i))
		})},
		{"C-19 partOf", onPages(func(_ int, p map[string]any) bool {
			return reflect.DeepEqual(p["partOf"], reference(feedURI, "OrderedCollection"))
		})},
		{"C-20 prev except on the first", onPages(func(i int, p map[string]any) bool {
			return i == 0 && p["prev"] == nil || i > 0 && reflect.DeepEqual(p["prev"], pageAt(i-1))
		})},
		{"C-21 next except on the last", onPages(func(i int, p map[string]any) bool {
			return i == len(raw)-1 && p["next"] == nil || reflect.DeepEqual(p["next"], pageAt(i+1))
		})},
		{"C-22 startIndex", onPages(func(i int, p map[string]any) bool { return p["startIndex"] == float64(i*dataset.ActivityPageSize) })},
		{"C-23 at least one activity", onPages(func(_ int, p map[string]any) bool { return len(p["orderedItems"].([]any)) > 0 })},
		{"C-25 pages but the last are full", onPages(func(i int, p map[string]any) bool {
			return i == len(raw)-1 || len(p["orderedItems"].([]any)) == dataset.ActivityPageSize
		})},
		{"C-28 objects have an id and a type", every(func(a dataset.Activity) bool {
			return strings.HasPrefix(a.Object.ID, "https://") && a.Object.Type != ""
		})},
		{"C-30 canonical where the entity is another's", every(func(a dataset.Activity) bool {
			return (a.Object.Canonical != "") == strings.Contains(a.Object.ID, "/entity?id=")
		})},
		{"C-31 endTime is xsd:dateTime in UTC", every(func(a dataset.Activity) bool {
			return regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$`).MatchString(a.EndTime)
		})},
		{"C-33 the description is there by endTime", notBefore(t, store, activities)},
		{"C-35 one Create until a Delete", lives(activities)},
		{"C-38 to C-40 no Move, Add, Remove or Refresh", every(func(a dataset.Activity) bool { return a.Type == "Create" || a.Type == "Update" || a.Type == "Delete" })},
		{"C-41 C-42 an id that leads to the activity, and is its own", ownIDs(pages)},
		{"C-43 C-44 contexts", reflect.DeepEqual(collection["@context"], contextsOf) && onPages(func(_ int, p map[string]any) bool { return reflect.DeepEqual(p["@context"], contextsOf) })},
		{"C-43 @context comes first", strings.HasPrefix(strings.Join(strings.Fields(body(t, do(t, s, "GET", "/-/activity"))), ""), `{"@context":`)},
		{"C-48 CORS", do(t, s, "GET", "/-/activity").Header.Get("Access-Control-Allow-Origin") == "*"},
		{"C-48 compression", do(t, s, "GET", "/-/activity/page/0", "Accept-Encoding", "gzip").Header.Get("Content-Encoding") == "gzip"},
		{"C-51 one URI for each record, Linked Art by default", resolves(t, s, store, activities)},
	}
	for _, c := range checks {
		if !c.ok {
			t.Errorf("%s: does not hold", c.rule)
		}
	}
}

// describedBy follows seeAlso of the collection.
func describedBy(t *testing.T, s *Server) bool {
	t.Helper()
	about := fetchJSON[dataset.ActivityCollection](t, s, feedURI).SeeAlso
	for _, d := range about {
		r := do(t, s, "GET", strings.TrimPrefix(d.ID, strings.TrimSuffix(testBase, "/")))
		if r.StatusCode != 200 || d.Type != "Dataset" || !strings.HasPrefix(r.Header.Get("Content-Type"), d.Format) || d.Label["en"] == nil {
			t.Logf("%+v: status %d, %v", d, r.StatusCode, r.Header)
			return false
		}
	}
	return len(about) > 0
}

func ascending(activities []dataset.Activity) bool {
	for i := 1; i < len(activities); i++ {
		if activities[i].EndTime < activities[i-1].EndTime {
			return false
		}
	}
	return len(activities) > 1
}

func kindsOf(activities []dataset.Activity) int {
	kinds := map[string]bool{}
	for _, a := range activities {
		kinds[a.Type] = true
	}
	return len(kinds)
}

// newestIsThere plays the feed back and compares what is left with the store.
func newestIsThere(t *testing.T, s *Server, store rdfstore.Store, activities []dataset.Activity) bool {
	t.Helper()
	left := map[string]bool{}
	for _, a := range activities {
		if a.Type == "Delete" {
			delete(left, a.Object.ID)
		} else {
			left[a.Object.ID] = true
		}
	}
	stored := map[string]bool{}
	for name, err := range store.Entities(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		stored[s.mapper.Public(name.String())] = true
	}
	return len(stored) > 3 && reflect.DeepEqual(left, stored)
}

// notBefore compares end times with the times of the log.
func notBefore(t *testing.T, store rdfstore.Store, activities []dataset.Activity) bool {
	t.Helper()
	i := 0
	for entry, err := range store.Changes(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		end, err := time.Parse(time.RFC3339, activities[i].EndTime)
		if err != nil || end.Before(entry.Time) || end.Sub(entry.Time) >= time.Second {
			return false
		}
		i++
	}
	return i == len(activities)
}

// lives tells whether each entity is created first, then updated until it is
// deleted, and so on.
func lives(activities []dataset.Activity) bool {
	alive := map[string]bool{}
	for _, a := range activities {
		if alive[a.Object.ID] == (a.Type == "Create") {
			return false
		}
		alive[a.Object.ID] = a.Type != "Delete"
	}
	return true
}

func ownIDs(pages []dataset.ActivityPage) bool {
	seen := map[string]bool{}
	for _, p := range pages {
		for _, a := range p.OrderedItems {
			if seen[a.ID] || !strings.HasPrefix(a.ID, p.ID+"#") {
				return false
			}
			seen[a.ID] = true
		}
	}
	return true
}

// resolves asks for the object of each activity, with no Accept.
func resolves(t *testing.T, s *Server, store rdfstore.Store, activities []dataset.Activity) bool {
	t.Helper()
	asked := map[string]bool{}
	for _, a := range activities {
		if asked[a.Object.ID] {
			continue
		}
		asked[a.Object.ID] = true
		name := a.Object.ID
		if a.Object.Canonical != "" {
			name = a.Object.Canonical
		}
		want := 200
		if _, err := store.Get(t.Context(), mustIRI(t, name)); err != nil {
			want = 410
		}
		r := do(t, s, "GET", strings.TrimPrefix(a.Object.ID, strings.TrimSuffix(testBase, "/")))
		if r.StatusCode != want || want == 200 && !strings.HasPrefix(r.Header.Get("Content-Type"), askedLinkedArt) {
			t.Logf("%s: status %d, %v", a.Object.ID, r.StatusCode, r.Header)
			return false
		}
	}
	return true
}
