// Bench writes docs/benchmarks.md from the output of benchmarks: how fast Vitrine is
// compared with its yardsticks, with the limit of each ratio.
//
//	cd checks/bench && go run . ../../bench.out >../../docs/benchmarks.md
//
// run.sh, which make bench calls, makes bench.out: the output of go test -bench in
// the benchmark format (https://golang.org/design/14313-benchmark-format), after
// lines such as "commit: 1a2b3c" about the run. ratios.go lists the ratios. The
// results of benchmarks that are in no ratio stay in bench.out, for benchstat.
//
// The exit status is 1 when a ratio misses its limit or was not measured.
package main

import (
	_ "embed"
	"fmt"
	"os"
)

// large has the figures of ./large, which takes too long to be run each time.
//
//go:embed large/large.md
var large string

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "bench: name the file with the output of the benchmarks")
		os.Exit(2)
	}
	missed, err := run(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
	for _, line := range missed {
		fmt.Fprintln(os.Stderr, "bench: misses its limit:", line)
	}
	if len(missed) > 0 {
		os.Exit(1)
	}
}

// run writes the page to standard output and returns what misses its limit.
func run(name string) (missed []string, err error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	m, err := readMeasurements(file, name)
	if err != nil {
		return nil, err
	}
	p := newPage(m, sections)
	err = p.write(os.Stdout)
	if err == nil {
		_, err = fmt.Print("\n", large)
	}
	return p.missed(), err
}
