package home

import "slices"

// Count is a number of things in a period: a decade, by its first year, or a century,
// by its number.
type Count struct {
	Period int64
	Count  uint64
}

// bar is a bar of a timeline.
type bar struct {
	Count
	// Percent is the height of the bar in hundredths of the highest, at least 1 where
	// anything is counted.
	Percent int
	// Last is the last period of a bar that stands for several empty ones; otherwise it
	// is that of the bar.
	Last int64
}

// isFolded tells whether the bar stands for several periods without anything.
func (b bar) isFolded() bool { return b.Last != b.Period }

// maxEmpty is how many empty periods in a row are shown one by one.
const maxEmpty = 4

// fold puts one bar in the place of more empty ones in a row than maxEmpty, so that what
// is far apart leaves room for the rest.
func fold(bars []bar) []bar {
	var out []bar
	for i := 0; i < len(bars); {
		end := i
		for end < len(bars) && bars[end].Count.Count == 0 {
			end++
		}
		switch {
		case end-i > maxEmpty:
			gap := bars[i]
			gap.Last = bars[end-1].Last
			out = append(out, gap)
		case end > i:
			out = append(out, bars[i:end]...)
		default:
			end = i + 1
			out = append(out, bars[i])
		}
		i = end
	}
	return out
}

// maxBars is the number of bars of a timeline.
const maxBars = 60

// barsOf are the bars of the periods from the first with anything to the last, step apart:
// 10 for decades, 1 for centuries. None is left out between them, except century 0, which
// never was. Where they would be too many, ok is false.
func barsOf(counts []Count, step int64) (bars []bar, ok bool) {
	counts = slices.DeleteFunc(slices.Clone(counts), func(c Count) bool { return c.Count == 0 })
	if len(counts) == 0 {
		return nil, true
	}
	slices.SortFunc(counts, func(a, b Count) int { return int(min(max(a.Period-b.Period, -1), 1)) })
	first, last := counts[0].Period, counts[len(counts)-1].Period
	if (last-first)/step >= maxBars {
		return nil, false
	}
	byPeriod := map[int64]uint64{}
	var highest uint64
	for _, c := range counts {
		byPeriod[c.Period] += c.Count
		highest = max(highest, byPeriod[c.Period])
	}
	for period := first; period <= last; period += step {
		if period == 0 && step == 1 {
			continue
		}
		n := byPeriod[period]
		bar := bar{Count: Count{period, n}, Last: period, Percent: int(100 * float64(n) / float64(highest))}
		if n > 0 {
			bar.Percent = max(bar.Percent, 1)
		}
		bars = append(bars, bar)
	}
	return bars, true
}

// trimmed leaves out the few periods far from the others: those before and after the
// middle 998 of a thousand, so that one wrong date does not flatten the rest.
func trimmed(counts []Count) []Count {
	counts = slices.Clone(counts)
	slices.SortFunc(counts, func(a, b Count) int { return int(min(max(a.Period-b.Period, -1), 1)) })
	var all uint64
	for _, c := range counts {
		all += c.Count
	}
	few := all / 1000
	counts = outside(counts, few)
	slices.Reverse(counts)
	counts = outside(counts, few)
	slices.Reverse(counts)
	return counts
}

// outside leaves out as many of the first as count no more than few together.
func outside(counts []Count, few uint64) []Count {
	var n uint64
	for i, c := range counts {
		if n += c.Count; n > few {
			return counts[i:]
		}
	}
	return nil
}
