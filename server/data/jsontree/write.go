package jsontree

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Quote is a text as a JSON string.
func Quote(text string) []byte {
	out, err := jsontext.AppendQuote(nil, text)
	if err != nil { // it is not UTF-8
		out, _ = jsontext.AppendQuote(nil, strings.ToValidUTF8(text, "\uFFFD"))
	}
	return out
}

// Write returns the text with what was changed. Where nothing was, these are the same bytes.
func (d *Document) Write() []byte {
	out := slices.Clone(d.text[:d.Start])
	return append(d.Append(out), d.text[d.Start+len(d.Raw):]...)
}

// Append appends a value with what was changed.
func (v *Value) Append(out []byte) []byte {
	switch kind := v.Kind(); {
	case v.Changed != nil:
		return append(out, v.Changed...)
	case kind != '{' && kind != '[':
		return append(out, v.Raw...)
	}
	out = append(out, v.Raw[0])
	last, any, between := 1, false, []byte(nil)
	for i, child := range v.Children {
		before := v.Raw[last : child.from-v.Start] // blanks and, but for the first, a comma
		last = child.Start - v.Start + len(child.Raw)
		if i == 0 {
			between = before
		}
		if child.Removed {
			continue
		}
		if !any {
			before = without(before, ',')
		}
		out, any = append(out, before...), true
		out = append(out, v.Raw[child.from-v.Start:child.Start-v.Start]...)
		out = child.Append(out)
	}
	for _, a := range v.Added {
		if any {
			out = append(out, ',')
		}
		out, any = append(out, between...), true
		if v.Kind() == '{' {
			out = append(append(out, Quote(a.Name)...), ':')
		}
		out = append(out, a.Value...)
	}
	return append(out, v.Raw[last:]...)
}

// without returns a text without a byte.
func without(text []byte, b byte) []byte {
	return slices.DeleteFunc(slices.Clone(text), func(c byte) bool { return c == b })
}
