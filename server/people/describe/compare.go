package describe

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strconv"
	"strings"

	"vitrine/linkedart/datetime"
	"vitrine/linkedart/reading"
	"vitrine/server/data/history"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
)

// Terms call the terms of Linked Art's JSON in the words of a language.
type Terms struct {
	*i18n.Wording
	Vocabulary i18n.Vocabulary
}

// Member calls a member of objects of a class as pages call it.
func (t Terms) Member(class, name string) string {
	switch name {
	case "_label":
		return t.Text("Label")
	case "id":
		return t.Text("Address (URI)")
	case "type":
		return t.Text("Class")
	}
	if word := t.Property(reading.Property(t.Vocabulary.Property(class, name))); word != "" {
		return word
	}
	return name
}

// Type calls a class.
func (t Terms) Type(word string) string {
	iri, _ := t.Vocabulary.ClassIRI(word)
	return t.Class(reading.Class(iri))
}

// Compare returns what is other in one record than in another, both as JSON, in the order of the
// record.
func (t Terms) Compare(before, after []byte) ([]html.Difference, error) {
	list, err := history.Differences(before, after)
	var out []html.Difference
	for _, d := range list {
		words := t.way(d)
		if last := len(words) - 1; last > 0 && d.At[last].Name == "content" {
			words = words[:last]
		}
		one := html.Difference{What: strings.Join(words, " › "), Before: t.summary(d, d.Before), After: t.summary(d, d.After)}
		if one.Before == one.After {
			one.Before, one.After = string(d.Before), string(d.After)
		}
		out = append(out, one)
	}
	return out, err
}

// maxChanged is how many words a change is described by at most.
const maxChanged = 6

// Changed says in a few words what is other in one record than in another: which values were changed,
// added and removed.
func (t Terms) Changed(before, after []byte) (string, error) {
	list, err := history.Differences(before, after)
	if err != nil {
		return "", err
	}
	var said []string
	for _, kind := range []struct {
		key    i18n.Key
		counts bool
		is     func(history.Difference) bool
	}{
		{"changed: %s", false, func(d history.Difference) bool { return d.Before != nil && d.After != nil }},
		{"added: %s", true, func(d history.Difference) bool { return d.Before == nil }},
		{"removed: %s", true, func(d history.Difference) bool { return d.After == nil }},
	} {
		var words []string
		counts := map[string]int{}
		for _, d := range list {
			if !kind.is(d) {
				continue
			}
			word := t.short(d)
			if counts[word]++; counts[word] == 1 {
				words = append(words, word)
			}
		}
		for i, word := range words {
			if n := counts[word]; n > 1 && kind.counts {
				words[i] = strconv.Itoa(n) + " × " + word
			}
		}
		if len(words) > maxChanged {
			words = append(words[:maxChanged], "…")
		}
		if len(words) > 0 {
			said = append(said, t.Text(kind.key, strings.Join(words, ", ")))
		}
	}
	return strings.Join(said, "; "), nil
}

// way are the words for the steps to a value. A name and an identifier are called so.
func (t Terms) way(d history.Difference) []string {
	words := make([]string, len(d.At))
	for i, step := range d.At {
		words[i] = t.Member(step.Class, step.Name)
		if step.Name != "identified_by" {
			continue
		}
		class := ""
		if i+1 < len(d.At) {
			class = d.At[i+1].Class
		} else if object, ok := parsed(d.Value()).(map[string]any); ok {
			class, _ = object["type"].(string)
		}
		if word := t.Type(class); word != "" {
			words[i] = word
		}
	}
	return words
}

// short is the word for a value, or for the object that a text or number is of.
func (t Terms) short(d history.Difference) string {
	words := t.way(d)
	switch _, isObject := parsed(d.Value()).(map[string]any); {
	case len(words) == 0:
		return t.Text("Class")
	case isObject || len(words) == 1:
		return words[len(words)-1]
	}
	return words[len(words)-2]
}

// parsed is a JSON value with its numbers as they are written; nil for none.
func parsed(raw []byte) (v any) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	_ = d.Decode(&v) // it was read before
	return v
}

// maxSummary is how many characters a summary has.
const maxSummary = 300

// summary is a value in short, "" for none.
func (t Terms) summary(d history.Difference, raw []byte) string {
	if raw == nil {
		return ""
	}
	text := t.summed(parsed(raw))
	if last := len(d.At) - 1; last >= 0 && d.At[last].Name == "type" {
		text = cmp.Or(t.Type(text), text)
	} else if last >= 0 && d.At[last].Class == "TimeSpan" {
		if day, err := datetime.Parse(text); err == nil {
			text = i18n.Plain(t.Day(day))
		}
	}
	text = cmp.Or(text, string(raw))
	if runes := []rune(text); len(runes) > maxSummary {
		text = string(runes[:maxSummary]) + "…"
	}
	return text
}

// summed is the text or number that a value is, or what an object is called; "" where it has no name.
func (t Terms) summed(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	case []any:
		if len(v) == 1 {
			return t.summed(v[0])
		}
	case map[string]any:
		for _, name := range []string{"content", "_label", "value", "id"} {
			text := t.summed(v[name])
			if id, _ := v["id"].(string); id != "" && name == "_label" && text != "" {
				text += " (" + id + ")"
			}
			if text != "" {
				return text
			}
		}
		if names, _ := v["identified_by"].([]any); len(names) > 0 {
			return t.summed(names[0])
		}
	}
	return ""
}
