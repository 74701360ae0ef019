package outages_test

import (
	"os"
	"strings"
	"testing"
)

// TestPatroni has three servers that Patroni keeps, and kills the primary with its Patroni
// while clients read and write: another one takes its place by itself.
func TestPatroni(t *testing.T) {
	p := newProgram(t)
	if os.Getenv("VITRINE_TEST_PATRONI") == "" {
		t.Skip("left out: it needs Patroni and etcd; make postgres runs it where both are installed")
	}
	c := prepared(t, "patroni.sh")
	t.Cleanup(func() {
		if err := c.do("stop"); err != nil {
			t.Error(err)
		}
	})
	c.must(t, "start")
	s := p.serve(t, c.address("127.0.0.1", "127.0.0.2", "127.0.0.3"))
	f := newTraffic(t, s, false)
	f.more(100)
	killed := c.must(t, "leader")
	c.must(t, "kill", killed)
	var next string
	eventually(t, "there is another primary", func() bool {
		var err error
		next, err = c.ask("leader")
		return err == nil && next != killed
	})
	eventually(t, "the server is ready again", func() bool { ready, _ := f.ready(); return ready })
	f.more(100)
	f.stop()
	t.Logf("node %s was killed, node %s is the primary", killed, strings.TrimSpace(next))
	f.settle(c, "museum", "sql")
}
