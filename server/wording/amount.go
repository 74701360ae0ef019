package wording

import (
	"strconv"
	"strings"

	"vitrine/linkedart/reading"
)

// Amount says an amount of money: "€ 80,000,000", "2,900 guilders", "2 guilders 30 cents".
// A name that the record gives it in the language, or in one that is not known, comes
// first. paid is when it was paid, which decides whether a currency had hundredths: where
// that is not sure the number stands as it is written. Of a currency that the package does
// not know it is the number and what the currency is called.
func (w *Wording) Amount(a reading.Amount, unit Unit, paid reading.TimeSpan, names ...Named) []Words {
	said := w.money(a, unit, paid)
	for _, name := range names {
		if w.speaks(name.Lang) && name.Text != "" && name.Text != said.Text {
			return []Words{{Text: name.Text, Lang: name.Lang, Exact: said.Text}}
		}
	}
	if said.Text == "" {
		return named(a.Names)
	}
	return []Words{said}
}

// money says the numbers of an amount with its currency.
func (w *Wording) money(a reading.Amount, unit Unit, paid reading.TimeSpan) Words {
	written := w.limits(a.Value, a.Lower, a.Upper, w.price)
	if written == "" {
		return Words{}
	}
	exact := written
	if unit.Name != "" {
		exact = w.Text("%s %s|amount currency", written, unit.Name)
	}
	c, ok := currencyOf(unit)
	if !ok {
		return Words{Text: exact}
	}
	hundredths := c.hasHundredths(paid)
	if c.symbol != "" {
		if hundredths {
			written = w.limits(a.Value, a.Lower, a.Upper, w.priceInFull)
		}
		return Words{Text: w.Text("%s %s|symbol amount", c.symbol, written)}
	}
	single := a.Lower.IsZero() && a.Upper.IsZero()
	if hundredths && single {
		if text, ok := w.wholeAndPart(a.Value, c); ok {
			return Words{Text: text, Exact: exact}
		}
	}
	counted := w.Text(c.name.many)
	if single {
		counted = w.count(c.name, a.Value)
	}
	said := Words{Text: w.Text("%s %s|amount currency", written, counted)}
	if said.Text != exact {
		said.Exact = exact
	}
	return said
}

// price says a number of money, which has separators from four digits on.
func (w *Wording) price(n reading.Number) string { return w.number(n, 4) }

// priceInFull is a price with both digits of its hundredths: "2.50" for 2.5.
func (w *Wording) priceInFull(n reading.Number) string {
	if _, fraction, _ := strings.Cut(n.Text, "."); n.Known && len(fraction) == 1 {
		n.Text += "0"
	}
	return w.price(n)
}

// wholeAndPart says a number by the currency and its hundredths: "2 guilders 30 cents". It
// is false for one that is whole, below 0 or finer than that.
func (w *Wording) wholeAndPart(n reading.Number, c currency) (string, bool) {
	whole, fraction, _ := strings.Cut(n.Text, ".")
	if len(fraction) == 1 {
		fraction += "0"
	}
	units, err := strconv.ParseUint(whole, 10, 64)
	if err != nil || !n.Known || len(fraction) != 2 || fraction == "00" {
		return "", false
	}
	hundredths, err := strconv.ParseUint(fraction, 10, 8)
	if err != nil {
		return "", false
	}
	part := w.counted(strconv.FormatUint(hundredths, 10), c.part)
	if units == 0 {
		return part, true
	}
	return w.Text("%s %s|whole part", w.counted(whole, c.name), part), true
}

// counted says how many there are, by digits: "2 guilders".
func (w *Wording) counted(digits string, words counted) string {
	n := reading.Number{Text: digits, Known: true}
	return w.Text("%s %s|amount currency", w.price(n), w.count(words, n))
}
