package i18n

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// verb is a place in a text for an argument: the number of the argument, from 1, and the
// letter of fmt.
type verb struct {
	argument int
	letter   byte
}

// verbsOf returns the verbs of a text, sorted by their arguments. A text says "%%" for a
// percent sign where it has verbs.
func verbsOf(text string) ([]verb, error) {
	var out []verb
	next := 1
	for i := strings.IndexByte(text, '%'); i >= 0; i = strings.IndexByte(text, '%') {
		text = text[i+1:]
		if rest, ok := strings.CutPrefix(text, "%"); ok {
			text = rest
			continue
		}
		if rest, ok := strings.CutPrefix(text, "["); ok {
			number, after, _ := strings.Cut(rest, "]")
			n, err := strconv.Atoi(number)
			if err != nil || n < 1 {
				return nil, fmt.Errorf("%q is not the number of an argument", number)
			}
			next, text = n, after
		}
		if text == "" || !strings.Contains("dsv", text[:1]) {
			return nil, errors.New("a percent sign that begins neither %d, %s nor %v; a sign itself is %%")
		}
		out = append(out, verb{next, text[0]})
		next++
	}
	slices.SortFunc(out, func(a, b verb) int { return a.argument - b.argument })
	return out, nil
}

// check tells whether a translation has the verbs of its key. One without verbs may have
// percent signs as it likes.
func (t translation) check(key string) error {
	wanted, err := verbsOf(key)
	if err != nil && t.forms == nil {
		return nil
	}
	if err != nil {
		return fmt.Errorf("the key: %w", err)
	}
	if t.forms != nil && numberIn(key) == 0 {
		return errors.New("there are plural forms, but the key has no %d")
	}
	for _, text := range t.texts() {
		found, err := verbsOf(text)
		if len(wanted) == 0 && t.forms == nil {
			continue
		}
		if err != nil {
			return fmt.Errorf("%q: %w", text, err)
		}
		if !slices.Equal(wanted, found) {
			return fmt.Errorf("%q has other verbs than the key", text)
		}
	}
	return nil
}

// numberIn returns the argument of the first %d of a key, 0 where it has none.
func numberIn(key string) int {
	verbs, err := verbsOf(key)
	if err != nil {
		return 0
	}
	for _, v := range verbs {
		if v.letter == 'd' {
			return v.argument
		}
	}
	return 0
}
