package provtext

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"vitrine/linkedart/provenance"
	"vitrine/linkedart/reading"
)

// english writes texts in English without links. Names, dates and currencies are those of
// the records.
type english struct{}

// Say gives the key itself.
func (english) Say(key provenance.Key, inner ...string) string {
	out, _, _ := strings.Cut(string(key), "|")
	for _, text := range inner {
		out = strings.Replace(out, "%s", text, 1)
	}
	return out
}

// Plain gives the text.
func (english) Plain(text string) string { return text }

// Join puts texts together.
func (english) Join(texts ...string) string { return strings.Join(texts, "") }

// String gives the text.
func (english) String(text string) string { return text }

// Lower begins the text with a small letter.
func (english) Lower(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToLower(first)) + text[size:]
}

// Node is the label of a node, or its first name.
func (english) Node(n reading.Node) string {
	if label := n.Label(); label != "" {
		return label
	}
	for _, name := range n.Names() {
		return name.Content
	}
	return n.IRI()
}

// Life are the years of a life.
func (e english) Life(p provenance.Party) string {
	born, _ := p.Record.Node(reading.Born).TimeSpan()
	died, _ := p.Record.Node(reading.Died).TimeSpan()
	switch b, d := e.Date(born, false), e.Date(died, false); {
	case b != "" && d != "":
		return b + "–" + d
	case b != "":
		return "born " + b
	case d != "":
		return "died " + d
	}
	return ""
}

// Date is what the record calls a time, or else its years.
func (english) Date(span reading.TimeSpan, _ bool) string {
	for _, name := range span.Names {
		return name.Content
	}
	first, last := span.Earliest(), span.Latest()
	switch {
	case first.Known && last.Known && first.Time.Year != last.Time.Year:
		return strconv.FormatInt(int64(first.Time.Year), 10) + "–" + strconv.FormatInt(int64(last.Time.Year), 10)
	case first.Known:
		return strconv.FormatInt(int64(first.Time.Year), 10)
	case last.Known:
		return "by " + strconv.FormatInt(int64(last.Time.Year), 10)
	}
	return ""
}

// Amount is a value with its currency.
func (e english) Amount(a reading.Amount) string {
	if a.Value.Text == "" || a.Currency.IsZero() {
		return a.Value.Text
	}
	return a.Value.Text + " " + e.Node(a.Currency)
}

// Texts are the texts as they are.
func (english) Texts(list []reading.Name) []string {
	var out []string
	for _, n := range list {
		out = append(out, n.Content)
	}
	return out
}
