package peers

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vitrine/checks/bench/questions"
)

// pyoxigraph is a process that answers queries with Oxigraph as a library of Python.
type pyoxigraph struct {
	in  *json.Encoder
	out *json.Decoder
}

// startPyoxigraph starts the process, which ends with the benchmark. It returns nil
// where there is no Oxigraph. The Python is the one beside the program oxigraph.
func startPyoxigraph(b *testing.B) *pyoxigraph {
	b.Helper()
	program := os.Getenv(oxigraphVariable)
	if program == "" {
		return nil
	}
	if !exists(oxigraphFolder()) {
		command(b, "", program, oxigraphLoad(quads(b))...)
	}
	// A store that was just loaded is slower than one that has been in use.
	command(b, "", program, "optimize", "--location", oxigraphFolder())
	c := exec.Command(filepath.Join(filepath.Dir(program), "python"), filepath.Join("testdata", "query.py"), oxigraphFolder())
	var said strings.Builder
	c.Stderr = &said
	in, err := c.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := c.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		_ = in.Close()
		if err := c.Wait(); err != nil {
			b.Errorf("%s: %v\n%s", c, err, said.String())
		}
	})
	return &pyoxigraph{in: json.NewEncoder(in), out: json.NewDecoder(out)}
}

// ask has a question answered so many times, and returns the processor time that took and
// the number of results of one answer.
func (p *pyoxigraph) ask(b *testing.B, q questions.Question, times int) (time.Duration, int) {
	b.Helper()
	err := p.in.Encode(map[string]any{"query": questions.Prefixes + q.Query, "times": times, "only": q.Only})
	var answer struct {
		Nanoseconds time.Duration `json:"nanoseconds"`
		Results     int           `json:"results"`
	}
	if err == nil {
		err = p.out.Decode(&answer)
	}
	if err != nil {
		b.Fatal(err)
	}
	return answer.Nanoseconds, answer.Results
}
