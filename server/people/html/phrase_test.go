package html

import (
	"testing"

	"vitrine/server/people/i18n"
)

func localizerOf(t *testing.T, lang string, carried bool) *localizer {
	t.Helper()
	languages, err := i18n.All()
	if err != nil {
		t.Fatal(err)
	}
	w, ok := languages.Find(lang)
	if !ok {
		t.Fatalf("no language %s", lang)
	}
	s := &localizer{wording: w, lang: w.Code()}
	if carried {
		s.carried = s.lang
	}
	return s
}

func TestPart(t *testing.T) {
	s := localizerOf(t, "en", false)
	for _, test := range []struct {
		part Part
		want string
	}{
		{Part{}, ""},
		{Part{Text: "a & b"}, "a &amp; b"},
		{Part{IRI: "urn:x"}, "urn:x"},
		{Part{Text: "Delft", Href: "/place/delft"}, `<a href="/place/delft">Delft</a>`},
		{Part{Text: "Q1", Href: "http://www.wikidata.org/entity/Q1", External: true}, `<a href="http://www.wikidata.org/entity/Q1" class="external" rel="external noopener">Q1</a>`},
		{Part{Text: "x", Href: "javascript:alert(1)"}, "x"},
		{Part{Text: "x", Href: "JAVASCRIPT:alert(1)", Lang: "nl"}, `<span lang="nl" dir="ltr">x</span>`},
		{Part{Text: "x", Href: "java\tscript:alert(1)"}, "x"},
		{Part{Text: "x", Href: "vbscript:x"}, "x"},
		{Part{Text: "x", Href: `/"><script>`}, `<a href="/&#34;&gt;&lt;script&gt;">x</a>`},
		{Part{Text: "in English", Lang: "en"}, "in English"},
		{Part{Text: "مدينة", Lang: "ar"}, `<span lang="ar" dir="rtl">مدينة</span>`},
		{Part{Text: "مدينة"}, `<span dir="auto">مدينة</span>`},
		{Part{Text: "x", Lang: `"><b>`}, `<span lang="&#34;&gt;&lt;b&gt;" dir="auto">x</span>`},
		{Part{Text: "1665", Datetime: "1665", Title: "all of 1665"}, `<time datetime="1665" title="all of 1665">1665</time>`},
		{Part{Text: "1665", Href: "/x", Datetime: "1665", Title: "t"}, `<a href="/x" title="t"><time datetime="1665">1665</time></a>`},
		{Part{Text: "Bos", Href: "/group/bos", Missing: true}, `<span class="missing">Bos</span> <small class="note">(no record here)</small>`},
	} {
		if got := s.part(test.part); string(got) != test.want {
			t.Errorf("%+v:\n%s\nwant\n%s", test.part, got, test.want)
		}
	}
}

func TestLink(t *testing.T) {
	s := localizerOf(t, "nl", true)
	for href, want := range map[string]string{
		"":                        "",
		"/":                       "/?lang=nl",
		"/x?q=1":                  "/x?q=1&lang=nl",
		"/x?lang=fr":              "/x?lang=fr",
		"/x?q=lang=":              "/x?q=lang=&lang=nl",
		"/x#y":                    "/x?lang=nl#y",
		"https://other.example/x": "https://other.example/x",
		"//other.example/x":       "//other.example/x",
		"data:text/html,x":        "",
		"x:y":                     "",
		`\\other.example`:         "",
	} {
		if got := s.link(href); got != want {
			t.Errorf("%s leads to %s, want %s", href, got, want)
		}
	}
}

func TestPicture(t *testing.T) {
	s := localizerOf(t, "en", false)
	for _, test := range []struct {
		picture Picture
		want    string
	}{
		{Picture{Src: "https://i.example/1.jpg", Alt: Part{Text: `a "dog"`}, Width: 3, Height: 2}, `<img src="https://i.example/1.jpg" data-failed="The picture could not be loaded." alt="a &#34;dog&#34;" width="3" height="2" loading="lazy" decoding="async">`},
		{Picture{Src: "/1.jpg", Alt: Part{Text: "hond", Lang: "nl"}}, `<img src="/1.jpg" data-failed="The picture could not be loaded." lang="nl" dir="ltr" alt="hond" class="unsized" loading="lazy" decoding="async">`},
		{Picture{Src: "https://i.example/1", Srcset: "https://i.example/1 1x, javascript:x 2x"}, `<img src="https://i.example/1" data-failed="The picture could not be loaded." alt="" class="unsized" loading="lazy" decoding="async">`},
		{Picture{Src: "data:image/png,x"}, ""},
		{Picture{Src: "javascript:x"}, ""},
		{Picture{Src: "//i.example/1"}, ""},
	} {
		if got := s.picture(&test.picture, true); string(got) != test.want {
			t.Errorf("%+v:\n%s\nwant\n%s", test.picture, got, test.want)
		}
	}
}

func TestDirection(t *testing.T) {
	for lang, want := range map[string]string{"": "", "en": "ltr", "ar": "rtl", "he": "rtl", "fa-IR": "rtl", "ur": "rtl", "az-Arab": "rtl", "ja": "ltr", "no such!": "auto"} {
		if got := direction(lang); got != want {
			t.Errorf("%q runs %q, want %q", lang, got, want)
		}
	}
}

func TestPolicy(t *testing.T) {
	pages, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := pages.Policy([]string{"https://i.example", "i.example:8080", "i.example; script-src *", "*", "'unsafe-inline'", ""}, []string{"https://s.example", "s.example; script-src *"})
	want := "default-src 'none'; script-src 'self'; style-src 'self'" + pages.sheetSource + "; font-src 'self'; connect-src 'self' https://s.example; " +
		"img-src 'self' https://i.example i.example:8080; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
	if got != want {
		t.Errorf("the policy is %s", got)
	}
}

func TestCommand(t *testing.T) {
	if got, want := command(`application/ld+json;profile="x"`, "https://x.example/o'b"), `curl -H 'Accept: application/ld+json;profile="x"' 'https://x.example/o'\''b'`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestDragged has the link of a manifest be one that viewers take when it is dragged to them.
func TestDragged(t *testing.T) {
	for manifest, want := range map[string]string{
		"": "", "https://m.example/1": "https://m.example/1?manifest=https%3A%2F%2Fm.example%2F1&iiif-content=https%3A%2F%2Fm.example%2F1",
		"https://m.example/?id=1": "https://m.example/?id=1&manifest=https%3A%2F%2Fm.example%2F%3Fid%3D1&iiif-content=https%3A%2F%2Fm.example%2F%3Fid%3D1",
	} {
		if got := (Picture{Manifest: manifest}).Dragged(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
