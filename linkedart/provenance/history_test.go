package provenance

import (
	"fmt"
	"strings"
	"testing"

	ldcontext "vitrine/context"
	"vitrine/linkedart/reading"
)

// vase adds an object and returns it.
func (c *collection) vase(t testing.TB, members string) reading.Node {
	t.Helper()
	return c.add(t, `{"@context": "`+ldcontext.LinkedArt+`", "id": "object/vase", "type": "HumanMadeObject"`+members+`}`)
}

// title is an acquisition of the vase: the parties are names, or lists of them.
func title(from, to, more string) string {
	return `{"type": "Acquisition", "transferred_title_of": [{"id": "object/vase", "type": "HumanMadeObject"}],
		"transferred_title_from": [` + persons(from) + `], "transferred_title_to": [` + persons(to) + `]` + more + `}`
}

func custody(from, to, more string) string {
	return `{"type": "TransferOfCustody", "transferred_custody_of": [{"id": "object/vase", "type": "HumanMadeObject"}],
		"transferred_custody_from": [` + persons(from) + `], "transferred_custody_to": [` + persons(to) + `]` + more + `}`
}

func persons(names string) string {
	var out []string
	for _, name := range strings.Fields(names) {
		out = append(out, fmt.Sprintf(`{"id": "person/%s", "type": "Person", "_label": "%s"}`, name, name))
	}
	return strings.Join(out, ",")
}

func year4(y string) string {
	return `"timespan": {"type": "TimeSpan", "begin_of_the_begin": "` + y + `-01-01T00:00:00Z", "end_of_the_end": "` + y + `-12-31T23:59:59Z"}`
}

// kind is a classification by its label, as of a museum's own concept.
func kind(label string) string {
	return `, "classified_as": [{"id": "concept/x", "type": "Type", "_label": "` + label + `"}]`
}

func parts(list ...string) string { return `"part": [` + strings.Join(list, ",") + `]` }

// summary is the kinds of the events, the owners and the text of a history.
func summary(h History) string {
	var kinds, owners, text []string
	for _, e := range h.Events {
		kinds = append(kinds, string(e.Kind)+flags(e))
	}
	for _, o := range h.Owners {
		name := parties(o.Parties)
		if o.Gap() {
			name = "?"
		}
		if o.Uncertain {
			name += "~"
		}
		owners = append(owners, name)
	}
	for _, s := range h.Text {
		text = append(text, plainStatement(h, s))
	}
	return strings.Join(kinds, ", ") + "\n" + strings.Join(owners, " > ") + "\n" + strings.Join(text, " ")
}

