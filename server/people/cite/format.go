package cite

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// escapeTeX escapes what means something in a value of BibTeX. Braces have no name of their
// own within braces, so that they are written by TeX's names of them.
var escapeTeX = strings.NewReplacer(
	`\`, `\textbackslash{}`, `{`, `\textbraceleft{}`, `}`, `\textbraceright{}`, `$`, `\$`, `&`, `\&`, `#`, `\#`,
	`_`, `\_`, `%`, `\%`, `^`, `\textasciicircum{}`, `~`, `\textasciitilde{}`,
)

// bibTeX writes an entry of BibTeX. Names and titles have braces of their own: they are
// neither taken apart nor set in small letters.
func bibTeX(w Work) []byte {
	var b bytes.Buffer
	kind := map[Type]string{Artwork: "artwork", Image: "image", Document: "misc", Collection: "misc", Entry: "misc"}[w.Type]
	fmt.Fprintf(&b, "@%s{%s,\n", kind, w.key())
	field := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "  %s = {%s},\n", name, value)
		}
	}
	braced := func(text string) string {
		if text = line(text); text == "" {
			return ""
		}
		return "{" + escapeTeX.Replace(text) + "}"
	}
	var creators []string
	for _, name := range w.Creators {
		creators = append(creators, braced(name))
	}
	field("author", strings.Join(creators, " and "))
	field("title", braced(w.Title))
	field("date", w.Created)
	if from, _ := w.ends(); from != nil && from[0] > 0 {
		field("year", fmt.Sprint(from[0]))
	}
	field("type", escapeTeX.Replace(line(w.Kind)))
	field("howpublished", escapeTeX.Replace(line(w.Medium)))
	field("organization", braced(w.Publisher))
	// An address stands as it is; the characters that would end the value are not in a URL.
	field("url", strings.NewReplacer("{", "%7B", "}", "%7D", `\`, "%5C").Replace(line(w.URL)))
	b.WriteString("}\n")
	return b.Bytes()
}

// ris writes a reference of RIS. Each value is in one line, so that none begins a tag.
func ris(w Work) []byte {
	var b bytes.Buffer
	tag := func(name, value string) {
		if value = line(value); value != "" {
			fmt.Fprintf(&b, "%s  - %s\r\n", name, value)
		}
	}
	tag("TY", map[Type]string{Artwork: "ART", Image: "FIGURE", Document: "GEN", Collection: "GEN", Entry: "GEN"}[w.Type])
	tag("ID", w.key())
	for _, name := range w.Creators {
		tag("AU", name)
	}
	tag("TI", w.Title)
	if from, _ := w.ends(); from != nil && from[0] > 0 {
		tag("PY", slashed(from[:1]))
	}
	tag("DA", w.Created)
	tag("M3", w.Kind)
	tag("N1", w.Medium)
	tag("PB", w.Publisher)
	tag("UR", w.URL)
	b.WriteString("ER  - \r\n")
	return b.Bytes()
}

// cslItem is an item of CSL-JSON.
type cslItem struct {
	ID        string    `json:"id"`
	Type      string    `json:"type"`
	Title     string    `json:"title,omitempty"`
	Author    []cslName `json:"author,omitempty"`
	Issued    *cslDate  `json:"issued,omitempty"`
	Genre     string    `json:"genre,omitempty"`
	Medium    string    `json:"medium,omitempty"`
	Publisher string    `json:"publisher,omitempty"`
	URL       string    `json:"URL"`
}

// cslName is a name that is not taken apart.
type cslName struct {
	Literal string `json:"literal"`
}

type cslDate struct {
	DateParts [][]int `json:"date-parts"`
}

// cslJSON writes a list of one item.
func cslJSON(w Work) []byte {
	item := cslItem{
		ID: w.URL, Title: line(w.Title), Genre: line(w.Kind), Medium: line(w.Medium), Publisher: line(w.Publisher), URL: w.URL,
		Type: map[Type]string{Artwork: "graphic", Image: "graphic", Document: "document", Collection: "collection", Entry: "entry"}[w.Type],
	}
	for _, name := range w.Creators {
		item.Author = append(item.Author, cslName{line(name)})
	}
	from, to := w.ends()
	for _, date := range [][]int{from, to} {
		if date == nil {
			continue
		}
		if date[0] <= 0 { // CSL has no year 0
			date[0]--
		}
		if item.Issued == nil {
			item.Issued = &cslDate{}
		}
		item.Issued.DateParts = append(item.Issued.DateParts, date)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if e.Encode([]cslItem{item}) != nil {
		return nil // texts and numbers are always JSON
	}
	return b.Bytes()
}
