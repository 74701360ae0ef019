package respond

import "sync"

// Kept keeps the compressed forms of bodies that never change and are few: nothing is let
// go. It may be used by many goroutines.
type Kept struct {
	compressor *Compressor

	mu    sync.Mutex
	forms map[form][]byte
}

// form is a coding of the body with a name.
type form struct{ name, coding string }

// NewKept returns what keeps the forms that a compressor makes.
func NewKept(c *Compressor) *Kept { return &Kept{compressor: c, forms: map[form][]byte{}} }

// Compress codes the body with the name, the first time that it is asked for.
func (k *Kept) Compress(name, coding string, body []byte) ([]byte, error) {
	k.mu.Lock()
	coded, ok := k.forms[form{name, coding}]
	k.mu.Unlock()
	if ok {
		return coded, nil
	}
	coded, err := k.compressor.Compress(coding, body)
	if err != nil {
		return nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.forms[form{name, coding}] = coded
	return coded, nil
}
