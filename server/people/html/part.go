package html

import "slices"

// Part is a piece of what a page says: a text that may lead somewhere, be in another
// language, or be a date.
type Part struct {
	Text string
	// Lang is the language of the text, "" where it is that of the page or not known.
	Lang string
	// Href is where it leads; empty where nothing can be followed. External tells that
	// this is another host, Missing that it is an address of ours at which nothing is.
	Href              string
	External, Missing bool
	// IRI is what is named, where it is an entity.
	IRI string
	// Datetime is the value of a date for programs, in the form of HTML's time element;
	// empty where the part is no date or has none.
	Datetime string
	// Title is what is shown of the part on demand: exact values.
	Title string
}

// Phrase is what a page says in a row: parts, with the spaces and the punctuation
// between them.
type Phrase []Part

// Plain is the text of a phrase alone.
func (p Phrase) Plain() string {
	if len(p) == 1 {
		return p[0].Text
	}
	var out []byte
	for i := range p {
		out = append(out, p[i].Text...)
	}
	return string(out)
}

// Text is a phrase of one text in the language of the page.
func Text(s string) Phrase { return Phrase{{Text: s}} }

// InBrackets adds what is said by the way.
func InBrackets(p, aside Phrase) Phrase {
	if len(aside) == 0 {
		return p
	}
	p = append(p, Part{Text: " ("})
	p = append(p, aside...)
	return append(p, Part{Text: ")"})
}

// Enumerate adds a part to a phrase, with a comma before it. A part without text is
// none.
func Enumerate(p Phrase, parts ...Part) Phrase {
	if len(parts) == 0 || parts[0].Text == "" {
		return p
	}
	p = slices.Grow(p, len(parts)+1)
	if len(p) > 0 {
		p = append(p, Part{Text: ", "})
	}
	return append(p, parts...)
}

// Distinct adds the values that are not among those that are there.
func Distinct(values, more []Phrase) []Phrase {
	if len(more) == 0 || len(values) == 0 && len(more) == 1 {
		return append(values, more...)
	}
	seen := map[string]bool{}
	for _, v := range values {
		seen[key(v)] = true
	}
	for _, v := range more {
		if !seen[key(v)] {
			seen[key(v)] = true
			values = append(values, v)
		}
	}
	return values
}

// key tells phrases apart that say something else or lead somewhere else.
func key(p Phrase) string {
	text := ""
	for _, part := range p {
		text += part.Text + "\x00" + part.IRI + "\x00"
	}
	return text
}

// Joined joins two texts with a semicolon, of which either may be empty.
func Joined(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "; " + b
}
