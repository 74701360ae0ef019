package i18n

import "vitrine/linkedart/reading"

// Amount says an amount of money: "€ 80,000,000", "2,900 guilders". The number has the digits
// of the record: a guilder of 1696 had 20 stuivers, and no hundredths. A currency that has no
// words here is called as its record calls it. A name that the record gives the amount in the
// language, or in one that is not known, comes first.
func (w *Wording) Amount(a reading.Amount, unit Unit, names ...Named) []Words {
	said := w.limits(a.Value, a.Lower, a.Upper, w.price)
	words, ok := w.unitNamed("currency", unit)
	switch {
	case said == "":
		// There is no number.
	case !ok && unit.Name != "":
		said = w.Text("%s %s|amount currency", said, unit.Name)
	case !ok:
		// The currency has no name.
	case words.many == "":
		said = w.Text("%s %s|symbol amount", string(words.one), said)
	case a.Lower.IsZero() && a.Upper.IsZero():
		said = w.Text("%s %s|amount currency", said, w.count(words, a.Value))
	default:
		said = w.Text("%s %s|amount currency", said, w.Text(words.many))
	}
	for _, name := range names {
		if w.speaks(name.Lang) && name.Text != "" && name.Text != said {
			return []Words{{Text: name.Text, Lang: name.Lang, Exact: said}}
		}
	}
	if said == "" {
		return named(a.Names)
	}
	return []Words{{Text: said}}
}

// price says a number of money, which has separators from four digits on.
func (w *Wording) price(n reading.Number) string { return w.number(n, 4) }
