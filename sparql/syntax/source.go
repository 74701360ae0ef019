package syntax

import (
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

// source is the text of a query, as it came and as it is scanned: without its
// codepoint escapes (section 19.2), which may stand anywhere and mean the
// character for the grammar.
type source struct {
	text, plain string
	// escapes are the places in plain of the characters that were escapes, in
	// order.
	escapes []codepointEscape
}

// codepointEscape is one escape that was replaced.
type codepointEscape struct {
	// after is the place in plain after the character, and before that in text
	// after the escape.
	after, original int
}

// newSource replaces the codepoint escapes of a text. What is no such escape
// stays as it is: the scanner knows whether it stands in a comment.
func newSource(text string) source {
	if !strings.Contains(text, `\u`) && !strings.Contains(text, `\U`) {
		return source{text: text, plain: text}
	}
	var plain strings.Builder
	s := source{text: text}
	for i := 0; i < len(text); {
		if text[i] != '\\' {
			plain.WriteByte(text[i])
			i++
			continue
		}
		if r, length := codepoint(text[i:]); length > 0 {
			plain.WriteRune(r)
			i += length
			s.escapes = append(s.escapes, codepointEscape{plain.Len(), i})
			continue
		}
		// A backslash that is escaped by another begins no escape.
		length := min(len(`\\`), len(text)-i)
		plain.WriteString(text[i : i+length])
		i += length
	}
	s.plain = plain.String()
	return s
}

// codepoint returns the character of the codepoint escape that a text begins with,
// and the length of the escape, which is 0 where there is none.
func codepoint(text string) (r rune, length int) {
	switch {
	case strings.HasPrefix(text, `\u`):
		length = len(`\u0000`)
	case strings.HasPrefix(text, `\U`):
		length = len(`\U00000000`)
	}
	if length == 0 || len(text) < length {
		return 0, 0
	}
	n, err := strconv.ParseUint(text[2:length], 16, 32)
	if err != nil || n > utf8.MaxRune || !utf8.ValidRune(rune(n)) {
		return 0, 0
	}
	return rune(n), length
}

// original returns the place in the text as it came of a place in plain.
func (s *source) original(offset int) int {
	i := sort.Search(len(s.escapes), func(i int) bool { return s.escapes[i].after > offset })
	if i == 0 {
		return offset
	}
	last := s.escapes[i-1]
	return last.original + offset - last.after
}
