package i18n

import (
	"testing"

	"vitrine/linkedart/reading"
)

// amountIs is an amount from the inside of its JSON.
func amountIs(t *testing.T, inside string) reading.Amount {
	t.Helper()
	amounts := object(t, `{"dimension": [{"type": "MonetaryAmount", `+inside+`}]}`).Amounts()
	if len(amounts) != 1 {
		t.Fatalf("%s: %d amounts", inside, len(amounts))
	}
	return amounts[0]
}

func TestAmount(t *testing.T) {
	dinar := Unit{Name: "gold dinar"}
	for _, row := range []struct {
		amount   string
		currency Unit
		name     Named
		want     map[string]string
	}{
		{`"value": 80000000`, Unit{Name: "Euro"}, Named{}, map[string]string{"en": "€ 80,000,000", "nl": "€ 80.000.000", "fr": "80\u202f000\u202f000 €", "de": "80.000.000 €"}},
		{`"value": 2.50`, Unit{Name: "Euro"}, Named{}, map[string]string{"en": "€ 2.50", "nl": "€ 2,50", "fr": "2,50 €", "de": "2,50 €"}},
		{`"lower_value_limit": 100, "upper_value_limit": 200.5`, Unit{Name: "Euro"}, Named{}, map[string]string{"en": "€ 100–200.5"}},
		{`"value": 2900`, dinar, Named{}, map[string]string{"en": "2,900 gold dinar", "nl": "2.900 gold dinar", "fr": "2\u202f900 gold dinar"}},
		{`"value": 2.3, "lower_value_limit": 2`, dinar, Named{}, map[string]string{"en": "2.3 (at least 2) gold dinar"}},
		{`"value": 2.3`, dinar, Named{"two guilders and thirty cents", "en"}, map[string]string{"en": "two guilders and thirty cents", "nl": "2,3 gold dinar"}},
		{`"value": 12.5`, Unit{IRIs: []string{"https://vocab.getty.edu/aat/300411994"}}, Named{}, map[string]string{"en": "US$ 12.5"}},
		{`"value": 12.5`, Unit{Name: "pond", IRIs: []string{"x:1", aat + "300411998"}}, Named{}, map[string]string{"en": "£ 12.5", "de": "12,5 £"}},
		{`"value": 2900`, Unit{IRIs: []string{aat + "300412019"}}, Named{}, map[string]string{"en": "2,900 guilders", "nl": "2.900 gulden", "fr": "2\u202f900 florins", "de": "2.900 Gulden"}},
		{`"value": 1`, Unit{IRIs: []string{aat + "300412019"}}, Named{}, map[string]string{"en": "1 guilder", "fr": "1 florin"}},
		{`"lower_value_limit": 1`, Unit{IRIs: []string{aat + "300412019"}}, Named{}, map[string]string{"en": "at least 1 guilders"}},
		{`"value": 72.5`, Unit{Name: "Dutch guilder"}, Named{}, map[string]string{"en": "72.5 guilders", "nl": "72,5 gulden"}},
		{`"value": 5`, Unit{}, Named{}, map[string]string{"en": "5"}},
		{`"value": "many"`, dinar, Named{}, map[string]string{"en": "many gold dinar"}},
		{`"identified_by": [{"type": "Name", "content": "a good price"}]`, Unit{Name: "Euro"}, Named{"a good price", "en"}, map[string]string{"en": "a good price", "nl": "a good price"}},
	} {
		for lang, want := range row.want {
			if got := Plain(in(t, lang).Amount(amountIs(t, row.amount), row.currency, row.name)); got != want {
				t.Errorf("%s: %s: %q, want %q", lang, row.amount, got, want)
			}
		}
	}
}
