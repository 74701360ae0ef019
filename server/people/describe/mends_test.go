package describe

import (
	"slices"
	"strings"
	"testing"

	"vitrine/data"
	"vitrine/server/people/html"
)

const (
	aat         = "http://vocab.getty.edu/aat/"
	activity    = `"classified_as":[{"id":"` + aat + `300055863","type":"Type"}]`
	historyText = `{"type":"LinguisticObject","content":"John Smith, Boston, before 1907.","classified_as":[{"id":"https://data.museum.example/concept/history","type":"Type"}]}`
)

// soldIn1907 has an object and the activities by which a museum got it and sold it, from and
// to somebody unknown, and the museum's own word for a text of provenance.
func soldIn1907(t *testing.T, members string) *museum {
	return newMuseum(t, parse(t, record("HumanMadeObject", "object/vase", members)),
		parse(t, record("Type", "concept/history", `,"_label":"Provenance","equivalent":[{"id":"`+aat+`300435438","type":"Type"}]`)),
		parse(t, record("Group", "group/museum", `,"_label":"The Museum"`)),
		parse(t, record("Activity", "provenance/1", `,`+activity+`,"timespan":{"type":"TimeSpan","begin_of_the_begin":"1907-01-01T00:00:00Z","end_of_the_end":"1907-12-31T23:59:59Z"},
			"part":[{"type":"Acquisition","transferred_title_of":[{"id":"object/vase","type":"HumanMadeObject"}],"transferred_title_to":[{"id":"group/museum","type":"Group"}]}]`)),
		parse(t, record("Activity", "provenance/2", `,`+activity+`,"timespan":{"type":"TimeSpan","begin_of_the_begin":"1950-01-01T00:00:00Z","end_of_the_end":"1950-12-31T23:59:59Z"},
			"part":[{"type":"Acquisition","transferred_title_of":[{"id":"object/vase","type":"HumanMadeObject"}],"transferred_title_from":[{"id":"group/museum","type":"Group"}]}]`)))
}

// TestWrittenProvenance checks that beside a text of the record about its provenance no gap
// is said and no text is made, and that both are where there is none.
func TestWrittenProvenance(t *testing.T) {
	for _, written := range []bool{false, true} {
		members := ""
		if written {
			members = `,"referred_to_by":[` + historyText + `]`
		}
		m := soldIn1907(t, members)
		got, err := m.Record(t.Context(), m.subject(t, data.Base+"object/vase"), in(t, "en"))
		if err != nil || got.Provenance == nil {
			t.Fatal("no provenance", err)
		}
		p := got.Provenance
		gap := slices.ContainsFunc(p.Owners, func(o html.Owner) bool { return o.Gap })
		said := dumpHistory(p)
		if gap == written || strings.Contains(said, "nknown") == written || len(p.Text) > 0 == written {
			t.Errorf("with a text: %v; there is a gap: %v; a text that was made: %q\n%s", written, gap, p.Text.Plain(), said)
		}
		if written && (len(p.Written) != 1 || len(got.Statements) != 0 || !strings.Contains(said, "Passed on by The Museum, 1950.")) {
			t.Errorf("the text stands in %+v and %+v\n%s", p.Written, got.Statements, said)
		}
	}
}

// TestOwnNameOfAConcept checks that a record's name comes before the word for the common
// concept that it is equivalent to, unless it is in another language.
func TestOwnNameOfAConcept(t *testing.T) {
	const same = `,"equivalent":[{"id":"` + aat + `300033973","type":"Type"}]`
	for _, row := range []struct{ members, reader, want string }{
		{named(`"content":"drawings and watercolors"`) + same, "en", "drawings and watercolors"},
		{named(`"content":"drawings and watercolors"`+english) + same, "en", "drawings and watercolors"},
		{named(`"content":"drawings and watercolors"`+english) + same, "nl", "Tekening"},
	} {
		m := newMuseum(t, parse(t, record("Type", "concept/1", row.members)))
		got, err := m.Name(t.Context(), m.at(t), data.Base+"concept/1", in(t, row.reader))
		if err != nil || got.Text != row.want {
			t.Errorf("%s: %q, %v; want %q", row.reader, got.Text, err, row.want)
		}
	}
}

