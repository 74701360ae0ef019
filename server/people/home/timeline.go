package home

import (
	"strconv"

	"vitrine/server/data/criteria"
	"vitrine/server/data/search"
	"vitrine/server/people/html"
	"vitrine/server/people/i18n"
)

// timeline counts objects by decades, or by centuries where these would be too many.
func (m *Maker) timeline(found search.Overview, w *i18n.Wording) []html.Period {
	parameter, counts, step := "decade", trimmed(countsOf(found.Decades)), int64(10)
	bars, ok := barsOf(counts, step)
	if !ok || len(bars) == 0 {
		parameter, counts, step = "century", trimmed(countsOf(found.Centuries)), 1
		if bars, ok = barsOf(counts, step); !ok {
			return nil
		}
	}
	if filled(bars) < minBars {
		return nil
	}
	bars = fold(bars)
	every := (len(bars) + maxTicks - 1) / maxTicks
	var out []html.Period
	for i, bar := range bars {
		value := strconv.FormatInt(bar.Period, 10)
		period := html.Period{Count: bar.Count.Count, Percent: bar.Percent}
		switch {
		case step == 1:
			first, _ := i18n.YearsOfCentury(bar.Period)
			_, last := i18n.YearsOfCentury(bar.Last)
			period.Label.Text, period.Short = w.Years(first, last), w.Century(bar.Period)
		default:
			period.Label.Text, period.Short = w.Years(bar.Period, bar.Last+9), w.Years(bar.Period, bar.Period)
		}
		if bar.isFolded() {
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

// minBars is how many bars with anything a timeline has at least: fewer say less than the
// searches do.
const minBars = 4

func filled(bars []bar) int {
	n := 0
	for _, bar := range bars {
		if bar.Count.Count > 0 {
			n++
		}
	}
	return n
}

func countsOf(values []search.Value) []Count {
	var out []Count
	for _, v := range values {
		if n, err := strconv.ParseInt(v.Term, 10, 64); err == nil {
			out = append(out, Count{Period: n, Count: v.Count})
		}
	}
	return out
}
