package admincmd

import (
	"bufio"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/linkedart/generate"
)

type BenchCommand struct {
	Generate benchGenerate `cmd:"" help:"Generate records for measurements, one a line."`
}

type benchGenerate struct {
	BaseURL storeopen.BaseURL `default:"https://data.museum.example/" placeholder:"URL" help:"Public URL that the records' URIs begin with (default: ${default})."`
	Records int               `default:"1000" help:"Number of records (default: ${default})."`
}

func (benchGenerate) Help() string {
	return `Generates people, places, objects, provenance activities and the records that they
refer to. As in a real collection, a few concepts are each used by a tenth of all
records.

Examples:

    vitrine bench generate --records 300000 > records.jsonl

    vitrine bench generate --records 1000 | vitrine load --db bench.db --base-url https://data.museum.example/ --format jsonl -`
}

func (c *benchGenerate) Run(a *console.App) error {
	out := bufio.NewWriterSize(a.Stdout, 1<<16)
	for record := range generate.Records(generate.Options{Records: c.Records, Seed: 1, Base: string(c.BaseURL)}) {
		if err := a.Ctx.Err(); err != nil {
			return err
		}
		if _, err := out.Write(append(record, '\n')); err != nil {
			return err
		}
	}
	return out.Flush()
}
