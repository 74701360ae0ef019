package program

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Server is the program that serves a store.
type Server struct {
	command *exec.Cmd
	// Base is the URL of the front page.
	Base string
}

// address finds where the program says that it listens.
var address = regexp.MustCompile(`http://127\.0\.0\.1:\d+/`)

// Serve starts the program and waits until it listens.
func Serve(ctx context.Context, program, db string, flags []string) (*Server, error) {
	args := append([]string{"serve", "--db", db, "--listen", "127.0.0.1:0", "--log", "warn"}, flags...)
	s := &Server{command: exec.CommandContext(ctx, program, args...)}
	out, err := s.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	s.command.Stderr = os.Stderr
	if err := s.command.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(out)
	var said []string
	for lines.Scan() {
		said = append(said, lines.Text())
		if s.Base = address.FindString(lines.Text()); s.Base != "" {
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return s, nil
		}
	}
	_ = s.Stop()
	return nil, fmt.Errorf("the server did not start: %s", strings.Join(said, "\n"))
}

// Settle waits until the server accepts requests and its search index has caught up, at most so
// long.
func (s *Server) Settle(ctx context.Context, long time.Duration) error {
	for until := time.Now().Add(long); time.Now().Before(until); {
		for _, target := range []string{"-/readyz", "-/search?q=a"} {
			answer, err := http.Get(s.Base + target)
			if err != nil {
				return err
			}
			_, _ = io.Copy(io.Discard, answer.Body)
			answer.Body.Close()
			if answer.StatusCode != http.StatusOK && answer.StatusCode != http.StatusNotFound {
				break
			}
			if target != "-/readyz" {
				return nil
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(500 * time.Millisecond):
		}
	}
	return fmt.Errorf("the search index did not catch up")
}

// Processor is what the server has used of the processors, as Linux counts it; 0
// elsewhere.
func (s *Server) Processor() time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.command.Process.Pid))
	if err != nil {
		return 0
	}
	// The name of the program, in brackets, may hold spaces.
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	var ticks int64
	for _, field := range fields[11:13] {
		n, _ := strconv.ParseInt(field, 10, 64) // the system wrote it
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}

// Stop ends the program and waits for its end.
func (s *Server) Stop() error {
	if err := s.command.Process.Signal(os.Interrupt); err != nil {
		return err
	}
	return s.command.Wait()
}
