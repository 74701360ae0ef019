package dataset

import (
	"fmt"
	"net/mail"
	"regexp"
)

// Statement is what the museum says of its data set, for registers of such. Empty fields are left
// out.
type Statement struct {
	// TitleLanguage is the language tag of the title.
	TitleLanguage string
	// Descriptions say what is in the data, one in each language.
	Descriptions []Text
	// PublisherName is the name of the publisher.
	PublisherName Text
	// Creator is who made the data, the zero Agent where that is not said.
	Creator Agent
	Contact Contact
}

// Text is a text with its language tag, empty where that is not known.
type Text struct{ Text, Language string }

// tagged is a text with a language tag as Turtle writes it behind a string.
var tagged = regexp.MustCompile(`(?s)^(.*\S)@([A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*)$`)

// ParseText reads a text such as "The museum's data@en"; without a tag, the language is not known.
func ParseText(text string) Text {
	if parts := tagged.FindStringSubmatch(text); parts != nil {
		return Text{parts[1], parts[2]}
	}
	return Text{Text: text}
}

// Contact is whom to ask about the data.
type Contact struct{ Name, Email string }

// UnmarshalText reads a mail address, with a name before it or without, such as
// "Data team <data@museum.example>" (RFC 5322 section 3.4).
func (c *Contact) UnmarshalText(text []byte) error {
	a, err := mail.ParseAddress(string(text))
	if err != nil {
		return fmt.Errorf("%q is no contact; give a mail address, such as data@museum.example, or: Data team <data@museum.example>", text)
	}
	c.Name, c.Email = a.Name, a.Address
	return nil
}

// named is a name with a URI behind it.
var named = regexp.MustCompile(`^(.*\S)\s*<([^<>]+)>$`)

// Agent is a person or an organisation, with its name where that is known.
type Agent struct {
	URI  string
	Name Text
}

// ParseAgent reads a URI, or one with a name before it, such as
// "The Museum@en <https://museum.example/>".
func ParseAgent(text string) Agent {
	if parts := named.FindStringSubmatch(text); parts != nil {
		return Agent{parts[2], ParseText(parts[1])}
	}
	return Agent{URI: text}
}
