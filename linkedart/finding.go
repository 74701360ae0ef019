package linkedart

import "slices"

// Level says how grave a finding is.
type Level string

// The levels. An error means that the record is not what the model asks for; a
// warning, that it is accepted though it could be better or though the sources
// of the model disagree about it.
const (
	Error   Level = "error"
	Warning Level = "warning"
)

// Reading says how to judge what the sources of the model disagree about.
type Reading uint8

// The readings.
const (
	// Standard reports an error only where the model or all its sources
	// forbid, and a warning where they differ.
	Standard Reading = iota
	// Strict takes the tables to the letter: what one source forbids is an
	// error.
	Strict
)

// String returns "standard" or "strict".
func (r Reading) String() string {
	if r == Strict {
		return "strict"
	}
	return "standard"
}

// Finding is one fault of a record.
type Finding struct {
	// Pointer is the JSON Pointer (RFC 6901) of the place: of the value that
	// is wrong, or of the object that lacks something. Empty for the record.
	Pointer string `json:"pointer"`
	Level   Level  `json:"level"`
	// Rule is the id of the rule, one of Rules.
	Rule string `json:"rule"`
	// Message says what is wrong.
	Message string `json:"message"`
	// Fix says what would be right; empty where the message says it all.
	Fix string `json:"fix,omitempty"`
	// Source names what the rule rests on, such as "D-05": a row of the table
	// of disagreements in docs/model.md, a property table or a standard.
	Source string `json:"source,omitempty"`
	// Reference is the IRI of the entity that is missing, for the rule
	// reference-missing: who knows more records than the validator can tell by
	// it whether it really is.
	Reference string `json:"-"`
}

// Errors reports whether one of the findings is an error.
func Errors(findings []Finding) bool {
	return slices.ContainsFunc(findings, func(f Finding) bool { return f.Level == Error })
}
