package plan

import (
	"fmt"
	"strings"
	"time"

	"vitrine/sparql/algebra"
)

// Measure is what came of a step in an evaluation.
type Measure struct {
	// Calls is how many rows the step was given, Rows how many it gave.
	Calls, Rows uint64
	// Time is what the step took, with the steps inside it and without those after it.
	Time time.Duration
}

// Explanation is a step for people, with the steps that it is made of.
type Explanation struct {
	// Step is what kind of step it is, and Detail what it works on, as the algebra
	// writes it.
	Step   string `json:"step"`
	Detail string `json:"detail,omitempty"`
	// Estimate is how many rows the step was expected to give for one row.
	Estimate float64 `json:"estimate"`
	// Calls, Rows and Microseconds are those of Measure; Measured tells that there
	// are any.
	Measured     bool           `json:"measured"`
	Calls        uint64         `json:"calls"`
	Rows         uint64         `json:"rows"`
	Microseconds int64          `json:"microseconds"`
	Steps        []*Explanation `json:"steps,omitempty"`
}

// Explain explains the plan. The measures are those of the steps by their numbers,
// none where it was not evaluated.
func (p *Plan) Explain(measures []Measure) *Explanation {
	named := *p.Query
	for len(named.Vars) < p.Slots {
		named.Vars = append(named.Vars[:len(named.Vars):len(named.Vars)], fmt.Sprintf(".graph%d", len(named.Vars)))
	}
	e := &explainer{plan: p, query: &named, measures: measures}
	return e.step(p.Root)
}

type explainer struct {
	plan     *Plan
	query    *algebra.Query
	measures []Measure
}

// step explains one step and those it is made of.
func (e *explainer) step(s Step) *Explanation {
	out := &Explanation{Estimate: s.About().Estimate}
	var inner []Step
	var looked []algebra.Expression
	out.Step, out.Detail, inner, looked = e.parts(s)
	if e.measures != nil {
		m := e.measures[s.About().Number]
		out.Measured, out.Calls, out.Rows, out.Microseconds = true, m.Calls, m.Rows, m.Time.Microseconds()
	}
	for _, step := range inner {
		out.Steps = append(out.Steps, e.step(step))
	}
	for _, expression := range looked {
		walk(expression, func(x algebra.Expression) {
			if exists, ok := x.(*algebra.Exists); ok {
				out.Steps = append(out.Steps, e.step(e.plan.Exists[exists]))
			}
		})
	}
	return out
}

// parts returns the name of a step, what it works on, the steps inside it, and its
// expressions.
func (e *explainer) parts(s Step) (name, detail string, inner []Step, looked []algebra.Expression) {
	q := e.query
	switch s := s.(type) {
	case *Scan:
		detail = e.inGraph(s.Graph, q.FormatTriple(s.Triple))
		return "scan", detail, nil, nil
	case *Path:
		return "path", e.inGraph(s.Graph, q.FormatPath(s.Subject, s.Path, s.Object)), nil, nil
	case *Values:
		return "values", fmt.Sprintf("%s, %d rows", e.vars(s.Vars), len(s.Rows)), nil, nil
	case *Filter:
		return "filter", q.FormatExpression(s.Condition), nil, []algebra.Expression{s.Condition}
	case *Extend:
		return "extend", e.vars([]algebra.Var{s.Var}) + " = " + q.FormatExpression(s.Expression), nil, []algebra.Expression{s.Expression}
	case *LeftJoin:
		if s.Condition == nil {
			return "left join", "", []Step{s.Right}, nil
		}
		return "left join", q.FormatExpression(s.Condition), []Step{s.Right}, []algebra.Expression{s.Condition}
	case *Minus:
		return "minus", "", []Step{s.Right}, nil
	case *Union:
		return "union", "", s.Branches, nil
	case *Sequence:
		return "sequence", "", s.Steps, nil
	case *Table:
		inner = []Step{s.Inner}
		if s.Otherwise != nil && e.measures != nil && e.measures[s.Otherwise.About().Number].Calls > 0 {
			inner = append(inner, s.Otherwise)
		}
		return "table", "kept, found by " + e.vars(s.Keys), inner, nil
	case *Isolate:
		return "isolate", "not seeing " + e.vars(s.Hidden), []Step{s.Inner}, nil
	default:
		return e.modifier(s)
	}
}

func (e *explainer) modifier(s Step) (name, detail string, inner []Step, looked []algebra.Expression) {
	switch s := s.(type) {
	case *EachGraph:
		return "each graph", e.node(s.Name), []Step{s.Inner}, nil
	case *NameGraph:
		return "name graph", e.vars([]algebra.Var{s.Var, s.Graph}), nil, nil
	case *Group:
		var keys []algebra.Var
		for _, key := range s.Keys {
			keys = append(keys, key.Var)
			looked = append(looked, key.Expression)
		}
		for _, a := range s.Aggregates {
			looked = append(looked, a.Argument)
		}
		return "group", "by " + e.vars(keys), []Step{s.Inner}, looked
	case *Sort:
		for _, c := range s.Conditions {
			looked = append(looked, c.Expression)
		}
		if s.Limit < algebra.NoLimit {
			detail = fmt.Sprintf("the first %d", s.Limit)
		}
		return "sort", detail, []Step{s.Inner}, looked
	case *Distinct:
		return "distinct", e.vars(s.Vars), []Step{s.Inner}, nil
	case *Slice:
		detail = fmt.Sprintf("from %d", s.Offset)
		if s.Limit < algebra.NoLimit {
			detail += fmt.Sprintf(", %d rows", s.Limit)
		}
		return "slice", detail, []Step{s.Inner}, nil
	default:
		return "unknown", "", nil, nil
	}
}

func (e *explainer) inGraph(g Graph, pattern string) string {
	if !g.Named {
		return pattern
	}
	return pattern + " in graph " + e.node(g.Name)
}

func (e *explainer) node(n algebra.Node) string {
	if n.IsVar() {
		return e.vars([]algebra.Var{n.Var})
	}
	return "<" + n.Term.String() + ">"
}

// vars writes variables; those that are no variables of the text with a dot.
func (e *explainer) vars(vars []algebra.Var) string {
	if len(vars) == 0 {
		return "nothing"
	}
	names := make([]string, len(vars))
	for i, v := range vars {
		names[i] = "?" + e.query.Vars[v]
	}
	return strings.Join(names, " ")
}

// String writes the plan as lines, the steps inside of another indented: what the step
// is, how many rows were expected for each row and how many it was, how many it was given and
// gave, and the time.
func (e *Explanation) String() string {
	var b strings.Builder
	e.write(&b, 0)
	return b.String()
}

func (e *Explanation) write(b *strings.Builder, depth int) {
	fmt.Fprintf(b, "%s%s", strings.Repeat("  ", depth), e.Step)
	if e.Detail != "" {
		fmt.Fprintf(b, " %s", e.Detail)
	}
	fmt.Fprintf(b, "  [expected %.4g", e.Estimate)
	if e.Measured {
		fmt.Fprintf(b, ", was %.4g", float64(e.Rows)/max(float64(e.Calls), 1))
		fmt.Fprintf(b, "; %d -> %d rows, %v", e.Calls, e.Rows, time.Duration(e.Microseconds)*time.Microsecond)
	}
	b.WriteString("]\n")
	for _, step := range e.Steps {
		step.write(b, depth+1)
	}
}
