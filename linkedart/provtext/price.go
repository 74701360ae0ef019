package provtext

import (
	"regexp"
	"strings"
)

var priceText = regexp.MustCompile(`^(?:the sum of |price: |sold for |for )?([A-Za-z]{1,3}\$|[A-Za-z]{2,3}|[£$€]|[Ff]l\.|[Ff]r\.)?\s?(\d{1,3}(?:[,. ]\d{3})+|\d+)(?:\.(\d{1,2}))?\s?([A-Za-z][A-Za-z. ]*)?$`)

// readPrice reads an amount with a currency: "$3,000", "£450", "3,000 guilders".
func readPrice(text string) (Price, bool) {
	m := priceText.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil || m[1] == "" && m[4] == "" || m[1] != "" && m[4] != "" {
		return Price{}, false
	}
	currency, ok := currency(strings.TrimSpace(m[1] + m[4]))
	if !ok {
		return Price{}, false
	}
	amount := strings.NewReplacer(",", "", ".", "", " ", "").Replace(m[2])
	if m[3] != "" {
		amount += "." + m[3]
	}
	number, label, _ := strings.Cut(currency, " ")
	return Price{Text: strings.TrimSpace(text), Amount: amount, Currency: number, CurrencyLabel: label}, true
}
