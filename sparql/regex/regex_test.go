package regex_test

import (
	"errors"
	"strings"
	"testing"

	"vitrine/sparql/regex"
)

func TestMatches(t *testing.T) {
	tests := []struct {
		pattern, flags, text string
		want                 bool
	}{
		{"b", "", "abc", true}, {"^b", "", "abc", false}, {"c$", "", "abc", true}, {"^abc$", "", "abc", true}, {"", "", "abc", true}, {"ABC", "", "abc", false}, {"ABC", "i", "abc", true}, {"é", "i", "É", true}, {"a|x", "", "xyz", true}, {"a|", "", "", true},
		// s and m
		{"a.b", "", "a\nb", false}, {"a.b", "s", "a\nb", true}, {"a.b", "", "a\rb", true}, {"^b$", "", "a\nb\nc", false}, {"^b$", "m", "a\nb\nc", true}, {"a$", "", "a\n", false}, {"a$", "m", "a\n", true},
		// x
		{"a b", "x", "ab", true}, {"a b", "", "ab", false}, {"[a b]c", "x", " c", true}, {`a\ [b\]`, "x", "a[b]", true}, {"a {2 }", "x", "aa", true}, {"a\t+\n", "xi", "AA", true},
		// q
		{"a.b", "q", "a.b", true}, {"a.b", "q", "axb", false}, {"A[", "qi", "a[", true}, {"(", "qsmx", "(", true}, {"a b", "qx", "a b", true},
		// classes of characters
		{`^\d+$`, "", "12", true}, {`^\d+$`, "", "१२", true}, {`^\D+$`, "", "१२", false}, {`^\w+$`, "", "aé१_", false}, {`^\w+$`, "", "aé१$", true}, {`^\W$`, "", "-", true}, {`^\W$`, "", "a", false}, {`\s`, "", "\u00a0", false}, {`\s`, "", "\t", true}, {`^\S$`, "", "\u00a0", true}, {`^[\S]$`, "", "a", true}, {`^[\S]$`, "", " ", false},
		{`^[\w-]+$`, "", "a-b", true}, {`^[^\w]+$`, "", "- .", true}, {`^[^\D]+$`, "", "12", true}, {`^[\W\d]+$`, "", "1-2", true}, {`^[^\W]$`, "", "a", true},
		{`^\i\c*$`, "", "xs:a-1.b", true}, {`^\i\c*$`, "", "1a", false}, {`^\I$`, "", "1", true}, {`^\C$`, "", " ", true}, {`^\C$`, "", "\u00b7", false}, {`^[\i\d]+$`, "", "a1", true},
		{`^\p{Lu}\p{Ll}+$`, "", "Émile", true}, {`\p{Lu}`, "i", "a", false}, {`\P{L}`, "", "a", false}, {`^\p{IsGreek}+$`, "", "αβγ", true}, {`^\P{IsBasicLatin}$`, "", "é", true}, {`^[\p{IsCyrillic}\s]+$`, "", "Илья Репин", true}, {`^[\p{Nd}]$`, "", "5", true},
		// brackets
		{"^[a-c]+$", "", "abc", true}, {"^[^a-c]$", "", "d", true}, {"^[a^]$", "", "^", true}, {"^[-a]$", "", "-", true}, {"^[a-]$", "", "-", true}, {"^[^-]$", "", "-", false}, {`^[\]\[]+$`, "", "[]", true}, {`^[\^\-\\]+$`, "", `^-\`, true}, {"^[.$*(|]+$", "", "(.|*$", true}, {"^[&~]+$", "", "&~", true}, {`^[\n-\r]$`, "", "\n", true}, {"^[é-ü]$", "", "ö", true}, {"^[_:alph]+$", "", "alpha:_", true}, {`^[+--]$`, "", ",", true},
		// quantities and groups
		{"^a{2}$", "", "aa", true}, {"^a{2,}$", "", "aaa", true}, {"^a{1,2}$", "", "aaa", false}, {"^(a|b)*?c$", "", "abac", true}, {"^(?:ab)+$", "", "abab", true}, {"^a+?$", "", "aa", true},
		// escapes of characters
		{`^\$\^\.\|\?\*\+\(\)\{\}\-\[\]\\$`, "", `$^.|?*+(){}-[]\`, true}, {`^\t\n\r$`, "", "\t\n\r", true}, {"a-b,c:d\"e'f/g<h>i", "", "a-b,c:d\"e'f/g<h>i", true},
	}
	for _, test := range tests {
		compiled, err := regex.Compile(test.pattern, test.flags)
		if err != nil {
			t.Errorf("%q with %q: %v", test.pattern, test.flags, err)
			continue
		}
		if got := compiled.Matches(test.text); got != test.want {
			t.Errorf("%q with %q matches %q: %t", test.pattern, test.flags, test.text, got)
		}
	}
}

func TestCompileRefuses(t *testing.T) {
	tests := []struct{ pattern, flags, reason string }{
		{"a", "g", "flags"}, {"a", "i x", "flags"}, {`(a)\1`, "", "back-reference"}, {`\0`, "", "back-reference"}, {"[a-z-[aeiou]]", "", "subtracted"}, {"[-[a]]", "", "subtracted"}, {"[a[b]", "", `\[`}, {"[[:alpha:]]", "", `\[`},
		{`\b`, "", `\b`}, {`\A`, "", `\A`}, {`\x41`, "", `\x`}, {`\u0041`, "", `\u`}, {`\Qa\E`, "", `\Q`}, {`[\b]`, "", `\b`}, {`\`, "", "stands at the end"}, {`[\`, "", "stands at the end"}, {`\é`, "", `\é`}, {`\"`, "", `\"`},
		{"(?i)a", "", "(?:"}, {"(?P<n>a)", "", "(?:"}, {"(?=a)", "", "(?:"}, {"a{", "", "{n}"}, {"a{,2}", "", "{n}"}, {"a{x}", "", "{n}"}, {"a}", "", `\}`}, {"a]", "", `\]`}, {"a{1001}", "", "1001"}, {"a{2,1}", "", "repeat count"},
		{"[]", "", "hold nothing"}, {"[^]", "", "hold nothing"}, {"[]a]", "", "hold nothing"}, {"[a", "", "lacks its ]"}, {"[a-", "", "lacks its ]"}, {"[b-a]", "", "range"}, {`[a-\d]`, "", "range"}, {"[a-c-e]", "", "stands between"}, {"(a", "", "missing closing )"}, {"a)", "", "unexpected )"}, {"*", "", "missing argument"}, {"a**", "", "nested"},
		{`\p{Greek}`, "", "category"}, {`\pL`, "", "not followed"}, {`\p{Lu`, "", "not followed"}, {`\p{IsKlingon}`, "", "block"}, {`\p{}`, "", "category"}, {"\xff", "", "UTF-8"}, {strings.Repeat("a", regex.MaxPattern+1), "", "limit"}, {"((a{100}){100}){100}", "", "repeat"},
	}
	for _, test := range tests {
		_, err := regex.Compile(test.pattern, test.flags)
		if !errors.Is(err, regex.ErrPattern) || !strings.Contains(err.Error(), test.reason) {
			t.Errorf("%.40q with %q: error %v, want one with %q", test.pattern, test.flags, err, test.reason)
		}
	}
}

func TestReplace(t *testing.T) {
	tests := []struct{ text, pattern, flags, replacement, want string }{
		{"abcd", "b", "", "Z", "aZcd"}, {"abab", "B", "i", "Z", "aZaZ"}, {"abab", "B.", "i", "Z", "aZb"}, {"banana", "a(n)", "", "<$1$0>", "b<nan><nan>a"},
		{"abracadabra", "bra", "", "*", "a*cada*"}, {"abracadabra", "a.*a", "", "*", "*"}, {"abracadabra", "a.*?a", "", "*", "*c*bra"}, {"abracadabra", "a(.)", "", "a$1$1", "abbraccaddabbra"}, {"AAAA", "A+", "", "b", "b"}, {"AAAA", "A+?", "", "b", "bbbb"}, {"darted", "^(.*?)d(.*)$", "", "$1c$2", "carted"},
		{"a", "a", "", `\$1\\`, `$1\`}, {"a.b", ".", "q", `$1\`, `a$1\b`}, {"ab", "(a)(x)?", "", "[$2]", "[]b"}, {"ab", "(a)", "", "[$2]", "[]b"}, {"ab", "(a)", "", "[$12]", "[a2]b"}, {"ab", "a", "", "$12", "2b"}, {"abcdefghijkl", "(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)(k)", "", "$11$1", "kal"}, {"", "a", "", "b", ""}, {"a\na", "^a", "m", "b", "b\nb"}, {"aaa", "^a", "", "b", "baa"},
	}
	for _, test := range tests {
		compiled, err := regex.Compile(test.pattern, test.flags)
		if err != nil {
			t.Fatal(err)
		}
		by, err := compiled.Replacement(test.replacement)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := compiled.Replace(test.text, by, 100); got != test.want || err != nil {
			t.Errorf("%q, %q by %q: %q, %v; want %q", test.text, test.pattern, test.replacement, got, err, test.want)
		}
	}
}

func TestReplaceRefuses(t *testing.T) {
	for _, pattern := range []string{"", "a*", "^", "a|", "(a?)"} {
		compiled, err := regex.Compile(pattern, "")
		if err != nil {
			t.Fatal(err)
		}
		by, _ := compiled.Replacement("x")
		if got, err := compiled.Replace("aaa", by, 100); !errors.Is(err, regex.ErrEmpty) {
			t.Errorf("%q: %q, %v, want ErrEmpty", pattern, got, err)
		}
	}
	compiled, err := regex.Compile("(a)", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"$", "a$", "$a", `\`, `\a`, `a\n`, "$-1"} {
		if _, err := compiled.Replacement(text); !errors.Is(err, regex.ErrReplacement) {
			t.Errorf("%q: error %v, want ErrReplacement", text, err)
		}
	}
	by, _ := compiled.Replacement("$0$0$0")
	if got, err := compiled.Replace("aaaab", by, 12); !errors.Is(err, regex.ErrTooLong) {
		t.Errorf("13 bytes where 12 are allowed: %q, %v", got, err)
	}
	if got, err := compiled.Replace("aaaab", by, 13); len(got) != 13 || err != nil {
		t.Errorf("13 bytes where 13 are allowed: %q, %v", got, err)
	}
	many, err := regex.Compile(strings.Repeat("()", 1500)+"a", "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := many.Replace(strings.Repeat("a", 4000), regex.Replacement{}, 1<<20); !errors.Is(err, regex.ErrTooLong) {
		t.Errorf("4,000 matches of 1,500 groups: %v, want ErrTooLong", err)
	}
}

// FuzzCompile checks that every pattern is refused in words or can be used.
func FuzzCompile(f *testing.F) {
	for _, pattern := range []string{`^[\i-[:]]\c*$`, `(a|b){2,3}?\p{IsGreek}`, `[^\w\-a-z]+`, `\$\d`, "(?:a)*", "(", `(a)\1`, "a{1001}", "(a{1000}){1000}", "[b-a]"} {
		f.Add(pattern, "smix", "a b", "$1")
	}
	f.Fuzz(func(t *testing.T, pattern, flags, text, replacement string) {
		compiled, err := regex.Compile(pattern, flags)
		if checked := regex.Check(pattern, flags); (checked == nil) != (err == nil) {
			t.Fatalf("%q with %q: %v when compiled, %v when checked", pattern, flags, err, checked)
		}
		if err != nil {
			if !errors.Is(err, regex.ErrPattern) {
				t.Fatal(err)
			}
			return
		}
		matches := compiled.Matches(text)
		by, err := compiled.Replacement(replacement)
		if err != nil {
			return
		}
		got, err := compiled.Replace(text, by, 1000)
		if err == nil && !matches && got != text {
			t.Fatalf("%q does not match %q, and makes it %q", pattern, text, got)
		}
	})
}
