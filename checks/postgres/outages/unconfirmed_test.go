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
	// The name of no standby, for which commits wait.
	confirm := func(by string) {
		c.must(t, "sql", "postgres", "-c", "ALTER SYSTEM SET synchronous_standby_names = '"+by+"'", "-c", "SELECT pg_reload_conf()")
	}
	confirm("nobody")
	waiting := func() string {
		return c.must(t, "sql", "postgres", "-c", "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND application_name = 'vitrine'")
	}
	answered := make(chan string, 1)
	go func() { answered <- s.put("person/0-1") }()
	var first string
	eventually(t, "the commit waits for a standby", func() bool { first = waiting(); return first != "" })
	c.must(t, "sql", "postgres", "-c", "SELECT pg_terminate_backend("+first+")")
	eventually(t, "the server waits for a standby again, or has answered", func() bool {
		second := waiting()
		return len(answered) > 0 || second != "" && second != first
	})
	if len(answered) > 0 {
		t.Fatalf("answered while no standby has the change: %s", <-answered)
	}
	if n := c.must(t, "sql", "museum", "-c", "SELECT seq FROM vitrine.head"); n != "1" {
		t.Errorf("the log ends with %s", n)
	}
	confirm("")
	if status := <-answered; !strings.HasPrefix(status, "201 ") {
		t.Errorf("the change is answered with %s", status)
	}
}

// put creates a record, and returns the status with what was answered.
func (s *served) put(path string) string {
	r, err := http.NewRequest(http.MethodPut, s.url+path, bytes.NewReader(document(strings.TrimPrefix(path, "person/"), 1)))
	if err != nil {
		return err.Error()
	}
	r.Header.Set("Authorization", "Bearer "+s.token)
	r.Header.Set("Content-Type", "application/ld+json")
	r.Header.Set("If-None-Match", "*")
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
