package provenance

import "vitrine/linkedart/reading"

// Key is what is said, in English, with %s for the phrases that belong into it. What stands
// behind a bar tells it from the same English with another meaning. A Words has the other
// languages by it.
type Key string

// Words says what a Writer writes in a language. P is what a phrase of it is: a text, or a
// row of links.
type Words[P any] interface {
	// Say gives the words of a key, with phrases in the places of its %s.
	Say(key Key, inner ...P) P
	// Plain is a text that needs no translation, such as a comma.
	Plain(text string) P
	// Join puts phrases one after the other, with nothing between them.
	Join(phrases ...P) P
	// String is a phrase as a text; "" for one that says nothing.
	String(P) string
	// Lower begins a phrase of Say with a small letter.
	Lower(P) P
	// Node is the name of a node.
	Node(reading.Node) P
	// Life are the years of a party's life, if it is a person.
	Life(Party) P
	// Date is a time span: when something happened, or for how long it lasted.
	Date(span reading.TimeSpan, lasting bool) P
	Amount(reading.Amount) P
	// Texts are texts of a record as they are written there.
	Texts([]reading.Name) []P
}
