package auth

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

var (
	// ErrUnknown means that no token has the secret.
	ErrUnknown = errors.New("no such token")
	// ErrExpired means that the token's time is over.
	ErrExpired = errors.New("the token has expired")
	// ErrExists means that another token has the name.
	ErrExists = errors.New("there is a token of this name")
	// ErrNotFound means that no token has the name.
	ErrNotFound = errors.New("there is no token of this name")
	// ErrArgument means that a name, scope or time cannot be a token's.
	ErrArgument = errors.New("not possible for a token")
	// ErrFormat means that the file is not one of tokens, or not of a format
	// that this version reads.
	ErrFormat = errors.New("not a file of tokens that this version reads")
)

// UnknownError is ErrUnknown with a reason that may be sent to the client.
type UnknownError struct {
	// Reason is a clause about the token, such as "it has another audience".
	Reason string
}

func (e *UnknownError) Error() string { return ErrUnknown.Error() + ": " + e.Reason }

func (e *UnknownError) Unwrap() error { return ErrUnknown }

// Scope is what a token allows: one or several of Read, Draft, Publish, Write, Admin and Write for entities
// whose names begin with a prefix, such as write:person/, with a space between (RFC 6749
// section 3.3). The prefix is an absolute IRI, or relative to the base of the server.
type Scope string

const (
	// Read allows to read private records.
	Read Scope = "read"
	// Draft allows to read private records, and to keep changes as drafts.
	Draft Scope = "draft"
	// Publish allows what Draft does, and to publish drafts; no other change.
	Publish Scope = "publish"
	// Write allows to create, replace, change and delete single records, and to read
	// private ones; with a prefix, it does not allow the latter.
	Write Scope = "write"
	// Admin also allows to load many records at once.
	Admin Scope = "admin"
)

// scopes are those without a prefix. They never change.
var scopes = []Scope{Read, Draft, Publish, Write, Admin}

// parts are the scopes that a scope consists of.
func (s Scope) parts() []string { return strings.Fields(string(s)) }

// Allows tells whether the scope allows what is needed, but for Write and what follows from it
// perhaps for some entities alone.
func (s Scope) Allows(need Scope) bool {
	return slices.ContainsFunc(s.parts(), func(part string) bool {
		kind, _, limited := strings.Cut(part, ":")
		switch need {
		case Read:
			return !limited && slices.Contains(scopes, Scope(part))
		case Draft, Publish:
			return kind == string(Write) || part == string(Admin) || part == string(Publish) || part == string(need)
		case Write:
			return part == string(Admin) || kind == string(Write)
		}
		return need == Admin && part == string(Admin)
	})
}

// Reaches tells whether the scope allows what is needed, Draft, Publish or Write, for the entity with
// the name. base is that of Covers.
func (s Scope) Reaches(need Scope, name, base string) bool {
	return s.Covers(name, base) || need != Write && slices.ContainsFunc(s.parts(), func(part string) bool {
		return part == string(Publish) || part == string(need)
	})
}

// Covers tells whether the scope allows to write the entity with the name. base is the URL
// that relative prefixes begin with.
func (s Scope) Covers(name, base string) bool {
	return slices.ContainsFunc(s.parts(), func(part string) bool {
		kind, prefix, limited := strings.Cut(part, ":")
		if !limited || kind != string(Write) {
			return part == string(Write) || part == string(Admin)
		}
		if !isAbsolute(prefix) {
			prefix = base + prefix
		}
		return strings.HasPrefix(name, prefix)
	})
}

func isAbsolute(prefix string) bool {
	return strings.HasPrefix(prefix, "https://") || strings.HasPrefix(prefix, "http://")
}

// maxPrefix is the length of the longest prefix of a scope, in bytes.
const maxPrefix = 1024

// Granted returns the scope of those texts that are scopes, "" for none.
func Granted(texts []string) Scope {
	var parts []string
	for _, text := range texts {
		if checkPart(text) == nil {
			parts = append(parts, text)
		}
	}
	return Scope(strings.Join(parts, " "))
}

// check returns an error that wraps ErrArgument for what is no scope.
func (s Scope) check() error {
	parts := s.parts()
	if strings.Join(parts, " ") != string(s) || len(parts) == 0 {
		return fmt.Errorf("%w: the scope is %q; write one or several with a space between", ErrArgument, s)
	}
	for _, part := range parts {
		if err := checkPart(part); err != nil {
			return err
		}
	}
	return nil
}

func checkPart(part string) error {
	kind, prefix, limited := strings.Cut(part, ":")
	switch {
	case slices.Contains(scopes, Scope(part)):
		return nil
	case Scope(kind) != Write || !limited:
		return fmt.Errorf("%w: the scope is %q; there are %s, %s, %s, %s, %s and %s:PREFIX", ErrArgument, part, Read, Draft, Publish, Write, Admin, Write)
	case prefix == "" || len(prefix) > maxPrefix || strings.HasPrefix(prefix, "/"):
		return fmt.Errorf("%w: the prefix %q is not that of names; write it like %s:person/", ErrArgument, prefix, Write)
	}
	for _, c := range prefix {
		if c <= ' ' || c == 0x7f || c == '"' || c == '\\' {
			return fmt.Errorf("%w: the prefix %q has characters that no IRI has", ErrArgument, prefix)
		}
	}
	return nil
}

// Token is what is known of a token: all but its secret.
type Token struct {
	Name  string
	Scope Scope
	// Created is when it was made. Expires is when it ends, zero for never.
	// Both are UTC and of full seconds.
	Created, Expires time.Time
	// Used is when a request was last made with it, to about five minutes; zero for never.
	Used time.Time
}

// Expired tells whether the token has ended at the time now.
func (t Token) Expired(now time.Time) bool { return !t.Expires.IsZero() && !now.Before(t.Expires) }

// maxName is the length of the longest name, in bytes.
const maxName = 64

// check tells whether t can be a token. Names stand in logs, so they are of
// letters, digits and a few marks.
func (t Token) check() error {
	if t.Name == "" || len(t.Name) > maxName {
		return fmt.Errorf("%w: a name has 1 to %d characters", ErrArgument, maxName)
	}
	for _, c := range []byte(t.Name) {
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && (c < '0' || c > '9') && strings.IndexByte("-._@", c) < 0 {
			return fmt.Errorf("%w: the name %q has other characters than letters, digits, '-', '.', '_' and '@'", ErrArgument, t.Name)
		}
	}
	return t.Scope.check()
}

// hash is the SHA-256 of a secret.
type hash [sha256.Size]byte

// MarshalText writes the hash in hexadecimal digits.
func (h hash) MarshalText() ([]byte, error) { return []byte(hex.EncodeToString(h[:])), nil }

// UnmarshalText reads what MarshalText writes.
func (h *hash) UnmarshalText(text []byte) error {
	raw, err := hex.DecodeString(string(text))
	if err != nil || len(raw) != len(h) {
		return fmt.Errorf("%q is not a SHA-256 hash", text)
	}
	copy(h[:], raw)
	return nil
}

// prefix begins every secret, so that scanners for leaked secrets know it.
const prefix = "vitrine_"

// newSecret makes a secret. It is a b64token of RFC 6750 section 2.1.
func newSecret() string {
	var random [32]byte
	// Read never fails (crypto/rand since Go 1.24).
	_, _ = rand.Read(random[:])
	return prefix + base64.RawURLEncoding.EncodeToString(random[:])
}
