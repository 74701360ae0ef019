package regex

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// span is a range of characters, with both ends.
type span struct{ first, last rune }

// spaces is \s of XSD.
const spaces = ` \t\n\r`

var spaceRanges = []span{{'\t', '\n'}, {'\r', '\r'}, {' ', ' '}}

// nameStart is NameStartChar of XML 1.0, which \i stands for.
var nameStart = []span{
	{':', ':'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}, {0xC0, 0xD6}, {0xD8, 0xF6}, {0xF8, 0x2FF}, {0x370, 0x37D}, {0x37F, 0x1FFF},
	{0x200C, 0x200D}, {0x2070, 0x218F}, {0x2C00, 0x2FEF}, {0x3001, 0xD7FF}, {0xF900, 0xFDCF}, {0xFDF0, 0xFFFD}, {0x10000, 0xEFFFF},
}

// nameCharacters is NameChar of XML 1.0, which \c stands for.
func nameCharacters() []span {
	return append([]span{{'-', '.'}, {'0', '9'}, {0xB7, 0xB7}, {0x300, 0x36F}, {0x203F, 0x2040}}, nameStart...)
}

// ranges returns what stands in Go's brackets for the spans.
func ranges(spans []span) string {
	var out strings.Builder
	for _, s := range spans {
		fmt.Fprintf(&out, `\x{%X}-\x{%X}`, s.first, s.last)
	}
	return out.String()
}

// complement returns what stands in Go's brackets for all other characters.
func complement(spans []span) string {
	spans = slices.SortedFunc(slices.Values(spans), func(a, b span) int { return cmp.Compare(a.first, b.first) })
	var out []span
	next := rune(0)
	for _, s := range spans {
		if s.first > next {
			out = append(out, span{next, s.first - 1})
		}
		next = s.last + 1
	}
	if next <= unicode.MaxRune {
		out = append(out, span{next, unicode.MaxRune})
	}
	return ranges(out)
}

// blocks are blocks of Unicode as XSD writes them after Is (section G.4.2.3), those
// of the scripts that museums write.
var blocks = map[string]span{
	"BasicLatin": {0x0, 0x7F}, "Latin-1Supplement": {0x80, 0xFF}, "LatinExtended-A": {0x100, 0x17F}, "LatinExtended-B": {0x180, 0x24F},
	"LatinExtendedAdditional": {0x1E00, 0x1EFF}, "IPAExtensions": {0x250, 0x2AF}, "SpacingModifierLetters": {0x2B0, 0x2FF}, "CombiningDiacriticalMarks": {0x300, 0x36F},
	"Greek": {0x370, 0x3FF}, "GreekandCoptic": {0x370, 0x3FF}, "GreekExtended": {0x1F00, 0x1FFF}, "Cyrillic": {0x400, 0x4FF}, "CyrillicSupplement": {0x500, 0x52F},
	"Armenian": {0x530, 0x58F}, "Hebrew": {0x590, 0x5FF}, "Arabic": {0x600, 0x6FF}, "Syriac": {0x700, 0x74F}, "Devanagari": {0x900, 0x97F}, "Bengali": {0x980, 0x9FF},
	"Tamil": {0xB80, 0xBFF}, "Thai": {0xE00, 0xE7F}, "Tibetan": {0xF00, 0xFFF}, "Georgian": {0x10A0, 0x10FF}, "Ethiopic": {0x1200, 0x137F}, "Mongolian": {0x1800, 0x18AF},
	"GeneralPunctuation": {0x2000, 0x206F}, "SuperscriptsandSubscripts": {0x2070, 0x209F}, "CurrencySymbols": {0x20A0, 0x20CF}, "LetterlikeSymbols": {0x2100, 0x214F},
	"NumberForms": {0x2150, 0x218F}, "Arrows": {0x2190, 0x21FF}, "MathematicalOperators": {0x2200, 0x22FF}, "BoxDrawing": {0x2500, 0x257F}, "GeometricShapes": {0x25A0, 0x25FF},
	"CJKSymbolsandPunctuation": {0x3000, 0x303F}, "Hiragana": {0x3040, 0x309F}, "Katakana": {0x30A0, 0x30FF}, "HangulJamo": {0x1100, 0x11FF}, "HangulSyllables": {0xAC00, 0xD7AF},
	"CJKUnifiedIdeographs": {0x4E00, 0x9FFF}, "CJKUnifiedIdeographsExtensionA": {0x3400, 0x4DBF}, "CJKCompatibilityIdeographs": {0xF900, 0xFAFF},
	"PrivateUse": {0xE000, 0xF8FF}, "ArabicPresentationForms-A": {0xFB50, 0xFDFF}, "ArabicPresentationForms-B": {0xFE70, 0xFEFF}, "HalfwidthandFullwidthForms": {0xFF00, 0xFFEF},
}
