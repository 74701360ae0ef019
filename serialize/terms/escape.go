package terms

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// escapes are the letters of the escapes of strings, and what each stands for
// (ECHAR, Turtle section 6.4 and N-Triples section 7).
const (
	escapeLetters = `tbnrf"'\`
	escapedChars  = "\t\b\n\r\f\"'\\"
)

// escapeOf has for each ASCII character the letter of its escape, or 0.
var escapeOf = func() (table [utf8.RuneSelf]byte) {
	for i := range len(escapeLetters) {
		table[escapedChars[i]] = escapeLetters[i]
	}
	return table
}()

// unescape replaces the escapes of an IRI, or of a string, which has more. The
// text is returned as it is where it has none.
func unescape(text []byte, inString bool) ([]byte, error) {
	i := bytes.IndexByte(text, '\\')
	if i < 0 {
		return text, nil
	}
	out := make([]byte, 0, len(text))
	for i >= 0 {
		out = append(out, text[:i]...)
		r, n, err := escape(text[i:], inString)
		if err != nil {
			return nil, err
		}
		out = utf8.AppendRune(out, r)
		text = text[i+n:]
		i = bytes.IndexByte(text, '\\')
	}
	return append(out, text...), nil
}

// escape reads the escape that text begins with, and returns its length.
func escape(text []byte, inString bool) (r rune, length int, err error) {
	if len(text) < 2 {
		return 0, 0, errors.New(`a '\' stands alone`)
	}
	switch text[1] {
	case 'u':
		return codePoint(text, len(`\u0000`))
	case 'U':
		return codePoint(text, len(`\U00000000`))
	}
	if i := bytes.IndexByte([]byte(escapeLetters), text[1]); inString && i >= 0 {
		return rune(escapedChars[i]), 2, nil
	}
	return 0, 0, fmt.Errorf("unknown escape %s", shown(text[:2]))
}

// codePoint reads an escape of the length (UCHAR).
func codePoint(text []byte, length int) (rune, int, error) {
	if len(text) < length {
		return 0, 0, fmt.Errorf("the escape %s is cut short", shown(text))
	}
	n, err := strconv.ParseUint(string(text[2:length]), 16, 32)
	if err != nil || n > utf8.MaxRune || !utf8.ValidRune(rune(n)) {
		return 0, 0, fmt.Errorf("the escape %s is no Unicode character", shown(text[:length]))
	}
	return rune(n), length, nil
}

// shown quotes a text of a document for a message, shortened.
func shown(text []byte) string {
	const most = 40
	tail := ""
	if len(text) > most {
		text, tail = text[:most], "…"
	}
	return strconv.Quote(string(bytes.ToValidUTF8(text, []byte("\ufffd")))) + tail
}
