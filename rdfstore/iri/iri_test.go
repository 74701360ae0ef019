package iri_test

import (
	"errors"
	"strings"
	"testing"

	"vitrine/rdfstore/iri"
)

func TestCheck(t *testing.T) {
	good := []string{
		"http://museum.example/", "http://museum.example", "HTTPS://museum.example:8080/a?b#c", "http://museum.example:/",
		"http://user:secret@museum.example/", "http://@/", "file:///a", "http:///a", "x:", "x:/", "x:?", "x:#", "a+b-c.d:e",
		"http://[::1]/", "http://[2001:db8::7]:80/a", "http://[::ffff:192.0.2.1]/", "http://[v1.fe80::a+en1]/", "http://192.0.2.16:80/",
		"urn:uuid:6e8bc430-9c3a-11d9-9669-0800200c9a66", "urn:isbn:9783161484100", "mailto:a@museum.example", "tel:+1-816-555-1212",
		"data:text/plain;charset=utf-8,a%20b", "tag:museum.example,2024:a/b", "x:a//b/../c/./",
		"http://museum.example/a%20b%C3%A9", "http://m%C3%BCseum.example/", "https://müséum.example/größe/花?q=é#ß", "http://museum.example/𝄞",
		"http://museum.example/a:b@c!$&'()*+,;=-._~/?/?:@#/?:@", "http://museum.example/\uE000", "http://museum.example/\uFFFD\U000EFFFF",
	}
	for _, s := range good {
		if err := iri.Check(s); err != nil {
			t.Errorf("Check(%q) = %v", s, err)
		}
	}
	bad := []struct{ iri, reason string }{
		{"", "no scheme"}, {"a", "no scheme"}, {"a/b:c", "no scheme"}, {":a", "no scheme"}, {"1a:b", "no scheme"}, {"é:b", "no scheme"}, {"//museum.example/", "no scheme"}, {"?a:b", "no scheme"},
		{"http://[bad", "lacks the ']'"}, {"http://[bad]/", "no IP address"}, {"http://[]/", "no IP address"}, {"http://[192.0.2.1]/", "no IP address"}, {"http://[fe80::1%25eth0]/", "no IP address"},
		{"http://[fe80::1%eth0]/", "no IP address"}, {"http://[v.a]/", "no IP address"}, {"http://[v1.]/", "no IP address"}, {"http://[vz.a]/", "no IP address"}, {"http://[v1.é]/", "no IP address"}, {"http://[::1]a/", "only a port"},
		{"http://a:port/", "port"}, {"http://a:80a/", "port"}, {"http://a:b:80/", "port"}, {"http://[::1]:a/", "port"},
		{"http://a@b@c/", "'@' cannot stand in its host"}, {"http://a[b]/", "'[' cannot stand in its host"},
		{"http://a#b#c", "'#' cannot stand in its fragment"},
		{"http://a/b c", "a space cannot"}, {" http://a/", "no scheme"}, {"http://a/ ", "a space"}, {"http://a b/", "a space"}, {"http://a/\t", `'\t'`}, {"http://a/\x00", `'\x00'`}, {"http://a/\x7f", `'\x7f'`}, {"http://a/\u0085", `'\u0085'`},
		{"http://a/%", "two hexadecimal"}, {"http://a/%a", "two hexadecimal"}, {"http://a/%zz", "two hexadecimal"}, {"http://a%2/", "two hexadecimal"}, {"http://a/#%", "two hexadecimal"},
		{"http://a/<b>", "'<'"}, {`http://a/"`, `'"'`}, {"http://a/{b}", "'{'"}, {"http://a/|", "'|'"}, {`http://a/\`, `'\\'`}, {"http://a/^", "'^'"}, {"http://a/`", "'`'"}, {"http://a/[b]", "'['"}, {"http://a/?[b]", "'['"},
		{"http://a/\xff", "UTF-8"}, {"http://\xff/", "UTF-8"}, {"http://a/\xed\xa0\x80", "UTF-8"},
	}
	for _, test := range bad {
		err := iri.Check(test.iri)
		if !errors.Is(err, iri.ErrSyntax) || !strings.Contains(err.Error(), test.reason) {
			t.Errorf("Check(%q) = %v, want an error with %q", test.iri, err, test.reason)
		}
	}
}

// The examples of RFC 3986 section 5.4, and what they leave out.
func TestResolve(t *testing.T) {
	const base = "http://a/b/c/d;p?q"
	tests := []struct{ base, reference, want string }{
		// Section 5.4.1.
		{base, "g:h", "g:h"}, {base, "g", "http://a/b/c/g"}, {base, "./g", "http://a/b/c/g"}, {base, "g/", "http://a/b/c/g/"},
		{base, "/g", "http://a/g"}, {base, "//g", "http://g"}, {base, "?y", "http://a/b/c/d;p?y"}, {base, "g?y", "http://a/b/c/g?y"},
		{base, "#s", "http://a/b/c/d;p?q#s"}, {base, "g#s", "http://a/b/c/g#s"}, {base, "g?y#s", "http://a/b/c/g?y#s"}, {base, ";x", "http://a/b/c/;x"},
		{base, "g;x", "http://a/b/c/g;x"}, {base, "g;x?y#s", "http://a/b/c/g;x?y#s"}, {base, "", "http://a/b/c/d;p?q"},
		{base, ".", "http://a/b/c/"}, {base, "./", "http://a/b/c/"}, {base, "..", "http://a/b/"}, {base, "../", "http://a/b/"},
		{base, "../g", "http://a/b/g"}, {base, "../..", "http://a/"}, {base, "../../", "http://a/"}, {base, "../../g", "http://a/g"},
		// Section 5.4.2, of a strict parser.
		{base, "../../../g", "http://a/g"}, {base, "../../../../g", "http://a/g"}, {base, "/./g", "http://a/g"}, {base, "/../g", "http://a/g"},
		{base, "g.", "http://a/b/c/g."}, {base, ".g", "http://a/b/c/.g"}, {base, "g..", "http://a/b/c/g.."}, {base, "..g", "http://a/b/c/..g"},
		{base, "./../g", "http://a/b/g"}, {base, "./g/.", "http://a/b/c/g/"}, {base, "g/./h", "http://a/b/c/g/h"}, {base, "g/../h", "http://a/b/c/h"},
		{base, "g;x=1/./y", "http://a/b/c/g;x=1/y"}, {base, "g;x=1/../y", "http://a/b/c/y"}, {base, "g?y/./x", "http://a/b/c/g?y/./x"},
		{base, "g?y/../x", "http://a/b/c/g?y/../x"}, {base, "g#s/./x", "http://a/b/c/g#s/./x"}, {base, "g#s/../x", "http://a/b/c/g#s/../x"}, {base, "http:g", "http:g"},

		// Empty segments stay, and count as segments.
		{"http://a/b/", "c//d", "http://a/b/c//d"}, {"http://a/b//c", "d", "http://a/b//d"}, {"http://a/b//c", "../d", "http://a/b/d"}, {"http://a/b/", "c//../d", "http://a/b/c/d"}, {"http://a/", "/b//", "http://a/b//"},
		{"http://a/b/", "//c/../d", "http://c/d"}, {"http://a/b", "///c", "http:///c"},
		// Empty paths and queries.
		{"http://a", "b", "http://a/b"}, {"http://a", "", "http://a"}, {"http://a", "?q", "http://a?q"}, {"http://a?q", "#f", "http://a?q#f"}, {"http://a/b?q", "?", "http://a/b?"}, {"http://a/b?q#f", "", "http://a/b?q"}, {"http://a/b?q", "#", "http://a/b?q#"}, {"http://a/b?q", "c", "http://a/c"}, {"http://a/b?c/d", "e", "http://a/e"}, {"http://a?b/c", "../d", "http://a/d"},
		// A colon in a segment that is not the first is no scheme.
		{"http://a/b", "./c:d", "http://a/c:d"}, {"http://a/b", "/c:d", "http://a/c:d"}, {"http://a/b", "?c:d", "http://a/b?c:d"}, {"http://a/b", "1:d", "http://a/1:d"}, {"http://a/b", ":d", "http://a/:d"},
		// Without an authority.
		{"urn:a:b", "#c", "urn:a:b#c"}, {"urn:a:b", "c", "urn:c"}, {"urn:a/b", "c", "urn:a/c"}, {"urn:a/b", "../c", "urn:/c"}, {"x:/a/b", "../../c", "x:/c"}, {"x:", "a", "x:a"}, {"file:///a/b", "../c", "file:///c"}, {"mailto:a@b", "", "mailto:a@b"},
		// Nothing is encoded, decoded or normalized.
		{"https://museum.example/a/", "Köln/%C3%A9%2f%20", "https://museum.example/a/Köln/%C3%A9%2f%20"}, {"https://müséum.example/e\u0301", "\u00e9", "https://müséum.example/\u00e9"}, {"HTTP://A:80/%7Eb", "%2e%2E/c", "HTTP://A:80/%2e%2E/c"},
		{"http://a/b", "x:/a/../b/./", "x:/a/../b/./"}, {"http://a/b/../c", "", "http://a/b/../c"}, {"http://a/b/../c", "d", "http://a/d"},
		{"", "x:a", "x:a"}, {"a", "x:a", "x:a"},
	}
	for _, test := range tests {
		got, err := iri.Resolve(test.base, test.reference)
		if err != nil || got != test.want {
			t.Errorf("Resolve(%q, %q) = %q, %v, want %q", test.base, test.reference, got, err, test.want)
		}
	}
	for _, base := range []string{"", "a", "//a/b", "?x:y", "1:a"} {
		if got, err := iri.Resolve(base, "b"); !errors.Is(err, iri.ErrBase) {
			t.Errorf("Resolve(%q, b) = %q, %v, want ErrBase", base, got, err)
		}
	}
	if got, err := iri.Resolve("x:/a", "..//b"); !errors.Is(err, iri.ErrSyntax) {
		t.Errorf("a path that would be taken for an authority: %q, %v, want ErrSyntax", got, err)
	}
}

func FuzzResolve(f *testing.F) {
	f.Add("http://a/b/c/d;p?q", "../g?y#s")
	f.Add("urn:a:b", "..//c")
	f.Fuzz(func(t *testing.T, base, reference string) {
		if iri.Check(base) != nil {
			return
		}
		got, err := iri.Resolve(base, reference)
		if err != nil || iri.Check(got) != nil {
			return
		}
		if again, err := iri.Resolve(base, got); err != nil || again != got {
			t.Errorf("%q resolved is %q, %v", got, again, err)
		}
	})
}

func BenchmarkCheck(b *testing.B) {
	for b.Loop() {
		if err := iri.Check("https://data.museum.example/object/girl-with-a-pearl-earring"); err != nil {
			b.Fatal(err)
		}
	}
}
