// Records writes made-up records to measure with to standard output, one a line.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"

	"vitrine/checks/generate"
)

func main() {
	count := flag.Int("records", 1000, "number of records")
	base := flag.String("base-url", "https://data.museum.example/", "what the URIs of the records begin with")
	flag.Parse()
	if err := write(os.Stdout, *count, *base); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func write(w io.Writer, count int, base string) error {
	out := bufio.NewWriterSize(w, 1<<16)
	for record := range generate.Records(generate.Options{Records: count, Seed: 1, Base: base}) {
		if _, err := out.Write(append(record, '\n')); err != nil {
			return err
		}
	}
	return out.Flush()
}
