package remote

import (
	"fmt"
	"io"
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

// ReadAll reads an answer to its end. The error is a *TooLargeError if it has more than limit bytes;
// 0 stands for no limit.
func ReadAll(r io.Reader, limit int64) ([]byte, error) {
	if limit <= 0 {
		return io.ReadAll(r)
	}
	body, err := io.ReadAll(io.LimitReader(r, limit+1))
	if int64(len(body)) > limit {
		return nil, &TooLargeError{Limit: limit}
	}
	return body, err
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
