package check

import (
	"bytes"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// perPage gathers what a check says about each page.
func perPage(check func(s *survey, i int, page *document) string) func(*survey) []string {
	return func(s *survey) []string {
		var out []string
		for i, page := range s.pages {
			out = append(out, prefixed(page.url+": ", check(s, i, page))...)
		}
		return out
	}
}

func pageID(s *survey) []string {
	return append(s.unread, perPage(func(_ *survey, _ int, page *document) string {
		if id := text(page.members, "id"); id != page.url {
			return fmt.Sprintf("its id is %q", id)
		}
		return ""
	})(s)...)
}

func pagePartOf(s *survey, _ int, page *document) string {
	if fault := referenceFault(page.members["partOf"], orderedCollection); fault != "" {
		return "partOf: " + fault
	}
	if id := page.id("partOf"); id != s.collection.url {
		return "partOf is " + id
	}
	return ""
}

// pagePrev tells the first page by the collection, or else by its startIndex.
func pagePrev(s *survey, i int, page *document) string {
	value, there := page.members["prev"]
	if there {
		return strings.Join(prefixed("prev: ", referenceFault(value, orderedPage)), "")
	}
	if first := s.collection.id("first"); first != "" && first != page.url {
		return "it has no prev, and is not the first page"
	}
	if n, ok := number(page.members, "startIndex"); ok && n > 0 && i == 0 && s.collection.id("first") == "" {
		return fmt.Sprintf("it has no prev, and its startIndex is %d", n)
	}
	return ""
}

// pageNext does not look at the last page: another may have come meanwhile.
func pageNext(s *survey, i int, page *document) string {
	if i == len(s.pages)-1 {
		return ""
	}
	if message := referenceFault(page.members["next"], orderedPage); message != "" {
		return "next: " + message
	}
	if id := page.id("next"); id != s.pages[i+1].url {
		return fmt.Sprintf("next is %s, which does not name this page as prev", id)
	}
	return ""
}

func startIndex(s *survey) []string {
	want := -1
	if s.whole {
		want = 0
	}
	return perPage(func(_ *survey, _ int, page *document) string {
		value, there := page.members["startIndex"]
		n, ok := number(page.members, "startIndex")
		message := ""
		switch {
		case there && !ok:
			message = fmt.Sprintf("startIndex is %v", value)
		case there && want >= 0 && n != want:
			message = fmt.Sprintf("startIndex is %d, the pages before have %d activities", n, want)
		case there:
			want = n
		}
		if want >= 0 {
			items, _ := page.members["orderedItems"].([]any)
			want += len(items)
		}
		return message
	})(s)
}

func orderOnPage(_ *survey, _ int, page *document) string {
	var before time.Time
	for i, a := range page.activities() {
		t, ok := endTime(a)
		if ok && t.Before(before) {
			return fmt.Sprintf("activity %d is of %s, one before it of %s", i, t.Format(time.RFC3339), before.Format(time.RFC3339))
		}
		if ok {
			before = t
		}
	}
	return ""
}

func orderOfPages(s *survey) []string {
	var newest time.Time // of the pages before
	return perPage(func(_ *survey, _ int, page *document) string {
		message := ""
		next := newest
		for _, a := range page.activities() {
			t, ok := endTime(a)
			if ok && t.Before(newest) && message == "" {
				message = fmt.Sprintf("it has an activity of %s, a page before it one of %s", t.Format(time.RFC3339), newest.Format(time.RFC3339))
			}
			if ok && t.After(next) {
				next = t
			}
		}
		newest = next
		return message
	})(s)
}

var trailingNumber = regexp.MustCompile(`^(.*?)(\d+)/?(?:\.json)?$`)

func pageNumbers(s *survey) []string {
	before, stem := -1, ""
	return perPage(func(_ *survey, i int, page *document) string {
		m := trailingNumber.FindStringSubmatch(page.url)
		if m == nil {
			return "its URI does not end in a number"
		}
		n, err := strconv.Atoi(m[2])
		if err != nil {
			return err.Error()
		}
		followed := before
		before = n
		if i > 0 && n != followed+1 {
			return fmt.Sprintf("it follows number %d", followed)
		}
		if i > 0 && m[1] != stem {
			return "its URI differs from the others in more than the number"
		}
		stem = m[1]
		return ""
	})(s)
}

func stablePages(s *survey, _ int, page *document) string {
	again, ok := s.again[page.url]
	switch {
	case !ok:
		return ""
	case again.Status != http.StatusOK:
		return fmt.Sprintf("the second time, the answer is %d", again.Status)
	case !bytes.Equal(again.Body, page.answer.Body):
		return "the second time, it is another"
	case again.Header.Get("ETag") != page.answer.Header.Get("ETag"):
		return "the second time, it has another ETag"
	}
	return ""
}
