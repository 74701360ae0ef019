package i18n

import (
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/text/message"
)

func catalogues(files map[string]string) fstest.MapFS {
	out := fstest.MapFS{"en/x.json": {Data: []byte("{}")}}
	for name, text := range files {
		out[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return out
}

func TestText(t *testing.T) {
	all, err := read(catalogues(map[string]string{
		"en/page.json": `{"%d records": {"one": "%d record", "other": "%d records"}}`,
		"nl/page.json": `{"%d records": {"one": "%d record", "other": "%d records"}, "Born here": "Hier geboren",
			"%s of %s": "%[2]s van %[1]s", "100 %": "100 procent"}`,
		"fr/page.json": `{"%d records": {"one": "%d notice", "other": "%d notices"}}`,
		"fr/zoom.json": `{"Born here": "Né ici"}`,
	}))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		lang string
		key  Key
		args []any
		want string
	}{
		{"nl", "Born here", nil, "Hier geboren"},
		{"fr", "Born here", nil, "Né ici"},
		{"de", "Born here", nil, "Born here"},
		{"nl", "100 %", nil, "100 procent"},
		{"de", "100 %", nil, "100 %"},
		{"nl", "%s of %s", []any{"a", "b"}, "b van a"},
		{"de", "%s of %s", []any{"a", "b"}, "a of b"},
		{"en", "%d records", []any{1}, "1 record"},
		{"en", "%d records", []any{uint64(1)}, "1 record"},
		{"en", "%d records", []any{uint64(12345)}, "12,345 records"},
		{"fr", "%d records", []any{0}, "0 notice"},
		{"fr", "%d records", []any{2}, "2 notices"},
		{"nl", "%d records", []any{12345}, "12.345 records"},
		{"de", "%d records", []any{12345}, "12.345 records"},
	} {
		w, ok := all.Find(row.lang)
		if !ok {
			t.Fatalf("no %s", row.lang)
		}
		if got := w.Text(row.key, row.args...); got != row.want {
			t.Errorf("%s: Text(%q, %v) = %q, want %q", row.lang, row.key, row.args, got, row.want)
		}
	}
}

// TestMalformed has one fault in each catalogue; the error names the file and the key.
// TestTextAsPrinted has every text whose verbs are all %s as the printer of its language
// writes it.
func TestTextAsPrinted(t *testing.T) {
	all, err := All()
	if err != nil {
		t.Fatal(err)
	}
	filledIn := 0
	for _, w := range all.List() {
		for key := range w.plain {
			args := make([]any, strings.Count(key.english(), "%s"))
			for i := range args {
				args[i] = strings.Repeat("a%s ", i) + "<\u00e9>"
			}
			if _, ok := filled(w.plain[key], args); !ok || len(args) == 0 {
				continue
			}
			filledIn++
			if got, want := w.Text(key, args...), w.printer.Sprintf(message.Key(string(key), key.english()), args...); got != want {
				t.Errorf("%s: %q: %q, want %q", w.Code(), key, got, want)
			}
		}
	}
	if filledIn == 0 {
		t.Error("no text was tried")
	}
}

func TestMalformed(t *testing.T) {
	for name, text := range map[string]string{
		"no JSON":           `{"Key": `,
		"a key twice":       `{"Key": "a", "Key": "b"}`,
		"no text":           `{"Key": ""}`,
		"a number":          `{"Key": 3}`,
		"no verb":           `{"Key %s": "sleutel"}`,
		"another verb":      `{"Key %s": "sleutel %d"}`,
		"one too many":      `{"Key": {"other": "%d sleutels"}}`,
		"the same twice":    `{"Key %s %s": "%[1]s %[1]s"}`,
		"no number":         `{"Key %s": {"other": "%s"}}`,
		"no other":          `{"Key %d": {"one": "%d"}}`,
		"no plural form":    `{"Key %d": {"single": "%d", "other": "%d"}}`,
		"a verb in one":     `{"Key %d": {"one": "een", "other": "%d"}}`,
		"a lone percent":    `{"Key %d": "%d %"}`,
		"no such argument":  `{"Key %d": "%[2]d"}`,
		"argument nonsense": `{"Key %d": "%[x]d"}`,
	} {
		t.Run(name, func(t *testing.T) {
			_, err := read(catalogues(map[string]string{"nl/page.json": text}))
			if err == nil {
				t.Fatal("no error")
			}
			if !strings.Contains(err.Error(), "nl/page.json") || !strings.Contains(err.Error(), "Key") && name != "no JSON" {
				t.Errorf("the error does not name the file and the key: %v", err)
			}
		})
	}
}

func TestFind(t *testing.T) {
	all, err := All()
	if err != nil {
		t.Fatal(err)
	}
	for tag, want := range map[string]string{"nl": "nl", "NL": "nl", "nl-BE": "nl", "ja": "", "": "", "nonsense!": ""} {
		got := ""
		if w, ok := all.Find(tag); ok {
			got = w.Code()
		}
		if got != want {
			t.Errorf("Find(%q) = %q, want %q", tag, got, want)
		}
	}
}
