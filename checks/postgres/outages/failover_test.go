package outages_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFailoverWhileLoading kills the primary while one load goes through a server and another
// one into the database, and promotes the standby, which had confirmed each commit. Both loads
// go on or say what they have stored; once more each, and all is there.
func TestFailoverWhileLoading(t *testing.T) {
	p := newProgram(t)
	c := newCluster(t)
	c.must(t, "standby")
	c.must(t, "sql", "postgres", "-c", "ALTER SYSTEM SET synchronous_standby_names = '*'", "-c", "SELECT pg_reload_conf()")
	both := c.address("127.0.0.1", "127.0.0.2")
	s := p.serve(t, both)
	f := newTraffic(t, s, false)
	f.more(20)
	secret := filepath.Join(p.dir, "secret")
	if err := os.WriteFile(secret, []byte(s.token), 0o600); err != nil {
		t.Fatal(err)
	}
	loads := []*loading{
		{name: "through", to: []string{"--server", s.url, "--token-file", secret}},
		{name: "direct", to: []string{"--db", both}},
	}
	for _, l := range loads {
		l.write(t, p)
		l.begin(t, p)
	}
	for _, l := range loads {
		eventually(t, "a load has begun", func() bool { return f.exists(l.name+"-0") || l.over() })
	}
	c.must(t, "kill")
	c.must(t, "promote")
	f.more(20)
	for _, l := range loads {
		<-l.ended
		text := l.out.String()
		t.Logf("%s: %v: %s", l.name, l.err, text[max(0, len(text)-200):])
		if l.err != nil {
			if !strings.Contains(text, "stored") {
				t.Errorf("the load says nothing of what is stored: %s", text)
			}
			// What a load that ended well has lost would be put back here.
			p.run(t, l.args()...)
		}
		f.model.know(l.name, records)
	}
	f.stop()
	f.settle(c, "museum", "sql-standby")
}

// records is how many records a load has.
const records = 3000

// loading is a vitrine load.
type loading struct {
	name, file string
	to         []string
	out        bytes.Buffer
	err        error
	ended      chan struct{}
}

// write writes the file with the records.
func (l *loading) write(t *testing.T, p program) {
	t.Helper()
	l.file, l.ended = filepath.Join(p.dir, l.name+".jsonl"), make(chan struct{})
	var all bytes.Buffer
	for i := range records {
		all.Write(document(fmt.Sprint(l.name, "-", i), 1))
		all.WriteByte('\n')
	}
	if err := os.WriteFile(l.file, all.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

func (l *loading) args() []string {
	return append([]string{"load", "--base-url", publicBase, l.file}, l.to...)
}

// begin starts the load.
func (l *loading) begin(t *testing.T, p program) {
	t.Helper()
	cmd := p.command(context.WithoutCancel(t.Context()), l.args()...)
	cmd.Stdout, cmd.Stderr = &l.out, &l.out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		l.err = cmd.Wait()
		close(l.ended)
	}()
	t.Cleanup(func() { <-l.ended })
}

func (l *loading) over() bool {
	select {
	case <-l.ended:
		return true
	default:
		return false
	}
}
