package terms_test

import (
	"testing"

	"vitrine/serialize/terms"
)

func TestRanges(t *testing.T) {
	tests := []struct {
		name string
		is   func(rune) bool
		yes  string
		no   string
	}{
		{"Base", terms.IsNameBase, "azAZ\u00c0\u00d6\u00d8\u00f6\u00f8\u02ff\u0370\u037d\u037f\u1fff\u200c\u200d\u2070\u218f\u2c00\u2fef\u3001\ud7ff\uf900\ufdcf\ufdf0\ufffd\U00010000\U000effff",
			"@[`{_:-.019 \u00b7\u00bf\u00d7\u00f7\u0300\u036f\u037e\u2000\u200b\u200e\u206f\u2190\u2bff\u2ff0\u3000\ue000\uf8ff\ufdd0\ufdef\ufffe\U000f0000\U0010ffff"},
		{"Start", terms.IsNameStart, "_a\u00c0", "-0:.\u00b7\u0300"},
		{"Name", terms.IsNameChar, "_a09-\u00b7\u0300\u036f\u203f\u2040", ":. /%\\\u2041\u203e\u0000"},
	}
	for _, test := range tests {
		for _, r := range test.yes {
			if !test.is(r) {
				t.Errorf("%s(%U) is false", test.name, r)
			}
		}
		for _, r := range test.no {
			if test.is(r) {
				t.Errorf("%s(%U) is true", test.name, r)
			}
		}
	}
}

func TestLabel(t *testing.T) {
	for label, want := range map[string]bool{"b0": true, "0": true, "_": true, "a.b": true, "a..b-": true, "é·": true, "": false, "a.": false, ".a": false, "-a": false, "a b": false, "a:b": false} {
		if terms.IsBlankLabel(label) != want {
			t.Errorf("Label(%q) is %t", label, !want)
		}
	}
}
