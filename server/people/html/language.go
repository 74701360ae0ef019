package html

import (
	"sync"

	"golang.org/x/text/language"
)

// direction returns the direction of the text of a language, as HTML's attribute dir
// has it; empty where the language is not known.
func direction(lang string) string {
	if lang == "" {
		return ""
	}
	tag, err := language.Parse(lang)
	if err != nil {
		return "auto"
	}
	script, _ := tag.Script()
	switch script.String() {
	case "Adlm", "Arab", "Aran", "Hebr", "Mand", "Mend", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa", "Yezi":
		return "rtl"
	}
	return "ltr"
}

// directions knows the directions of languages that were asked for before, since to read a
// tag takes longer than all else that a part of a page does. It may be used by many
// goroutines.
type directions struct {
	lock  sync.RWMutex
	known map[string]string
}

// maxDirections is how many languages are kept, and maxTag how long a tag is at most that
// is: records may have any.
const maxDirections, maxTag = 256, 35

// of is what direction returns. It keeps nothing where d is nil.
func (d *directions) of(lang string) string {
	if d == nil || len(lang) > maxTag {
		return direction(lang)
	}
	d.lock.RLock()
	dir, ok := d.known[lang]
	d.lock.RUnlock()
	if ok {
		return dir
	}
	dir = direction(lang)
	d.lock.Lock()
	defer d.lock.Unlock()
	if len(d.known) < maxDirections {
		d.known[lang] = dir
	}
	return dir
}

// runsLeft tells whether a text has a character of a script that is written from right
// to left (Unicode Standard Annex 9).
func runsLeft(s string) bool {
	for _, r := range s {
		switch {
		case r < 0x590:
		case r <= 0x8ff, r >= 0xfb1d && r <= 0xfdff, r >= 0xfe70 && r <= 0xfeff,
			r >= 0x10800 && r <= 0x10fff, r >= 0x1e800 && r <= 0x1efff:
			return true
		}
	}
	return false
}
