package plan

import (
	"vitrine/sparql/algebra"
	"vitrine/sparql/dataset"
)

// mentions says how often each variable stands in a query, by its number.
type mentions []int

func mentionsIn(q *algebra.Query) mentions {
	m := make(mentions, len(q.Vars))
	m.ofOperator(q.Operator)
	for _, v := range q.Projection {
		m[v]++
	}
	for _, t := range q.Template {
		m.ofNodes(t.Subject, t.Predicate, t.Object)
	}
	m.ofNodes(q.Targets...)
	visitExpressions(q.Operator, m.ofExpression)
	return m
}

func (m mentions) ofNodes(nodes ...algebra.Node) {
	for _, n := range nodes {
		if n.IsVar() {
			m[n.Var]++
		}
	}
}

func (m mentions) ofVars(vars []algebra.Var) {
	for _, v := range vars {
		m[v]++
	}
}

// ofExpression counts what an expression mentions itself.
func (m mentions) ofExpression(e algebra.Expression) {
	switch e := e.(type) {
	case *algebra.Variable:
		m[e.Var]++
	case *algebra.Bound:
		m[e.Var]++
	case *algebra.Exists:
		m.ofOperator(e.Operator)
	}
}

// ofOperator counts what an operator mentions outside of expressions.
func (m mentions) ofOperator(op algebra.Operator) {
	switch op := op.(type) {
	case *algebra.BGP:
		for _, t := range op.Triples {
			m.ofNodes(t.Subject, t.Predicate, t.Object)
		}
	case *algebra.PathPattern:
		m.ofNodes(op.Subject, op.Object)
	case *algebra.Graph:
		m.ofNodes(op.Name)
	case *algebra.Extend:
		m[op.Var]++
	case *algebra.Values:
		m.ofVars(op.Vars)
	case *algebra.Project:
		m.ofVars(op.Vars)
	case *algebra.Group:
		m.ofGroup(op)
	case *algebra.Union:
		m.ofUnion(op)
		return
	}
	for _, inner := range operands(op) {
		m.ofOperator(inner)
	}
}

// ofUnion counts what one branch mentions most often: no solution is of two.
func (m mentions) ofUnion(op *algebra.Union) {
	branches := []algebra.Operator{op.Right}
	left, isUnion := op.Left.(*algebra.Union)
	for ; isUnion; left, isUnion = left.Left.(*algebra.Union) {
		branches = append(branches, left.Right)
		op = left
	}
	most, one := make(mentions, len(m)), make(mentions, len(m))
	for _, branch := range append(branches, op.Left) {
		clear(one)
		one.ofOperator(branch)
		for v, n := range one {
			most[v] = max(most[v], n)
		}
	}
	for v, n := range most {
		m[v] += n
	}
}

func (m mentions) ofGroup(op *algebra.Group) {
	for _, key := range op.Keys {
		m[key.Var]++
	}
	for _, a := range op.Aggregates {
		m[a.Var]++
		if a.Argument == nil && a.Distinct {
			// COUNT(DISTINCT *) reads them all.
			for v := range m {
				m[v]++
			}
		}
	}
}

// omitted returns the ends of a triple pattern whose variables stand nowhere else.
func (m mentions) omitted(t algebra.Triple) dataset.Ends {
	alone := func(n algebra.Node) bool { return n.IsVar() && m[n.Var] == 1 }
	return dataset.Ends{Subject: alone(t.Subject), Object: alone(t.Object)}
}
