package page

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
	var out []byte
	for _, part := range p {
		out = append(out, part.Text...)
	}
	return string(out)
}

// Text is a phrase of one text in the language of the page.
func Text(s string) Phrase { return Phrase{{Text: s}} }
