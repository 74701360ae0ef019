package admincmd

import (
	"context"
	"fmt"
	"text/tabwriter"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/rdfstore/boltstore"
)

type StatsCommand struct {
	storeopen.SharedFlag
	console.JSONFlag
}

func (StatsCommand) Help() string {
	return `Shows the number of entities of each class, and the space that each part of the
file takes.

Examples:

    vitrine stats --db museum.db

    vitrine stats --db museum.db --json`
}

func (c *StatsCommand) Run(a *console.App) error {
	if err := storeopen.OnlyFile(c.DB, "the classes of a database are on the front page of its service; its size is shown by psql, with \\dt+"); err != nil {
		return err
	}
	a.Begin("looking through " + c.DB)
	out, err := c.statistics(a.Ctx)
	if err != nil {
		return err
	}
	if c.JSON {
		return a.PrintJSON(out)
	}
	return printStats(a, out)
}

// statistics returns what the store holds, as the server says that has it, or from the file.
func (c *StatsCommand) statistics(ctx context.Context) (out storeopen.StoreStats, err error) {
	served, err := c.LocalServer(ctx, c.DB)
	if err != nil {
		return out, err
	}
	if served != nil {
		defer served.Close()
		err = served.Statistics(ctx, &out)
		return out, err
	}
	store, err := storeopen.OpenStore(c.DB, boltstore.Options{ReadOnly: true})
	if err != nil {
		return out, err
	}
	out, err = storeopen.Statistics(ctx, store)
	return out, storeopen.Closing(store, err)
}

func printStats(a *console.App, s storeopen.StoreStats) error {
	w := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "file\t%s\n", console.Printable(s.File))
	fmt.Fprintf(w, "base\t%s\n", console.Printable(s.Base))
	fmt.Fprintf(w, "records\t%d\n", s.Records)
	fmt.Fprintf(w, "quads\t%d\n", s.Quads)
	fmt.Fprintf(w, "changes\t%d\n", s.Changes)
	fmt.Fprintf(w, "deleted\t%d\n", s.Tombstones)
	fmt.Fprintf(w, "size\t%d bytes, %d of them free\n", s.Size, s.Free)
	fmt.Fprintf(w, "per quad\t%.1f bytes\n", s.QuadSize)
	fmt.Fprintf(w, "\nrecords\tclass\n")
	for _, c := range s.Classes {
		fmt.Fprintf(w, "%d\t%s\n", c.Records, console.Printable(c.Class))
	}
	fmt.Fprintf(w, "\nentries\tbytes\tshare\ttable\n")
	for _, t := range s.Tables {
		fmt.Fprintf(w, "%d\t%d\t%.1f %%\t%s\n", t.Entries, t.Size, 100*t.Share, t.Name)
	}
	return w.Flush()
}
