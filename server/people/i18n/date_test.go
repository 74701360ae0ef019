package i18n

import (
	"strings"
	"testing"

	"vitrine/linkedart/datetime"
	"vitrine/linkedart/reading"
)

// spanAt is a time span of four ends, each "" where it is missing.
func spanAt(ends ...string) reading.TimeSpan {
	var m [4]reading.Moment
	for i, end := range ends {
		t, err := datetime.Parse(end)
		m[i] = reading.Moment{Written: end, Time: t, Known: err == nil}
	}
	return reading.TimeSpan{BeginOfTheBegin: m[0], EndOfTheBegin: m[1], BeginOfTheEnd: m[2], EndOfTheEnd: m[3]}
}

// whole are the first and the last moment of the days, as Linked Art writes them.
func whole(from, to string) reading.TimeSpan {
	if from != "" {
		from += "T00:00:00Z"
	}
	if to != "" {
		to += "T23:59:59Z"
	}
	return spanAt(from, "", "", to)
}

func TestDate(t *testing.T) {
	for _, row := range []struct {
		span     reading.TimeSpan
		want     map[string]string
		datetime string
	}{
		{whole("1665-01-01", "1665-12-31"), map[string]string{"en": "1665", "nl": "1665", "fr": "1665", "de": "1665"}, "1665"},
		{whole("1696-05-16", "1696-05-16"), map[string]string{"en": "16 May 1696", "nl": "16 mei 1696", "fr": "16 mai 1696", "de": "16. Mai 1696"}, "1696-05-16"},
		{whole("1696-05-01", "1696-05-01"), map[string]string{"en": "1 May 1696", "nl": "1 mei 1696", "fr": "1er mai 1696", "de": "1. Mai 1696"}, "1696-05-01"},
		{whole("1696-05-01", "1696-05-31"), map[string]string{"en": "May 1696", "nl": "mei 1696", "fr": "mai 1696", "de": "Mai 1696"}, "1696-05"},
		{whole("1656-01-01", "1661-12-31"), map[string]string{"en": "between 1656 and 1661", "nl": "tussen 1656 en 1661", "fr": "entre 1656 et 1661", "de": "zwischen 1656 und 1661"}, "1656 1661"},
		{whole("1650-01-01", "1659-12-31"), map[string]string{"en": "1650s", "nl": "jaren 1650", "fr": "années 1650", "de": "1650er Jahre"}, ""},
		{whole("1801-01-01", "1900-12-31"), map[string]string{"en": "19th century", "nl": "19e eeuw", "fr": "XIXe siècle", "de": "19. Jahrhundert"}, ""},
		{whole("1800-01-01", "1899-12-31"), map[string]string{"en": "19th century", "nl": "19e eeuw", "fr": "XIXe siècle", "de": "19. Jahrhundert"}, ""},
		{whole("2001-01-01", "2100-12-31"), map[string]string{"en": "21st century", "nl": "21e eeuw", "fr": "XXIe siècle", "de": "21. Jahrhundert"}, ""},
		{whole("0001-01-01", "0100-12-31"), map[string]string{"en": "1st century", "nl": "1e eeuw", "fr": "Ier siècle", "de": "1. Jahrhundert"}, ""},
		{whole("-0199-01-01", "-0100-12-31"), map[string]string{"en": "2nd century BC", "nl": "2e eeuw v.Chr.", "fr": "IIe siècle av. J.-C.", "de": "2. Jahrhundert v. Chr."}, ""},
		{whole("-0195-01-01", "-0195-12-31"), map[string]string{"en": "196 BC", "nl": "196 v.Chr.", "fr": "196 av. J.-C.", "de": "196 v. Chr."}, ""},
		{whole("-0195-03-27", "-0195-03-27"), map[string]string{"en": "27 March 196 BC", "nl": "27 maart 196 v.Chr.", "fr": "27 mars 196 av. J.-C.", "de": "27. März 196 v. Chr."}, ""},
		{whole("0000-01-01", "0000-12-31"), map[string]string{"en": "1 BC", "nl": "1 v.Chr.", "fr": "1 av. J.-C.", "de": "1 v. Chr."}, ""},
		{whole("-0001-01-01", "0001-12-31"), map[string]string{"en": "between 2 BC and 1", "nl": "tussen 2 v.Chr. en 1", "fr": "entre 2 av. J.-C. et 1", "de": "zwischen 2 v. Chr. und 1"}, "0001"},
		{whole("-12000-01-01", "-12000-12-31"), map[string]string{"en": "12001 BC"}, ""},
		{whole("12000-01-01", "12000-12-31"), map[string]string{"en": "12000"}, "12000"},
		{whole("", "1631-12-31"), map[string]string{"en": "1631 or earlier", "nl": "1631 of eerder", "fr": "1631 ou avant", "de": "1631 oder früher"}, "1631"},
		{spanAt("", "", "", "1632-01-01T00:00:00Z"), map[string]string{"en": "before 1632", "nl": "vóór 1632", "fr": "avant 1632", "de": "vor 1632"}, "1632"},
		{spanAt("1700-12-31T23:59:59Z", "", "", ""), map[string]string{"en": "after 1700", "nl": "na 1700", "fr": "après 1700", "de": "nach 1700"}, "1700"},
		{whole("1701-01-01", ""), map[string]string{"en": "1701 or later", "nl": "1701 of later", "fr": "1701 ou après", "de": "1701 oder später"}, "1701"},
		{whole("1696-05-16", ""), map[string]string{"en": "16 May 1696 or later", "nl": "16 mei 1696 of later", "fr": "16 mai 1696 ou après", "de": "16. Mai 1696 oder später"}, "1696-05-16"},
		{whole("1696-05-16", "1696-05-20"), map[string]string{"en": "between 16 May 1696 and 20 May 1696", "nl": "tussen 16 mei 1696 en 20 mei 1696", "fr": "entre le 16 mai 1696 et le 20 mai 1696", "de": "zwischen dem 16. Mai 1696 und dem 20. Mai 1696"}, "1696-05-16 1696-05-20"},
		{whole("1653-12-29", "1675-12-31"), map[string]string{"en": "between 29 December 1653 and 31 December 1675"}, "1653-12-29 1675-12-31"},
		{spanAt("1665-01-01T00:00:00Z", "", "", "1666-01-01T00:00:00Z"), map[string]string{"en": "1665"}, "1665"},
		{spanAt("1665-01-01", "", "", "1665-12-31"), map[string]string{"en": "1665"}, "1665"},
		{spanAt("1696-05-16T10:30:00+01:00", "", "", "1696-05-16T10:30:00+01:00"), map[string]string{"en": "16 May 1696"}, "1696-05-16"},
		{spanAt("1665", "", "", ""), map[string]string{"en": "1665 or later"}, ""},
		{spanAt("1665-01-01T00:00:00Z", "", "", "1660-12-31T23:59:59Z"), map[string]string{"en": "between 1665 and 1660"}, "1665 1660"},
		{spanAt("1939-09-01T00:00:00Z", "1939-09-01T23:59:59Z", "1945-05-08T00:00:00Z", "1945-05-08T23:59:59Z"),
			map[string]string{"en": "1 September 1939 – 8 May 1945", "nl": "1 september 1939 – 8 mei 1945", "fr": "1er septembre 1939 – 8 mai 1945", "de": "1. September 1939 – 8. Mai 1945"}, "1939-09-01 1945-05-08"},
		{spanAt("1656-01-01T00:00:00Z", "1656-12-31T23:59:59Z", "1661-01-01T00:00:00Z", "1661-12-31T23:59:59Z"), map[string]string{"en": "1656–1661"}, "1656 1661"},
		{spanAt("1656-01-01T00:00:00Z", "1661-12-31T23:59:59Z", "1656-01-01T00:00:00Z", "1661-12-31T23:59:59Z"), map[string]string{"en": "between 1656 and 1661"}, "1656 1661"},
		{spanAt("1656-01-01T00:00:00Z", "1661-12-31T23:59:59Z", "1670-01-01T00:00:00Z", "1670-12-31T23:59:59Z"),
			map[string]string{"en": "from between 1656 and 1661 to 1670", "nl": "van tussen 1656 en 1661 tot 1670", "fr": "début : entre 1656 et 1661 ; fin : 1670", "de": "Beginn: zwischen 1656 und 1661; Ende: 1670"}, "1656 1661 1670"},
		{spanAt("", "1665-12-31T23:59:59Z", "", ""), map[string]string{"en": "begun 1665 or earlier", "nl": "begonnen 1665 of eerder", "fr": "début : 1665 ou avant", "de": "Beginn: 1665 oder früher"}, "1665"},
		{spanAt("", "", "1665-01-01T00:00:00Z", ""), map[string]string{"en": "ended 1665 or later", "nl": "geëindigd 1665 of later", "fr": "fin : 1665 ou après", "de": "Ende: 1665 oder später"}, "1665"},
		{reading.TimeSpan{}, map[string]string{"en": ""}, ""},
	} {
		for lang, want := range row.want {
			got := in(t, lang).Date(row.span)
			if Plain(got) != want {
				t.Errorf("%s: %v: %q, want %q", lang, exactOf(got), Plain(got), want)
			}
			if d := datetimes(got); d != row.datetime {
				t.Errorf("%s: %q has the datetimes %q, want %q", lang, want, d, row.datetime)
			}
			if want != "" && exactOf(got) == "" {
				t.Errorf("%s: %q has no exact values", lang, want)
			}
		}
	}
}