func TestHistories(t *testing.T) {
	tests := []struct {
		name       string
		object     string
		activities []string
		want       string
	}{
		{"direct and not direct", "", []string{
			year4("1800") + `,` + parts(title("a", "b", kind("Gift"))),
			year4("1810") + `,` + parts(title("b", "c", kind("Legaat"))),
			year4("1820") + `,` + parts(title("d", "e", "")),
		}, "gift title, bequest title, acquisition title\na > b > c > ? > d > e\n" +
			"a; gift, b, 1800-01-01/1800-12-31; bequest, c, 1810-01-01/1810-12-31. d; acquisition, e, 1820-01-01/1820-12-31."},
		{"who is not named is unknown", "", []string{
			year4("1800") + `,` + parts(title("a", "", "")), year4("1810") + `,` + parts(title("", "c", "")),
		}, "acquisition title, acquisition title\na > ? > c\na; acquisition, 1800-01-01/1800-12-31. acquisition, c, 1810-01-01/1810-12-31."},
		{"before and after place what has no date", "", []string{
			`"after": [{"id": "provenance/1", "type": "Activity"}], ` + parts(title("b", "c", "")),
			year4("1800") + `,` + parts(title("a", "b", "")),
			year4("1850") + `,` + parts(title("c", "d", "")),
			parts(title("", "z", "")),
			`"before": [{"id": "provenance/1", "type": "Activity"}], ` + parts(title("", "a", "")),
		}, "acquisition title placed=1, acquisition title, acquisition title placed=1, acquisition title, acquisition title placed=2\n? > a > b > c > d > ? > z~\n" +
			"acquisition, a, undated; acquisition, b, 1800-01-01/1800-12-31; acquisition, c, undated; acquisition, d, 1850-01-01/1850-12-31. acquisition, z, undated."},
		{"dates before relations, and no circle", "", []string{
			year4("1900") + `, "before": [{"id": "provenance/1", "type": "Activity"}], ` + parts(title("b", "c", "")),
			year4("1800") + `,` + parts(title("a", "b", "")),
			`"after": [{"id": "provenance/3", "type": "Activity"}], ` + parts(title("x", "y", "")),
			`"after": [{"id": "provenance/2", "type": "Activity"}], ` + parts(title("y", "x", "")),
		}, "acquisition title, acquisition title, acquisition title placed=2, acquisition title placed=2\na > b > c > ? > x~ > y~ > x~\n" +
			"a; acquisition, b, 1800-01-01/1800-12-31; acquisition, c, 1900-01-01/1900-12-31. x; acquisition, y, undated. y; acquisition, x, undated."},
		{"relations within a year", "", []string{
			year4("1900") + `, "after": [{"id": "provenance/1", "type": "Activity"}], ` + parts(title("b", "c", "")),
			year4("1900") + `,` + parts(title("a", "b", "")),
		}, "acquisition title, acquisition title\na > b > c\na; acquisition, b, 1900-01-01/1900-12-31; acquisition, c, 1900-01-01/1900-12-31."},
		{"possibly", "", []string{
			year4("1800") + `,` + parts(title("a", "b", `, "attributed_by": [{"type": "AttributeAssignment", "classified_as": [{"id": "`+aatPossibly+`", "type": "Type"}]}]`)),
			year4("1810") + `, "attributed_by": [{"type": "AttributeAssignment", "classified_as": [{"id": "` + aatProbably + `", "type": "Type"}], "assigned": [` + title("b", "c", "") + `]}]`,
			year4("1820") + `,` + parts(title("c", "", `, "attributed_by": [{"type": "AttributeAssignment", "assigned_property": "transferred_title_to",
				"classified_as": [{"id": "`+aatPossibly+`", "type": "Type"}], "assigned": [`+persons("d")+`]}]`)),
		}, "acquisition title certainty=2, acquisition title certainty=1, acquisition title\na~ > b~ > c~ > possibly d~\n" +
			"a; acquisition, b, 1800-01-01/1800-12-31. b; acquisition, c, 1810-01-01/1810-12-31; acquisition, possibly d, 1820-01-01/1820-12-31."},
		{"theft and restitution do not change the owner", "", []string{
			year4("1930") + `,` + parts(title("a", "b", "")),
			year4("1940") + `,` + parts(custody("b", "army", `, "classified_as": [{"id": "http://vocab.getty.edu/aat/300055292", "type": "Type"}]`)),
			year4("1950") + `,` + parts(custody("army", "b", kind("Restitution"))),
		}, "acquisition title, theft custody, restitution custody\na > b\n" +
			"a; acquisition, b, 1930-01-01/1930-12-31; theft, army, 1940-01-01/1940-12-31; restitution, b, 1950-01-01/1950-12-31."},
		{"a loan that goes back", "", []string{
			year4("1990") + `,` + parts(custody("a", "b", kind("Loan")), custody("b", "a", "")),
		}, "loan custody, return custody\n\n"},
		{"a set, and an auction that the sale is part of", `, "member_of": [{"id": "set/lots", "type": "Set"}]`, []string{
			year4("1700") + `, "used_specific_object": [{"id": "set/lots", "type": "Set"}]`,
			`"part_of": [{"id": "provenance/0", "type": "Activity"}], ` + parts(title("a", "b", ""), `{"type": "Payment", "paid_amount": {"type": "MonetaryAmount", "value": 3}}`),
		}, "sale title\na > b\na; sale, b, 1700-01-01/1700-12-31 [1]."},
		{"other lots do not count", "", []string{
			year4("1700") + `,` + parts(strings.ReplaceAll(title("x", "y", ""), "object/vase", "object/other"), title("a", "b", ""),
				`{"type": "Payment", "used_specific_object": [{"id": "object/other", "type": "HumanMadeObject"}]}`),
		}, "acquisition title\na > b\na; acquisition, b, 1700-01-01/1700-12-31."},
		{"a part of a part", "", []string{
			year4("1700") + `,` + parts(`{"type": "Activity", "part": [{"type": "Activity", "part": [`+title("a", "b", "")+`]}]}`),
		}, "acquisition title\na > b\na; acquisition, b, 1700-01-01/1700-12-31."},
		{"anywhere in an attribution", "", []string{
			year4("1700") + `, "attributed_by": [{"type": "AttributeAssignment", "assigned": [{"id": "object/vase", "type": "HumanMadeObject"}]}]`,
		}, "event\n\n"},
		{"the object's own record", `, "current_owner": [` + persons("c") + `], "changed_ownership_through": [{"type": "Acquisition", "transferred_title_from": [` + persons("a") + `],
			"transferred_title_to": [` + persons("b") + `], ` + year4("1700") + `}]`, nil,
			"acquisition title\na > b > ? > c\na; acquisition, b, 1700-01-01/1700-12-31."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := &collection{}
			for i, members := range test.activities {
				c.activity(t, fmt.Sprint(i), members)
			}
			if got := summary(c.history(c.vase(t, test.object))); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

func TestKinds(t *testing.T) {
	c := &collection{}
	c.add(t, `{"@context": "`+ldcontext.LinkedArt+`", "id": "concept/x", "type": "Type",
		"identified_by": [{"type": "Name", "content": "Schenking"}], "equivalent": [{"id": "https://vocab.getty.edu/aat/300379554", "type": "Type"}]}`)
	for label, want := range map[string]Kind{"Gift (method of acquisition)": Gift, "Ankauf": Sale, "giftwrap": "", "": ""} {
		n := c.add(t, `{"@context": "`+ldcontext.LinkedArt+`", "id": "provenance/k", "type": "Activity", "classified_as": [{"id": "concept/y", "type": "Type", "_label": "`+label+`"}]}`)
		if got := Lookup(nil).kindOf(n); got != want {
			t.Errorf("%q is %q, want %q", label, got, want)
		}
	}
	n := c.add(t, `{"@context": "`+ldcontext.LinkedArt+`", "id": "provenance/k", "type": "Activity", "classified_as": [{"id": "concept/x", "type": "Type"}]}`)
	if got := Lookup(c.lookup).kindOf(n); got != Looting {
		t.Errorf("the equivalent of the concept's own record makes it %q", got)
	}
}
