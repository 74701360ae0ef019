package check

import (
	"fmt"
	"time"
)

// perActivity gathers what a check says about each activity.
func perActivity(check func(page *document, a object) string) func(*survey) []string {
	return func(s *survey) []string {
		var out []string
		for _, page := range s.pages {
			for i, a := range page.activities() {
				out = append(out, prefixed(fmt.Sprintf("%s: activity %d: ", page.url, i), check(page, a))...)
			}
		}
		return out
	}
}

// endTime returns the time of an activity, if it has one that can be compared.
func endTime(a object) (time.Time, bool) {
	t, err := time.Parse(time.RFC3339, text(a, "endTime"))
	return t, err == nil
}

// notAhead leaves a second, since both clocks are cut to seconds.
func notAhead(page *document, a object) string {
	sent, known := page.answer.Date()
	if t, ok := endTime(a); known && ok && t.After(sent.Add(time.Second)) {
		return fmt.Sprintf("its endTime is %s, the page was sent at %s", t.Format(time.RFC3339), sent.UTC().Format(time.RFC3339))
	}
	return ""
}

// objectID returns the id of the object of an activity.
func objectID(a object) string {
	o, _ := a["object"].(object)
	return text(o, "id")
}

func createOnce(s *survey) []string {
	created := map[string]bool{}
	return perActivity(func(_ *document, a object) string {
		id := objectID(a)
		switch text(a, "type") {
		case "Delete", "Move":
			delete(created, id)
		case "Create":
			if created[id] {
				return "it creates again " + id
			}
			created[id] = true
		}
		return ""
	})(s)
}

func deleteOnce(s *survey) []string {
	deleted := map[string]bool{}
	return perActivity(func(_ *document, a object) string {
		id := objectID(a)
		if text(a, "type") != "Delete" {
			delete(deleted, id)
			return ""
		}
		if deleted[id] {
			return "it deletes again " + id
		}
		deleted[id] = true
		return ""
	})(s)
}

func moveTarget(_ *document, a object) string {
	if text(a, "type") != "Move" {
		return ""
	}
	target, _ := a["target"].(object)
	switch {
	case !isWeb(text(target, "id")) || text(target, "type") == "":
		return "it has no target with id and type"
	case text(target, "id") == objectID(a):
		return "its target is its object"
	}
	return ""
}

func unique(s *survey) []string {
	type key struct{ kind, object, endTime, id string }
	seen := map[key]bool{}
	return perActivity(func(_ *document, a object) string {
		k := key{text(a, "type"), objectID(a), text(a, "endTime"), text(a, "id")}
		if seen[k] && k.endTime != "" {
			return "one before it is the same"
		}
		seen[k] = true
		return ""
	})(s)
}