func TestPeriod(t *testing.T) {
	for _, row := range []struct {
		span reading.TimeSpan
		want map[string]string
	}{
		{whole("1656-01-01", "1661-12-31"), map[string]string{"en": "1656–1661", "de": "1656–1661"}},
		{whole("1650-01-01", "1659-12-31"), map[string]string{"en": "1650–1659"}},
		{whole("1601-01-01", "1700-12-31"), map[string]string{"en": "17th century"}},
		{whole("1696-05-16", "1696-05-20"), map[string]string{"en": "16–20 May 1696", "nl": "16–20 mei 1696", "fr": "16–20 mai 1696", "de": "16.–20. Mai 1696"}},
		{whole("1696-05-16", "1696-06-03"), map[string]string{"en": "16 May – 3 June 1696", "de": "16. Mai – 3. Juni 1696"}},
		{whole("1995-11-12", "1996-02-11"), map[string]string{"en": "12 November 1995 – 11 February 1996"}},
		{whole("1696-05-01", "1696-08-31"), map[string]string{"en": "May–August 1696"}},
		{whole("1696-05-01", "1697-08-31"), map[string]string{"en": "May 1696 – August 1697"}},
		{whole("1822-01-01", ""), map[string]string{"en": "from 1822", "fr": "à partir de 1822", "de": "ab 1822"}},
		{whole("1822-07-05", ""), map[string]string{"en": "from 5 July 1822", "fr": "à partir du 5 juillet 1822", "de": "ab dem 5. Juli 1822"}},
		{whole("", "1822-12-31"), map[string]string{"en": "until 1822", "nl": "tot 1822", "fr": "jusqu’en 1822", "de": "bis 1822"}},
		{spanAt("1656-01-01T00:00:00Z", "1661-12-31T23:59:59Z", "", ""), map[string]string{"en": "begin: between 1656 and 1661"}},
		{spanAt("1656-01-01T00:00:00Z", "1656-12-31T23:59:59Z", "", ""), map[string]string{"en": "from 1656"}},
	} {
		for lang, want := range row.want {
			if got := Plain(in(t, lang).Period(row.span)); got != want {
				t.Errorf("%s: %q, want %q", lang, got, want)
			}
		}
	}
}

