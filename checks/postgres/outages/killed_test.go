package outages_test

import (
	"net/http"
	"testing"
)

// TestKilledPrimary kills the only server again and again while clients read and write.
func TestKilledPrimary(t *testing.T) {
	p := newProgram(t)
	c := newCluster(t)
	s := p.serve(t, c.address("127.0.0.1"))
	f := newTraffic(t, s, false)
	for range rounds() {
		f.more(20)
		c.must(t, "kill")
		if ready, _ := f.ready(); ready {
			t.Error("the server says that it is ready while there is no database")
		}
		answer, body, err := f.do(http.MethodGet, "person/0-1", nil, "Cache-Control", "no-cache")
		if err != nil || answer.StatusCode != http.StatusServiceUnavailable {
			t.Errorf("who asks for what is newest gets %v, %s", err, body)
		}
		c.must(t, "start")
		eventually(t, "the server is ready again", func() bool { ready, _ := f.ready(); return ready })
	}
	f.more(20)
	f.stop()
	f.settle(c, "museum", "sql")
}
