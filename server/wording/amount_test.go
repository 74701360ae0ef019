package wording

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

// concept is a currency by its concept in the AAT.
func concept(number, name string) Unit { return Unit{Name: name, IRIs: []string{aat + number}} }

func TestAmount(t *testing.T) {
	guilder := Unit{Name: "Dutch guilder"}
	for _, row := range []struct {
		amount   string
		currency Unit
		year     string
		name     Named
		want     map[string]string
	}{
		{`"value": 80000000`, Unit{Name: "Euro"}, "", Named{}, map[string]string{"en": "€ 80,000,000", "nl": "€ 80.000.000", "fr": "80\u202f000\u202f000 €", "de": "80.000.000 €"}},
		{`"value": 2.5`, Unit{Name: "Euro"}, "", Named{}, map[string]string{"en": "€ 2.50", "nl": "€ 2,50", "fr": "2,50 €", "de": "2,50 €"}},
		{`"value": 2.345`, Unit{Name: "Euro"}, "", Named{}, map[string]string{"en": "€ 2.345"}},
		{`"lower_value_limit": 100, "upper_value_limit": 200.5`, Unit{Name: "Euro"}, "", Named{}, map[string]string{"en": "€ 100–200.50"}},
		{`"value": 200`, guilder, "1696", Named{}, map[string]string{"en": "200 guilders", "nl": "200 gulden", "fr": "200 florins", "de": "200 Gulden"}},
		{`"value": 2900`, guilder, "", Named{}, map[string]string{"en": "2,900 guilders", "nl": "2.900 gulden", "fr": "2\u202f900 florins", "de": "2.900 Gulden"}},
		{`"value": 1`, guilder, "", Named{}, map[string]string{"en": "1 guilder", "fr": "1 florin"}},
		{`"value": 0`, guilder, "", Named{}, map[string]string{"en": "0 guilders", "fr": "0 florin"}},
		{`"value": 1.5`, guilder, "1700", Named{}, map[string]string{"en": "1.5 guilders", "fr": "1,5 florin"}},
		{`"value": 2.3`, guilder, "1881", Named{}, map[string]string{"en": "2 guilders 30 cents", "nl": "2 gulden 30 cent", "fr": "2 florins 30 cents", "de": "2 Gulden 30 Cent"}},
		{`"value": 2.30`, guilder, "1881", Named{}, map[string]string{"en": "2 guilders 30 cents"}},
		{`"value": 1.01`, guilder, "1881", Named{}, map[string]string{"en": "1 guilder 1 cent"}},
		{`"value": 0.05`, guilder, "1881", Named{}, map[string]string{"en": "5 cents", "nl": "5 cent"}},
		{`"value": 12345.75`, guilder, "1881", Named{}, map[string]string{"en": "12,345 guilders 75 cents", "de": "12.345 Gulden 75 Cent"}},
		{`"value": 2.375`, guilder, "1881", Named{}, map[string]string{"en": "2.375 guilders"}},
		{`"value": -2.3`, guilder, "1881", Named{}, map[string]string{"en": "-2.3 guilders"}},
		{`"value": 2.3, "lower_value_limit": 2`, guilder, "1881", Named{}, map[string]string{"en": "2.3 (at least 2) guilders"}},
		{`"value": 72.5`, guilder, "1696", Named{}, map[string]string{"en": "72.5 guilders", "nl": "72,5 gulden"}},
		{`"value": 72.5`, guilder, "", Named{}, map[string]string{"en": "72.5 guilders"}},
		{`"value": 2.3`, guilder, "1881", Named{"two guilders and thirty cents", "en"}, map[string]string{"en": "two guilders and thirty cents", "nl": "2 gulden 30 cent"}},
		{`"value": 2.3`, Unit{Name: "guilders"}, "1881", Named{}, map[string]string{"en": "2.3 guilders", "nl": "2,3 gulden"}},
		{`"value": 2.3`, Unit{Name: "gulden", Others: []string{"Dutch guilder"}}, "1881", Named{}, map[string]string{"nl": "2 gulden 30 cent"}},
		{`"value": 100`, concept("300411998", ""), "1900", Named{}, map[string]string{"en": "£ 100", "fr": "100 £"}},
		{`"value": 12.5`, concept("300411998", ""), "1900", Named{}, map[string]string{"en": "£ 12.5"}},
		{`"value": 12.5`, concept("300411998", ""), "1971", Named{}, map[string]string{"en": "£ 12.5"}},
		{`"value": 12.5`, concept("300411998", ""), "1985", Named{}, map[string]string{"en": "£ 12.50", "de": "12,50 £"}},
		{`"value": 12.5`, Unit{IRIs: []string{"https://vocab.getty.edu/aat/300411994"}}, "", Named{}, map[string]string{"en": "US$ 12.50"}},
		{`"value": 12.5`, concept("300412016", "French franc"), "1896", Named{}, map[string]string{"en": "12 French francs 50 centimes", "nl": "12 Franse frank 50 centimes", "fr": "12 francs français 50 centimes"}},
		{`"value": 12.5`, concept("300412001", "Swiss franc"), "1900", Named{}, map[string]string{"fr": "12 francs suisses 50 centimes", "de": "12 Schweizer Franken 50 Rappen"}},
		{`"value": 12.5`, concept("300412017", ""), "1900", Named{}, map[string]string{"en": "12 marks 50 pfennig", "de": "12 Mark 50 Pfennig"}},
		{`"value": 12.5`, concept("300412165", "French livre"), "1777", Named{}, map[string]string{"en": "12.5 livres", "nl": "12,5 livre", "de": "12,5 Livres"}},
		{`"value": 3`, concept("300412163", ""), "", Named{}, map[string]string{"en": "3 guineas", "nl": "3 guinjes"}},
		{`"value": 5.5`, Unit{Name: "gold dinar"}, "1900", Named{}, map[string]string{"en": "5.5 gold dinar", "nl": "5,5 gold dinar"}},
		{`"value": 5`, Unit{}, "", Named{}, map[string]string{"en": "5"}},
		{`"value": "many"`, guilder, "1881", Named{}, map[string]string{"en": "many guilders"}},
		{`"identified_by": [{"type": "Name", "content": "a good price"}]`, Unit{Name: "Euro"}, "", Named{"a good price", "en"}, map[string]string{"en": "a good price", "nl": "a good price"}},
	} {
		var paid reading.TimeSpan
		if row.year != "" {
			paid = whole(row.year+"-01-01", row.year+"-12-31")
		}
		for lang, want := range row.want {
			if got := Plain(in(t, lang).Amount(amountIs(t, row.amount), row.currency, paid, row.name)); got != want {
				t.Errorf("%s: %s in %s: %q, want %q", lang, row.amount, row.year, got, want)
			}
		}
	}
}

