package loadcmd

import (
	"vitrine/cmd/vitrine/internal/console"
	"vitrine/harvest/check"
)

type HarvestCheckCommand struct {
	URL string `arg:"" name:"url" help:"URL of the feed, an OrderedCollection."`
	ClientFlags
	console.JSONFlag
}

func (HarvestCheckCommand) Help() string {
	return `Reads the feed as harvesters do. It checks the rules of the IIIF Change Discovery
API, and other things that harvesters rely on. docs/harvest.md lists the
rules. The exit status is 1 if a MUST rule is broken. Broken SHOULD rules are
warnings.

Examples:

    vitrine harvest-check https://data.museum.example/-/activity

    vitrine harvest-check https://data.museum.example/-/activity --resolve https://data.museum.example=http://127.0.0.1:8080`
}

func (c *HarvestCheckCommand) Run(a *console.App) error {
	asking, err := c.Client(c.URL)
	if err != nil {
		return err
	}
	defer asking.Close()
	report, err := check.Run(a.Ctx, check.Options{Feed: c.URL, Client: asking})
	if err != nil {
		return hintedHarvest(err)
	}
	if c.JSON {
		err = a.PrintJSON(report)
	} else {
		err = c.text(a, report)
	}
	if err != nil {
		return err
	}
	if report.Broken(check.Must) > 0 {
		return console.StatusError(console.StatusFailed)
	}
	return nil
}

func (c *HarvestCheckCommand) text(a *console.App, r *check.Report) error {
	for _, result := range r.Results {
		verdict := "ok"
		switch {
		case !result.Kept && result.Level == check.Must:
			verdict = "error"
		case !result.Kept:
			verdict = "warning"
		}
		if err := a.Print("%-7s  %-6s  %-13s  %s", verdict, result.Level, result.Rule, result.Text); err != nil {
			return err
		}
		for _, message := range result.Messages {
			if err := a.Print("         %s", message); err != nil {
				return err
			}
		}
		if more := result.Count - len(result.Messages); more > 0 {
			if err := a.Print("         and %d more", more); err != nil {
				return err
			}
		}
	}
	extent := "the last"
	if r.Whole {
		extent = "all"
	}
	return a.Print("checked %s %s with %s, %s and %d deleted records: %s, %s", extent, console.Count(r.Pages, "page"),
		console.CountOf(r.Activities, "activity", "activities"), console.Count(r.Resources, "record"), r.Deleted,
		console.Count(r.Broken(check.Must), "error"), console.Count(r.Broken(check.Should), "warning"))
}
