package server

import (
	"fmt"

	"github.com/maypok86/otter/v2"

	"vitrine/server/negotiate"
)

// preferences reads Accept and Accept-Encoding for the server's offers. Few
// clients send a value of their own, so what a value means is remembered.
type preferences struct {
	terms    []negotiate.Offer
	accept   *otter.Cache[string, []negotiate.Choice]
	encoding *otter.Cache[string, []string]
}

// Only values up to maxMemo bytes are remembered, and as many as memoSize.
const (
	maxMemo  = 512
	memoSize = 1024
)

func newPreferences(terms []negotiate.Offer) (*preferences, error) {
	p := &preferences{terms: terms}
	var err error
	if p.accept, err = otter.New(&otter.Options[string, []negotiate.Choice]{MaximumSize: memoSize}); err != nil {
		return nil, fmt.Errorf("make the memory of Accept: %w", err)
	}
	if p.encoding, err = otter.New(&otter.Options[string, []string]{MaximumSize: memoSize}); err != nil {
		return nil, fmt.Errorf("make the memory of Accept-Encoding: %w", err)
	}
	return p, nil
}

// forms ranks the offers that the lines of an Accept field accept. The result
// is shared and must not be changed.
func (p *preferences) forms(lines []string) ([]negotiate.Choice, error) {
	return remember(p.accept, lines, func() ([]negotiate.Choice, error) { return negotiate.Accept(lines, p.terms) })
}

// codings ranks the content codings that the lines of an Accept-Encoding field
// accept. The result is shared and must not be changed.
func (p *preferences) codings(lines []string) ([]string, error) {
	return remember(p.encoding, lines, func() ([]string, error) { return negotiate.Encoding(lines, codings) })
}

func remember[T any](memory *otter.Cache[string, T], lines []string, compute func() (T, error)) (T, error) {
	value := ""
	if len(lines) > 1 || len(lines) == 1 && len(lines[0]) > maxMemo {
		return compute()
	}
	if len(lines) == 1 {
		value = lines[0]
	}
	if known, ok := memory.GetIfPresent(value); ok {
		return known, nil
	}
	computed, err := compute()
	if err == nil {
		memory.Set(value, computed)
	}
	return computed, err
}

func (p *preferences) close() {
	p.accept.StopAllGoroutines()
	p.encoding.StopAllGoroutines()
}
