package provtext

import (
	_ "embed"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"vitrine/linkedart"
	"vitrine/linkedart/words/dates"
	"vitrine/linkedart/words/entity"
)

//go:embed testdata/marked.txt
var markedFile string

//go:embed testdata/museums.txt
var museumsFile string

func reader(t testing.TB) *Reader {
	t.Helper()
	o := dates.Defaults()
	o.Order = dates.MonthFirst
	d, err := dates.New(o)
	if err != nil {
		t.Fatal(err)
	}
	r, err := New(d)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// marked is a text with what each of its periods says, marked by hand.
type marked struct {
	text    string
	periods [][]string
}

func markedTexts(t testing.TB) []marked {
	t.Helper()
	var out []marked
	for line := range strings.Lines(markedFile + museumsFile) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '>':
			out = append(out, marked{text: strings.ReplaceAll(strings.TrimSpace(line[1:]), `\n`, "\n")})
		default:
			fields := strings.Split(line, " | ")
			if len(fields) != 5 && line != "?" {
				t.Fatalf("not five fields: %q", line)
			}
			last := &out[len(out)-1]
			last.periods = append(last.periods, fields)
		}
	}
	return out
}

// fields are those of a period as they are marked.
func fields(p Period) []string {
	if !p.Understood {
		return []string{"?"}
	}
	out := []string{p.Method.Key, "", p.Place, "", ""}
	if party := p.Party(); party != nil {
		out[1] = party.Name
		if party.Unnamed && party.Relation == "" {
			out[1] = party.Text
		}
	}
	if p.Begin != nil {
		out[3] = p.Begin.Text
	}
	if p.Until != nil {
		out[4] = p.Until.Text
	}
	for i := range out {
		if out[i] == "" {
			out[i] = "-"
		}
	}
	return out
}

// TestMarked compares with the marks of a hand: each kind of field has a floor, and no
// party or date may be other than marked.
func TestMarked(t *testing.T) {
	r := reader(t)
	kinds := []string{"method", "party", "place", "begin", "until"}
	floors := []float64{0.90, 0.95, 0.90, 0.90, 0.90}
	right, all := make([]int, 5), make([]int, 5)
	texts := markedTexts(t)
	if len(texts) < 120 {
		t.Errorf("%d texts", len(texts))
	}
	for _, m := range texts {
		got := r.Read(m.text)
		if len(got.Periods) != len(m.periods) {
			t.Errorf("%q: %d periods, want %d", m.text, len(got.Periods), len(m.periods))
			continue
		}
		for i, want := range m.periods {
			have := fields(got.Periods[i])
			if want[0] == "?" {
				if have[0] != "?" {
					t.Errorf("%q: understood, %q", got.Periods[i].Text, have)
				}
				continue
			}
			for k := range want {
				all[k]++
				switch {
				case have[0] == "?":
					t.Logf("%q is not understood", got.Periods[i].Text)
				case have[k] == want[k]:
					right[k]++
				case k == 1 || k > 2:
					t.Errorf("%q: %s %q, want %q", got.Periods[i].Text, kinds[k], have[k], want[k])
				default:
					t.Logf("%q: %s %q, want %q", got.Periods[i].Text, kinds[k], have[k], want[k])
				}
			}
		}
	}
	for k, kind := range kinds {
		share := float64(right[k]) / float64(all[k])
		t.Logf("%s: %d of %d", kind, right[k], all[k])
		if share < floors[k] {
			t.Errorf("%s: %.3f, floor %.2f", kind, share, floors[k])
		}
	}
}

// references refer to records by their names.
func references() References {
	return References{
		Object: entity.Entity{ID: "https://example.org/object/1", Type: "HumanMadeObject", Label: "Work"},
		Maker:  entity.Entity{ID: "https://example.org/person/artist", Type: "Person", Label: "Nils Axel Holm"},
		Party: func(p Party) (entity.Entity, bool) {
			class := "Person"
			if p.Group {
				class = "Group"
			}
			return entity.Entity{ID: "https://example.org/party/" + strings.ReplaceAll(p.Name, " ", "-"), Type: class, Label: p.Name}, true
		},
		Place: func(name string) (entity.Entity, bool) {
			return entity.Entity{ID: "https://example.org/place/" + strings.ReplaceAll(name, " ", "-"), Type: "Place", Label: name}, true
		},
	}
}

func TestTextIsKept(t *testing.T) {
	r := reader(t)
	for _, m := range markedTexts(t) {
		p := r.Read(m.text)
		if p.Text() != m.text {
			t.Errorf("%q became %q", m.text, p.Text())
		}
		if joined := join(p.Activities(references())); joined != m.text {
			t.Errorf("%q was put together as %q", m.text, joined)
		}
	}
}

