package plan

import (
	"math/bits"

	"vitrine/sparql/algebra"
)

// Set is a set of variables. The zero value is empty. Its methods never change a
// set that others may hold.
type Set struct{ words []uint64 }

// SetOf returns the set of some variables.
func SetOf(vars ...algebra.Var) Set {
	var s Set
	for _, v := range vars {
		s.add(v)
	}
	return s
}

// add adds a variable in place; it is for sets that are being made.
func (s *Set) add(v algebra.Var) {
	for int(v)/64 >= len(s.words) {
		s.words = append(s.words, 0)
	}
	s.words[v/64] |= 1 << (v % 64)
}

// Has tells whether the variable is in the set.
func (s Set) Has(v algebra.Var) bool {
	return int(v)/64 < len(s.words) && s.words[v/64]&(1<<(v%64)) != 0
}

// Empty tells whether the set has no variable.
func (s Set) Empty() bool {
	for _, w := range s.words {
		if w != 0 {
			return false
		}
	}
	return true
}

// Union returns the variables of either set.
func (s Set) Union(o Set) Set {
	if len(o.words) > len(s.words) {
		s, o = o, s
	}
	out := append([]uint64(nil), s.words...)
	for i, w := range o.words {
		out[i] |= w
	}
	return Set{out}
}

// Intersect returns the variables of both sets.
func (s Set) Intersect(o Set) Set {
	out := make([]uint64, min(len(s.words), len(o.words)))
	for i := range out {
		out[i] = s.words[i] & o.words[i]
	}
	return Set{out}
}

// Intersects tells whether the sets have a variable in common.
func (s Set) Intersects(o Set) bool {
	for i := range min(len(s.words), len(o.words)) {
		if s.words[i]&o.words[i] != 0 {
			return true
		}
	}
	return false
}

// Minus returns the variables of s that are not in o.
func (s Set) Minus(o Set) Set {
	out := append([]uint64(nil), s.words...)
	for i := range min(len(out), len(o.words)) {
		out[i] &^= o.words[i]
	}
	return Set{out}
}

// Within tells whether o has all variables of s.
func (s Set) Within(o Set) bool {
	for i, w := range s.words {
		if i < len(o.words) {
			w &^= o.words[i]
		}
		if w != 0 {
			return false
		}
	}
	return true
}

// Vars returns the variables in order.
func (s Set) Vars() []algebra.Var {
	var vars []algebra.Var
	for i, w := range s.words {
		for ; w != 0; w &= w - 1 {
			vars = append(vars, algebra.Var(64*i+bits.TrailingZeros64(w)))
		}
	}
	return vars
}
