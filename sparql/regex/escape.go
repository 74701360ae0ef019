package regex

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// escaped returns what an escape stands for, whose backslash was read (XSD sections
// G.4.2.1 to G.4.2.5; \$ is of XPath).
func (t *translator) escaped() (set, error) {
	if t.rest == "" {
		return set{}, errors.New(`a \ stands at the end`)
	}
	switch r := t.next(); r {
	case 'n', 'r', 't':
		return set{`\` + string(r), true}, nil
	case '\\', '|', '.', '?', '*', '+', '(', ')', '{', '}', '-', '[', ']', '^', '$':
		return single(r), nil
	case 's':
		return set{text: spaces}, nil
	case 'S':
		return set{text: complement(spaceRanges)}, nil
	case 'd':
		return set{text: `\p{Nd}`}, nil
	case 'D':
		return set{text: `\P{Nd}`}, nil
	case 'w': // all but P, Z and C
		return set{text: `\p{L}\p{M}\p{N}\p{S}`}, nil
	case 'W':
		return set{text: `\p{P}\p{Z}\p{C}`}, nil
	case 'i':
		return set{text: ranges(nameStart)}, nil
	case 'I':
		return set{text: complement(nameStart)}, nil
	case 'c':
		return set{text: ranges(nameCharacters())}, nil
	case 'C':
		return set{text: complement(nameCharacters())}, nil
	case 'p', 'P':
		return t.property(r)
	default:
		return set{}, fmt.Errorf(`the escape \%c is not known`, r)
	}
}

// property returns what \p{…} or \P{…} stands for, of which the letter was read.
func (t *translator) property(letter rune) (set, error) {
	name, rest, ok := strings.Cut(t.rest, "}")
	name, braced := strings.CutPrefix(name, "{")
	if !ok || !braced {
		return set{}, fmt.Errorf(`\%c is not followed by {…}, such as \%c{Lu}`, letter, letter)
	}
	t.rest = rest
	if block, isBlock := strings.CutPrefix(name, "Is"); isBlock {
		bounds, known := blocks[block]
		switch {
		case !known:
			return set{}, fmt.Errorf("the Unicode block %s is not known; give its range of characters", block)
		case letter == 'P':
			return set{text: complement([]span{bounds})}, nil
		}
		return set{text: ranges([]span{bounds})}, nil
	}
	if !slices.Contains(strings.Fields(categories), name) {
		return set{}, fmt.Errorf("%q is not a general category of Unicode, such as Lu", name)
	}
	return set{text: `\` + string(letter) + "{" + name + "}"}, nil
}

// categories are those of XSD section G.4.2.2.
const categories = "L Lu Ll Lt Lm Lo M Mn Mc Me N Nd Nl No P Pc Pd Ps Pe Pi Pf Po Z Zs Zl Zp S Sm Sc Sk So C Cc Cf Co Cn"
