package i18n

import (
	"strings"

	"vitrine/linkedart/reading"
)

// Unit is a unit of measurement or a currency, as the caller knows it.
type Unit struct {
	// Name is what it is called in the language Lang, "" where that is not known.
	Name, Lang string
	// IRIs are its concept and what that is equivalent to. By these the package knows
	// symbols and words of its own.
	IRIs []string
}

// unitSymbols are the symbols of units, which are those of all languages (Getty AAT).
var unitSymbols = map[string]string{
	aat + "300379097": "mm", aat + "300379098": "cm", aat + "300379099": "m",
	aat + "300379100": "in", aat + "300379101": "ft",
	aat + "300379225": "g", aat + "300379226": "kg", aat + "300379229": "oz", aat + "300379254": "lb",
	aat + "300379239": "s", aat + "300379240": "min", aat + "300379241": "h",
	aat + "300417377": "%", aat + "300265869": "B", aat + "300265870": "kB", aat + "300265873": "MB",
	aat + "300265874": "GB", aat + "300266477": "TB", aat + "300266190": "px",
}

// counted is what is counted, in words: one of it, and several.
type counted struct{ one, many Key }

// countedUnits are units that are counted in words.
var countedUnits = map[string]counted{
	aat + "300379242": {"day", "days"},
	aat + "300379245": {"month", "months"},
	aat + "300379244": {"year", "years"},
	aat + "300194222": {"page", "pages"},
}

// Number says a number with the digits of the record, which say how exactly was measured,
// and the decimal sign and the separators of the language.
func (w *Wording) Number(n reading.Number) string { return w.number(n, 5) }

// number says a number. Those with from digits or more before the decimal sign have
// separators.
func (w *Wording) number(n reading.Number, from int) string {
	if !n.Known || strings.ContainsAny(n.Text, "eE") {
		return n.Text
	}
	sign, digits := "", n.Text
	if strings.HasPrefix(digits, "-") || strings.HasPrefix(digits, "+") {
		sign, digits = digits[:1], digits[1:]
	}
	whole, fraction, decimal := strings.Cut(digits, ".")
	if len(whole) >= from {
		whole = grouped(whole, w.Text(",|between thousands"))
	}
	if !decimal {
		return sign + whole
	}
	return sign + whole + w.Text(".|decimal sign") + fraction
}

// grouped puts a separator between each three digits.
func grouped(digits, separator string) string {
	var b strings.Builder
	for i, digit := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteString(separator)
		}
		b.WriteRune(digit)
	}
	return b.String()
}

// Size says a dimension without its kind: "12 cm", "12–14 cm", "at least 3 days".
func (w *Wording) Size(d reading.Dimension, unit Unit) []Words {
	number := w.limits(d.Value, d.Lower, d.Upper, w.Number)
	if number == "" {
		return named(d.Names)
	}
	symbol := w.unit(unit, d.Value)
	if symbol == "" {
		return []Words{{Text: number}}
	}
	return []Words{{Text: w.Text("%s %s|size unit", number, symbol), Exact: joined("; ", texts(d.Names)...)}}
}

// limits says a number, or what it lies between, with each number as said; "" where there
// is none.
func (w *Wording) limits(value, lower, upper reading.Number, said func(reading.Number) string) string {
	limits := ""
	switch {
	case !lower.IsZero() && !upper.IsZero():
		limits = w.Text("%s–%s", said(lower), said(upper))
	case !lower.IsZero():
		limits = w.Text("at least %s", said(lower))
	case !upper.IsZero():
		limits = w.Text("at most %s", said(upper))
	}
	if value.IsZero() {
		return limits
	}
	if limits == "" {
		return said(value)
	}
	return w.Text("%s (%s)", said(value), limits)
}

// unit is a unit as it stands after a number.
func (w *Wording) unit(u Unit, n reading.Number) string {
	for _, iri := range u.IRIs {
		if symbol := unitSymbols[iri]; symbol != "" {
			return symbol
		}
		if words, ok := countedUnits[iri]; ok {
			return w.count(words, n)
		}
	}
	if symbol := namedUnits[strings.ToLower(u.Name)]; symbol != "" {
		return symbol
	}
	return u.Name
}

// namedUnits are the symbols of units by their names, for records whose units are concepts
// of their own.
var namedUnits = map[string]string{
	"millimetre": "mm", "millimetres": "mm", "millimeter": "mm", "millimeters": "mm", "millimètre": "mm",
	"centimetre": "cm", "centimetres": "cm", "centimeter": "cm", "centimeters": "cm", "centimètre": "cm", "zentimeter": "cm",
	"metre": "m", "metres": "m", "meter": "m", "meters": "m", "mètre": "m",
	"gram": "g", "grams": "g", "gramme": "g", "gramm": "g",
	"kilogram": "kg", "kilograms": "kg", "kilogramme": "kg", "kilogramm": "kg",
}

// named are the names of what has no number.
func named(names []reading.Name) []Words {
	if text := joined("; ", texts(names)...); text != "" {
		return []Words{{Text: text}}
	}
	return nil
}

func texts(names []reading.Name) []string {
	var out []string
	for _, name := range names {
		out = append(out, name.Content)
	}
	return out
}
