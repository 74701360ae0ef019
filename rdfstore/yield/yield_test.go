package yield

import (
	"testing"
	"time"
)

// TestPause begins another turn where one is over, and only there.
func TestPause(t *testing.T) {
	over, going := time.Now().Add(-time.Hour), time.Now().Add(time.Hour)
	for _, test := range []struct {
		name  string
		since time.Time
		again bool
	}{{"over", over, true}, {"not over", going, false}} {
		turn := Turn{since: test.since}
		turn.Pause()
		if again := !turn.since.Equal(test.since); again != test.again {
			t.Errorf("%s: another turn begins: %t, want %t", test.name, again, test.again)
		}
	}
	if New().since.IsZero() {
		t.Error("a new turn is over")
	}
}
