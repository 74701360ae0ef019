package dates

import "testing"

// TestYear reads years as systems export them.
func TestYear(t *testing.T) {
	for text, want := range map[string]int{
		"1900": 1900, "1900-01-01": 1900, " 1900 ": 1900, "0900": 900, "-206": -205, "-0206-01-05": -205, "-0001": 0, "1": 1,
		"1499-12-23": 1500, "1199-12-25": 1200, "0385-12-31": 386, "1344-12-24": 1345, "1519-12-22": 1520, "1582-12-22": 1583,
	} {
		if got, ok := Year(text); !ok || got != want {
			t.Errorf("%q: %d, %t, want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "1900-05-01", "1499-12-24", "1900-12-23", "c. 1900", "1900-1-1", "--1", "19000000", "1900-01-01-01", "12.5"} {
		if got, ok := Year(text); ok {
			t.Errorf("%q is %d", text, got)
		}
	}
}
