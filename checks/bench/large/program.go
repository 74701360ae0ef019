package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"vitrine/checks/bench/program"
	"vitrine/checks/generate"
	"vitrine/rdfstore"
)

// command runs the program and prints what it took.
func (r run) command(ctx context.Context, in io.Reader, arguments ...string) (time.Duration, error) {
	c := exec.CommandContext(ctx, r.program, arguments...)
	var said bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = in, &said, &said
	start := time.Now()
	if err := c.Start(); err != nil {
		return 0, err
	}
	ended, peak := make(chan struct{}), make(chan uint64)
	go func() { peak <- peakMemory(c.Process.Pid, ended) }()
	err := c.Wait()
	close(ended)
	memory := <-peak
	if err != nil {
		return 0, fmt.Errorf("vitrine %s: %w\n%s", arguments[0], err, &said)
	}
	took := time.Since(start)
	fmt.Printf("%s: %v; processor %v, peak memory %d MB without pages of files\n", arguments[0], took.Round(time.Millisecond),
		(c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Round(time.Millisecond), memory/1e6)
	return took, nil
}

// peakMemory looks at a process ten times a second until it has ended, and returns the most bytes
// that it had in memory. Pages of files that it maps do not count, since the system takes them
// back as it likes. It is 0 where there is no /proc.
func peakMemory(pid int, ended <-chan struct{}) (peak uint64) {
	for tick := time.NewTicker(100 * time.Millisecond); ; {
		select {
		case <-ended:
			tick.Stop()
			return peak
		case <-tick.C:
		}
		status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		if _, rest, ok := bytes.Cut(status, []byte("RssAnon:")); ok {
			var kib uint64
			if _, err := fmt.Sscan(string(rest), &kib); err == nil {
				peak = max(peak, kib<<10)
			}
		}
	}
}

// load makes the records and loads them through a pipe.
func (r run) load(ctx context.Context) error {
	out, in := io.Pipe()
	go func() { in.CloseWithError(r.generate(in)) }()
	took, err := r.command(ctx, out, "load", "--db", r.db(), "--base-url", generate.DefaultBase, "--memory", fmt.Sprint(r.memory), "--format", "jsonl", "-")
	_ = out.Close()
	if err != nil {
		return err
	}
	fmt.Printf("%.0f records/s\n", float64(r.records)/took.Seconds())
	return r.size(ctx)
}

func (r run) generate(w io.Writer) error {
	out := bufio.NewWriterSize(w, 1<<20)
	for record := range generate.Records(generate.Options{Records: r.records, Seed: 1}) {
		if _, err := out.Write(append(record, '\n')); err != nil {
			return err
		}
	}
	return out.Flush()
}

// size tells what the file takes for a quad.
func (r run) size(ctx context.Context) error {
	s, err := r.opened()
	if err != nil {
		return err
	}
	defer s.Close()
	quads, err := s.Count(ctx, rdfstore.Pattern{})
	if err != nil {
		return err
	}
	info, err := os.Stat(r.db())
	if err != nil {
		return err
	}
	fmt.Printf("%d quads in %d MB, %.1f bytes a quad\n", quads, info.Size()/1e6, float64(info.Size())/float64(quads))
	return nil
}

func (r run) compact(ctx context.Context) error {
	if _, err := r.command(ctx, nil, "compact", "--db", r.db()); err != nil {
		return err
	}
	return r.size(ctx)
}

func (r run) backup(ctx context.Context) error {
	copied := filepath.Join(r.folder, "backup.db")
	defer os.Remove(copied)
	_, err := r.command(ctx, nil, "backup", "--db", r.db(), copied)
	return err
}

func (r run) check(ctx context.Context) error {
	_, err := r.command(ctx, nil, "check", "--db", r.db())
	return err
}

// index has the program make the search index as it serves.
func (r run) index(ctx context.Context) error {
	start := time.Now()
	server, err := program.Serve(ctx, r.program, r.db(), nil)
	if err != nil {
		return err
	}
	err = server.Settle(ctx, 24*time.Hour)
	took := time.Since(start)
	fmt.Printf("search index: %v, %.0f records/s; processor %v\n", took.Round(time.Second), float64(r.records)/took.Seconds(), server.Processor())
	err = errors.Join(err, server.Stop())
	size := int64(0)
	err = errors.Join(err, filepath.WalkDir(r.db()+".search", func(_ string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err == nil && info.Mode().IsRegular() {
			size += info.Size()
		}
		return err
	}))
	fmt.Printf("the search index has %d MB\n", size/1e6)
	return err
}
