package places

import "testing"

func TestFind(t *testing.T) {
	table, err := New()
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"Paris": "2988507", "Parigi": "2988507", "Paris, France": "2988507", "PARIS": "2988507",
		"Pittsburgh, PA": "5206379", "Pittsburgh, Pennsylvania": "5206379", "Pittsburgh, Pennsylvania, USA": "5206379",
		"London": "2643743", "London, England": "2643743", "London, Canada": "6058560",
		"München": "2867714", "Munich": "2867714", "France": "3017382", "Frankreich": "3017382", "Países Bajos": "2750405",
		"New York, NY": "5128581", "New York City": "5128581", "Pennsylvania": "6254927", "Venedig": "3164603",
		"Pittsburgh PA": "5206379", "PA, Pittsburgh": "5206379", "Paris (France)": "2988507", "Japan, Tokyo": "1850147", "Pittsburgh (Pennsylvania, United States)": "5206379",
		"Rome (Roma province, Lazio, Italy)": "3169070", "Florence (Firenze province, Tuscany, Italy)": "3176959", "Florence (Florence province, South Carolina)": "", "Yonkers (Westchester county, New York state, United States)": "5145215", "Buffalo (New York state)": "5110629", "Chihuahua state (Mexico)": "", "Paris (Ville de Paris department, Île-de-France, France)": "2988507", "Tokyo (Tōkyō metropolis, Kanto, Japan)": "1850147",
		"Philadelphia (Philadelphia county, Pennsylvania, United States)": "4560349", "London (Greater London, England, United Kingdom)": "2643743",
		"Pittsburgh (Allegheny county, Pennsylvania, United States)": "5206379", "Cleveland (Bradley county, United States)": "", "Cleveland (Bradley county, Tennessee)": "", "Paris (Paris county, Texas)": "", "Paris (Paris department, Lazio, Italy)": "", "Rome (Lazio, Roma province, Italy)": "",
		"Frankfurt (Brandenburg, Germany)": "", "Tokyo (Kanto, Japan)": "", "Germany (Europe)": "", "Texas, Paris": "", "Las PA": "", "( )": "",
		"Paris, Texas": "", "Washington": "", "Georgia": "", "Atlantis": "", "Paris, Germany": "", "": "", ",": "", "New York, PA": "",
	} {
		got, _ := table.Find(text)
		if got.ID != want {
			t.Errorf("%q: %+v, want %q", text, got, want)
		}
	}
}

// FuzzFind checks that what is found is of the table.
func FuzzFind(f *testing.F) {
	f.Add("Pittsburgh, PA")
	f.Add("Paris, , France")
	table, err := New()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if p, ok := table.Find(text); ok && (p.ID == "" || !table.Known(p.Name)) {
			t.Errorf("%q: %+v", text, p)
		}
	})
}

func BenchmarkFind(b *testing.B) {
	table, err := New()
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		table.Find("Pittsburgh, PA")
	}
}
