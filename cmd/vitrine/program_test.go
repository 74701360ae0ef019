package main

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// program is a vitrine serve that runs as a process of its own.
type program struct {
	cmd *exec.Cmd
	// tour is what it printed before it served.
	tour string
	// url is where it answers, with a slash at the end.
	url  string
	once sync.Once
	end  error
	log  bytes.Buffer
}

// brisk returns settings of the runtime for programs that run for a moment: the race detector does
// not wait a second before the end, and garbage, half of the work of a start, is left.
func brisk() []string {
	return []string{"GORACE=atexit_sleep_ms=0", "GOGC=off", "GOMEMLIMIT=256MiB"}
}

// command returns a command that runs vitrine in the folder. Of the tester's own
// environment nothing reaches it; env is added to what it needs.
func command(dir string, env []string, args ...string) (*exec.Cmd, error) {
	path, err := exec.LookPath("vitrine")
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(path, args...)
	cmd.Dir = dir
	cmd.Env = slices.Concat([]string{"HOME=" + dir, "TMPDIR=" + dir, "PATH=" + os.Getenv("PATH")}, brisk(), env)
	return cmd, nil
}

// startServe starts vitrine serve in the folder and returns once it answers.
func startServe(dir string, env []string, args ...string) (*program, error) {
	cmd, err := command(dir, env, append([]string{"serve", "--listen", "127.0.0.1:0"}, args...)...)
	if err != nil {
		return nil, err
	}
	p := &program{cmd: cmd}
	cmd.Stderr = &p.log
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(stdout)
	for lines.Scan() {
		p.tour += lines.Text() + "\n"
		if _, url, ok := strings.Cut(lines.Text(), " at "); ok && p.url == "" {
			p.url = url
		}
		// The tour is five things.
		if p.url != "" && strings.Count(p.tour, "\n  ") == 5 {
			go io.Copy(io.Discard, stdout)
			return p, nil
		}
	}
	p.end = cmd.Wait()
	return p, p.end
}

// stop ends the process by a signal and returns how it ended.
func (p *program) stop(signal os.Signal) error {
	p.once.Do(func() {
		if err := p.cmd.Process.Signal(signal); err != nil {
			p.end = err
			return
		}
		p.end = p.cmd.Wait()
	})
	return p.end
}

// served starts vitrine serve for a test and ends it after it.
func served(t *testing.T, args ...string) *program {
	t.Helper()
	p, err := startServe(t.TempDir(), nil, args...)
	if err != nil {
		t.Fatalf("vitrine serve: %v\n%s", err, p.log.String())
	}
	t.Cleanup(func() {
		if err := p.stop(syscall.SIGTERM); err != nil {
			t.Errorf("vitrine serve ended: %v\n%s", err, p.log.String())
		}
	})
	return p
}

// get returns what the program answers at a path.
func (p *program) get(t *testing.T, path, accept string) (*http.Response, []byte) {
	t.Helper()
	r, err := http.NewRequest(http.MethodGet, p.url+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", accept)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, body
}
