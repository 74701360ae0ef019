package i18n

import (
	"strconv"
	"strings"

	"golang.org/x/text/feature/plural"

	"vitrine/linkedart/reading"
)

// count is the word for what a number counts: "1 day", "2 days". By the plural rules of
// CLDR the digits decide: French counts "1,5 jour", English "1.5 days".
func (w *Wording) count(words counted, n reading.Number) string {
	if w.isOne(n) {
		return w.Text(words.one)
	}
	return w.Text(words.many)
}

// isOne tells whether the language counts with a number as with one.
func (w *Wording) isOne(n reading.Number) bool {
	whole, fraction, _ := strings.Cut(strings.TrimLeft(n.Text, "+-"), ".")
	trimmed := strings.TrimRight(fraction, "0")
	i, err := strconv.Atoi(whole)
	if err != nil || !n.Known {
		return false
	}
	f, t := 0, 0
	if fraction != "" {
		if f, err = strconv.Atoi(fraction); err != nil {
			return false
		}
	}
	if trimmed != "" {
		if t, err = strconv.Atoi(trimmed); err != nil {
			return false
		}
	}
	return plural.Cardinal.MatchPlural(w.tag, i, len(fraction), len(trimmed), f, t) == plural.One
}
