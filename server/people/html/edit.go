package html

import "html/template"

// EditStart is the page where corrections begin: with the form for a token, or with that for a
// record, and the drafts.
type EditStart struct {
	Frame
	TokenForm
	// New is the address of the form for a new record.
	New string
	// Key goes with forms; without it, there is no token yet.
	Key string
	// Fault says why something did not succeed, nil for nothing.
	Fault *Part
	// Classes are those of new records.
	Classes []Option
	// Waiting are the drafts.
	Waiting []EditDraft
}

// EditDraft is a draft in a list: the record that it is of, and who keeps it since when.
type EditDraft struct {
	Link
	// Of is the URI of the record, "" where it is the title.
	Of, By, Message, Saved string
}

// Option is a choice.
type Option struct {
	Value, Text string
	Chosen      bool
}

// EditForm is what forms of a record that is edited carry with them.
type EditForm struct {
	Address, Key string
	// Of is the URI of the record, and Href leads to it; it is new where Version is "".
	Of, Href string
	// Text is the record as it is edited, Base what it was made from, and Version the entity
	// tag of that.
	Text, Base, Version string
	// Message says why, and Draft is the name of the draft that is edited.
	Message, Draft string
	// MayStore tells that the token may store the record, and not only keep a draft.
	MayStore bool
	// MayPublish tells that it may publish the draft; Together are the drafts that are published
	// with it, and With carries them.
	MayPublish bool
	Together   []Link
	With       string
}

// Published counts the drafts that are published, this one among them.
func (f EditForm) Published() int { return len(f.Together) + 1 }

// Edit is the page on which a record is corrected.
type Edit struct {
	Frame
	EditForm
	Fault *Part
	// Block is the form of the record; nil for its text, which is shown on so many lines.
	Block    *EditBlock
	Lines    int
	Findings []EditFinding
	// Suggest is where suggestions come from, "" for nowhere; and Model what completes the text.
	Suggest, Model string
}

// EditFinding is what is wrong with a value.
type EditFinding struct {
	Level, Rule, Message string
	// Place is where it is in the text, "" beside the value.
	Place string
}

// EditBlock is an object of a record in a form.
type EditBlock struct {
	// ID tells it apart, Title says what it is, and IsNew that it was added just now.
	ID, Title string
	IsNew     bool
	// Open tells that it is not folded, and Glimpse is a value of it that is seen where it is.
	Open     bool
	Glimpse  string
	Inputs   []EditInput
	Blocks   []EditBlock
	Findings []EditFinding
	// Kept are the members that the form does not know.
	Kept []string
	// Add are what it can have besides, and Remove removes it; "" where it stays.
	Add    []Option
	Remove string
}

// EditInput is a field of a form.
type EditInput struct {
	ID, Name, Label, Value string
	// Lines is the height of a field of several lines, 0 for one of one line.
	Lines int
	// Options are the values of a choice, nil for a field of text.
	Options []Option
	// Classes are those of the records that are suggested; "" for no suggestions.
	Classes  string
	Note     string
	Fault    string
	Findings []EditFinding
}

// Described tells whether something is said beside the field.
func (i EditInput) Described() bool { return i.Note != "" || i.Fault != "" || len(i.Findings) > 0 }

// EditPreview shows a record as it will be.
type EditPreview struct {
	Frame
	EditForm
	Fault *Part
	// Differences are what changes; Theirs are what others have changed meanwhile, nil
	// where nobody has.
	Differences, Theirs []Difference
	Conflict            bool
	Findings            []EditFinding
	Refused             bool
	Record              *Record
	JSON                template.HTML
}
