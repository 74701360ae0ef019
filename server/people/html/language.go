package html

import "golang.org/x/text/language"

// direction returns the direction of the text of a language, as HTML's attribute dir
// has it; empty where the language is not known.
func direction(lang string) string {
	if lang == "" {
		return ""
	}
	tag, err := language.Parse(lang)
	if err != nil {
		return "auto"
	}
	script, _ := tag.Script()
	switch script.String() {
	case "Adlm", "Arab", "Aran", "Hebr", "Mand", "Mend", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa", "Yezi":
		return "rtl"
	}
	return "ltr"
}

// runsLeft tells whether a text has a character of a script that is written from right
// to left (Unicode Standard Annex 9).
func runsLeft(s string) bool {
	for _, r := range s {
		switch {
		case r < 0x590:
		case r <= 0x8ff, r >= 0xfb1d && r <= 0xfdff, r >= 0xfe70 && r <= 0xfeff,
			r >= 0x10800 && r <= 0x10fff, r >= 0x1e800 && r <= 0x1efff:
			return true
		}
	}
	return false
}
