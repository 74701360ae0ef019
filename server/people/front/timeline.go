package front

import (
	"strconv"

	"vitrine/server/data/criteria"
	"vitrine/server/data/search"
	"vitrine/server/people/overview"
	"vitrine/server/people/page"
	"vitrine/server/people/wording"
)

// timeline counts objects by decades, or by centuries where these would be too many.
func (m *Maker) timeline(found search.Overview, w *wording.Wording) []page.Period {
	parameter, counts, step := "decade", overview.Trimmed(countsOf(found.Decades)), int64(10)
	bars, ok := overview.Bars(counts, step)
	if !ok || len(bars) == 0 {
		parameter, counts, step = "century", overview.Trimmed(countsOf(found.Centuries)), 1
		if bars, ok = overview.Bars(counts, step); !ok {
			return nil
		}
	}
	bars = overview.Fold(bars)
	every := (len(bars) + maxTicks - 1) / maxTicks
	var out []page.Period
	for i, bar := range bars {
		value := strconv.FormatInt(bar.Period, 10)
		period := page.Period{Count: bar.Count.Count, Percent: bar.Percent}
		switch {
		case step == 1:
			first, _ := wording.YearsOfCentury(bar.Period)
			_, last := wording.YearsOfCentury(bar.Last)
			period.Label.Text, period.Short = w.Years(first, last), w.Century(bar.Period)
		default:
			period.Label.Text, period.Short = w.Years(bar.Period, bar.Last+9), w.Years(bar.Period, bar.Period)
		}
		if bar.Folded() {
			period.Short = "…"
		}
		// The names below the bars are as many as a phone has room for.
		if i%every != 0 || i > 0 && i+every/2 >= len(bars) && every > 1 {
			period.Short = ""
		}
		if bar.Count.Count > 0 {
			made := criteria.Criteria{Values: map[string][]string{"class": {"HumanMadeObject"}, parameter: {value}}}
			period.Label.Href = m.path(made)
		}
		out = append(out, period)
	}
	return out
}

func countsOf(values []search.Value) []overview.Count {
	var out []overview.Count
	for _, v := range values {
		if n, err := strconv.ParseInt(v.Term, 10, 64); err == nil {
			out = append(out, overview.Count{Period: n, Count: v.Count})
		}
	}
	return out
}
