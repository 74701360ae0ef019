package words

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestWords(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", ""},
		{"View of Delft", "view of delft"},
		{"délft DÉLFT de\u0301lft", "delft delft delft"},
		{"Łódź, Straße, Ærø, smørrebrød", "lodz strasse aero smorrebrod"},
		{"ΣΊΣΥΦΟΣ Σίσυφος", "σισυφοσ σισυφοσ"},
		{"Ёлка ёлка", "елка елка"},
		{"İstanbul ıspanak", "istanbul ispanak"},
		{"ＳＫ－Ｃ－５ ﬁne", "sk c 5 fine"},
		{"Vermeer's d'Orsay l’Europe", "vermeer s d orsay l europe"},
		{"SK-C-5 1664–1665 3.5 a_b x:y", "sk c 5 1664 1665 3 5 a b x y"},
		{"真珠の耳飾り", "真 珠 の 耳 飾 り"},
		{"フェルメール", "フ ェ ル メ ー ル"},
		{"ガラス か\u3099", "ガ ラ ス が"},
		{"서울 한국", "서울 한국"},
		{"हिन्दी", "हिन्दी"},
		{"... -- !", ""},
		{"\xff\xfebroken\xff", "broken"},
		{strings.Repeat("x", Max+1) + " kept", "kept"},
	}
	for _, test := range tests {
		if got := strings.Join(New().Terms(test.text), " "); got != test.want {
			t.Errorf("%.40q: words %q, want %q", test.text, got, test.want)
		}
	}
}

// TestWordsKeepTheirPlaces checks that a word that is left out still stands
// between its neighbours.
func TestWordsKeepTheirPlaces(t *testing.T) {
	var at []int
	for _, token := range New().Analyze([]byte("a " + strings.Repeat("x", Max+1) + " 真珠 b")) {
		at = append(at, token.Position)
	}
	if len(at) != 4 || at[0] != 1 || at[1] != 3 || at[2] != 4 || at[3] != 5 {
		t.Errorf("positions %v, want [1 3 4 5]", at)
	}
}

func TestIdentifierKey(t *testing.T) {
	for text, want := range map[string]string{
		"SK-C-5": "sk-c-5", "  NG\u00a0 1234 ": "ng 1234", "Inv. É/7": "inv. e/7", "": "",
	} {
		if got := Key(text); got != want {
			t.Errorf("%q: key %q, want %q", text, got, want)
		}
	}
}

// FuzzWords checks that any text is taken apart without a panic, into words that
// are found again when they are typed.
func FuzzWords(f *testing.F) {
	for _, seed := range []string{"View of Delft", "délft", "真珠の耳飾り", "フェルメール", "Łódź Straße", "\xff", "ǅ ŉ ﷺ ㍿ ½", "\u05bb", "a \u05bb", "e\u0301\u0301", "א״ב"} {
		f.Add(seed)
	}
	a := New()
	f.Fuzz(func(t *testing.T, text string) {
		for _, word := range a.Terms(text) {
			if word == "" || len(word) > Max || !utf8.ValidString(word) {
				t.Errorf("word %q", word)
			}
			if again := a.Terms(word); len(again) != 1 || again[0] != word {
				t.Errorf("the word %q is %q when it is typed", word, again)
			}
		}
	})
}
