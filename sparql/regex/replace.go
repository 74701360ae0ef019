package regex

import (
	"errors"
	"fmt"
	"strings"
)

// ErrReplacement is wrapped by the errors about a replacement.
var ErrReplacement = errors.New("not a replacement text")

// ErrEmpty tells that a pattern of REPLACE matches the empty string.
var ErrEmpty = errors.New("the pattern of REPLACE matches the empty string")

// ErrTooLong tells that the result is longer than the limit.
var ErrTooLong = errors.New("the result of REPLACE is too long")

// Replacement is a replacement text of REPLACE: in it $1 to $9 and more stand for
// what groups matched, $0 for the whole match, \$ and \\ for the characters.
type Replacement struct{ parts []part }

// part is a text, and then what the group matched; none where group is negative.
type part struct {
	text  string
	group int
}

// Replacement reads a replacement text for the pattern. The error wraps
// ErrReplacement.
func (r *Regex) Replacement(text string) (Replacement, error) {
	if r.literal {
		return Replacement{[]part{{text, -1}}}, nil
	}
	var out Replacement
	var run strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text) && (text[i+1] == '\\' || text[i+1] == '$'):
			i++
			run.WriteByte(text[i])
		case c == '\\':
			return Replacement{}, fmt.Errorf(`%w: %q has a \ that is not followed by \ or $`, ErrReplacement, text)
		case c == '$':
			group, digits := r.group(text[i+1:])
			if digits == 0 {
				return Replacement{}, fmt.Errorf(`%w: %q has a $ that is not followed by a digit; the character is written \$`, ErrReplacement, text)
			}
			out.parts = append(out.parts, part{run.String(), group})
			run.Reset()
			i += digits
		default:
			run.WriteByte(c)
		}
	}
	out.parts = append(out.parts, part{run.String(), -1})
	return out, nil
}

// group returns the number of the group that text begins with, and its length: as
// many digits as there are groups for. One digit always counts; a group that the
// pattern has not is the empty text (-1).
func (r *Regex) group(text string) (group, digits int) {
	for digits < len(text) && '0' <= text[digits] && text[digits] <= '9' {
		longer := group*10 + int(text[digits]-'0')
		if digits > 0 && longer > r.compiled.NumSubexp() {
			break
		}
		group = longer
		digits++
	}
	if group > r.compiled.NumSubexp() {
		group = -1
	}
	return group, digits
}

// matchBudget bounds the memory for the places of matches, in bytes.
const matchBudget = 64 << 20

// Replace replaces each match in the text. The result has at most limit bytes;
// otherwise, and where there are too many matches to remember their places, the
// error is ErrTooLong. It is ErrEmpty for a pattern that matches the empty string.
func (r *Regex) Replace(text string, by Replacement, limit int) (string, error) {
	if r.MatchesEmpty() {
		return "", ErrEmpty
	}
	most := matchBudget / (24 + 16*(r.compiled.NumSubexp()+1))
	matches := r.compiled.FindAllStringSubmatchIndex(text, most+1)
	if len(matches) > most {
		return "", ErrTooLong
	}
	out := bounded{limit: limit}
	end := 0
	for _, match := range matches {
		out.write(text[end:match[0]])
		for _, p := range by.parts {
			out.write(p.text)
			if p.group >= 0 && match[2*p.group] >= 0 {
				out.write(text[match[2*p.group]:match[2*p.group+1]])
			}
		}
		end = match[1]
	}
	out.write(text[end:])
	if out.full {
		return "", ErrTooLong
	}
	return out.text.String(), nil
}

// bounded collects a text up to a limit, in bytes.
type bounded struct {
	text  strings.Builder
	limit int
	full  bool
}

func (b *bounded) write(s string) {
	if b.full = b.full || b.text.Len()+len(s) > b.limit; !b.full {
		b.text.WriteString(s)
	}
}
