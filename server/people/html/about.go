package html

// About is the page for people about the data: what there is, and how it can be used.
type About struct {
	Frame
	// Kinds are the kinds of records, each with how many there are.
	Kinds []KindCount
	// Sections say how the data can be used, each with examples.
	Sections []AboutSection
}

// AboutSection is one way to use the data.
type AboutSection struct {
	Title string
	// Text are its paragraphs.
	Text []string
	// Links are examples, and Commands the same for a terminal.
	Links    []Link
	Commands []string
}
