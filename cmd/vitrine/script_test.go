package main

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"vitrine/checks/generate"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestScripts runs the scripts of testdata. Each has a folder of its own and
// knows, besides vitrine and testscript's commands:
//
//	$ROOT              the folder of the repository
//	$LONG, $LONG_NAME  two thousand letters, and as many as the name of a folder may have
//	serve FLAG...      start vitrine serve; its output is in the file tour, its address in $URL
//	tell SIGNAL        send it a signal, such as HUP
//	stop SIGNAL        end it by TERM or INT; it has to end with status 0, and its messages are in the file log
//	kill9              kill it
//	curl ARG...        what curl would print, as far as curl_test.go knows curl
//	status N CMD...    run vitrine CMD and compare the exit status
//	records N FILE     write so many made-up records to the file
//	gzip FILE          pack the file, as FILE.gz
//	damage FILE        change a letter of each "Delft" in the file
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(env *testscript.Env) error {
			root, err := filepath.Abs("../..")
			env.Setenv("ROOT", root)
			env.Setenv("HOME", env.WorkDir)
			env.Vars = append(env.Vars, brisk()...)
			env.Setenv("LONG", strings.Repeat("a", 2000))
			env.Setenv("LONG_NAME", strings.Repeat("a", 120))
			env.Values[serveKey{}] = &serving{}
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"serve": scriptServe, "tell": scriptTell, "stop": scriptStop, "kill9": scriptKill, "curl": scriptCurl, "status": scriptStatus, "records": scriptRecords, "gzip": scriptGzip, "damage": scriptDamage,
		},
	})
}

// serveKey finds the server of a script.
type serveKey struct{}

type serving struct{ program *program }

func scriptServe(ts *testscript.TestScript, _ bool, args []string) {
	s := ts.Value(serveKey{}).(*serving)
	var env []string
	for _, name := range []string{"TMPDIR", "VITRINE_BASE_URL", "VITRINE_CONTEXT_DIR", "VITRINE_DB"} {
		if value := ts.Getenv(name); value != "" {
			env = append(env, name+"="+value)
		}
	}
	p, err := startServe(ts.MkAbs("."), env, args...)
	if err != nil {
		ts.Fatalf("serve: %v\n%s", err, p.log.String())
	}
	s.program = p
	ts.Defer(func() { _ = p.stop(syscall.SIGKILL) }) // a script that failed
	ts.Setenv("URL", p.url)
	ts.Check(os.WriteFile(ts.MkAbs("tour"), []byte(strings.ReplaceAll(p.tour, p.url, "http://127.0.0.1:8080/")), 0o644))
}

var signals = map[string]os.Signal{"HUP": syscall.SIGHUP, "INT": syscall.SIGINT, "TERM": syscall.SIGTERM}

func scriptTell(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: tell SIGNAL")
	}
	ts.Check(ts.Value(serveKey{}).(*serving).program.cmd.Process.Signal(signals[args[0]]))
}

func scriptStop(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: stop TERM|INT")
	}
	p := ts.Value(serveKey{}).(*serving).program
	if err := p.stop(signals[args[0]]); err != nil {
		ts.Fatalf("serve ended: %v\n%s", err, p.log.String())
	}
	ts.Check(os.WriteFile(ts.MkAbs("log"), p.log.Bytes(), 0o644))
}

func scriptKill(ts *testscript.TestScript, _ bool, _ []string) {
	_ = ts.Value(serveKey{}).(*serving).program.stop(syscall.SIGKILL) // how it ends is known
}

func scriptRecords(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: records N FILE")
	}
	n, err := strconv.Atoi(args[0])
	ts.Check(err)
	var text []byte
	for record := range generate.Records(generate.Options{Records: n, Seed: 1, Base: "https://data.museum.example/"}) {
		text = append(append(text, record...), '\n')
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), text, 0o644))
}

func scriptCurl(ts *testscript.TestScript, neg bool, args []string) {
	out, err := curl(args)
	if (err != nil) != neg {
		ts.Fatalf("curl: %v", err)
	}
	fmt.Fprint(ts.Stdout(), out)
}

func scriptStatus(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: status N CMD...")
	}
	err := ts.Exec("vitrine", args[1:]...)
	got := "0"
	if err != nil {
		got = strings.TrimPrefix(err.Error(), "exit status ")
	}
	if got != args[0] {
		ts.Fatalf("vitrine ended with status %s, want %s", got, args[0])
	}
}

func scriptGzip(ts *testscript.TestScript, _ bool, args []string) {
	for _, name := range args {
		out, err := os.Create(ts.MkAbs(name + ".gz"))
		ts.Check(err)
		w := gzip.NewWriter(out)
		_, err = io.WriteString(w, ts.ReadFile(name))
		ts.Check(err)
		ts.Check(w.Close())
		ts.Check(out.Close())
		ts.Check(os.Remove(ts.MkAbs(name)))
	}
}

func scriptDamage(ts *testscript.TestScript, _ bool, args []string) {
	for _, name := range args {
		text := ts.ReadFile(name)
		changed := strings.ReplaceAll(text, "Delft", "Dealt")
		if changed == text {
			ts.Fatalf("%s has no Delft", name)
		}
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(changed), 0o644))
	}
}
