package document

import "testing"

func TestCentury(t *testing.T) {
	for year, want := range map[int64]int64{1: 1, 100: 1, 101: 2, 1600: 16, 1601: 17, 0: -1, -43: -1, -99: -1, -100: -2, -479: -5} {
		if got := Century(year); got != want {
			t.Errorf("%d: century %d, want %d", year, got, want)
		}
	}
}
