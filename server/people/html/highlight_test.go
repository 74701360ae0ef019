package html

import (
	"encoding/json"
	"html"
	"regexp"
	"strings"
	"testing"
)

func TestSource(t *testing.T) {
	follow := func(iri string) string {
		if rest, ok := strings.CutPrefix(iri, "https://x.example"); ok {
			return rest
		}
		return iri
	}
	for text, want := range map[string]string{
		`{"id":"https://x.example/1","n":1.5e3,"e":[],"o":{}, "l" : [true,null]}`: `{
  <span class="k">"id"</span>: <a href="/1">"https://x.example/1"</a>,
  <span class="k">"n"</span>: <span class="n">1.5e3</span>,
  <span class="k">"e"</span>: [],
  <span class="k">"o"</span>: {},
  <span class="k">"l"</span>: [
    <span class="n">true</span>,
    <span class="n">null</span>
  ]
}`,
		`"<b>\"&"`:             `"&lt;b&gt;\&#34;&amp;"`,
		`"javascript:alert()"`: `"javascript:alert()"`,
		`{`:                    "", `{"a"}`: "", `[1 2]`: "", `"a`: "", ``: "", `1 2`: "", `{"a":1`: "", `]`: "", `"a\`: "",
		strings.Repeat("[", 300) + strings.Repeat("]", 300): "",
	} {
		if got := (Source{[]byte(text), follow}).HTML(); string(got) != want {
			t.Errorf("%.80s:\n%s\nwant\n%s", text, got, want)
		}
	}
}

var tags = regexp.MustCompile(`</?(span|a)( (class|href)="[^"<>]*")?>`)

// FuzzSource checks that JSON, marked up, says what it said, and that no text is
// tags but the highlighter's own.
func FuzzSource(f *testing.F) {
	for _, seed := range []string{`{"a":[1,"b",{"c":null}]}`, `"http://x.example/<>"`, `[1,]`, `{"a":1,}`, "\"\xff\"", `"\u003c"`, `{"a" "b"}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		marked := string(Source{[]byte(text), func(s string) string { return s }}.HTML())
		plain := tags.ReplaceAllString(marked, "")
		if strings.ContainsAny(plain, "<>") {
			t.Fatalf("%q has other tags: %q", text, marked)
		}
		if !json.Valid([]byte(text)) {
			return
		}
		var before, after any
		if json.Unmarshal([]byte(text), &before) != nil || strings.ContainsRune(text, 0) {
			return
		}
		if marked == "" {
			t.Fatalf("%q is not marked up", text)
		}
		if err := json.Unmarshal([]byte(html.UnescapeString(plain)), &after); err != nil {
			t.Fatalf("%q became %q: %v", text, plain, err)
		}
		one, _ := json.Marshal(before)
		other, _ := json.Marshal(after)
		if string(one) != string(other) {
			t.Fatalf("%q became %q", text, plain)
		}
	})
}
