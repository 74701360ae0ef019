// Package outages_test has vitrine serve run over PostgreSQL servers that fail: that are killed
// while clients read and write, that have no room left, and whose place a standby takes. What
// was acknowledged has to be there afterwards, what was refused must not be, and no answer may
// be wrong or cut off.
//
// make postgres runs it, with the program and the script that starts servers in the
// environment; without these every test is skipped. It looks at Vitrine from outside only: by
// its commands and by HTTP.
package outages_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The environment variables: the program, the folder with cluster.sh, and how often a server
// is killed.
const (
	programVariable = "VITRINE_TEST_PROGRAM"
	scriptsVariable = "VITRINE_TEST_CLUSTERS"
	roundsVariable  = "VITRINE_TEST_CRASH_ROUNDS"
)

// publicBase is what the URIs of records begin with.
const publicBase = "https://data.museum.example/"

// patience is how long anything may take that has to happen.
const patience = 2 * time.Minute

// rounds is how often a server is killed.
func rounds() int {
	if n, err := strconv.Atoi(os.Getenv(roundsVariable)); err == nil {
		return n
	}
	return 2
}

// program is the vitrine that is tested.
type program struct{ path, dir string }

// newProgram returns the program, and skips the test where there is none.
func newProgram(t *testing.T) program {
	t.Helper()
	path := os.Getenv(programVariable)
	if path == "" || os.Getenv(scriptsVariable) == "" {
		t.Skip("left out: it starts and kills PostgreSQL servers; make postgres runs it")
	}
	return program{path, t.TempDir()}
}

func (p program) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, p.path, args...)
	cmd.Dir = p.dir
	cmd.Env = []string{"HOME=" + p.dir, "TMPDIR=" + p.dir, "PATH=" + os.Getenv("PATH")}
	return cmd
}

// run runs a command to its end, and returns what it printed.
func (p program) run(t *testing.T, args ...string) []byte {
	t.Helper()
	cmd := p.command(t.Context(), args...)
	var messages bytes.Buffer
	cmd.Stderr = &messages
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("vitrine %s: %v: %s", strings.Join(args, " "), err, messages.String())
	}
	return out
}

// served is a vitrine serve that runs.
type served struct {
	program
	url, token, db string
	cmd            *exec.Cmd
}

// serve starts a server over a new store at an address, and returns when it answers.
func (p program) serve(t *testing.T, db string, flags ...string) *served {
	t.Helper()
	s := &served{program: p, db: db}
	p.run(t, "db", "init", "--db", db, "--base-url", publicBase)
	tokens := filepath.Join(p.dir, "tokens")
	s.token = string(bytes.TrimSpace(p.run(t, "token", "create", "--tokens", tokens, "--db", db, "--name", "test", "--scope", "admin")))
	s.cmd = p.command(context.WithoutCancel(t.Context()), append([]string{"serve", "--db", db, "--base-url", publicBase, "--tokens", tokens, "--listen", "127.0.0.1:0"}, flags...)...)
	logged, err := os.Create(filepath.Join(p.dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer logged.Close()
	s.cmd.Stderr = logged
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.stop(t, logged.Name()) })
	lines := bufio.NewScanner(out)
	for s.url == "" && lines.Scan() {
		if _, url, ok := strings.Cut(lines.Text(), " at "); ok {
			s.url = url
		}
	}
	if s.url == "" {
		t.Fatal("vitrine serve has not begun")
	}
	go func() {
		for lines.Scan() {
		}
	}()
	return s
}

// stop ends the server, and shows the end of its log where the test has failed.
func (s *served) stop(t *testing.T, logged string) {
	_ = s.cmd.Process.Signal(syscall.SIGTERM)
	if err := s.cmd.Wait(); err != nil {
		t.Errorf("the server: %v", err)
	}
	if text, err := os.ReadFile(logged); err == nil && t.Failed() {
		t.Logf("the log ends with: %s", text[max(0, len(text)-4000):])
	}
}

// cluster is a script that starts and kills servers, with a folder and a port of its own.
type cluster struct {
	script, root string
	port         int
	env          []string
}

// newCluster starts a server. It is stopped after the test, and its folder removed.
func newCluster(t *testing.T, env ...string) *cluster {
	t.Helper()
	c := prepared(t, "cluster.sh", env...)
	t.Cleanup(func() {
		for _, what := range []string{"stop-standby", "stop"} {
			_ = c.do(what) // which may be away
		}
	})
	c.must(t, "start")
	return c
}

// prepared is a cluster that is not started.
func prepared(t *testing.T, script string, env ...string) *cluster {
	t.Helper()
	root, err := os.MkdirTemp("", "vitrine-outages-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(root) })
	// The servers run as another user where root runs the tests.
	if err := os.Chmod(root, 0o755); err != nil {
		t.Fatal(err)
	}
	return &cluster{filepath.Join(os.Getenv(scriptsVariable), script), filepath.Join(root, "cluster"), freePorts(t), env}
}

// freePorts returns the first of four ports that are free on the addresses of the servers. They
// are below those that the system gives to outgoing connections, since a server that is killed
// has to get its own again.
func freePorts(t *testing.T) int {
	t.Helper()
	free := func(first int) bool {
		for _, host := range []string{"127.0.0.1", "127.0.0.2", "127.0.0.3"} {
			for port := first; port < first+4; port++ {
				listener, err := net.Listen("tcp", fmt.Sprintf("%s:%d", host, port))
				if err != nil {
					return false
				}
				listener.Close()
			}
		}
		return true
	}
	for range 100 {
		if first := 20000 + rand.IntN(3000)*4; free(first) {
			return first
		}
	}
	t.Fatal("no four ports in a row are free between 20000 and 32000")
	return 0
}

// do runs the script.
func (c *cluster) do(args ...string) error {
	_, err := c.ask(args...)
	return err
}

// ask runs the script and returns what it prints. What it starts keeps none of the files.
func (c *cluster) ask(args ...string) (string, error) {
	out, err := os.CreateTemp("", "vitrine-outages-*")
	if err != nil {
		return "", err
	}
	defer os.Remove(out.Name())
	defer out.Close()
	cmd := exec.Command("bash", append([]string{c.script}, args...)...)
	cmd.Env = append(os.Environ(), "PGROOT="+c.root, fmt.Sprintf("PGPORT=%d", c.port))
	cmd.Env = append(cmd.Env, c.env...)
	cmd.Stdout, cmd.Stderr = out, out
	err = cmd.Run()
	text, reading := os.ReadFile(out.Name())
	if err != nil {
		return "", fmt.Errorf("%s %s: %w: %s", filepath.Base(c.script), strings.Join(args, " "), err, text)
	}
	return strings.TrimSpace(string(text)), reading
}

// must is ask where that has to succeed.
func (c *cluster) must(t *testing.T, args ...string) string {
	t.Helper()
	out, err := c.ask(args...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// address is that of the database on some of the loopback addresses.
func (c *cluster) address(hosts ...string) string {
	for i, host := range hosts {
		hosts[i] = fmt.Sprintf("%s:%d", host, c.port)
	}
	return "postgres://vitrine@" + strings.Join(hosts, ",") + "/museum"
}

// eventually waits until something is so.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	end := time.After(patience)
	for !is() {
		select {
		case <-end:
			t.Fatalf("never: %s", what)
		case <-time.After(20 * time.Millisecond):
		}
	}
}
