package wording

import (
	"math"
	"slices"
	"strings"

	"vitrine/linkedart/reading"
)

// currency is a currency that the package has a symbol or words for.
type currency struct {
	// iris are its concepts, in the AAT and in Wikidata, and labels its names in the
	// languages of the pages, in small letters.
	iris, labels []string
	// symbol stands with the number in place of the words.
	symbol string
	// name is the currency, part its hundredth part.
	name, part counted
	// decimal is the first whole year in which it had a hundredth part: always for one that
	// had it from its beginning, 0 where it never had. Before, a guilder had 20 stuivers and
	// a pound 20 shillings, and the digits after a decimal sign are no count of either.
	decimal int64
}

const always = math.MinInt64

// currencies are those that are known. Those that are known by a name alone which several
// have, such as the guilder, come last, and have no parts: nobody can tell which.
var currencies = []currency{
	{iris: []string{"http://www.wikidata.org/entity/Q4916"}, labels: []string{"euro", "euros"}, symbol: "€", decimal: always},
	{iris: []string{aat + "300411994", "http://www.wikidata.org/entity/Q4917"}, symbol: "US$", decimal: always,
		labels: []string{"us dollar", "us dollars", "united states dollar", "amerikaanse dollar", "dollar américain", "dollar des états-unis", "us-dollar"}},
	{iris: []string{aat + "300411998", "http://www.wikidata.org/entity/Q25224"}, symbol: "£", decimal: 1972,
		labels: []string{"pound sterling", "pounds sterling", "british pound", "british pounds", "pond sterling", "brits pond", "livre sterling", "pfund sterling"}},
	{iris: []string{aat + "300412019"}, name: counted{"guilder", "guilders"}, part: counted{"cent", "cents"}, decimal: 1817,
		labels: []string{"dutch guilder", "dutch guilders", "netherlands guilder", "nederlandse gulden", "hollandse gulden", "florin néerlandais", "niederländischer gulden"}},
	{iris: []string{aat + "300412016"}, name: counted{"French franc", "French francs"}, part: counted{"centime", "centimes"}, decimal: 1796,
		labels: []string{"french franc", "french francs", "franse frank", "franse franc", "franc français", "französischer franc"}},
	{iris: []string{aat + "300412001"}, name: counted{"Swiss franc", "Swiss francs"}, part: counted{"rappen|one", "rappen|several"}, decimal: 1851,
		labels: []string{"swiss franc", "swiss francs", "zwitserse frank", "zwitserse franc", "franc suisse", "schweizer franken"}},
	{name: counted{"Belgian franc", "Belgian francs"}, part: counted{"centime", "centimes"}, decimal: always,
		labels: []string{"belgian franc", "belgian francs", "belgische frank", "belgische franc", "franc belge", "belgischer franc", "belgischer franken"}},
	{iris: []string{aat + "300412017"}, name: counted{"mark|currency", "marks|currency"}, part: counted{"pfennig|one", "pfennig|several"}, decimal: always,
		labels: []string{"german mark", "german marks", "deutsche mark", "deutschmark", "duitse mark", "mark allemand", "goldmark"}},
	{iris: []string{aat + "300412169"}, name: counted{"Reichsmark", "Reichsmarks"}, part: counted{"Reichspfennig|one", "Reichspfennig|several"}, decimal: always,
		labels: []string{"reichsmark", "reichsmarks"}},
	{iris: []string{aat + "300412165"}, name: counted{"livre|currency", "livres|currency"},
		labels: []string{"french livre", "french livres", "livre tournois", "livres tournois", "livre", "livres", "franse livre", "livre française", "französische livre"}},
	{iris: []string{aat + "300412015"}, name: counted{"Italian lira", "Italian lire"},
		labels: []string{"italian lira", "italian lire", "italiaanse lire", "lire italienne", "italienische lira"}},
	{iris: []string{aat + "300412168"}, name: counted{"thaler", "thalers"}, labels: []string{"thaler", "thalers", "taler"}},
	{iris: []string{aat + "300193382"}, name: counted{"ducat", "ducats"}, labels: []string{"ducat", "ducats", "dukaat", "dukaten", "dukat"}},
	{iris: []string{aat + "300412172"}, name: counted{"stuiver", "stuivers"}, labels: []string{"stuiver", "stuivers", "stüber"}},
	{iris: []string{aat + "300412163"}, name: counted{"guinea", "guineas"}, labels: []string{"guinea", "guineas", "guinje", "guinjes", "guinée", "guinées", "guinee"}},
	{iris: []string{aat + "300412167"}, name: counted{"shilling", "shillings"}, labels: []string{"shilling", "shillings"}},
	{name: counted{"guilder", "guilders"}, labels: []string{"guilder", "guilders", "gulden"}},
	{name: counted{"florin", "florins"}, labels: []string{"florin", "florins"}},
	{name: counted{"franc", "francs"}, labels: []string{"franc", "francs", "frank", "franken"}},
	{name: counted{"mark|currency", "marks|currency"}, labels: []string{"mark", "marks"}},
	{name: counted{"dollar", "dollars"}, labels: []string{"dollar", "dollars"}},
	{name: counted{"pound|currency", "pounds|currency"}, labels: []string{"pound", "pounds", "pond"}},
}

// currencyOf finds a currency by its concepts, and else by its names.
func currencyOf(unit Unit) (currency, bool) {
	for _, c := range currencies {
		if slices.ContainsFunc(unit.IRIs, func(iri string) bool { return slices.Contains(c.iris, aatIRI(iri)) }) {
			return c, true
		}
	}
	names := append([]string{unit.Name}, unit.Others...)
	for _, c := range currencies {
		if slices.ContainsFunc(names, func(name string) bool { return slices.Contains(c.labels, strings.ToLower(name)) }) {
			return c, true
		}
	}
	return currency{}, false
}

// hasHundredths tells whether the currency is known to have had a hundredth part then.
func (c currency) hasHundredths(paid reading.TimeSpan) bool {
	if c.decimal == 0 || c.decimal == always {
		return c.decimal == always
	}
	first := paid.Earliest()
	return first.Known && first.Time.Year >= c.decimal
}
