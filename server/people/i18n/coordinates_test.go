package i18n

import "testing"

func TestCoordinates(t *testing.T) {
	for _, row := range []struct {
		lang                string
		latitude, longitude float64
		want                string
	}{
		{"en", 52.012, 4.357, "52.012° N, 4.357° E"},
		{"nl", 52.012, 4.357, "52,012° NB, 4,357° OL"},
		{"fr", -33.5, -70.65, "33,5° S, 70,65° O"},
		{"de", 52.012, 4.357, "52,012° N, 4,357° O"},
		{"en", 0, 180, "0° N, 180° E"},
	} {
		if got := in(t, row.lang).Coordinates(row.latitude, row.longitude); got != row.want {
			t.Errorf("%s: %q, want %q", row.lang, got, row.want)
		}
	}
}
