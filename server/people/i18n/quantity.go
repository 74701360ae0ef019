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
	words, ok := w.unitNamed("unit", u)
	switch {
	case !ok:
		return u.Name
	case words.many == "":
		return string(words.one)
	}
	return w.count(words, n)
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
