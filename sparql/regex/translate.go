package regex

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// translate returns a pattern of XPath in the syntax of Go's package regexp.
// extended tells that white space outside of brackets has no meaning (flag x).
func translate(pattern string, extended bool) (string, error) {
	if !utf8.ValidString(pattern) {
		return "", errors.New("it is not valid UTF-8")
	}
	if extended {
		pattern = withoutSpace(pattern)
	}
	t := translator{rest: pattern}
	for t.rest != "" {
		if err := t.atom(); err != nil {
			return "", err
		}
	}
	return t.out.String(), nil
}

// withoutSpace removes white space outside of brackets (flag x).
func withoutSpace(pattern string) string {
	inBrackets, escaped := false, false
	return strings.Map(func(r rune) rune {
		if isSpace(r) && !inBrackets {
			return -1
		}
		switch {
		case escaped:
			escaped = false
		case r == '\\':
			escaped = true
		case r == '[':
			inBrackets = true
		case r == ']':
			inBrackets = false
		}
		return r
	}, pattern)
}

// translator reads a pattern from the front of rest.
type translator struct {
	rest string
	out  strings.Builder
}

func (t *translator) next() rune {
	r, size := utf8.DecodeRuneInString(t.rest)
	t.rest = t.rest[size:]
	return r
}

// atom translates what comes next outside of brackets.
func (t *translator) atom() error {
	switch r := t.next(); {
	case r == '\\':
		return t.escape()
	case r == '[':
		return t.class()
	case r == '(' && strings.HasPrefix(t.rest, "?"):
		if !strings.HasPrefix(t.rest, "?:") {
			return errors.New("of the groups that begin (? only (?:…) is known")
		}
		t.rest = t.rest[len("?:"):]
		t.out.WriteString("(?:")
	case r == '{':
		return t.quantity()
	case r == '}' || r == ']':
		return fmt.Errorf(`a %c that ends nothing is written \%c`, r, r)
	default:
		t.out.WriteRune(r) // the other meta-characters mean the same
	}
	return nil
}

func isSpace(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || r == '\r' }

// quantity translates {n}, {n,} or {n,m}, whose brace was read.
func (t *translator) quantity() error {
	inside, rest, ok := strings.Cut(t.rest, "}")
	least, most, _ := strings.Cut(inside, ",")
	if !ok || least == "" || strings.Trim(least+most, "0123456789") != "" {
		return errors.New(`a { stands where no {n}, {n,} or {n,m} does; the character itself is written \{`)
	}
	t.rest = rest
	t.out.WriteString("{" + inside + "}")
	return nil
}

// escape translates an escape outside of brackets, whose backslash was read.
func (t *translator) escape() error {
	if t.rest != "" && '0' <= t.rest[0] && t.rest[0] <= '9' {
		return fmt.Errorf(`the back-reference \%c cannot be used, since it has no linear time`, t.rest[0])
	}
	set, err := t.escaped()
	if err != nil {
		return err
	}
	if set.single {
		t.out.WriteString(set.text)
		return nil
	}
	// The flag i has no effect on classes.
	t.out.WriteString("(?-i:[" + set.text + "])")
	return nil
}

// class translates a character class, whose opening bracket was read.
func (t *translator) class() error {
	t.out.WriteByte('[')
	if strings.HasPrefix(t.rest, "^") {
		t.next()
		t.out.WriteByte('^')
	}
	for first := true; ; first = false {
		if t.rest == "" {
			return errors.New("a [ lacks its ]")
		}
		switch r := t.next(); {
		case r == ']' && first:
			return errors.New(`the brackets [] hold nothing; the character ] is written \]`)
		case r == ']':
			t.out.WriteByte(']')
			return nil
		case r == '-' && strings.HasPrefix(t.rest, "["):
			return errors.New("a character class is subtracted (-[…]), which cannot be done; list what remains")
		case r == '[':
			return errors.New(`a [ in brackets is written \[`)
		case r == '-':
			if !first && !strings.HasPrefix(t.rest, "]") {
				return errors.New(`a - in brackets stands between two characters, first or last, or is written \-`)
			}
			t.out.WriteString(`\-`)
		default:
			if err := t.characters(r); err != nil {
				return err
			}
		}
	}
}

// characters translates what in brackets begins with r, which was read: one
// character, a range, or an escape.
func (t *translator) characters(r rune) error {
	from, err := t.member(r)
	if err != nil {
		return err
	}
	t.out.WriteString(from.text)
	if !from.single || !strings.HasPrefix(t.rest, "-") || strings.HasPrefix(t.rest, "-]") || strings.HasPrefix(t.rest, "-[") {
		return nil
	}
	t.next()
	if t.rest == "" {
		return errors.New("a [ lacks its ]")
	}
	to, err := t.member(t.next())
	if err != nil {
		return err
	}
	if !to.single {
		return errors.New("a range in brackets ends with a class of characters")
	}
	t.out.WriteString("-" + to.text)
	return nil
}

// member returns what r, which was read, begins in brackets.
func (t *translator) member(r rune) (set, error) {
	if r == '\\' {
		return t.escaped()
	}
	return single(r), nil
}

// set is what stands between the brackets of Go's syntax for some characters.
type set struct {
	text string
	// single tells that it is one character.
	single bool
}

func single(r rune) set {
	if r < utf8.RuneSelf && !isSpace(r) && !letterOrDigit(r) {
		return set{`\` + string(r), true}
	}
	return set{string(r), true}
}

func letterOrDigit(r rune) bool {
	return 'a' <= r|0x20 && r|0x20 <= 'z' || '0' <= r && r <= '9' || r < ' ' || r == 0x7f
}
