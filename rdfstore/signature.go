package rdfstore

import "slices"

// Signature says who makes changes and why, where they do not say it themselves.
type Signature struct{ Author, Message string }

// Sign returns changes with the author and the message of those that have neither.
func (s Signature) Sign(changes []Change) []Change {
	if s == (Signature{}) {
		return changes
	}
	changes = slices.Clone(changes)
	for i, c := range changes {
		if c.Author == "" && c.Message == "" {
			changes[i].Author, changes[i].Message = s.Author, s.Message
		}
	}
	return changes
}
