package contentneg

import (
	"errors"
	"strings"
	"testing"
)

func TestLanguage(t *testing.T) {
	languages := []string{"en", "nl", "fr", "de"}
	for _, row := range []struct {
		lines []string
		want  string
	}{
		{nil, ""},
		{[]string{""}, ""},
		{[]string{"nl"}, "nl"},
		{[]string{"NL"}, "nl"},
		{[]string{"nl-BE"}, "nl"},
		{[]string{"de-Latn-DE-1996-x-private"}, "de"},
		{[]string{"fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5"}, "fr"},
		{[]string{"ja, nl;q=0.2, en;q=0.3"}, "en"},
		{[]string{"nl;q=0.2", "de;q=0.3"}, "de"},
		{[]string{"nl;q=0.5, de;q=0.5"}, "nl"},
		{[]string{"ja"}, ""},
		{[]string{"ja, *;q=0.1"}, "en"},
		{[]string{"en;q=0, *"}, "nl"},
		{[]string{"*, en;q=0.5"}, "nl"},
		{[]string{"nl-BE, nl;q=0"}, ""},
		{[]string{"nl;q=0"}, ""},
		{[]string{"nl;q=0, de;q=0.1"}, "de"},
		{[]string{"nl;level=1, de"}, "de"},
		{[]string{"n l, toolongasubtag, de-, fr"}, "fr"},
		{[]string{"english"}, "en"},
		{[]string{"nl ; q=0.4 , de ;q=0.3"}, "nl"},
		{[]string{",,nl,"}, "nl"},
	} {
		i, err := Language(row.lines, languages)
		got := ""
		if i >= 0 {
			got = languages[i]
		}
		if err != nil || got != row.want {
			t.Errorf("Language(%q) = %q, %v; want %q", row.lines, got, err, row.want)
		}
	}
	for _, long := range []string{strings.Repeat("a", MaxBytes+1), strings.Repeat(",", MaxElements+1)} {
		if _, err := Language([]string{long}, languages); !errors.Is(err, ErrTooLong) {
			t.Errorf("a field of %d bytes: %v", len(long), err)
		}
	}
}

func FuzzLanguage(f *testing.F) {
	for _, seed := range []string{"nl-BE, en;q=0.3", "*;q=0", "de-x-a", "-", ";q="} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		languages := []string{"en", "nl"}
		i, err := Language([]string{line}, languages)
		if i < -1 || i >= len(languages) || err != nil && i != -1 {
			t.Errorf("%q: %d, %v", line, i, err)
		}
		if i == 1 && !strings.Contains(strings.ToLower(line), "nl") && !strings.Contains(line, "*") {
			t.Errorf("%q is not about Dutch", line)
		}
	})
}
