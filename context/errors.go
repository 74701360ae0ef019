package ldcontext

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Errors about documents and the folder of cached ones.
var (
	// ErrUnknown means that there is no document for a context; see
	// UnknownError.
	ErrUnknown = errors.New("unknown context")
	// ErrURL means that a URL cannot name a context.
	ErrURL = errors.New("not a URL that can name a context")
	// ErrEmbedded means that the program itself holds the context.
	ErrEmbedded = errors.New("the context is part of vitrine and cannot be added or removed")
	// ErrExists means that another document is cached for the context.
	ErrExists = errors.New("another document is cached for the context")
	// ErrDocument means that a document cannot serve as a context.
	ErrDocument = errors.New("not a context document")
	// ErrDamaged means that the folder does not hold what was put into it.
	ErrDamaged = errors.New("the folder of contexts is damaged")
)

// UnknownError says which context is unknown. It wraps ErrUnknown.
type UnknownError struct {
	// URL is the context as the input names it.
	URL string
}

func (e *UnknownError) Error() string {
	url := quoteOdd(e.URL)
	return fmt.Sprintf("unknown context %s: vitrine never fetches one; save the document in a FILE and run: vitrine context add %s FILE", url, url)
}

// Unwrap makes errors.Is(err, ErrUnknown) hold.
func (e *UnknownError) Unwrap() error { return ErrUnknown }

// quoteOdd returns the URL ready for a message: as it is when a URL is all it
// can be, otherwise quoted and shortened, because it comes from input.
func quoteOdd(url string) string {
	const limit = 2000
	if len(url) > limit {
		return strconv.QuoteToASCII(strings.ToValidUTF8(url[:limit], "")) + "…"
	}
	odd := func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune("\"'`$\\<>^{|}", r) }
	if url == "" || strings.ContainsFunc(url, odd) {
		return strconv.QuoteToASCII(url)
	}
	return url
}
