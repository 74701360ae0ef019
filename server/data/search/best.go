package search

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"vitrine/linkedart/reading"
	"vitrine/server/data/search/internal/columns"
	"vitrine/server/data/search/internal/fields"
	"vitrine/server/data/search/query"
)

// candidate is a document of a part that may be among the results that are asked for.
type candidate struct {
	doc uint64
	// key is what is sorted by as a number: the lowest comes first, and last what has
	// none. Keys of scores compare across parts, others within one.
	key uint64
	// id is the rank of the URI in the part.
	id uint32
}

// lastKey is the key of what has none.
const lastKey = math.MaxUint64

func compareCandidates(a, b candidate) int {
	return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.id, b.id))
}

// best returns the URIs of so many of the hits, after the first skip.
func (m *matches) best(order query.Order, skip, limit int) ([]string, error) {
	if limit <= 0 {
		return nil, nil
	}
	runs := make([]*run, len(m.parts))
	err := together(m.ctx, len(m.parts), func(i int) (err error) {
		runs[i], err = m.bestOf(m.parts[i], order, skip+limit)
		return err
	})
	if err != nil {
		return nil, err
	}
	return merge(runs, order, skip, limit)
}

// bestOf returns the best hits of one part.
func (m *matches) bestOf(p columns.Part, order query.Order, limit int) (*run, error) {
	keyOf, err := m.keys(p, order)
	if err != nil {
		return nil, err
	}
	ids, err := m.columns.Order(p.Segment, fields.ID)
	if err != nil {
		return nil, err
	}
	top := top{limit: limit}
	m.hits.Each(p.First, p.First+p.Size, func(doc uint64) {
		if n := doc - p.First; !top.full || m.bound(order, doc) <= top.worst.key {
			top.add(candidate{doc, keyOf(n), ids[n]})
		}
	})
	return &run{part: p, rest: top.done()}, nil
}

// sortFields are the fields of the orders other than by relevance.
var sortFields = map[query.Order]string{query.ByName: fields.SortName, query.ByDate: fields.SortDate, query.ByDateDescending: fields.SortDate, query.ByChange: fields.SortChange}

// descending tells that the greatest comes first.
func descending(o query.Order) bool { return o == query.ByDateDescending || o == query.ByChange }

// bound is a key that the key of a document is not before, which takes less time than the key.
func (m *matches) bound(order query.Order, doc uint64) uint64 {
	if order != query.ByRelevance || m.values == nil {
		return 0
	}
	return ^math.Float64bits(float64(m.values[doc]) * maxWeight)
}

// keys returns what makes the keys of the documents of a part, by their numbers in it.
func (m *matches) keys(p columns.Part, order query.Order) (func(doc uint64) uint64, error) {
	if order == query.ByRelevance {
		if m.values == nil {
			return func(uint64) uint64 { return 0 }, nil
		}
		weight, err := m.weights(p)
		if err != nil {
			return nil, err
		}
		// Of two numbers that are not negative, the larger has the larger bits.
		return func(doc uint64) uint64 { return ^math.Float64bits(float64(m.values[p.First+doc]) * weight(doc)) }, nil
	}
	ranks, err := m.columns.Order(p.Segment, sortFields[order])
	if err != nil {
		return nil, err
	}
	return func(doc uint64) uint64 {
		switch rank := ranks[doc]; {
		case rank == 0:
			return lastKey
		case descending(order):
			return uint64(^rank)
		default:
			return uint64(rank)
		}
	}, nil
}

// classWeights are what the scores of entities of a class count, 1 for the other classes:
// people look for works before what is said of them and what happened to them.
var classWeights = map[string]float64{
	string(reading.ClassHumanMadeObject):     1.5,
	string(reading.ClassPerson):              1.3,
	string(reading.ClassPlace):               1.3,
	string(reading.ClassGroup):               1.1,
	string(reading.ClassSet):                 0.7,
	string(reading.ClassLinguisticObject):    0.7,
	string(reading.ClassVisualItem):          0.6,
	string(reading.ClassDigitalObject):       0.5,
	string(reading.ClassPropositionalObject): 0.5,
	string(reading.ClassActivity):            0.5,
	string(reading.ClassEvent):               0.5,
	string(reading.ClassPeriod):              0.5,
	string(reading.ClassType):                0.7,
	string(reading.ClassMaterial):            0.7,
}

// Records of provenance activities and auctions (Getty AAT) have the names of works and
// people in theirs, and would come before these. Their scores count for less.
const (
	provenanceActivity = "http://vocab.getty.edu/aat/300055863"
	auction            = "http://vocab.getty.edu/aat/300054751"
	transferWeight     = 0.5
)

