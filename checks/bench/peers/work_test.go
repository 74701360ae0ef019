package peers

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"vitrine/checks/bench/corpus"
	"vitrine/checks/generate"
)

// The environment of the benchmarks.
const (
	// recordsVariable says how many records are loaded and served.
	recordsVariable = "VITRINE_BENCH_RECORDS"
	defaultRecords  = 2000
	// workVariable names the folder where files are put, so that one run can use
	// what another has loaded. Without it they are in one that is removed.
	workVariable = "VITRINE_BENCH_WORK"
	// programVariable names the program vitrine; without it one is built.
	programVariable = "VITRINE_BENCH_PROGRAM"
	// oxigraphVariable names the program oxigraph, jenaVariable the file
	// jena-fuseki-server.jar, which holds tdb2.tdbloader, too.
	oxigraphVariable = "VITRINE_BENCH_OXIGRAPH"
	jenaVariable     = "VITRINE_BENCH_JENA"
)

// folder is where files are put.
var folder string

func TestMain(m *testing.M) {
	os.Exit(run(m))
}

func run(m *testing.M) int {
	if folder = os.Getenv(workVariable); folder != "" {
		return m.Run()
	}
	var err error
	if folder, err = os.MkdirTemp("", "vitrine-bench-*"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	return m.Run()
}

func inFolder(name string) string { return filepath.Join(folder, name) }

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// records is the number of records.
func records() int {
	if n, err := strconv.Atoi(os.Getenv(recordsVariable)); err == nil {
		return n
	}
	return defaultRecords
}

// vitrine returns the program to measure.
func vitrine(b *testing.B) string {
	b.Helper()
	if program := os.Getenv(programVariable); program != "" {
		return program
	}
	program := inFolder("vitrine")
	if !exists(program) {
		build := exec.Command("go", "build", "-o", program, "./cmd/vitrine")
		build.Dir = "../../.."
		if out, err := build.CombinedOutput(); err != nil {
			b.Fatalf("build vitrine: %v\n%s", err, out)
		}
	}
	return program
}

// peer returns the path of what a variable names, or skips the benchmark.
func peer(b *testing.B, variable string) string {
	b.Helper()
	path := os.Getenv(variable)
	if path == "" {
		b.Skipf("%s names no file, so there is nothing to compare with", variable)
	}
	return path
}

// recordLines returns the file of the records in JSON Lines.
func recordLines(b *testing.B) string {
	b.Helper()
	path := inFolder("records.jsonl")
	if exists(path) {
		return path
	}
	file, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	out := bufio.NewWriterSize(file, 1<<20)
	for record := range generate.Records(generate.Options{Records: records(), Seed: 1}) {
		out.Write(record)
		out.WriteByte('\n')
	}
	if err := out.Flush(); err != nil {
		b.Fatal(err)
	}
	return path
}

// publicBase is the base URL of the records.
const publicBase = "https://data.museum.example/"

// store returns the store of the records.
func store(b *testing.B) string {
	b.Helper()
	path := inFolder("vitrine.db")
	if !exists(path) {
		command(b, "", vitrine(b), "load", "--db", path, "--base-url", publicBase, "--validate", "off", recordLines(b))
	}
	return path
}

// quads returns the file of the records in N-Quads, the graphs together.
func quads(b *testing.B) string {
	b.Helper()
	path := inFolder("records.nq")
	if exists(path) {
		return path
	}
	db := store(b)
	file, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	dump := exec.Command(vitrine(b), "dump", "--db", db, "--format", "nquads")
	dump.Stdout = file
	if err := dump.Run(); err != nil {
		b.Fatalf("dump: %v", err)
	}
	return path
}

// names returns the ids of the records in an order that is random and always
// the same for a seed.
func names(seed uint64) []string {
	all := make([]string, records())
	for i := range all {
		all[i] = corpus.ID(i)
	}
	rand.New(rand.NewPCG(seed, 1)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

// command runs a program to its end, with one more variable in its environment
// unless that is empty.
func command(b *testing.B, variable, program string, args ...string) *os.ProcessState {
	b.Helper()
	c := exec.Command(program, args...)
	if variable != "" {
		c.Env = append(os.Environ(), variable)
	}
	if out, err := c.CombinedOutput(); err != nil {
		b.Fatalf("%s: %v\n%s", c, err, out)
	}
	return c.ProcessState
}