// TestPlaces finds the places that one period joins.
func TestPlaces(t *testing.T) {
	r := reader(t)
	for text, want := range map[string]string{
		"Ada Roth, Lund, 1911":                                      "Lund",
		"Ada Roth, Yonkers, NY and New York, NY, until 1933":        "Yonkers, NY; New York, NY",
		"Thorn & Co., London and Paris":                             "London; Paris",
		"Ada Roth, Trinidad and Tobago":                             "Trinidad and Tobago",
		"Ada Roth, Leeds, England, Lund, Sweden, and Bath, England": "",
		"Gift of Miss Roth, Mesdames Lind, Van Holm, and Berg":      "",
	} {
		if got := strings.Join(r.Read(text).Periods[0].Places, "; "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestBefore finds which period each comes after by its text, 0 for none.
func TestBefore(t *testing.T) {
	r := reader(t)
	for text, want := range map[string][]int{
		"Ada Roth; Olof Roth. Jens Holm, 1911.":                            {0, 1, 2},
		"Ada Roth.\nOlof Roth, 1911.":                                      {0, 0},
		"Ada Roth until 1905.\nOlof Roth, 1911.":                           {0, 1},
		"Ada Roth until 1920.\nOlof Roth, 1911.":                           {0, 0},
		"Ada Roth. Given by her to a friend whom she met. Olof Roth, 1911": {0, 1, 1},
		"Ada Roth, 1911. A friend of hers told this to the museum.":        {0, 0},
	} {
		read := r.Read(text)
		got := make([]int, len(read.Periods))
		for i := range got {
			if before, ok := read.Before(i); ok {
				got[i] = before + 1
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func TestActivities(t *testing.T) {
	r := reader(t)
	for text, want := range map[string]string{
		"Ada Roth; gift to Olof Roth, 1911.": `[{"type":"Acquisition","classified_as":[{"id":"http://vocab.getty.edu/aat/300417637","type":"Type","_label":"Gift"}],"transferred_title_of":[{"id":"https://example.org/object/1","type":"HumanMadeObject","_label":"Work"}],"transferred_title_from":[{"id":"https://example.org/party/Ada-Roth","type":"Person","_label":"Ada Roth"}],"transferred_title_to":[{"id":"https://example.org/party/Olof-Roth","type":"Person","_label":"Olof Roth"}]}]`,
		"Ada Roth. Olof Roth?":               `[{"type":"Acquisition","classified_as":[{"id":"http://vocab.getty.edu/aat/300435722","type":"Type","_label":"Possibly"}],"transferred_title_of":[{"id":"https://example.org/object/1","type":"HumanMadeObject","_label":"Work"}],"transferred_title_to":[{"id":"https://example.org/party/Olof-Roth","type":"Person","_label":"Olof Roth"}]}]`,
		"Ada Roth; (Thorn & Co., London); sold to Olof Roth": `[{"type":"Acquisition","classified_as":[{"id":"http://vocab.getty.edu/aat/300417642","type":"Type","_label":"Purchase"}],"transferred_title_of":[{"id":"https://example.org/object/1","type":"HumanMadeObject","_label":"Work"}],"transferred_title_to":[{"id":"https://example.org/party/Olof-Roth","type":"Person","_label":"Olof Roth"}]},` +
			`{"type":"TransferOfCustody","transferred_custody_of":[{"id":"https://example.org/object/1","type":"HumanMadeObject","_label":"Work"}],"transferred_custody_from":[{"id":"https://example.org/party/Thorn-&-Co.","type":"Group","_label":"Thorn & Co."}],"transferred_custody_to":[{"id":"https://example.org/party/Olof-Roth","type":"Person","_label":"Olof Roth"}]}]`,
		"lent by Ada Roth to Olof Roth":          `[{"type":"TransferOfCustody","classified_as":[{"id":"http://vocab.getty.edu/aat/300417645","type":"Type","_label":"Loan"}],"transferred_custody_of":[{"id":"https://example.org/object/1","type":"HumanMadeObject","_label":"Work"}],"transferred_custody_from":[{"id":"https://example.org/party/Ada-Roth","type":"Person","_label":"Ada Roth"}],"transferred_custody_to":[{"id":"https://example.org/party/Olof-Roth","type":"Person","_label":"Olof Roth"}]}]`,
		"The artist":                             `null`,
		"N. A. Holm, Lund.":                      `null`,
		"Nils Holm, Lund.":                       `null`,
		"Ada Roth, Lund; Ada Roth, Malmö, 1911.": `null`,
		"Private collection; seen in 1990.":      `null`,
		"sold to Olof Roth, for £450": `[{"type":"Acquisition","classified_as":[{"id":"http://vocab.getty.edu/aat/300417642","type":"Type","_label":"Purchase"}],"transferred_title_of":[{"id":"https://example.org/object/1","type":"HumanMadeObject","_label":"Work"}],"transferred_title_to":[{"id":"https://example.org/party/Olof-Roth","type":"Person","_label":"Olof Roth"}]},` +
			`{"type":"Payment","paid_amount":{"type":"MonetaryAmount","value":450,"currency":{"id":"http://vocab.getty.edu/aat/300411998","type":"Currency","_label":"Pounds Sterling"}},"paid_from":[{"id":"https://example.org/party/Olof-Roth","type":"Person","_label":"Olof Roth"}]}]`,
	} {
		all := r.Read(text).Activities(references())
		got, err := json.Marshal(all[len(all)-1].Part)
		if err != nil || strings.ReplaceAll(string(got), `\u0026`, "&") != want {
			t.Errorf("%s: %s, %v", text, got, err)
		}
	}
}

// TestActivitiesAreLinkedArt judges the activities of all marked texts by the model. They
// have parts of each kind.
func TestActivitiesAreLinkedArt(t *testing.T) {
	v, err := linkedart.NewValidator(linkedart.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := reader(t)
	kinds := map[string]bool{}
	for _, m := range markedTexts(t) {
		for _, a := range r.Read(m.text).Activities(references()) {
			for _, part := range a.Part {
				kinds[part.Type] = true
			}
			record := struct {
				Context string `json:"@context"`
				entity.Entity
			}{"https://linked.art/ns/v1/linked-art.json", a}
			record.ID = "https://example.org/provenance/1"
			document, err := json.Marshal(record)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range v.Validate(document) {
				// A text without a transfer has no parts, and one without a date no time.
				if f.Level == linkedart.Error || f.Rule != "part-missing" && f.Rule != "recommended-missing" && f.Rule != "right-extra" {
					t.Errorf("%q: %v", a.Label, f)
				}
			}
		}
	}
	if got := slices.Sorted(maps.Keys(kinds)); !slices.Equal(got, []string{"Acquisition", "Activity", "Encounter", "Move", "Payment", "RightAcquisition", "TransferOfCustody"}) {
		t.Errorf("the parts are %q", got)
	}
}

// doubts are question marks in brackets, which are read as if they had none.
var doubts = strings.NewReplacer(" (?)", "?", "(?)", "?", " [?]", "?", "[?]", "?")

// FuzzRead checks that a text is kept byte for byte, and that no party, place or date is
// made up: each is a part of the text.
func FuzzRead(f *testing.F) {
	for _, m := range markedTexts(f) {
		f.Add(m.text)
	}
	f.Add("(((")
	f.Add("[0] ")
	f.Add(strings.Repeat("\xbf", 200))
	f.Add("A; B. [1] \"c;d\"\n\nNotes: [1]. x")
	r := reader(f)
	f.Fuzz(func(t *testing.T, text string) {
		p := r.Read(text)
		if p.Text() != text {
			t.Errorf("%q became %q", text, p.Text())
		}
		if joined := join(p.Activities(references())); joined != text {
			t.Errorf("%q was put together as %q", text, joined)
		}
		for _, period := range p.Periods {
			for _, party := range []*Party{period.To, period.From, period.House} {
				if party == nil {
					continue
				}
				for _, word := range strings.Fields(party.Name) {
					if !strings.Contains(period.Text, strings.TrimRight(word, ",")) {
						t.Errorf("%q: party %q is made up", period.Text, party.Name)
					}
				}
			}
			if period.Begin != nil && !strings.Contains(doubts.Replace(strings.Join(strings.Fields(period.Text), " ")), period.Begin.Text) {
				t.Errorf("%q: date %q is made up", period.Text, period.Begin.Text)
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	r := reader(b)
	texts := markedTexts(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		r.Read(texts[i%len(texts)].text)
	}
}

// join puts a text together from the statements of its activities, byte for byte.
func join(activities []entity.Entity) string {
	var b strings.Builder
	for _, a := range activities {
		for _, s := range a.ReferredToBy {
			if len(s.ClassifiedAs) > 0 && s.ClassifiedAs[0].ID == provenanceText.ID {
				b.WriteString(s.Content)
			}
		}
	}
	return b.String()
}
