package words

import (
	"slices"
	"testing"
)

func TestShare(t *testing.T) {
	for _, row := range []struct {
		a, b string
		want bool
	}{
		{"painting", "paintings", true},
		{"cities", "city", true},
		{"schilderijen", "schilderij", true},
		{"bildnisse", "bildnis", true},
		{"peintures", "peinture", true},
		{"ritratti", "ritratto", true},
		{"delft", "delta", false},
		{"1650", "1651", false},
	} {
		if got := StemsOf(row.a).Share(StemsOf(row.b)); got != row.want {
			t.Errorf("%s and %s: %t", row.a, row.b, got)
		}
	}
}

func TestNumbers(t *testing.T) {
	for text, want := range map[string][]string{
		"SK-C-5":      {"skc5", "5"},
		"sk c 005":    {"skc5", "5"},
		"1937.1.53":   {"1937153"},
		"1937.01.053": {"1937153"},
		"EA 24":       {"ea24", "24"},
		"0":           {"0"},
		"–":           nil,
	} {
		if got := Numbers(text); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

func TestIsStop(t *testing.T) {
	for word, want := range map[string]bool{"the": true, "für": false, "fur": true, "waar": true, "vermeer": false} {
		if IsStop(word) != want {
			t.Errorf("%s: %t", word, !want)
		}
	}
}
