package outages_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
)

// document is the record of a name at its nth writing. Its text is long and of one number, so
// that what is cut off or put together of two is noticed.
func document(name string, n int) []byte {
	return fmt.Appendf(nil, `{"@context":"https://linked.art/ns/v1/linked-art.json","id":"%sperson/%s","type":"Person","_label":"%d","referred_to_by":[{"type":"LinguisticObject","content":"%s"}]}`,
		publicBase, name, n, content(n))
}

func content(n int) string { return strings.TrimSpace(strings.Repeat(fmt.Sprint(n, " "), 200)) }

// parsed returns the name and the number of a document, and an error where it is not whole.
func parsed(body []byte) (name string, n int, err error) {
	var d struct {
		ID    string `json:"id"`
		Label string `json:"_label"`
		Texts []struct {
			Content string `json:"content"`
		} `json:"referred_to_by"`
	}
	if err := json.Unmarshal(body, &d); err != nil {
		return "", 0, err
	}
	name, ok := strings.CutPrefix(d.ID, publicBase+"person/")
	if _, err := fmt.Sscan(d.Label, &n); err != nil || !ok || len(d.Texts) != 1 || d.Texts[0].Content != content(n) {
		return "", 0, fmt.Errorf("a document that nobody wrote: %.200s", body)
	}
	return name, n, nil
}

// written is what is known of a record.
type written struct {
	// acknowledged is the number that was acknowledged last, 0 for none; maybe are those
	// after it of which nobody said what became of them, and begun is the last one of all.
	acknowledged int
	maybe        []int
	begun        int
}

// may tells whether a record can be at a number.
func (w written) may(n int) bool { return n == w.acknowledged || slices.Contains(w.maybe, n) }

// model is what the store has to hold.
type model struct {
	mu      sync.Mutex
	records map[string]written
	// total is the number of acknowledgements.
	total int
}

func newModel() *model { return &model{records: map[string]written{}} }

// of returns what is known of a record.
func (m *model) of(name string) written {
	m.mu.Lock()
	defer m.mu.Unlock()
	w := m.records[name]
	w.maybe = slices.Clone(w.maybe)
	return w
}

// begin notes that a number is being written.
func (m *model) begin(name string, n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	w := m.records[name]
	w.begun = n
	w.maybe = append(w.maybe, n)
	m.records[name] = w
}

// end notes what became of it.
func (m *model) end(name string, n int, what outcome) {
	m.mu.Lock()
	defer m.mu.Unlock()
	w := m.records[name]
	switch what {
	case stored:
		w.acknowledged, w.maybe = n, nil
		m.total++
	case refused:
		w.maybe = slices.DeleteFunc(w.maybe, func(other int) bool { return other == n })
	}
	m.records[name] = w
}

func (m *model) acknowledgements() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.total
}

// compare compares the records of a dump, one in a line, with the model.
func (m *model) compare(t *testing.T, dump []byte) {
	t.Helper()
	m.mu.Lock()
	defer m.mu.Unlock()
	found := map[string]bool{}
	lines := bufio.NewScanner(bytes.NewReader(dump))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		name, n, err := parsed(lines.Bytes())
		if err != nil {
			t.Errorf("the dump: %v", err)
			continue
		}
		if w := m.records[name]; found[name] || n == 0 || !w.may(n) {
			t.Errorf("%s is at %d, which has to be %d or one of %v", name, n, w.acknowledged, w.maybe)
		}
		found[name] = true
	}
	for name, w := range m.records {
		if w.acknowledged > 0 && !found[name] {
			t.Errorf("%s was acknowledged and is not there", name)
		}
	}
}

// know notes that the records of a load are stored.
func (m *model) know(name string, n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i := range n {
		m.records[fmt.Sprint(name, "-", i)] = written{acknowledged: 1}
	}
}