// TestCentury has the numbers of centuries as a timeline shows them.
func TestCentury(t *testing.T) {
	for n, want := range map[int64]map[string]string{
		1:  {"en": "1st c.", "nl": "1e eeuw", "fr": "Ier s.", "de": "1. Jh."},
		2:  {"en": "2nd c."},
		3:  {"en": "3rd c."},
		11: {"en": "11th c."},
		17: {"en": "17th c.", "nl": "17e eeuw", "fr": "XVIIe s.", "de": "17. Jh."},
		21: {"en": "21st c.", "fr": "XXIe s."},
		-2: {"en": "2nd c. BC", "nl": "2e eeuw v.Chr.", "fr": "IIe s. av. J.-C.", "de": "2. Jh. v. Chr."},
	} {
		for lang, want := range want {
			if got := in(t, lang).Century(n); got != want {
				t.Errorf("%s: %d is %q, want %q", lang, n, got, want)
			}
		}
	}
}

// TestDateNames has names of time spans beside their ends.
func TestDateNames(t *testing.T) {
	span := whole("1655-01-01", "1662-12-31")
	for _, row := range []struct {
		lang  string
		name  Named
		want  string
		exact string
	}{
		{"nl", Named{"about 1660", ""}, "omstreeks 1660", "1655-01-01T00:00:00Z"},
		{"en", Named{"ca. 1660", "nl"}, "about 1660", "1655-01-01T00:00:00Z"},
		{"fr", Named{"omstreeks 1660", "nl"}, "vers 1660", ""},
		{"de", Named{"Circa 1660", ""}, "um 1660", ""},
		{"nl", Named{"about 1700", "en"}, "tussen 1655 en 1662 (about 1700)", ""},
		{"nl", Named{"about 1660 to 1661", ""}, "omstreeks 1660–1661", "1655-01-01T00:00:00Z"},
		{"fr", Named{"1656 to 1661", ""}, "1656–1661", ""},
		{"de", Named{"from 1656 until 1661", "en"}, "1656–1661", ""},
		{"nl", Named{"1656/1661", ""}, "1656–1661", ""},
		{"fr", Named{"tussen 1656 en 1661", "nl"}, "entre 1656 et 1661", ""},
		{"nl", Named{"between 1655 and 1662", ""}, "tussen 1655 en 1662", ""},
		{"de", Named{"1661 to 1656", ""}, "1661 to 1656", ""},
		{"nl", Named{"1656 to 1670", ""}, "1656 to 1670", "tussen 1655 en 1662; "},
		{"en", Named{"the years of the canal", "en"}, "the years of the canal", "between 1655 and 1662; Earliest beginning: 1655"},
		{"en", Named{"the years of the canal", ""}, "the years of the canal", ""},
		{"nl", Named{"the years of the canal", "en"}, "tussen 1655 en 1662 (the years of the canal)", "1655-01-01T00:00:00Z"},
		{"en", Named{"between 1655 and 1662", "en"}, "between 1655 and 1662", ""},
		{"en", Named{"", ""}, "between 1655 and 1662", ""},
	} {
		got := in(t, row.lang).Date(span, row.name)
		if Plain(got) != row.want || !strings.Contains(exactOf(got), row.exact) {
			t.Errorf("%s %q: %q (%s), want %q (%s)", row.lang, row.name.Text, Plain(got), exactOf(got), row.want, row.exact)
		}
	}
	for lang, want := range map[string]string{"nl": "juli 1799", "fr": "juillet 1799", "de": "Juli 1799"} {
		for _, name := range []Named{{"July 1799", ""}, {"July 1799", "en"}, {"JULI 1799", "nl"}} {
			if got := Plain(in(t, lang).Date(whole("1799-07-01", "1799-07-31"), name)); got != want {
				t.Errorf("%s: %q is said as %q, want %q", lang, name.Text, got, want)
			}
		}
	}
	if got := in(t, "nl").Date(span, Named{"the years of the canal", "en"}); got[len(got)-2].Lang != "en" {
		t.Errorf("a name in another language is said as %+v", got)
	}
	if got := in(t, "nl").Date(reading.TimeSpan{}, Named{"the summer", "en"}); Plain(got) != "the summer" || got[0].Lang != "en" {
		t.Errorf("a name alone is said as %+v", got)
	}
	if got := Plain(in(t, "nl").Period(whole("1902-01-01", "1903-12-31"), Named{"1902 to 1903", ""})); got != "1902–1903" {
		t.Errorf("1902 to 1903 is %q", got)
	}
	if got := Plain(in(t, "de").Date(whole("-0209-01-01", "-0195-12-31"), Named{"210 to 196 BC", ""})); got != "210 v. Chr.–196 v. Chr." {
		t.Errorf("210 to 196 BC is %q", got)
	}
	if got := Plain(in(t, "fr").Date(whole("-0179-01-01", "-0179-12-31"), Named{"180 BC", "en"})); got != "180 av. J.-C." {
		t.Errorf("180 BC is %q", got)
	}
}

func datetimes(pieces []Words) string {
	var out []string
	for _, piece := range pieces {
		if piece.Datetime != "" {
			out = append(out, piece.Datetime)
		}
	}
	return strings.Join(out, " ")
}

func exactOf(pieces []Words) string {
	for _, piece := range pieces {
		if piece.Exact != "" {
			return piece.Exact
		}
	}
	return ""
}
