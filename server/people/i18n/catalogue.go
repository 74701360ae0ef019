package i18n

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
	"golang.org/x/text/message/catalog"
)

// translation is one translation of a catalogue: a text, or a text for each plural form.
type translation struct {
	text  string
	forms map[string]string
}

// formNames are the plural forms of CLDR, in the order in which they are asked for.
var formNames = []string{"zero", "one", "two", "few", "many", "other"}

// UnmarshalJSON reads a string, or an object of strings.
func (t *translation) UnmarshalJSON(data []byte) error {
	if json.Unmarshal(data, &t.text) == nil && t.text != "" {
		return nil
	}
	t.text = ""
	if json.Unmarshal(data, &t.forms) != nil || t.forms == nil {
		return errors.New("a translation is a string that is not empty, or an object with plural forms")
	}
	for form, text := range t.forms {
		if !slices.Contains(formNames, form) || text == "" {
			return fmt.Errorf("the plural form %q is none, or is empty", form)
		}
	}
	if t.forms["other"] == "" {
		return errors.New(`the plural form "other" is missing`)
	}
	return nil
}

// texts are those of the translation.
func (t translation) texts() []string {
	if t.forms == nil {
		return []string{t.text}
	}
	var out []string
	for _, form := range formNames {
		if text, ok := t.forms[form]; ok {
			out = append(out, text)
		}
	}
	return out
}

// readLanguage reads the files of a language into the builder, and returns the texts that
// stand without a number. Of a key that stands in two files the first counts.
func readLanguage(folder fs.FS, tag language.Tag, builder *catalog.Builder) (map[Key]string, error) {
	names, err := fs.Glob(folder, tag.String()+"/*.json")
	if err != nil {
		return nil, fmt.Errorf("list the catalogues: %w", err)
	}
	plain := map[Key]string{}
	known := map[string]bool{}
	for _, name := range names {
		translations, err := readFile(folder, name)
		if err != nil {
			return nil, err
		}
		for key, t := range translations {
			if known[key] {
				continue
			}
			known[key] = true
			if t.forms == nil {
				plain[Key(key)] = t.text
			}
			if err := add(builder, tag, key, t); err != nil {
				return nil, fmt.Errorf("catalogue %s: %q: %w", name, key, err)
			}
		}
	}
	return plain, nil
}

// readFile reads one file of a catalogue and checks it.
func readFile(folder fs.FS, name string) (map[string]translation, error) {
	text, err := fs.ReadFile(folder, name)
	if err != nil {
		return nil, fmt.Errorf("read a catalogue: %w", err)
	}
	raw := map[string]jsontext.Value{}
	if err := json.Unmarshal(text, &raw); err != nil {
		return nil, fmt.Errorf("catalogue %s: %w", name, err)
	}
	out := make(map[string]translation, len(raw))
	for key, value := range raw {
		var t translation
		if err := json.Unmarshal(value, &t); err != nil {
			return nil, fmt.Errorf("catalogue %s: %q: %w", name, key, err)
		}
		if err := t.check(key); err != nil {
			return nil, fmt.Errorf("catalogue %s: %q: %w", name, key, err)
		}
		out[key] = t
	}
	return out, nil
}

// add puts a translation into the builder. The first whole number among the arguments
// decides about the plural form.
func add(builder *catalog.Builder, tag language.Tag, key string, t translation) error {
	if t.forms == nil {
		return builder.SetString(tag, key, t.text)
	}
	var cases []any
	for _, form := range formNames {
		if text, ok := t.forms[form]; ok {
			cases = append(cases, form, text)
		}
	}
	return builder.Set(tag, key, plural.Selectf(numberIn(key), "%d", cases...))
}
