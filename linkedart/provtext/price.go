package provtext

import (
	"regexp"
	"strings"
)

// currencies are the words and signs of currencies whose meaning is certain, with their
// numbers in the Art & Architecture Thesaurus. A dollar or a franc may be of several
// countries, and is none of them.
var currencies = map[string][2]string{
	"us$": {"300411994", "US Dollars"}, "usd": {"300411994", "US Dollars"}, "us dollars": {"300411994", "US Dollars"},
	"£": {"300411998", "Pounds Sterling"}, "gbp": {"300411998", "Pounds Sterling"}, "pounds sterling": {"300411998", "Pounds Sterling"},
	"guineas": {"300412163", "Guineas"}, "gns": {"300412163", "Guineas"}, "gns.": {"300412163", "Guineas"},
	"dutch guilders": {"300412019", "Dutch Guilders"}, "nlg": {"300412019", "Dutch Guilders"},
	"french francs": {"300412016", "French Francs"}, "ff": {"300412016", "French Francs"},
	"swiss francs": {"300412001", "Swiss Francs"}, "sfr": {"300412001", "Swiss Francs"}, "chf": {"300412001", "Swiss Francs"},
	"reichsmark": {"300412169", "Reichsmark"}, "rm": {"300412169", "Reichsmark"},
	"livres": {"300412165", "French Livres"}, "lire": {"300412015", "Italian Lire"}, "italian lire": {"300412015", "Italian Lire"},
	"$": {}, "dollars": {}, "€": {}, "euros": {}, "eur": {}, "francs": {}, "frs": {}, "fr.": {}, "fr": {}, "guilders": {}, "fl": {}, "fl.": {}, "pounds": {}, "marks": {}, "dm": {}, "thaler": {},
}

var priceText = regexp.MustCompile(`^(?:the sum of |price: |sold for |for )?([A-Za-z]{1,3}\$|[A-Za-z]{2,3}|[£$€]|[Ff]l\.|[Ff]r\.)?\s?(\d{1,3}(?:[,. ]\d{3})+|\d+)(?:\.(\d{1,2}))?\s?([A-Za-z][A-Za-z. ]*)?$`)

// readPrice reads an amount with a currency: "$3,000", "£450", "3,000 guilders".
func readPrice(text string) (Price, bool) {
	m := priceText.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil || m[1] == "" && m[4] == "" || m[1] != "" && m[4] != "" {
		return Price{}, false
	}
	currency, ok := currencies[strings.ToLower(strings.TrimSpace(m[1]+m[4]))]
	if !ok {
		return Price{}, false
	}
	amount := strings.NewReplacer(",", "", ".", "", " ", "").Replace(m[2])
	if m[3] != "" {
		amount += "." + m[3]
	}
	return Price{Text: strings.TrimSpace(text), Amount: amount, Currency: currency[0], CurrencyLabel: currency[1]}, true
}
