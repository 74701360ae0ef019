package outages_test

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"
)

// TestUnconfirmedCommit ends the session of a commit that waits for a synchronous standby: the
// change is in the database by then, and on no standby. It is acknowledged once a standby has
// it, and not because the database has it.
func TestUnconfirmedCommit(t *testing.T) {
	p := newProgram(t)
	c := newCluster(t)
	s := p.serve(t, c.address("127.0.0.1"))
	c.confirm(t, "nobody")
	answered := make(chan string, 1)
	go func() { answered <- s.put("person/0-1", "If-None-Match", "*") }()
	var first string
	eventually(t, "the commit waits for a standby", func() bool { first = c.waiting(t); return first != "" })
	c.must(t, "sql", "postgres", "-c", "SELECT pg_terminate_backend("+first+")")
	eventually(t, "the server waits for a standby again, or has answered", func() bool {
		second := c.waiting(t)
		return len(answered) > 0 || second != "" && second != first
	})
	if len(answered) > 0 {
		t.Fatalf("answered while no standby has the change: %s", <-answered)
	}
	if n := c.must(t, "sql", "museum", "-c", "SELECT seq FROM vitrine.head"); n != "1" {
		t.Errorf("the log ends with %s", n)
	}
	c.confirm(t, "")
	if status := <-answered; !strings.HasPrefix(status, "201 ") {
		t.Errorf("the change is answered with %s", status)
	}
}

// TestUnconfirmedAgain puts a record that is there already while no standby has all: whoever
// was not told of a commit that no standby has may ask for it again, and is not to be told
// that it is there before one has it.
func TestUnconfirmedAgain(t *testing.T) {
	p := newProgram(t)
	c := newCluster(t)
	s := p.serve(t, c.address("127.0.0.1"))
	if status := s.put("person/0-1"); !strings.HasPrefix(status, "201 ") {
		t.Fatalf("the change is answered with %s", status)
	}
	c.confirm(t, "nobody")
	var answered chan string
	eventually(t, "the PUT waits for a standby", func() bool {
		if answered == nil {
			answered = make(chan string, 1)
			go func(to chan<- string) { to <- s.put("person/0-1") }(answered)
		}
		select {
		case <-answered: // before the database had read what commits wait for
			answered = nil
			return false
		default:
			return c.waiting(t) != ""
		}
	})
	c.confirm(t, "")
	if status := <-answered; !strings.HasPrefix(status, "2") {
		t.Errorf("the change is answered with %s", status)
	}
}

// confirm has commits wait for a standby of the name, or for none.
func (c *cluster) confirm(t *testing.T, by string) {
	t.Helper()
	c.must(t, "sql", "postgres", "-c", "ALTER SYSTEM SET synchronous_standby_names = '"+by+"'", "-c", "SELECT pg_reload_conf()")
}

// waiting returns the process of the server that waits for a standby, if there is one.
func (c *cluster) waiting(t *testing.T) string {
	t.Helper()
	return c.must(t, "sql", "postgres", "-c", "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND application_name = 'vitrine'")
}

// put puts a record, with pairs of fields of the header, and returns the status with what was
// answered.
func (s *served) put(path string, header ...string) string {
	r, err := http.NewRequest(http.MethodPut, s.url+path, bytes.NewReader(document(strings.TrimPrefix(path, "person/"), 1)))
	if err != nil {
		return err.Error()
	}
	r.Header.Set("Authorization", "Bearer "+s.token)
	r.Header.Set("Content-Type", "application/ld+json")
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	client := http.Client{Timeout: patience}
	answer, err := client.Do(r)
	if err != nil {
		return err.Error()
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return err.Error()
	}
	return answer.Status + " " + string(text)
}
