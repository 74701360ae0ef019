package words

import (
	"strings"
	"unicode"
)

// Number is an identifier as it is compared: its letters and digits, folded, without what
// separates them and without zeros before a number. "SK-C-05" and "sk c 5" are "skc5".
func Number(text string) string {
	var b strings.Builder
	inNumber := false
	folded := []rune(Fold(text))
	for i, r := range folded {
		digit := unicode.IsDigit(r)
		switch {
		case !IsLetter(r):
			inNumber = false
			continue
		case !digit:
			inNumber = false
		case r == '0' && !inNumber && i+1 < len(folded) && unicode.IsDigit(folded[i+1]):
			continue
		default:
			inNumber = true
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Numbers are what an identifier is found by: its whole, and without the letters that it
// begins with.
func Numbers(text string) []string {
	whole := Number(text)
	if whole == "" {
		return nil
	}
	if at := strings.IndexFunc(whole, unicode.IsDigit); at > 0 {
		return []string{whole, whole[at:]}
	}
	return []string{whole}
}
