package draft

import (
	"context"
	"errors"
	"strings"

	"vitrine/linkedart/words/dates"
	"vitrine/load/rows"
)

// maxSamples bounds the dates that are compared with years.
const maxSamples = 3_000

// learn finds out how the museum reads its dates, where the file has columns with the text
// and with the earliest and latest year.
func (l *Look) learn(ctx context.Context, file rows.Source, options rows.Options, maxRows int) error {
	date, earliest, latest := l.At("date"), l.At("earliest"), l.At("latest")
	if date == nil || earliest == nil || latest == nil {
		return nil
	}
	var samples []dates.Sample
	read := 0
	for row, err := range rows.Read(ctx, file, options) {
		var of *rows.RowError
		if err != nil && !errors.As(err, &of) {
			return err
		}
		if err == nil {
			if sample, ok := sampleOf(row.Value, date, earliest, latest); ok {
				samples = append(samples, sample)
			}
		}
		if read++; read == maxRows || len(samples) == maxSamples {
			break
		}
	}
	habits, err := dates.Learn(samples)
	if err == nil && habits.Read > 0 {
		l.habits = &habits
	}
	return err
}

// sampleOf returns the date of a row with its years.
func sampleOf(row map[string]any, date, earliest, latest *Column) (dates.Sample, bool) {
	text := func(c *Column) string {
		for _, value := range rows.Find(row, c.Name) {
			return strings.TrimSpace(rows.Text(value))
		}
		return ""
	}
	from, ok1 := dates.Year(text(earliest))
	to, ok2 := dates.Year(text(latest))
	return dates.Sample{Text: text(date), Earliest: from, Latest: to}, ok1 && ok2
}

// settings writes how the museum reads its dates.
func (w *writer) settings() {
	o := dates.Defaults()
	if h := w.look.habits; h != nil {
		o = h.Options
		w.line(0, "# How dates are read, so that %d of %d texts agree with the columns of their years.", h.Agree, h.Read)
	}
	w.line(0, "circa: %d  # years that a date with \"about\" reaches to both sides", o.Circa)
	w.line(0, "early: %d  # years that the early and the late part of a century have", o.Early)
	if o.Century != 0 {
		w.line(0, "century: %d  # the 19th century is from 1801 to 1900", o.Century)
	}
	switch o.Order {
	case dates.MonthFirst:
		w.line(0, "order: month  # 5/4/1971 is in May")
	case dates.DayFirst:
		w.line(0, "order: day  # 5/4/1971 is in April")
	}
}
