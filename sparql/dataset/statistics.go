package dataset

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/knakk/rdf"

	"vitrine/rdfstore"
	"vitrine/rdfstore/codec"
	"vitrine/rdfstore/lru"
)

// Statistics are estimates about the quads that match a pattern.
type Statistics struct {
	// Quads is how many there are, and the others how many different terms stand in each place.
	Quads, Subjects, Predicates, Objects float64
	// Popular is how many of the quads have the object that one of them has, on average: more
	// than Quads/Objects where few objects are in most of the quads.
	Popular float64
}

// Samples keeps what samples of a store tell about its patterns, in step with its log: it may
// be used by many goroutines, over all states of one store.
type Samples struct {
	kept *lru.Cache[sampledPattern, shares]
}

// maxSamples is how many patterns are kept.
const maxSamples = 4096

// NewSamples returns samples of nothing.
func NewSamples() *Samples { return &Samples{lru.NewCounted[sampledPattern, shares](maxSamples)} }

// sampledPattern is what a sample was taken of.
type sampledPattern struct {
	own, once         bool
	predicate, object rdf.Term
}

// shares are shares in the number of quads that the store counts for a pattern.
type shares struct {
	// counted are the quads that are in the dataset.
	counted, subjects, predicates, objects, popular float64
	// count is the number that the store gave, at the entry of the log.
	count float64
	at    uint64
}

// isStale tells whether so much was changed that the shares may be others.
func (s shares) isStale(at uint64) bool {
	const part = 8
	return at < s.at || float64(at-s.at) > s.count/part
}

// manyOfObject is the number of quads with one predicate and object of which a sample is
// taken: of fewer, the shares are taken to be those of all quads with the predicate.
const manyOfObject = 4096

// Statistics returns estimates about the quads that match. Their number is Estimate's, less
// those that a sample says repeat others.
func (d *Records) Statistics(ctx context.Context, scope Scope, p Pattern) (Statistics, error) {
	if p.isSearch() {
		return d.searchStatistics(ctx, p)
	}
	n, err := d.Estimate(ctx, scope, p)
	if err != nil || n.Count == 0 {
		return Statistics{}, err
	}
	plan, _, err := d.plan(ctx, scope, p)
	if err != nil {
		return Statistics{}, err
	}
	asked, quads := plan.pattern, float64(n.Count)
	if quads == 1 || asked.Graph != nil {
		return Statistics{quads, quads, quads, quads, 1}.with(p), nil
	}
	of := sampledPattern{own: plan.own, once: plan.once, predicate: asked.Predicate}
	if asked.Object != nil && asked.Subject == nil && quads >= manyOfObject {
		of.object = asked.Object
	}
	if asked.Subject != nil && !plan.once {
		return Statistics{quads, 1, quads, quads, 1}.with(p), nil
	}
	if d.LooksAhead() {
		// Each question is a trip to another machine: a sample would cost more than most queries.
		usual := math.Sqrt(quads)
		return Statistics{quads, quads, usual, usual, usual}.with(p), nil
	}
	known, err := d.shares(ctx, of)
	if err != nil {
		return Statistics{}, err
	}
	s := Statistics{
		Quads: quads * known.counted, Subjects: quads * known.subjects, Predicates: quads * known.predicates,
		Objects: quads * known.objects, Popular: quads * known.popular,
	}
	switch {
	case asked.Subject != nil: // of which no record is, so that many may repeat the same
		s.Quads = min(quads, s.Quads/max(s.Subjects, 1))
		s.Objects = s.Quads
	case asked.Object != nil && of.object == nil:
		s.Subjects = s.Quads
	}
	return s.with(p), nil
}

// with returns the statistics as they are where a pattern has terms.
func (s Statistics) with(p Pattern) Statistics {
	one := func(n *float64, term rdf.Term, most float64) {
		*n = max(min(*n, most), min(most, 1))
		if term != nil {
			*n = min(*n, 1)
		}
	}
	one(&s.Subjects, p.Subject, s.Quads)
	one(&s.Predicates, p.Predicate, s.Quads)
	one(&s.Objects, p.Object, s.Quads)
	s.Popular = min(max(s.Popular, s.Quads/max(s.Objects, 1)), s.Quads)
	return s
}

