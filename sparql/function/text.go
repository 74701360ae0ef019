package function

import (
	"math"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"

	"vitrine/sparql/value"
)

// isText tells whether v is a string literal (section 17.4.3.1.1).
func isText(v value.Value) bool { return v.Kind() == value.String || v.Kind() == value.LangString }

// compatible tells whether two arguments are compatible (section 17.4.3.1.2): the
// second has the language tag of the first, or none.
func compatible(a, b value.Value) bool {
	return isText(a) && (b.Kind() == value.String || b.Kind() == value.LangString && a.Lang() == b.Lang())
}

func strlen(v value.Value) (value.Value, error) {
	if !isText(v) {
		return value.Value{}, value.ErrType
	}
	return value.NewInteger(int64(utf8.RuneCountInString(v.Text()))), nil
}

// substr is SUBSTR: the characters from the one at the place start, which counts
// from 1, and less than length from there (F&O section 7.4.3).
func substr(_ *Context, args []value.Value) (value.Value, error) {
	if !isText(args[0]) {
		return value.Value{}, value.ErrType
	}
	var places [2]float64
	places[1] = math.Inf(1)
	for i, v := range args[1:] {
		if v.Kind() != value.Integer {
			return value.Value{}, value.ErrType
		}
		places[i] = v.Promote(value.Double)
	}
	first, end := places[0], places[0]+places[1]
	text, place := args[0].Text(), 0
	from, to := len(text), len(text)
	for i := range text {
		place++
		if from == len(text) && float64(place) >= first {
			from = i
		}
		if float64(place) >= end {
			to = i
			break
		}
	}
	return like(args[0], text[from:max(from, to)])
}

func ucase(v value.Value) (value.Value, error) {
	return changeCase("UCASE", v, strings.ToUpper, cases.Upper)
}

func lcase(v value.Value) (value.Value, error) {
	return changeCase("LCASE", v, strings.ToLower, cases.Lower)
}

// changeCase applies the full case mapping of Unicode, which can make texts longer.
// For ASCII, the simple one is the same and quicker.
func changeCase(name string, v value.Value, simple func(string) string, full func(language.Tag, ...cases.Option) cases.Caser) (value.Value, error) {
	text := v.Text()
	switch {
	case !isText(v):
		return value.Value{}, value.ErrType
	case len(text) > MaxText:
		return value.Value{}, tooLong(name)
	case strings.IndexFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) < 0:
		return like(v, simple(text))
	}
	text = full(language.Und).String(text)
	if len(text) > MaxText {
		return value.Value{}, tooLong(name)
	}
	return like(v, text)
}

func strbefore(text, part value.Value) (value.Value, error) {
	if !compatible(text, part) {
		return value.Value{}, value.ErrType
	}
	before, _, found := strings.Cut(text.Text(), part.Text())
	if !found {
		return value.NewString(""), nil
	}
	return like(text, before)
}

func strafter(text, part value.Value) (value.Value, error) {
	if !compatible(text, part) {
		return value.Value{}, value.ErrType
	}
	_, after, found := strings.Cut(text.Text(), part.Text())
	if !found {
		return value.NewString(""), nil
	}
	return like(text, after)
}

// encodeForURI escapes all but the unreserved characters of RFC 3986 (F&O section
// 6.2 of version 1.0, fn:encode-for-uri).
func encodeForURI(v value.Value) (value.Value, error) {
	if !isText(v) {
		return value.Value{}, value.ErrType
	}
	const digits = "0123456789ABCDEF"
	var out strings.Builder
	text := v.Text()
	for i := 0; i < len(text) && out.Len() <= MaxText; i++ {
		c := text[i]
		if 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || strings.IndexByte("-_.~", c) >= 0 {
			out.WriteByte(c)
		} else {
			out.WriteByte('%')
			out.WriteByte(digits[c>>4])
			out.WriteByte(digits[c&15])
		}
	}
	if out.Len() > MaxText {
		return value.Value{}, tooLong("ENCODE_FOR_URI")
	}
	return value.NewString(out.String()), nil
}

// concat is CONCAT: the result has the language tag that all arguments have.
func concat(_ *Context, args []value.Value) (value.Value, error) {
	length, same := 0, true
	for _, v := range args {
		if !isText(v) {
			return value.Value{}, value.ErrType
		}
		length += len(v.Text())
		same = same && v.Kind() == args[0].Kind() && v.Lang() == args[0].Lang()
	}
	if length > MaxText {
		return value.Value{}, tooLong("CONCAT")
	}
	var out strings.Builder
	out.Grow(length)
	for _, v := range args {
		out.WriteString(v.Text())
	}
	if len(args) == 0 || !same {
		return value.NewString(out.String()), nil
	}
	return like(args[0], out.String())
}

// langMatches is basic filtering of RFC 4647 section 3.3.1.
func langMatches(tag, languageRange value.Value) (value.Value, error) {
	if tag.Kind() != value.String || languageRange.Kind() != value.String {
		return value.Value{}, value.ErrType
	}
	text, prefix := tag.Text(), languageRange.Text()
	if prefix == "*" {
		return value.NewBoolean(text != ""), nil
	}
	matches := prefix != "" && len(text) >= len(prefix) && strings.EqualFold(text[:len(prefix)], prefix) &&
		(len(text) == len(prefix) || text[len(prefix)] == '-')
	return value.NewBoolean(matches), nil
}
