package linkedart

import (
	"cmp"
	"strconv"
	"strings"
)

// place is where a value stands in a record. The path is only made into a
// pointer when there is a fault.
type place struct {
	up *place
	// key is the member name, index the array index where key is "".
	key   string
	index int
	item  bool
}

func (p *place) member(key string) *place { return &place{up: p, key: key} }

func (p *place) at(index int) *place { return &place{up: p, index: index, item: true} }

// pointer returns the JSON Pointer (RFC 6901) of the place.
func (p *place) pointer() string {
	if p == nil {
		return ""
	}
	return string(p.append(nil))
}

func (p *place) append(out []byte) []byte {
	if p.up != nil {
		out = p.up.append(out)
	}
	out = append(out, '/')
	if p.item {
		return strconv.AppendInt(out, int64(p.index), 10)
	}
	return append(out, escape(p.key)...)
}

func escape(key string) string {
	if !strings.ContainsAny(key, "~/") {
		return key
	}
	return strings.ReplaceAll(strings.ReplaceAll(key, "~", "~0"), "/", "~1")
}

// pointerOf returns the JSON Pointer with the tokens.
func pointerOf(tokens []string) string {
	var b strings.Builder
	for _, token := range tokens {
		b.WriteByte('/')
		b.WriteString(escape(token))
	}
	return b.String()
}

// comparePointers orders pointers token by token, indexes by their number.
func comparePointers(a, b string) int {
	for a != "" && b != "" {
		var ta, tb string
		ta, a = firstToken(a)
		tb, b = firstToken(b)
		if ta == tb {
			continue
		}
		na, errA := strconv.Atoi(ta)
		nb, errB := strconv.Atoi(tb)
		if errA == nil && errB == nil && na != nb {
			return cmp.Compare(na, nb)
		}
		return cmp.Compare(ta, tb)
	}
	return cmp.Compare(len(a), len(b))
}

func firstToken(pointer string) (token, rest string) {
	pointer = strings.TrimPrefix(pointer, "/")
	if i := strings.IndexByte(pointer, '/'); i >= 0 {
		return pointer[:i], pointer[i:]
	}
	return pointer, ""
}