// TestAmountExactly has what the record says beside what is said.
func TestAmountExactly(t *testing.T) {
	paid := whole("1881-01-01", "1881-12-31")
	for amount, want := range map[string]string{
		`"value": 2.3`: "2.3 Dutch guilder",
		`"value": 2`:   "2 Dutch guilder",
	} {
		if got := exactOf(english(t).Amount(amountIs(t, amount), Unit{Name: "Dutch guilder"}, paid)); got != want {
			t.Errorf("%s: %q, want %q", amount, got, want)
		}
	}
}

// TestCurrencies has each currency found by each of its names and concepts, and words for
// it in each language.
func TestCurrencies(t *testing.T) {
	for i, c := range currencies {
		for _, unit := range units(c) {
			if found, ok := currencyOf(unit); !ok || found.name != c.name || found.symbol != c.symbol {
				t.Errorf("currency %d: %+v finds %+v", i, unit, found)
			}
		}
		if (c.symbol == "") == (c.name == counted{}) || c.decimal != 0 && c.symbol == "" && c.part == (counted{}) {
			t.Errorf("currency %d has no words, or two: %+v", i, c)
		}
	}
}

func units(c currency) []Unit {
	var out []Unit
	for _, iri := range c.iris {
		out = append(out, Unit{IRIs: []string{iri}})
	}
	for _, label := range c.labels {
		out = append(out, Unit{Name: label}, Unit{Name: "?", Others: []string{label}})
	}
	return out
}
