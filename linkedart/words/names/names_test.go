package names

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"vitrine/linkedart/words/dates"
	"vitrine/linkedart/words/entity"
)

func reader(t testing.TB) *Reader {
	t.Helper()
	d, err := dates.New(dates.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	r, err := New(d)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// short is a name as the tests write it.
func short(n Name) string {
	out := []string{n.Name}
	add := func(key, value string) {
		if value != "" {
			out = append(out, key+"="+value)
		}
	}
	add("kind", [...]string{"", "person", "group"}[n.Kind])
	add("sort", n.Sort)
	add("q", string(n.Qualifier))
	add("nat", n.Nationality)
	if n.Unknown {
		add("unknown", "yes")
	}
	add("born", year(n.Life.Born)+n.Life.BirthPlace)
	add("died", year(n.Life.Died)+n.Life.DeathPlace)
	add("active", year(n.Life.Active))
	add("remark", strings.Join(n.Remarks, "+"))
	return strings.Join(out, " | ")
}

func year(s dates.Span) string {
	if s.Earliest.IsZero() && s.Latest.IsZero() {
		return ""
	}
	if s.Earliest == s.Latest || s.Earliest.Year == s.Latest.Year {
		return fmt.Sprint(s.Earliest.Year)
	}
	return fmt.Sprintf("%d..%d", s.Earliest.Year, s.Latest.Year)
}

var cases = []struct{ text, want string }{
	{"Saint, Lawrence B.", "Lawrence B. Saint | kind=person | sort=Saint, Lawrence B."},
	{"Van Dyck, Anthony", "Anthony Van Dyck | kind=person | sort=Van Dyck, Anthony"},
	{"Hiteshew, C. Talbott, Jr.", "C. Talbott Hiteshew Jr. | kind=person | sort=Hiteshew, C. Talbott, Jr."},
	{"C. Talbott Hiteshew, Jr.", "C. Talbott Hiteshew, Jr."},
	{"Rembrandt van Rijn (Dutch, 1606–1669)", "Rembrandt van Rijn | nat=Dutch | born=1606 | died=1669"},
	{"Rembrandt van Rijn (Leiden 1606–1669 Amsterdam)", "Rembrandt van Rijn | born=1606Leiden | died=1669Amsterdam"},
	{"Rembrandt van Rijn (1606 Leiden - 1669 Amsterdam)", "Rembrandt van Rijn | born=1606Leiden | died=1669Amsterdam"},
	{"Steen, Jan (1626-1679)", "Jan Steen | kind=person | sort=Steen, Jan | born=1626 | died=1679"},
	{"Herbert DuPuy [1856-1930]", "Herbert DuPuy | born=1856 | died=1930"},
	{"Ronald Jay Stein [b. 1930]", "Ronald Jay Stein | born=1930"},
	{"Leonard A. Dessar [1864-]", "Leonard A. Dessar | born=1864"},
	{"Anna Roth (d. 1900)", "Anna Roth | died=1900"},
	{"Anna Roth (active c. 1850–1870)", "Anna Roth | active=1845..1875"},
	{"Anna Roth (born Rebecca Huebley Jones)", "Anna Roth | remark=born Rebecca Huebley Jones"},
	{"Anna Roth (1900)", "Anna Roth | remark=1900"},
	{"Anna Roth (1930-1900)", "Anna Roth | remark=1930-1900"},
	{"Anna Roth, 1900-1980", "Anna Roth | born=1900 | died=1980"},
	{"Anna Roth (geb. 1900)", "Anna Roth | born=1900"},
	{"Anna Roth (French, born Poland, 1900-1980)", "Anna Roth | nat=French born Poland | born=1900 | died=1980"},
	{"attributed to Jan Steen", "Jan Steen | q=attributed"},
	{"Jan Steen (attributed to)", "Jan Steen | q=attributed"},
	{"Jan Steen, zugeschrieben", "Jan Steen | q=attributed"},
	{"Werkstatt des Lucas Cranach d. Ä.", "Lucas Cranach d. Ä. | q=workshop"},
	{"Workshop of Lucas Cranach (German, 1472-1553)", "Lucas Cranach | q=workshop | nat=German | born=1472 | died=1553"},
	{"atelier de Rubens", "Rubens | q=workshop"},
	{"Werkstatt Beck", "Werkstatt Beck | kind=group"},
	{"Atelier Lemaire", "Atelier Lemaire | kind=group"},
	{"Beck Studio", "Beck Studio | kind=group"},
	{"école de Fontainebleau", "Fontainebleau | q=school"},
	{"omgeving van Rembrandt", "Rembrandt | q=circle"},
	{"seguidor de Goya", "Goya | q=follower"},
	{"bottega di Raffaello", "Raffaello | q=workshop"},
	{"d'après Watteau", "Watteau | q=after"},
	{"after Anthony van Dyck", "Anthony van Dyck | q=after"},
	{"in the manner of Hals", "Hals | q=manner"},
	{"formerly attributed to Hals", "Hals | q=formerly"},
	{"possibly by Hals", "Hals | q=possibly"},
	{"Mr. and Mrs. James H. Beal", "Mr. and Mrs. James H. Beal | kind=group"},
	{"Mrs. James H. Beal", "Mrs. James H. Beal | kind=person"},
	{"Georg Jensen Manufactory", "Georg Jensen Manufactory | kind=group"},
	{"Jensen, Georg Manufactory", "Jensen, Georg Manufactory | kind=group"},
	{"Mills, Frederick P.", "Frederick P. Mills | kind=person | sort=Mills, Frederick P."},
	{"Hazlitt, Gooden & Fox", "Hazlitt, Gooden & Fox | kind=group"},
	{"Studio Museum", "Studio Museum | kind=group"},
	{"Yoshida Hiroshi", "Yoshida Hiroshi"},
	{"unknown American", "unknown American | unknown=yes"},
	{"Yoruba artist", "Yoruba artist | unknown=yes"},
	{"Yoruba Artist, Nigeria", "Yoruba Artist, Nigeria | unknown=yes"},
	{"unidentified Navajo weaver", "unidentified Navajo weaver | unknown=yes"},
	{"Navajo weaver", "Navajo weaver | unknown=yes"},
	{"Französischer Meister", "Französischer Meister | unknown=yes"},
	{"unbekannter Künstler, Florenz", "unbekannter Künstler, Florenz | unknown=yes"},
	{"artiste français, Lyon", "artiste français, Lyon | unknown=yes"},
	{"Ada Weaver", "Ada Weaver"},
	{"Weaver, Ada", "Ada Weaver | kind=person | sort=Weaver, Ada"},
	{"Karl Meister", "Karl Meister"},
	{"Meister des Marienlebens", "Meister des Marienlebens"},
	{"Maître de Moulins", "Maître de Moulins"},
	{"Associated American Artists", "Associated American Artists"},
	{"Anonymous", "Anonymous | unknown=yes"},
	{"Unbekannter Künstler", "Unbekannter Künstler | unknown=yes"},
	{"Unbekannter Meister", "Unbekannter Meister | unknown=yes"},
	{"Künstler unbekannt", "Künstler unbekannt | unknown=yes"},
	{"Childe Hassam\nAmerican, 1859–1935", "Childe Hassam | nat=American | born=1859 | died=1935"},
	{"Jan\n   Luyken", "Jan Luyken"},
	{"", ""},
	{"(1900-1980)", "(1900-1980)"},
}

func TestRead(t *testing.T) {
	r := reader(t)
	for _, c := range cases {
		if got := short(r.Read(c.text)); got != c.want {
			t.Errorf("%q: %s\nwant %s", c.text, got, c.want)
		}
	}
}

func TestRecord(t *testing.T) {
	n := reader(t).Read("Steen, Jan (Dutch, 1626-1679)")
	dutch := entity.Type("300111175", "Dutch")
	got, err := json.Marshal(n.Record(&dutch))
	want := `{"type":"Person","_label":"Jan Steen","classified_as":[{"id":"http://vocab.getty.edu/aat/300111175","type":"Type","_label":"Dutch","classified_as":[{"id":"http://vocab.getty.edu/aat/300379842","type":"Type","_label":"Nationality"}]}],` +
		`"identified_by":[{"type":"Name","classified_as":[{"id":"http://vocab.getty.edu/aat/300404670","type":"Type","_label":"Primary Name"}],"content":"Jan Steen"},{"type":"Name","classified_as":[{"id":"http://vocab.getty.edu/aat/300451544","type":"Type","_label":"Sort Name"}],"content":"Steen, Jan"}],` +
		`"born":{"type":"Birth","timespan":{"type":"TimeSpan","identified_by":[{"type":"Name","classified_as":[{"id":"http://vocab.getty.edu/aat/300404669","type":"Type","_label":"Display Title"}],"content":"1626"}],"begin_of_the_begin":"1626-01-01T00:00:00Z","end_of_the_end":"1626-12-31T23:59:59Z"}},` +
		`"died":{"type":"Death","timespan":{"type":"TimeSpan","identified_by":[{"type":"Name","classified_as":[{"id":"http://vocab.getty.edu/aat/300404669","type":"Type","_label":"Display Title"}],"content":"1679"}],"begin_of_the_begin":"1679-01-01T00:00:00Z","end_of_the_end":"1679-12-31T23:59:59Z"}}}`
	if err != nil || string(got) != want {
		t.Errorf("%s, %v\nwant %s", got, err, want)
	}
}

func TestProduction(t *testing.T) {
	r := reader(t)
	maker := entity.Entity{ID: "p", Type: "Person", Label: "Hals"}
	for text, want := range map[string]string{
		"Hals":               `{"type":"Production","carried_out_by":[{"id":"p","type":"Person","_label":"Hals"}]}`,
		"after Hals":         `{"type":"Production","influenced_by":[{"id":"p","type":"Person","_label":"Hals"}]}`,
		"workshop of Hals":   `{"type":"Production","carried_out_by":[{"id":"g","type":"Group","_label":"Workshop of Hals"}]}`,
		"attributed to Hals": `{"type":"Production","attributed_by":[{"type":"AttributeAssignment","identified_by":[{"type":"Name","content":"attributed to"}],"assigned_property":"carried_out_by","assigned":[{"id":"p","type":"Person","_label":"Hals"}]}]}`,
	} {
		p := entity.Entity{Type: "Production"}
		r.Read(text).Production(&p, maker, "g")
		if got, err := json.Marshal(p); err != nil || string(got) != want {
			t.Errorf("%s: %s, %v", text, got, err)
		}
	}
}

// FuzzRead checks that a text is kept, and that no name is made up: each letter of it is in
// the text.
func FuzzRead(f *testing.F) {
	for _, c := range cases {
		f.Add(c.text)
	}
	f.Add("0(A),0")
	r := reader(f)
	f.Fuzz(func(t *testing.T, text string) {
		n := r.Read(text)
		if n.Text != text {
			t.Errorf("%q is not kept", text)
		}
		for _, word := range strings.Fields(n.Name) {
			if !strings.Contains(text, strings.Trim(word, ",")) {
				t.Errorf("%q: %q is made up", text, word)
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	r := reader(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		r.Read(cases[i%len(cases)].text)
	}
}
