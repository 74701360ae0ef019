package rdfstore

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Retention says which past states of entities a store keeps. The zero value keeps all. What a
// store keeps no longer goes when the entity changes next, or when the store is compacted.
type Retention struct {
	// Count is how many past states of each entity are kept at most: 0 for all, and
	// less than 0 for none.
	Count int
	// Age is for how long a state is kept after another one has taken its place: 0 for ever.
	Age time.Duration
}

// ParseRetention reads "all", a number of past states ("0" for none), or the time for which they
// are kept, such as "720h" or "90d".
func ParseRetention(text string) (Retention, error) {
	if text == "all" {
		return Retention{}, nil
	}
	if n, err := strconv.Atoi(text); err == nil && n >= 0 {
		if n == 0 {
			n = -1
		}
		return Retention{Count: n}, nil
	}
	if n, ok := days(text); ok {
		return Retention{Age: n}, nil
	}
	if age, err := time.ParseDuration(text); err == nil && age > 0 {
		return Retention{Age: age}, nil
	}
	return Retention{}, fmt.Errorf("%q is not a retention of versions: give \"all\", a number of past states, or a time such as 90d", text)
}

// maxDays is about the longest time.Duration.
const maxDays = 100_000

// days reads a number of days.
func days(text string) (time.Duration, bool) {
	number, ok := strings.CutSuffix(text, "d")
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(number)
	return time.Duration(n) * 24 * time.Hour, err == nil && n > 0 && n <= maxDays
}

// Keeps tells whether a past state is kept: the one that n later past states came after, and that
// another state took the place of at a time.
func (r Retention) Keeps(n int, replaced, now time.Time) bool {
	return (r.Count == 0 || n < r.Count) && (r.Age == 0 || now.Sub(replaced) <= r.Age)
}