// shares returns those of a pattern, from a sample that is kept or taken now.
func (d *Records) shares(ctx context.Context, of sampledPattern) (shares, error) {
	var at uint64
	if dated, ok := d.reader.(interface{ At() rdfstore.LogEntry }); ok {
		at = dated.At().Seq
	}
	if d.options.Samples == nil {
		d.options.Samples = NewSamples()
	}
	known, ok := d.options.Samples.kept.Get(of)
	if ok && !known.isStale(at) {
		return known, nil
	}
	known, err := d.sample(ctx, of, at)
	if err == nil {
		d.options.Samples.kept.Set(of, known)
	}
	return known, err
}

// sample takes a sample.
func (d *Records) sample(ctx context.Context, of sampledPattern, at uint64) (shares, error) {
	var p rdfstore.Pattern
	p.Predicate, _ = of.predicate.(rdf.Predicate)
	p.Object, _ = of.object.(rdf.Object)
	count, err := d.reader.Count(ctx, p)
	if err != nil {
		return shares{}, err
	}
	quads, err := codec.Sample(ctx, d.reader.Match, p, at)
	if err != nil {
		return shares{}, err
	}
	s := &sample{Records: d, ctx: ctx, of: of, quads: quads, count: float64(count)}
	return s.shares(at)
}

// sample is a sample that is looked at.
type sample struct {
	*Records
	ctx   context.Context
	of    sampledPattern
	quads []codec.Sampled
	// count is how many quads there are.
	count float64
}

// least is less than any sum of weights.
const least = 1e-9

// maxObjects is about how many objects of a sample are counted in the store.
const maxObjects = 64

// shares averages over the quads. A quad whose subject is in m of them, and whose object is in
// f, is one m-th of a subject and one f-th of an object.
func (s *sample) shares(at uint64) (shares, error) {
	type ofSubject struct {
		graph   rdf.Context
		subject rdf.Subject
	}
	together := map[ofSubject]float64{}
	for _, q := range s.quads {
		together[ofSubject{q.Ctx, q.Subj}]++
	}
	out := shares{count: s.count, at: at}
	weights, looked, popularOf := 0.0, 0.0, 0.0
	some := rand.New(rand.NewPCG(1, 1)) // every n-th could be those of a pattern in the data
	for _, q := range s.quads {
		weights += q.Weight
		same := together[ofSubject{q.Ctx, q.Subj}]
		counted, err := s.counted(q.Quad, same)
		if err != nil {
			return shares{}, err
		}
		out.counted += q.Weight * counted
		out.subjects += q.Weight * counted / same
		if some.IntN(len(s.quads)) >= maxObjects {
			continue
		}
		looked += q.Weight
		popularOf += q.Weight * counted
		objects, err := s.frequency(rdfstore.Pattern{Predicate: q.Pred, Object: q.Obj})
		if err != nil {
			return shares{}, err
		}
		objects = max(objects*counted, 1)
		out.objects += q.Weight * counted / objects
		out.popular += q.Weight * counted * objects / s.count
		if s.of.predicate == nil {
			predicates, err := s.frequency(rdfstore.Pattern{Predicate: q.Pred})
			if err != nil {
				return shares{}, err
			}
			out.predicates += q.Weight / predicates
		}
	}
	weights, looked, popularOf = max(weights, least), max(looked, least), max(popularOf, least)
	out.counted, out.subjects = out.counted/weights, out.subjects/weights
	out.objects, out.popular, out.predicates = out.objects/looked, out.popular/popularOf, out.predicates/looked
	return out, nil
}

// counted returns which part of a quad is in the dataset, where its graph has so many with its
// subject: one of several graphs that state the same has all of it.
func (s *sample) counted(q rdf.Quad, same float64) (float64, error) {
	subject, isIRI := q.Subj.(rdf.IRI)
	if !isIRI || !s.of.once || q.Ctx == rdf.Context(subject) {
		return 1, nil
	}
	if s.of.own {
		if has, err := s.repeats.has(s.ctx, subject); has || err != nil {
			return 0, err
		}
	}
	all, err := s.frequency(rdfstore.Pattern{Subject: q.Subj, Predicate: q.Pred})
	return same / max(all, same), err
}

// frequency is how many quads match, of which there is one.
func (s *sample) frequency(p rdfstore.Pattern) (float64, error) {
	if _, isBlank := p.Object.(rdf.Blank); isBlank {
		return 1, nil
	}
	n, err := s.reader.Count(s.ctx, p)
	return float64(max(n, 1)), err
}
