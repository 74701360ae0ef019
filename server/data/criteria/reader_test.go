package criteria

import (
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"vitrine/server/data/search/query"
	"vitrine/server/people/i18n"
	"vitrine/server/web/respond"
)

// testReader reads parameters for a museum, with the words of Linked Art.
func testReader(t testing.TB) Reader {
	t.Helper()
	words, err := i18n.NewVocabulary(nil)
	if err != nil {
		t.Fatal(err)
	}
	return Reader{Base: "https://data.museum.example/", Words: words}
}

func TestParse(t *testing.T) {
	r := testReader(t)
	for address, want := range map[string]string{
		"":                               "",
		"q=+vermeer+":                    "q=vermeer",
		"class=Person&q=a":               "q=a&class=Person",
		"class=Person&class=Person":      "class=Person",
		"sort=relevance&q=a":             "q=a",
		"sort=-date&q=a":                 "q=a&sort=-date",
		"picture=yes&century=-5":         "century=-5&picture=yes",
		"decade=1650&in=person/":         "decade=1650&in=person%2F",
		"area=4,52,4.5,52.25":            "area=4%2C52%2C4.5%2C52.25",
		"maker=&q=a&other=b":             "q=a",
		"every=maker&q=a&sort=name":      "q=a&sort=name&every=maker",
		"material=http://x.example/1":    "material=http%3A%2F%2Fx.example%2F1",
		"place=http://x.example/1&sort=": "place=http%3A%2F%2Fx.example%2F1",
	} {
		c, err := r.Parse(address)
		if err != nil || c.Encode() != want {
			t.Errorf("%s: %q, %v; want %q", address, c.Encode(), err, want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	r := testReader(t)
	for address, want := range map[string]string{
		"q=%zz":                   "cannot be read",
		"q=a&q=b":                 "more than once",
		"q=%21%3F":                "no letter and no digit",
		"class=Nothing":           `"Nothing"`,
		"maker=x":                 `"x"`,
		"century=0":               "A century",
		"century=017":             "A century",
		"century=50001":           "A century",
		"decade=1655":             "A decade",
		"picture=no":              "picture",
		"picture=yes&picture=yes": "1 times at most",
		"in=person":               "beginning of addresses",
		"in=/person/":             "beginning of addresses",
		"in=" + strings.Repeat("a", maxFolder) + "/": "beginning of addresses",
		"area=4,52,4.5":           "four numbers",
		"area=4,52,3,53":          "four numbers",
		"area=4,52,NaN,53":        "four numbers",
		"area=4,52,721,53":        "four numbers",
		"sort=size":               "sort",
		"every=decade":            "every",
		"every=maker&every=place": "every",
		"sort=name&sort=date":     "sort",
		strings.Repeat("century=1&", maxFilters+1): "16 times at most",
	} {
		_, err := r.Parse(address)
		var fault *respond.Error
		if !errors.As(err, &fault) || fault.Type != respond.BadRequest || !strings.Contains(fault.Detail, want) {
			t.Errorf("%.60s: %v, want a bad request with %q", address, err, want)
		}
	}
}

func TestQueries(t *testing.T) {
	c, err := testReader(t).Parse("class=Person&century=17&century=16&picture=yes&in=person/&area=4,52,5,53&sort=name")
	if err != nil {
		t.Fatal(err)
	}
	q := c.Query
	want := map[string][]string{
		"class": {"http://www.cidoc-crm.org/cidoc-crm/E21_Person"}, "century": {"17", "16"}, "picture": {"yes"},
		"folder": {"https://data.museum.example/person/"},
	}
	if !reflect.DeepEqual(q.Values, want) || q.Order != query.ByName ||
		q.Area == nil || *q.Area != (query.Area{West: 4, South: 52, East: 5, North: 53}) {
		t.Errorf("%+v", q)
	}
}

// TestOtherSearches checks that searches that are made of one leave it alone.
func TestOtherSearches(t *testing.T) {
	c, err := testReader(t).Parse("q=a&century=16&century=17")
	if err != nil {
		t.Fatal(err)
	}
	for want, other := range map[string]Criteria{
		"q=a&century=16&century=17&century=18":  c.With("century", "18"),
		"q=a&century=16&century=17&picture=yes": c.With("picture", "yes"),
		"q=a&century=17":                        c.Without("century", 0),
		"q=a&century=16":                        c.Without("century", 1),
		"q=a&century=16&century=17&sort=name":   c.By("name"),
		"q=a&century=16&century=17":             c.By("relevance"),
	} {
		if got := other.Encode(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := c.Target(); got != "search?q=a&century=16&century=17" || (Criteria{}).Target() != "search" {
		t.Errorf("target %q", got)
	}
}

func TestAreaText(t *testing.T) {
	for _, text := range []string{"4,52,4.5,52.25", "-180,-90,180,90", "0.1,0.2,0.3,0.4"} {
		a, ok := ParseArea(text)
		if !ok || AreaText(a) != text {
			t.Errorf("%s: %s, %v", text, AreaText(a), ok)
		}
	}
}

// FuzzParse checks that what is read is written as an address that reads the same.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", "q=vermeer", "q=%22a+b%22+-c&class=Person&sort=-date", "century=-5&decade=1650&picture=yes",
		"in=person/&area=4,52,4.5,52.25", "maker=http://x.example/%C3%A9", "q=a;b&class=%zz", "class=crm:E21_Person", "area=1e2,-0,1e2.5,1",
	} {
		f.Add(seed)
	}
	r := testReader(f)
	f.Fuzz(func(t *testing.T, address string) {
		c, err := r.Parse(address)
		if err != nil {
			return
		}
		written := c.Encode()
		again, err := r.Parse(written)
		if err != nil {
			t.Fatalf("%q: %v", written, err)
		}
		if got := again.Encode(); got != written || fmt.Sprintf("%+v", again.Query) != fmt.Sprintf("%+v", c.Query) && c.Query.Area == nil {
			t.Errorf("%q is written as %q, and that as %q", address, written, got)
		}
		if _, err := url.ParseQuery(written); err != nil {
			t.Error(err)
		}
	})
}
