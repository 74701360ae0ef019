package main

import (
	"bufio"

	"vitrine/linkedart/generate"
)

type benchCommand struct {
	Generate benchGenerate `cmd:"" help:"Write made-up records, one a line, to measure with."`
}

type benchGenerate struct {
	baseFlag
	Records int    `default:"1000" help:"How many (default: ${default})."`
	Seed    uint64 `default:"1" help:"The same seed gives the same records (default: ${default})."`
}

func (benchGenerate) Help() string {
	return `People, places, objects, provenance and what they refer to. A few concepts are
referred to by a tenth of all records each, as in a real collection.

Examples:

    vitrine bench generate --records 300000 --seed 1 > records.jsonl

    vitrine bench generate --records 1000 | vitrine load --db bench.db --format jsonl -`
}

func (c *benchGenerate) Run(a *app) error {
	out := bufio.NewWriterSize(a.stdout, 1<<16)
	for record := range generate.Records(generate.Options{Records: c.Records, Seed: c.Seed, Base: string(c.BaseURL)}) {
		if err := a.ctx.Err(); err != nil {
			return err
		}
		if _, err := out.Write(append(record, '\n')); err != nil {
			return err
		}
	}
	return out.Flush()
}
