package i18n

import (
	"strings"

	"vitrine/linkedart/reading"
)

// currencySymbols are the symbols of currencies: by their concepts in the Getty AAT and in
// Wikidata, and by their names in small letters.
var currencySymbols = map[string]string{
	"http://www.wikidata.org/entity/Q4916": "€", "euro": "€", "euros": "€",
	"http://www.wikidata.org/entity/Q4917": "US$", aat + "300411994": "US$", "us dollar": "US$",
	"http://www.wikidata.org/entity/Q25224": "£", aat + "300411998": "£", "pound sterling": "£",
}

// countedCurrencies are currencies that are counted in words, by their concepts in the AAT, and
// some by their names.
var countedCurrencies = map[string]counted{
	aat + "300412019": {"guilder", "guilders"},
	"dutch guilder":   {"guilder", "guilders"},
	"french franc":    {"French franc", "French francs"},
	"swiss franc":     {"Swiss franc", "Swiss francs"},
	aat + "300412016": {"French franc", "French francs"},
	aat + "300412001": {"Swiss franc", "Swiss francs"},
	aat + "300412017": {"mark|currency", "marks|currency"},
	aat + "300412169": {"Reichsmark", "Reichsmarks"},
	aat + "300412165": {"livre|currency", "livres|currency"},
	aat + "300412015": {"Italian lira", "Italian lire"},
	aat + "300412168": {"thaler", "thalers"},
	aat + "300193382": {"ducat", "ducats"},
	aat + "300412172": {"stuiver", "stuivers"},
	aat + "300412163": {"guinea", "guineas"},
	aat + "300412167": {"shilling", "shillings"},
}

// Amount says an amount of money: "€ 80,000,000", "2,900 guilders". The number has the digits
// of the record: a guilder of 1696 had 20 stuivers, and no hundredths. A currency that has no
// words here is called as its record calls it. A name that the record gives the amount in the
// language, or in one that is not known, comes first.
func (w *Wording) Amount(a reading.Amount, unit Unit, names ...Named) []Words {
	said := w.limits(a.Value, a.Lower, a.Upper, w.price)
	if symbol, words := currencyOf(unit); said == "" {
		// There is no number.
	} else if symbol != "" {
		said = w.Text("%s %s|symbol amount", symbol, said)
	} else if words != (counted{}) && a.Lower.IsZero() && a.Upper.IsZero() {
		said = w.Text("%s %s|amount currency", said, w.count(words, a.Value))
	} else if words != (counted{}) {
		said = w.Text("%s %s|amount currency", said, w.Text(words.many))
	} else if unit.Name != "" {
		said = w.Text("%s %s|amount currency", said, unit.Name)
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

// currencyOf is the symbol of a currency, or the words for it.
func currencyOf(unit Unit) (symbol string, words counted) {
	for _, iri := range unit.IRIs {
		iri = aatIRI(iri)
		if symbol, words = currencySymbols[iri], countedCurrencies[iri]; symbol != "" || words != (counted{}) {
			return symbol, words
		}
	}
	name := strings.ToLower(unit.Name)
	return currencySymbols[name], countedCurrencies[name]
}

// price says a number of money, which has separators from four digits on.
func (w *Wording) price(n reading.Number) string { return w.number(n, 4) }