// TestNoHeadingTwice checks that a statement with the name of a fact stands in that fact.
func TestNoHeadingTwice(t *testing.T) {
	m := newMuseum(t, parse(t, record("HumanMadeObject", "object/1", `,"made_of":[{"id":"concept/a","type":"Material","_label":"Amber"}],
		"referred_to_by":[{"type":"LinguisticObject","content":"Amber, set in gold","classified_as":[{"id":"`+aat+`300435429","type":"Type"}]},
		{"type":"LinguisticObject","content":"A pendant","classified_as":[{"id":"`+aat+`300435416","type":"Type"}]}]`)))
	got, err := m.Record(t.Context(), m.subject(t, data.Base+"object/1"), in(t, "en"))
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(got.Facts, func(f html.Fact) bool { return f.Name == "Materials" })
	if at < 0 || len(got.Facts[at].Values) != 2 || got.Facts[at].Values[0].Plain() != "Amber, set in gold" {
		t.Errorf("the facts are %+v", got.Facts)
	}
	if len(got.Statements) != 1 || got.Statements[0].Kind.Text != "Description" {
		t.Errorf("the statements are %+v", got.Statements)
	}
}

// TestWebPages checks that a page about an object is one link, by its name if it has one.
func TestWebPages(t *testing.T) {
	page := func(name string) string {
		return `{"type":"LinguisticObject","digitally_carried_by":[{"type":"DigitalObject","format":"text/html"` + name + `,
			"classified_as":[{"id":"` + aat + `300264578","type":"Type"}],"access_point":[{"id":"https://www.museum.example/1","type":"DigitalObject"}]}]}`
	}
	m := newMuseum(t, parse(t, record("HumanMadeObject", "object/1", `,"subject_of":[`+page(named(`"content":"Pendant"`))+","+page("")+`]`)))
	got, err := m.Record(t.Context(), m.subject(t, data.Base+"object/1"), in(t, "en"))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"Pendant (Web page)", "museum.example (Web page)"} {
		value := got.Facts[0].Values[i]
		if value.Plain() != want || value[0].Href != "https://www.museum.example/1" {
			t.Errorf("%+v, want %q", value, want)
		}
	}
	if len(got.Sections) > 0 {
		t.Errorf("what is said already is said again: %+v", got.Sections)
	}
}

// TestPicturesAreToldApart checks that several pictures of an object have different
// alternative texts, and a single one the name alone.
func TestPicturesAreToldApart(t *testing.T) {
	file := func(n, name string) string {
		return `{"type":"DigitalObject","format":"image/jpeg"` + name + `,"access_point":[{"id":"https://images.example/` + n + `.jpg","type":"DigitalObject"}]}`
	}
	for files, want := range map[string][]string{
		file("1", ""): {"Vase"},
		file("1", "") + "," + file("2", named(`"content":"Back"`)): {"Vase (picture 1 of 2)", "Vase (picture 2 of 2; Back)"},
	} {
		m := newMuseum(t, parse(t, record("HumanMadeObject", "object/1", `,"_label":"Vase","representation":[{"type":"VisualItem","digitally_shown_by":[`+files+`]}]`)))
		got, err := m.Record(t.Context(), m.subject(t, data.Base+"object/1"), in(t, "en"))
		if err != nil {
			t.Fatal(err)
		}
		var alts []string
		for _, p := range got.Pictures {
			alts = append(alts, p.Alt.Text)
		}
		if !slices.Equal(alts, want) {
			t.Errorf("%q, want %q", alts, want)
		}
	}
}
