package main

import (
	"fmt"
	"io"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchmath"
	"golang.org/x/perf/benchunit"
)

// measurements are the results of a run of benchmarks.
type measurements struct {
	// about holds what the file says of the machine and the run.
	about map[string]string
	// names are the benchmarks in the order of the file, such as
	// "serialize/jsonld Read/vitrine".
	names []string
	// values are those of each benchmark by unit, one for each time it ran.
	values map[string]map[string][]float64
}

// module begins the paths of our packages.
const module = "vitrine/"

// readMeasurements reads benchmark output. It is an error if a line looks like
// a result and is none, or if a benchmark failed.
func readMeasurements(r io.Reader, name string) (*measurements, error) {
	m := &measurements{about: map[string]string{}, values: map[string]map[string][]float64{}}
	reader := benchfmt.NewReader(r, name)
	for reader.Scan() {
		switch record := reader.Result().(type) {
		case *benchfmt.Result:
			m.add(record)
		case *benchfmt.SyntaxError:
			return nil, record
		}
	}
	if err := reader.Err(); err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	if len(m.names) == 0 {
		return nil, fmt.Errorf("%s holds no result of a benchmark", name)
	}
	return m, nil
}

func (m *measurements) add(r *benchfmt.Result) {
	for _, c := range r.Config {
		if c.Key != "pkg" {
			m.about[c.Key] = string(c.Value)
		}
	}
	name := strings.TrimPrefix(r.GetConfig("pkg"), module) + " " + withoutProcessors(r.Name)
	if m.values[name] == nil {
		m.names = append(m.names, name)
		m.values[name] = map[string][]float64{}
	}
	for _, v := range r.Values {
		value, unit := benchunit.Tidy(v.Value, v.Unit) // benchfmt leaves a zero as it is
		m.values[name][unit] = append(m.values[name][unit], value)
	}
}

// withoutProcessors is the name without the number of processors, such as -8.
func withoutProcessors(n benchfmt.Name) string {
	base, parts := n.Parts()
	full := string(base)
	for _, part := range parts {
		if part[0] != '-' {
			full += string(part)
		}
	}
	return full
}

// median returns the middle of what a benchmark measured in the unit.
func (m *measurements) median(name, unit string) (float64, bool) {
	values := m.values[name][unit]
	if len(values) == 0 {
		return 0, false
	}
	sample := benchmath.NewSample(values, &benchmath.DefaultThresholds)
	return benchmath.AssumeNothing.Summary(sample, 0.95).Center, true
}
