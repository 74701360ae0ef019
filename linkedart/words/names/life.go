package names

import (
	"strings"

	"vitrine/linkedart/words/dates"
	"vitrine/linkedart/words/lexicon"
)

// maxLife is how many bytes the text of a life has at most.
const maxLife = 120

// ReadLife reads life dates without brackets: "1606–1669", "b. 1930", "died 1900", "active
// 1850–1870", "1864–", "Leiden 1606–1669 Amsterdam". A single year without a word is not
// understood, since it may be of a birth or a death.
func (r *Reader) ReadLife(text string) (Life, bool) {
	life := Life{Text: text}
	if len(text) > maxLife || !hasDigit(text) {
		return Life{}, false
	}
	text = strings.NewReplacer("–", "-", "—", "-", "‑", "-", "*", "born ", "†", "died ", "°", "born ").Replace(text)
	word, rest := r.lifeWord(text)
	ok := false
	switch {
	case word == "active":
		life.Active, ok = r.date(strings.Trim(rest, "- "))
		return life, ok
	case word == "died":
		life.Died, life.DeathPlace, ok = r.dated(rest)
		return life, ok
	}
	born, died, both := cutLife(rest)
	if !both {
		if word != "born" {
			return Life{}, false
		}
		life.Born, life.BirthPlace, ok = r.dated(rest)
		return life, ok
	}
	_, died = r.lifeWord(died)
	if strings.TrimSpace(born) != "" {
		if life.Born, life.BirthPlace, ok = r.dated(born); !ok {
			return Life{}, false
		}
	}
	if entry, n := r.words.Match(lexicon.Tokens(died)); strings.TrimSpace(died) == "" || n > 0 && entry.Kind == "living" {
		return life, !life.Born.Earliest.IsZero()
	}
	if life.Died, life.DeathPlace, ok = r.dated(died); !ok {
		return Life{}, false
	}
	ordered := life.Born.Earliest.IsZero() || life.Died.Latest.IsZero() || life.Born.Earliest.Year <= life.Died.Latest.Year
	return life, ordered
}

// lifeWord takes a word such as "born" from the beginning.
func (r *Reader) lifeWord(text string) (word, rest string) {
	tokens := lexicon.Tokens(text)
	entry, n := r.words.Match(tokens)
	if n == 0 || n == len(tokens) || entry.Kind != "born" && entry.Kind != "died" && entry.Kind != "active" {
		return "", text
	}
	return entry.Kind, strings.TrimLeft(text[tokens[n-1].End:], ".: ")
}

// cutLife cuts a life at its dash, or at a comma or semicolon before "died".
func cutLife(text string) (born, died string, ok bool) {
	if at := strings.Index(text, "-"); at >= 0 {
		return text[:at], text[at+1:], true
	}
	for _, mark := range []string{", died ", "; died ", ", d. ", "; d. ", ", gest. "} {
		if born, died, ok := strings.Cut(text, mark); ok {
			return born, died, true
		}
	}
	return "", "", false
}

// dated reads a date with a place before or after it.
func (r *Reader) dated(text string) (date dates.Span, place string, ok bool) {
	text = strings.Trim(text, " ,")
	if date, ok = r.date(text); ok {
		return date, "", true
	}
	words := strings.Fields(text)
	for n := 1; n < len(words) && n <= 4; n++ {
		first, last := strings.Join(words[:n], " "), strings.Join(words[n:], " ")
		if !hasDigit(first) && startsUpper(first) && !strings.Contains(first, ",") {
			if date, ok = r.date(last); ok {
				return date, first, true
			}
		}
		first, last = strings.Join(words[:len(words)-n], " "), strings.Join(words[len(words)-n:], " ")
		if !hasDigit(last) && startsUpper(last) {
			if date, ok = r.date(strings.Trim(first, ",")); ok {
				return date, last, true
			}
		}
	}
	return dates.Span{}, "", false
}

func (r *Reader) date(text string) (dates.Span, bool) {
	s, ok := r.dates.Read(strings.TrimSpace(text))
	return s, ok && !s.Undated
}
