package nquads

import "unicode/utf8"

// labelLength returns the length of the blank node label that b begins with
// (BLANK_NODE_LABEL without its "_:"), 0 where there is none.
func labelLength(b []byte) int {
	end := 0
	for i := 0; i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		switch {
		case startsLabel(r), i > 0 && continuesLabel(r):
			end = i + size
		case i > 0 && r == '.': // counts only before another character
		default:
			return end
		}
		i += size
	}
	return end
}

// startsLabel is PN_CHARS_U or a digit; in N-Quads PN_CHARS_U has the colon.
func startsLabel(r rune) bool {
	switch {
	case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '_', r == ':':
		return true
	case r < 0xC0, r == 0xD7, r == 0xF7:
		return false
	}
	for _, span := range nameChars {
		if span[0] <= r && r <= span[1] {
			return true
		}
	}
	return false
}

// continuesLabel is what PN_CHARS has beyond PN_CHARS_U.
func continuesLabel(r rune) bool {
	return r == '-' || r == 0xB7 || 0x300 <= r && r <= 0x36F || 0x203F <= r && r <= 0x2040
}

// nameChars are the ranges of PN_CHARS_BASE from U+00C0 on.
var nameChars = [][2]rune{
	{0xC0, 0x2FF}, {0x370, 0x37D}, {0x37F, 0x1FFF}, {0x200C, 0x200D}, {0x2070, 0x218F}, {0x2C00, 0x2FEF},
	{0x3001, 0xD7FF}, {0xF900, 0xFDCF}, {0xFDF0, 0xFFFD}, {0x10000, 0xEFFFF},
}
