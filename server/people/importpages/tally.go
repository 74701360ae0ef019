package importpages

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"vitrine/linkedart"
	"vitrine/load/convert"
)

// maxPlaces is how many places of a finding are named.
const maxPlaces = 8

// tally counts the findings about records by rule.
type tally struct {
	// records were judged, and refused are those of them that are not stored.
	records, refused int
	rules            map[ruleKey]*ruleCount
}

// ruleKey tells findings apart.
type ruleKey struct {
	level linkedart.Level
	rule  string
}

// ruleCount is how often a rule was broken.
type ruleCount struct {
	ruleKey
	// message is that of the first finding.
	message string
	count   int
	// places are the first of those where it was, as texts, and more tells that there are
	// others.
	places []string
	more   bool
}

// add counts the findings about a record that was made of a row.
func (t *tally) add(at convert.Place, refused bool, findings []linkedart.Finding) {
	t.records++
	if refused {
		t.refused++
	}
	if t.rules == nil {
		t.rules = map[ruleKey]*ruleCount{}
	}
	for _, f := range findings {
		key := ruleKey{f.Level, f.Rule}
		n := t.rules[key]
		if n == nil {
			n = &ruleCount{ruleKey: key, message: message(f)}
			t.rules[key] = n
		}
		n.count++
		place := strconv.Itoa(cmp.Or(at.Line, at.Row))
		switch {
		case slices.Contains(n.places, place):
		case len(n.places) < maxPlaces:
			n.places = append(n.places, place)
		default:
			n.more = true
		}
	}
}

// message is what a finding says, with what would be right.
func message(f linkedart.Finding) string {
	text := f.Message
	if f.Pointer != "" {
		text = f.Pointer + ": " + text
	}
	if f.Fix != "" {
		text += " → " + f.Fix
	}
	return text
}

// byRule returns the counts, errors first, the most frequent first.
func (t *tally) byRule() []*ruleCount {
	return slices.SortedFunc(maps.Values(t.rules), func(a, b *ruleCount) int {
		return cmp.Or(strings.Compare(string(a.level), string(b.level)), cmp.Compare(b.count, a.count), strings.Compare(a.rule, b.rule))
	})
}
