package foreign

import "testing"

// The examples of RFC 3986 section 5.4, and IRIs.
func TestResolve(t *testing.T) {
	const base = "http://a/b/c/d;p?q"
	tests := []struct{ base, ref, want string }{
		{base, "g:h", "g:h"},
		{base, "g", "http://a/b/c/g"},
		{base, "./g", "http://a/b/c/g"},
		{base, "g/", "http://a/b/c/g/"},
		{base, "/g", "http://a/g"},
		{base, "//g", "http://g"},
		{base, "?y", "http://a/b/c/d;p?y"},
		{base, "g?y", "http://a/b/c/g?y"},
		{base, "#s", "http://a/b/c/d;p?q#s"},
		{base, "g#s", "http://a/b/c/g#s"},
		{base, "g?y#s", "http://a/b/c/g?y#s"},
		{base, ";x", "http://a/b/c/;x"},
		{base, "g;x", "http://a/b/c/g;x"},
		{base, "", "http://a/b/c/d;p?q"},
		{base, ".", "http://a/b/c/"},
		{base, "./", "http://a/b/c/"},
		{base, "..", "http://a/b/"},
		{base, "../", "http://a/b/"},
		{base, "../g", "http://a/b/g"},
		{base, "../..", "http://a/"},
		{base, "../../", "http://a/"},
		{base, "../../g", "http://a/g"},
		{base, "../../../g", "http://a/g"},
		{base, "../../../../g", "http://a/g"},
		{base, "/./g", "http://a/g"},
		{base, "/../g", "http://a/g"},
		{base, "g.", "http://a/b/c/g."},
		{base, ".g", "http://a/b/c/.g"},
		{base, "g..", "http://a/b/c/g.."},
		{base, "..g", "http://a/b/c/..g"},
		{base, "./../g", "http://a/b/g"},
		{base, "./g/.", "http://a/b/c/g/"},
		{base, "g/./h", "http://a/b/c/g/h"},
		{base, "g/../h", "http://a/b/c/h"},
		{base, "g;x=1/./y", "http://a/b/c/g;x=1/y"},
		{base, "g;x=1/../y", "http://a/b/c/y"},
		{base, "g?y/./x", "http://a/b/c/g?y/./x"},
		{base, "g#s/../x", "http://a/b/c/g#s/../x"},
		{base, "http:g", "http:g"},
		{base, "#", "http://a/b/c/d;p?q#"},
		{base, "é%20%2F/花?ü#ß", "http://a/b/c/é%20%2F/花?ü#ß"},
		{"http://a", "g", "http://a/g"},
		{"http://a/é%2F/b", "g", "http://a/é%2F/g"},
		{"http://a#f", "", "http://a"},
		{"urn:a:b", "c", "urn:c"},
		{"urn:a:b", "#c", "urn:a:b#c"},
		{"http://a/b/../c/d", "http://a/b/../c", "http://a/b/../c"},
		{"http://a/b//c", "..", "http://a/b/"},
		{"http://a/b//c", "//", "http://"},
	}
	for _, test := range tests {
		got, err := Resolve(test.base, test.ref)
		if err != nil || got != test.want {
			t.Errorf("Resolve(%q, %q) = %q, %v, want %q", test.base, test.ref, got, err, test.want)
		}
	}
	for _, bad := range []string{"", "a/b", "/a", "#a"} {
		if got, err := Resolve(bad, "g"); err == nil {
			t.Errorf("with the base %q, g is %q", bad, got)
		}
	}
}
