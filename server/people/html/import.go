package html

import "html/template"

// ImportStart is the page where imports begin: with the form for a token, or with that for
// a file.
type ImportStart struct {
	Frame
	TokenForm
	// Key goes with forms; without it, there is no token yet.
	Key string
	// Fault says why something did not succeed, nil for nothing.
	Fault        *Part
	MaxMegabytes int64
	// Files wait to be imported.
	Files []Link
}

// TokenForm is the form for a token.
type TokenForm struct {
	// Address is that of the page, below which the others are, and Of the record that it is
	// for, "" for none; State is the number of the state that it is to be restored to.
	Address, Of, State string
	// Off tells that no token of the service may write, which one of Store would.
	Off   bool
	Store string
}

// ImportFile is the page of a file that is to be imported.
type ImportFile struct {
	Frame
	Start, Address, Key string
	// Rows were looked at for the columns.
	Rows        uint64
	Columns     []ImportColumn
	MoreColumns uint64
	// Mapping is the mapping, shown on so many lines. Earlier tells that it is that of an
	// import before.
	Mapping string
	Lines   int
	Earlier bool
	// Fault says what is wrong with the mapping or the file, nil for nothing.
	Fault *Fault
	// Checked rows were tried with the mapping and became so many records, of which so many
	// can be shown; nothing was tried where it is 0.
	Checked, Records uint64
	// Record is one of those, Number which, and JSON its text.
	Record         *Record
	Number, Shown  int
	JSON           template.HTML
	Previous, Next string
	Outcome        ImportOutcome
}

// ImportColumn is a column of a file.
type ImportColumn struct {
	Name             string
	Filled, Distinct uint64
	Examples         []string
}

// ImportOutcome is what is said of the rows of a file and of their records.
type ImportOutcome struct {
	Findings []ImportFinding
	// Refused are rows without records, Unused columns, Unclear values that were not
	// understood, and Conflicts what rows say differently.
	Refused       []string
	MoreRefused   uint64
	Unused        []string
	Unclear       []ImportValue
	MoreUnclear   uint64
	Conflicts     []ImportConflict
	MoreConflicts uint64
}

// ImportFinding is a rule that records broke.
type ImportFinding struct {
	Level, Rule, Message string
	Count                uint64
	// Places are the lines of the file.
	Places string
}

// ImportValue is a value that a verb did not understand.
type ImportValue struct {
	Verb, Value string
	Rows        uint64
	Place       string
}

// ImportConflict is a member of a record of which rows say different things.
type ImportConflict struct{ ID, Member, Kept, Left string }

// ImportReport says what became of an import.
type ImportReport struct {
	Frame
	Start, File, Address, Key, Home string
	// Ended tells that it is over; before, only Rows and Stored are known.
	Ended bool
	// Fault says why it did not come to its end, nil where it did.
	Fault                       *Fault
	Rows, RowsRefused           uint64
	Stored                      uint64
	Records, Refused            uint64
	Created, Updated, Unchanged uint64
	Classes                     []Count
	// Gone counts the records whose rows are gone since the import before, such as GoneID.
	Gone   uint64
	GoneID string
	// Undo is the command that undoes the import, "" for none.
	Undo    string
	Outcome ImportOutcome
}
