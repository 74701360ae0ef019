// Package cite writes the reference to an entity for programs that manage references: BibTeX
// (with the fields of biblatex), RIS, and CSL-JSON 1.0.2
// (https://docs.citationstyles.org/en/stable/specification.html), and as the citation_* meta
// elements that such programs read on a page.
//
// It never guesses: a name is one text, which no program takes apart, and a date is that of
// the record. It knows neither records nor HTTP.
package cite

import (
	"path"
	"strconv"
	"strings"
	"unicode"
)

// Type is what is referred to, as far as reference managers tell it apart.
type Type int

const (
	// Entry is an entry of a collection's data, such as that of a person.
	Entry Type = iota
	Artwork
	Document
	Image
	Collection
)

// Work is what a reference says. What is not known is empty.
type Work struct {
	Type Type
	// URL is the permanent address.
	URL, Title string
	// Creators are their names as one text each.
	Creators []string
	// Created is a date or an interval of ISO 8601: "1665", "1665-03", "1665/1667".
	Created string
	// Kind and Medium are in words: "painting", "oil paint, canvas".
	Kind, Medium string
	// Publisher is the service that the entity is from.
	Publisher string
}

// Format is a form of references.
type Format struct {
	// Name is the short name, Title that for people, Extension that of files, "" for none.
	Name, Title, MediaType, Extension string
	Write                             func(Work) []byte
}

// Formats are all forms.
func Formats() []Format {
	return []Format{
		{"bibtex", "BibTeX", "application/x-bibtex", "bib", bibTeX},
		{"ris", "RIS", "application/x-research-info-systems", "ris", ris},
		{"csl", "CSL-JSON", "application/vnd.citationstyles.csl+json", "", cslJSON},
	}
}

// Meta are the citation_* meta elements of a page, as names and contents by turns, for what
// somebody made; nothing for other entries.
func (w Work) Meta() [][2]string {
	if w.Type == Entry || w.Type == Collection {
		return nil
	}
	out := [][2]string{{"citation_title", w.Title}}
	for _, name := range w.Creators {
		out = append(out, [2]string{"citation_author", name})
	}
	if from, _ := w.ends(); from != nil && from[0] > 0 {
		out = append(out, [2]string{"citation_publication_date", slashed(from)})
	}
	if w.Publisher != "" {
		out = append(out, [2]string{"citation_publisher", w.Publisher})
	}
	return append(out, [2]string{"citation_public_url", w.URL})
}

// key is a name for the work in a file of references: the end of its URL.
func (w Work) key() string {
	key := strings.Map(func(r rune) rune {
		if r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_.", r)) {
			return r
		}
		return -1
	}, path.Base(w.URL))
	if strings.Trim(key, ".-_") == "" {
		return "record"
	}
	return key
}

// ends are the first and the last date as year, month and day, as many as are known; nil for
// none. Years are astronomical.
func (w Work) ends() (from, to []int) {
	first, last, several := strings.Cut(w.Created, "/")
	from = date(first)
	if several && from != nil {
		to = date(last)
	}
	return from, to
}

func date(text string) []int {
	sign := 1
	if rest, ok := strings.CutPrefix(text, "-"); ok {
		sign, text = -1, rest
	}
	var out []int
	for _, part := range strings.Split(strings.TrimPrefix(text, "+"), "-") {
		n, err := strconv.Atoi(part)
		if err != nil {
			return nil
		}
		out = append(out, n)
	}
	out[0] *= sign
	return out
}

// slashed is a date as "1665/03/01".
func slashed(date []int) string {
	var out []string
	for i, n := range date {
		digits := strconv.Itoa(n)
		width := 2
		if i == 0 {
			width = 4
		}
		out = append(out, strings.Repeat("0", max(width-len(digits), 0))+digits)
	}
	return strings.Join(out, "/")
}

// line is a text without line ends and other control characters.
func line(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToValidUTF8(text, "\uFFFD"), func(r rune) bool {
		return unicode.IsControl(r) || unicode.IsSpace(r) || r == '\u2028' || r == '\u2029'
	}), " ")
}
