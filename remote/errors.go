package remote

import (
	"fmt"
	"time"
)

// TooLargeError means that an answer is larger than was allowed.
type TooLargeError struct {
	// Limit is the largest size, in bytes.
	Limit int64
}

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("the answer has more than %d bytes", e.Limit)
}

// WaitError means that a host asks for a longer pause than was allowed.
type WaitError struct{ Asked, Most time.Duration }

func (e *WaitError) Error() string {
	return fmt.Sprintf("the host asks to come again in %s, which is more than %s", e.Asked.Round(time.Second), e.Most)
}

// UnreachableError means that there was no answer, or none to its end.
type UnreachableError struct {
	// Tries is how often it was asked for.
	Tries int
	// Err is the cause at the last try.
	Err error
}

func (e *UnreachableError) Error() string {
	return fmt.Sprintf("no answer in %d tries: %v", e.Tries, e.Err)
}

func (e *UnreachableError) Unwrap() error { return e.Err }
