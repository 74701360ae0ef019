package columns

import (
	"iter"
	"sort"
	"strings"

	"github.com/blevesearch/bleve/v2/index/scorch"
)

// Words are those of one field of one segment, in byte order. The library finds words by their
// beginnings, and takes long to begin.
type Words struct {
	// text is all of them, and ends are where each ends.
	text string
	ends []uint32
}

func (w *Words) at(i int) string {
	start := uint32(0)
	if i > 0 {
		start = w.ends[i-1]
	}
	return w.text[start:w.ends[i]]
}

// Beginning are the words that begin so.
func (w *Words) Beginning(prefix string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := sort.Search(len(w.ends), func(i int) bool { return w.at(i) >= prefix }); i < len(w.ends); i++ {
			if word := w.at(i); !strings.HasPrefix(word, prefix) || !yield(word) {
				return
			}
		}
	}
}

// With are the words that have a text in them, but not at their beginning.
func (w *Words) With(inner string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for from := 0; ; {
			at := strings.Index(w.text[from:], inner)
			if at < 0 {
				return
			}
			at += from
			i := sort.Search(len(w.ends), func(i int) bool { return int(w.ends[i]) > at })
			word, end := w.at(i), int(w.ends[i])
			if at+len(inner) > end || at == end-len(word) { // the word may have it once more
				from = at + 1
				continue
			}
			if from = end; !yield(word) {
				return
			}
		}
	}
}

// Words returns the words of a field.
func (c *Columns) Words(s *scorch.SegmentSnapshot, field string) (*Words, error) {
	in := c.segment(s.Id())
	in.mu.Lock()
	defer in.mu.Unlock()
	if w, ok := in.words[field]; ok {
		return w, nil
	}
	dict, err := s.Segment().Dictionary(field)
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	w := &Words{}
	for terms := dict.AutomatonIterator(nil, nil, nil); ; {
		entry, err := terms.Next()
		if err != nil {
			return nil, err
		}
		if entry == nil {
			break
		}
		text.WriteString(entry.Term)
		w.ends = append(w.ends, uint32(text.Len()))
	}
	w.text = text.String()
	in.words[field] = w
	return w, nil
}
