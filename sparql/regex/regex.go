// Package regex has the regular expressions of SPARQL's functions REGEX and REPLACE
// (https://www.w3.org/TR/sparql11-query/#func-regex), which are those of XQuery 1.0
// and XPath 2.0 Functions and Operators section 7.6
// (https://www.w3.org/TR/xpath-functions/#string.match) and, below that, of XML
// Schema Part 2 appendix G (https://www.w3.org/TR/xmlschema11-2/#regexs). It
// translates them to the syntax of Go's package regexp, whose time is linear in the
// text.
//
// The flags are s, m, i and x, and q of the later version 3.1. What linear time does
// not allow, or Go has not, is refused with an error that names it: back-references,
// subtraction of character classes, repetition of more than 1,000 times, and the
// Unicode blocks that are not in the table of this package. In two respects matches
// differ from the standard: with the flag m, ^ also matches after a line end that
// ends the text, and with i, \p{Lu} in brackets matches lower-case letters too.
//
// The package never takes a pattern for one of another syntax: what XPath does not
// allow, such as \b or (?i), is an error.
package regex

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
)

// ErrPattern is wrapped by all errors of Compile.
var ErrPattern = errors.New("not a regular expression of XPath that can be used")

// MaxPattern is the length of the longest pattern, in bytes.
const MaxPattern = 4096

// Regex is a compiled pattern, for any number of goroutines.
type Regex struct {
	compiled *regexp.Regexp
	// literal tells that the flag q was given.
	literal bool
}

// Compile compiles a pattern with flags. The error wraps ErrPattern.
func Compile(pattern, flags string) (*Regex, error) {
	translated, err := inGo(pattern, flags)
	if err != nil {
		return nil, err
	}
	compiled, err := regexp.Compile(translated)
	if err != nil {
		return nil, refused(pattern, err)
	}
	return &Regex{compiled, strings.Contains(flags, "q")}, nil
}

// Check returns the error of Compile in time that is linear in the pattern, which
// compiling is not.
func Check(pattern, flags string) error {
	translated, err := inGo(pattern, flags)
	if err != nil {
		return err
	}
	if _, err := syntax.Parse(translated, syntax.Perl); err != nil {
		return refused(pattern, err)
	}
	return nil
}

// refused is the error for a pattern that Go refuses.
func refused(pattern string, err error) error {
	return fmt.Errorf("%w: %q: %s", ErrPattern, pattern, strings.TrimPrefix(err.Error(), "error parsing regexp: "))
}

// inGo returns a pattern with flags in the syntax of Go's package regexp.
func inGo(pattern, flags string) (string, error) {
	if len(pattern) > MaxPattern {
		return "", fmt.Errorf("%w: it has %d bytes, the limit is %d", ErrPattern, len(pattern), MaxPattern)
	}
	if i := strings.IndexFunc(flags, func(r rune) bool { return !strings.ContainsRune("smixq", r) }); i >= 0 {
		return "", fmt.Errorf("%w: the flags %q are not all of s, m, i, x and q", ErrPattern, flags)
	}
	has := func(flag string) bool { return strings.Contains(flags, flag) }
	translated, err := regexp.QuoteMeta(pattern), error(nil)
	if !has("q") {
		translated, err = translate(pattern, has("x"))
	}
	if err != nil {
		return "", fmt.Errorf("%w: %q: %w", ErrPattern, pattern, err)
	}
	var group string
	for _, flag := range []string{"s", "m", "i"} {
		if has(flag) && (flag == "i" || !has("q")) {
			group += flag
		}
	}
	if group != "" {
		translated = "(?" + group + ")" + translated
	}
	return translated, nil
}

// Matches tells whether a part of the text matches.
func (r *Regex) Matches(text string) bool { return r.compiled.MatchString(text) }

// MatchesEmpty tells whether the pattern matches the empty string.
func (r *Regex) MatchesEmpty() bool { return r.compiled.MatchString("") }
