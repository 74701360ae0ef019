package check

import (
	"cmp"
	"context"
)

// maxMessages bounds what is told about one rule.
const maxMessages = 5

// Report says what became of each rule.
type Report struct {
	Feed string `json:"feed"`
	// Pages and Activities were looked at; Whole means that these are all.
	Pages      int  `json:"pages"`
	Activities int  `json:"activities"`
	Whole      bool `json:"whole"`
	// Resources and Deleted were asked for.
	Resources int      `json:"resources"`
	Deleted   int      `json:"deleted"`
	Results   []Result `json:"results"`
}

// Result is what became of one rule.
type Result struct {
	Rule  string `json:"rule"`
	Level Level  `json:"level"`
	Text  string `json:"text"`
	// Kept means that nothing breaks the rule.
	Kept bool `json:"kept"`
	// Count is how often it is broken, and Messages say where: the first few.
	Count    int      `json:"count,omitempty"`
	Messages []string `json:"messages,omitempty"`
}

// Run looks at a feed. The error is one about reading the collection, or that
// of ctx; all else is in the report.
func Run(ctx context.Context, o Options) (*Report, error) {
	o.Pages, o.Sample = cmp.Or(o.Pages, defaultPages), cmp.Or(o.Sample, defaultSample)
	s, err := observe(ctx, o)
	if err != nil {
		return nil, err
	}
	r := &Report{Feed: o.Feed, Pages: len(s.pages), Whole: s.whole, Resources: len(s.present), Deleted: len(s.deleted)}
	for _, page := range s.pages {
		r.Activities += len(page.activities())
	}
	for _, rule := range Rules() {
		messages := rule.check(s)
		result := Result{Rule: rule.ID, Level: rule.Level, Text: rule.Text, Kept: len(messages) == 0, Count: len(messages)}
		result.Messages = messages[:min(len(messages), maxMessages)]
		r.Results = append(r.Results, result)
	}
	return r, nil
}

// Broken counts the rules of a level that are broken.
func (r *Report) Broken(level Level) int {
	n := 0
	for _, result := range r.Results {
		if result.Level == level && !result.Kept {
			n++
		}
	}
	return n
}
