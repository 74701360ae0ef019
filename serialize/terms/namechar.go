package terms

// The characters that names are made of. Turtle section 6.5, N-Triples section 7
// and XML 1.0 (fifth edition) section 2.3 share them: PN_CHARS_BASE is XML's
// NameStartChar without ':' and '_', and PN_CHARS is its NameChar without ':' and
// '.'.

// IsNameBase is PN_CHARS_BASE.
func IsNameBase(r rune) bool {
	switch {
	case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z':
		return true
	case r < 0xC0, r == 0xD7, r == 0xF7:
		return false
	}
	return r <= 0x2FF ||
		0x370 <= r && r <= 0x1FFF && r != 0x37E ||
		0x200C <= r && r <= 0x200D ||
		0x2070 <= r && r <= 0x218F ||
		0x2C00 <= r && r <= 0x2FEF ||
		0x3001 <= r && r <= 0xD7FF ||
		0xF900 <= r && r <= 0xFDCF ||
		0xFDF0 <= r && r <= 0xFFFD ||
		0x10000 <= r && r <= 0xEFFFF
}

// IsNameStart is PN_CHARS_U as Turtle has it: PN_CHARS_BASE or '_'.
func IsNameStart(r rune) bool { return r == '_' || IsNameBase(r) }

// IsNameChar is PN_CHARS: what may follow the start of a name.
func IsNameChar(r rune) bool {
	return IsNameStart(r) || IsDigit(r) || r == '-' || r == 0xB7 || 0x300 <= r && r <= 0x36F || 0x203F <= r && r <= 0x2040
}

// IsDigit is an ASCII digit.
func IsDigit(r rune) bool { return '0' <= r && r <= '9' }

// IsBlankLabel reports whether s is the label of a blank node, without its "_:", as
// Turtle has them (BLANK_NODE_LABEL).
func IsBlankLabel(s string) bool {
	for i, r := range s {
		switch {
		case i == 0 && !IsNameStart(r) && !IsDigit(r), i > 0 && r != '.' && !IsNameChar(r):
			return false
		}
	}
	return s != "" && s[len(s)-1] != '.'
}
