package dates

import "testing"

// TestLearn finds the habits of museums in how they read their dates.
func TestLearn(t *testing.T) {
	for _, c := range []struct {
		name    string
		samples []Sample
		want    Options
		agree   int
	}{
		{"no samples", nil, Defaults(), 0},
		{"what says nothing", []Sample{{"1900", 1900, 1900}, {"no date", 1800, 1900}, {"whenever", 1, 2}}, Defaults(), 1},
		{"a wide circa", []Sample{{"c. 1900", 1890, 1910}, {"ca. 1850", 1840, 1860}, {"c. 1700", 1695, 1705}}, Options{Circa: 10, Early: 20}, 2},
		{"two readings alike", []Sample{{"c. 1900", 1890, 1910}, {"c. 1700", 1695, 1705}}, Defaults(), 1},
		{"quarters of centuries", []Sample{{"late 19th century", 1875, 1899}, {"early 18th century", 1700, 1725}}, Options{Circa: 5, Early: 25}, 2},
		{"centuries from 1", []Sample{{"19th century", 1801, 1900}, {"1st century", 1, 100}}, Options{Circa: 5, Early: 20, Century: 1}, 2},
	} {
		got, err := Learn(c.samples)
		if err != nil {
			t.Fatal(err)
		}
		if got.Options != c.want || got.Agree != c.agree {
			t.Errorf("%s: %+v, want %+v with %d", c.name, got, c.want, c.agree)
		}
	}
}
