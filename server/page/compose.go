package page

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
	if len(p) > 0 {
		p = append(p, Part{Text: ", "})
	}
	return append(p, parts...)
}

// Distinct adds the values that are not among those that are there.
func Distinct(values, more []Phrase) []Phrase {
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