// makerWeight is what the score of the maker of something counts: before those who have the name
// from them, but not before the works.
const makerWeight = 1.15

// maxWeight is the largest weight that a document may have.
const maxWeight = 1.5 * makerWeight

// weights returns the weights of the scores of a part, by the numbers of the documents in it.
func (m *matches) weights(p columns.Part) (func(doc uint64) float64, error) {
	kinds, err := m.columns.Column(p.Segment, fields.ClassifiedAs)
	if err != nil {
		return nil, err
	}
	classes, err := m.columns.Column(p.Segment, fields.Class)
	if err != nil {
		return nil, err
	}
	byClass := make([]float64, 0, 32)
	for _, class := range m.columns.Texts(fields.Class) {
		byClass = append(byClass, cmp.Or(classWeights[class], 1))
	}
	if _, err := m.columnsOf(fields.Maker); err != nil { // which number the makers of all parts
		return nil, err
	}
	makers, err := m.columns.Selves(p.Segment, fields.Maker)
	if err != nil {
		return nil, err
	}
	activity, isActivity := m.columns.Number(fields.ClassifiedAs, provenanceActivity)
	sale, isSale := m.columns.Number(fields.ClassifiedAs, auction)
	return func(doc uint64) float64 {
		weight := 1.0
		if of := classes.Of(doc); len(of) > 0 {
			weight = byClass[of[0]]
		}
		kinds := kinds.Of(doc)
		if isActivity && slices.Contains(kinds, activity) || isSale && slices.Contains(kinds, sale) {
			weight *= transferWeight
		}
		if makers[doc] > 0 {
			weight *= makerWeight
		}
		return weight
	}, nil
}

// top keeps the first limit of many candidates.
type top struct {
	limit int
	some  []candidate
	// full tells that some has had limit candidates, and worst is the last of these.
	full  bool
	worst candidate
}

func (t *top) add(c candidate) {
	if t.full && compareCandidates(c, t.worst) >= 0 {
		return
	}
	if t.some = append(t.some, c); len(t.some) >= 2*t.limit {
		t.cut()
	}
}

// cut sorts what there is and keeps the first limit of it.
func (t *top) cut() {
	slices.SortFunc(t.some, compareCandidates)
	if len(t.some) >= t.limit {
		t.some = t.some[:t.limit]
		t.full, t.worst = true, t.some[t.limit-1]
	}
}

func (t *top) done() []candidate {
	t.cut()
	return t.some
}

// run are the best hits of one part, in order, as far as they are not merged yet.
type run struct {
	part columns.Part
	rest []candidate
	// name is the URI of the first of the rest, text what it is sorted by in words.
	name, text string
}

// read reads the words of the first.
func (r *run) read(order query.Order) error {
	if len(r.rest) == 0 {
		return nil
	}
	c := r.rest[0]
	name, err := r.part.Segment.DocID(c.doc - r.part.First)
	if err != nil {
		return err
	}
	r.name, r.text = string(name), ""
	if order == query.ByRelevance || c.key == lastKey {
		return nil
	}
	n, err := readNote(r.part.Segment, c.doc-r.part.First)
	r.text = n.keyOf(order)
	return err
}

// before tells whether the first of a run comes before that of another one.
func (r *run) before(other *run, order query.Order) bool {
	if len(r.rest) == 0 || len(other.rest) == 0 {
		return len(r.rest) > 0
	}
	a, b := r.rest[0].key, other.rest[0].key
	switch {
	case order == query.ByRelevance || a == lastKey || b == lastKey:
		return cmp.Or(cmp.Compare(a, b), strings.Compare(r.name, other.name)) < 0
	case descending(order):
		return cmp.Or(strings.Compare(other.text, r.text), strings.Compare(r.name, other.name)) < 0
	default:
		return cmp.Or(strings.Compare(r.text, other.text), strings.Compare(r.name, other.name)) < 0
	}
}

// merge returns the URIs of so many of the hits of all runs, after the first skip.
func merge(runs []*run, order query.Order, skip, limit int) ([]string, error) {
	runs = slices.DeleteFunc(runs, func(r *run) bool { return len(r.rest) == 0 })
	for _, r := range runs {
		if err := r.read(order); err != nil {
			return nil, err
		}
	}
	if len(runs) == 0 {
		return nil, nil
	}
	var out []string
	for n := range skip + limit {
		first := runs[0]
		for _, r := range runs[1:] {
			if r.before(first, order) {
				first = r
			}
		}
		if len(first.rest) == 0 {
			break
		}
		if n >= skip {
			out = append(out, first.name)
		}
		first.rest = first.rest[1:]
		if err := first.read(order); err != nil {
			return nil, err
		}
	}
	return out, nil
}
