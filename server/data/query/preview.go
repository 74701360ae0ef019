package query

import (
	"context"

	"github.com/knakk/rdf"

	"vitrine/sparql"
	"vitrine/sparql/algebra"
	"vitrine/sparql/dataset"
)

// Preview is the beginning of an answer.
type Preview struct {
	// Columns are the names of the variables and Rows the solutions, with nil for what is
	// unbound. A graph has columns for the parts of its triples.
	Columns []string
	Rows    [][]rdf.Term
	// More tells that there are more rows.
	More bool
	// IsBoolean tells that the answer is a Boolean.
	IsBoolean, Boolean bool
}

// Preview answers a query with so many rows at most. The error is a *respond.Error where
// it is the query's.
func (v *Service) Preview(ctx context.Context, prepared *sparql.Query, rows int) (*Preview, error) {
	p := &Preview{}
	err := v.inSlot(ctx, func(ctx context.Context, records dataset.Dataset, l sparql.Limits) error {
		answer, err := prepared.Run(ctx, records, l)
		if err != nil {
			return err
		}
		return p.take(answer, rows)
	})
	return p, err
}

// take takes as many rows of an answer.
func (p *Preview) take(answer *sparql.Answer, rows int) error {
	add := func(row ...rdf.Term) bool {
		if len(p.Rows) == rows {
			p.More = true
			return false
		}
		p.Rows = append(p.Rows, row)
		return true
	}
	switch answer.Form {
	case algebra.Ask:
		p.IsBoolean, p.Boolean = true, answer.Boolean
		return nil
	case algebra.Construct, algebra.Describe:
		p.Columns = []string{"subject", "predicate", "object"}
		for t, err := range answer.Triples {
			if err != nil {
				return err
			}
			if !add(t.Subj, t.Pred, t.Obj) {
				return nil
			}
		}
		return nil
	}
	p.Columns = answer.Variables
	for row, err := range answer.Solutions {
		if err != nil {
			return err
		}
		if !add(append([]rdf.Term(nil), row...)...) {
			return nil
		}
	}
	return nil
}

// Explain evaluates a query and returns its plan as text, with what each step cost.
func (v *Service) Explain(ctx context.Context, prepared *sparql.Query) (plan string, err error) {
	err = v.inSlot(ctx, func(ctx context.Context, records dataset.Dataset, l sparql.Limits) error {
		explanation, err := prepared.Explain(ctx, records, l, true)
		if err == nil {
			plan = explanation.String()
		}
		return err
	})
	return plan, err
}

// inSlot does something with the records as they are now, in a slot.
func (v *Service) inSlot(ctx context.Context, do func(context.Context, dataset.Dataset, sparql.Limits) error) error {
	ctx, e, err := v.begin(ctx)
	if err != nil {
		return err
	}
	defer e.end()
	return v.problem(reason(ctx, do(ctx, dataset.NewRecords(e.snapshot, v.Names), v.limits(e))))
}
