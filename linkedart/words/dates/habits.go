package dates

// Sample is a text with the first and the last year that its museum says it means.
type Sample struct {
	Text             string
	Earliest, Latest int
}

// Habits are what samples show of a museum.
type Habits struct {
	Options
	// Agree counts the samples that are read as their museum reads them, of Read that are
	// understood.
	Agree, Read int
}

// choices are the values that a setting may have, the usual one first.
var choices = []struct {
	values []int
	set    func(*Options, int)
}{
	{[]int{0, 1}, func(o *Options, n int) { o.Century = n }},
	{[]int{20, 15, 25, 30, 33, 40, 50}, func(o *Options, n int) { o.Early = n }},
	{[]int{5, 0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 12, 15, 20, 25, 50}, func(o *Options, n int) { o.Circa = n }},
	{[]int{int(NoOrder), int(MonthFirst), int(DayFirst)}, func(o *Options, n int) { o.Order = Order(n) }},
}

// Learn returns the options by which most samples are read as their museum reads them. A
// setting that the samples say nothing of, or of which several values do equally well, is
// the usual one.
func Learn(samples []Sample) (Habits, error) {
	best := Habits{Options: Defaults()}
	var err error
	if best.Agree, best.Read, err = agree(best.Options, samples); err != nil {
		return best, err
	}
	for _, choice := range choices {
		start := best.Options
		for _, n := range choice.values[1:] {
			o := start
			choice.set(&o, n)
			agreed, read, err := agree(o, samples)
			if err != nil {
				return best, err
			}
			if agreed > best.Agree {
				best = Habits{o, agreed, read}
			}
		}
	}
	return best, nil
}

// agree counts the samples that are read as their museum reads them, and those that are
// understood.
func agree(o Options, samples []Sample) (agreed, read int, err error) {
	r, err := New(o)
	if err != nil {
		return 0, 0, err
	}
	for _, sample := range samples {
		s, ok := r.Read(sample.Text)
		if !ok || s.Undated {
			continue
		}
		read++
		if !s.Earliest.IsZero() && !s.Latest.IsZero() && s.Earliest.Year == sample.Earliest && s.Latest.Year == sample.Latest {
			agreed++
		}
	}
	return agreed, read, nil
}
