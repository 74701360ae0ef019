package auth

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// clock is a time that only the test moves.
type clock struct {
	mu sync.Mutex
	t  time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(d)
}

func newFile(t *testing.T) (*File, *clock) {
	t.Helper()
	c := &clock{t: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
	f := Open(filepath.Join(t.TempDir(), "museum.db.tokens"))
	f.now = c.now
	return f, c
}

func create(t *testing.T, f *File, name string, scope Scope, expires time.Time) string {
	t.Helper()
	secret, err := f.Create(name, scope, expires)
	if err != nil {
		t.Fatal(err)
	}
	return secret
}

func TestASecretIsKnownUntilItIsRevoked(t *testing.T) {
	f, c := newFile(t)
	if usable, err := f.Usable(); usable || err != nil {
		t.Errorf("without a file: usable %v, error %v", usable, err)
	}
	one, two := create(t, f, "one", Write, time.Time{}), create(t, f, "two", Admin, time.Time{})
	if usable, err := f.Usable(); !usable || err != nil {
		t.Errorf("with tokens: usable %v, error %v", usable, err)
	}
	want := Token{Name: "two", Scope: Admin, Created: c.now()}
	if got, err := f.Authenticate(two); got != want || err != nil {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
	for _, wrong := range []string{"", "two", one + "x", one[1:], strings.ToUpper(one), prefix} {
		if got, err := f.Authenticate(wrong); !errors.Is(err, ErrUnknown) || got != (Token{}) {
			t.Errorf("%q is %+v, %v", wrong, got, err)
		}
	}
	if err := f.Revoke("two"); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Authenticate(two); !errors.Is(err, ErrUnknown) {
		t.Errorf("revoked: %v", err)
	}
	if _, err := f.Authenticate(one); err != nil {
		t.Errorf("the other: %v", err)
	}
}

func TestATokenExpires(t *testing.T) {
	f, c := newFile(t)
	secret := create(t, f, "short", Write, c.now().Add(time.Hour))
	c.pass(time.Hour - time.Nanosecond)
	if _, err := f.Authenticate(secret); err != nil {
		t.Errorf("just before its end: %v", err)
	}
	c.pass(time.Nanosecond)
	if _, err := f.Authenticate(secret); !errors.Is(err, ErrExpired) {
		t.Errorf("at its end: %v", err)
	}
	if usable, err := f.Usable(); usable || err != nil {
		t.Errorf("usable %v, error %v", usable, err)
	}
	if tokens, err := f.List(); len(tokens) != 1 || err != nil {
		t.Errorf("listed %v, %v", tokens, err)
	}
}

func TestCreateRefuses(t *testing.T) {
	f, c := newFile(t)
	create(t, f, "taken", Write, time.Time{})
	tests := []struct {
		name    string
		scope   Scope
		expires time.Time
		want    error
	}{
		{"taken", Admin, time.Time{}, ErrExists},
		{"", Write, time.Time{}, ErrArgument},
		{"a b", Write, time.Time{}, ErrArgument},
		{"line\nbreak", Write, time.Time{}, ErrArgument},
		{"é", Write, time.Time{}, ErrArgument},
		{strings.Repeat("a", 65), Write, time.Time{}, ErrArgument},
		{"new", "reads", time.Time{}, ErrArgument},
		{"new", "", time.Time{}, ErrArgument},
		{"new", Write, c.now(), ErrArgument},
		{"new", Write, c.now().Add(-time.Hour), ErrArgument},
	}
	for _, test := range tests {
		if secret, err := f.Create(test.name, test.scope, test.expires); !errors.Is(err, test.want) || secret != "" {
			t.Errorf("%q %q %v: %q, %v, want %v", test.name, test.scope, test.expires, secret, err, test.want)
		}
	}
	if tokens, err := f.List(); len(tokens) != 1 || err != nil {
		t.Errorf("listed %v, %v", tokens, err)
	}
	if err := f.Revoke("new"); !errors.Is(err, ErrNotFound) {
		t.Errorf("revoked one that is not there: %v", err)
	}
}

// TestTheFileHoldsNoSecret reads the file as an intruder would.
func TestTheFileHoldsNoSecret(t *testing.T) {
	f, _ := newFile(t)
	secret := create(t, f, "one", Write, time.Time{})
	if !regexp.MustCompile(`^vitrine_[A-Za-z0-9_-]{43}$`).MatchString(secret) {
		t.Errorf("the secret is %q", secret)
	}
	text, err := os.ReadFile(f.Path())
	if err != nil {
		t.Fatal(err)
	}
	if random := strings.TrimPrefix(secret, prefix); strings.Contains(string(text), random) {
		t.Errorf("the secret %s is in the file: %s", secret, text)
	}
	info, err := os.Stat(f.Path())
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file's mode is %v, %v", info.Mode(), err)
	}
	if again := create(t, f, "two", Write, time.Time{}); again == secret {
		t.Error("two tokens have one secret")
	}
}

// TestAnotherProcessChangesTheFile uses a second File as the other process.
func TestAnotherProcessChangesTheFile(t *testing.T) {
	server, c := newFile(t)
	operator := Open(server.Path())
	operator.now = c.now
	if usable, err := server.Usable(); usable || err != nil {
		t.Fatalf("usable %v, error %v", usable, err)
	}
	secret := create(t, operator, "new", Write, time.Time{})
	if _, err := server.Authenticate(secret); !errors.Is(err, ErrUnknown) {
		t.Errorf("within a second: %v", err)
	}
	c.pass(time.Second)
	if _, err := server.Authenticate(secret); err != nil {
		t.Errorf("after a second: %v", err)
	}
	if err := operator.Revoke("new"); err != nil {
		t.Fatal(err)
	}
	if _, err := server.Authenticate(secret); err != nil {
		t.Errorf("revoked within a second: %v", err)
	}
	c.pass(time.Second)
	if _, err := server.Authenticate(secret); !errors.Is(err, ErrUnknown) {
		t.Errorf("revoked a second ago: %v", err)
	}
}

// TestAnUnchangedFileIsNotReadAgain shows it by a file of the same size, time
// and identity but with other content.
func TestAnUnchangedFileIsNotReadAgain(t *testing.T) {
	f, c := newFile(t)
	secret := create(t, f, "aaa", Write, time.Time{})
	old := c.now().Add(-time.Hour)
	rewrite := func(from, to string) {
		t.Helper()
		text, err := os.ReadFile(f.Path())
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(f.Path(), []byte(strings.Replace(string(text), from, to, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(f.Path(), old, old); err != nil {
			t.Fatal(err)
		}
	}
	named := func(want string) {
		t.Helper()
		c.pass(recheck)
		if got, err := f.Authenticate(secret); got.Name != want || err != nil {
			t.Errorf("the token is named %q, %v, want %q", got.Name, err, want)
		}
	}
	rewrite("aaa", "bbb")
	named("bbb")
	rewrite("bbb", "ccc")
	named("bbb")
	old = old.Add(time.Second)
	rewrite("ccc", "ddd")
	named("ddd")
}

// TestAYoungFileIsReadAgain: a second change within one tick of the file
// system's clock must not be missed.
func TestAYoungFileIsReadAgain(t *testing.T) {
	f, c := newFile(t)
	secret := create(t, f, "aaa", Write, time.Time{})
	stamp := c.now()
	for _, name := range []string{"aaa", "bbb"} {
		text, err := os.ReadFile(f.Path())
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(f.Path(), []byte(strings.Replace(string(text), "aaa", name, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(f.Path(), stamp, stamp); err != nil {
			t.Fatal(err)
		}
		c.pass(recheck)
		if got, err := f.Authenticate(secret); got.Name != name || err != nil {
			t.Errorf("the token is named %q, %v, want %q", got.Name, err, name)
		}
	}
}

func TestADamagedFileLetsNobodyIn(t *testing.T) {
	f, c := newFile(t)
	secret := create(t, f, "one", Write, time.Time{})
	good, err := os.ReadFile(f.Path())
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`"sha256": "[0-9a-f]+"`).FindString(string(good))
	change := func(from, to string) string { return strings.Replace(string(good), from, to, 1) }
	tests := map[string]string{
		"empty":         "",
		"cut":           string(good[:len(good)/2]),
		"more":          string(good) + "{}",
		"other version": change(`"version": 1`, `"version": 2`),
		"no version":    change(`"version": 1,`, ""),
		"other field":   change(`"scope"`, `"scoop"`),
		"other scope":   change(`"write"`, `"all"`),
		"no name":       change(`"one"`, `""`),
		"short hash":    change(line, `"sha256": "00"`),
		"no hash":       change(line, `"sha256": "`+strings.Repeat("00", 32)+`"`),
		"not hex":       change(line, `"sha256": "`+strings.Repeat("zz", 32)+`"`),
		"array":         "[]",
		"not JSON":      "secret",
		"too large":     strings.Repeat(" ", maxFile) + string(good),
		"named twice": change(`"tokens": [`, `"tokens": [{"name": "one", "scope": "admin", "created": "2026-01-01T00:00:00Z", "sha256": "`+
			strings.Repeat("ab", 32)+`"},`),
	}
	for name, text := range tests {
		t.Run(name, func(t *testing.T) {
			if err := os.WriteFile(f.Path(), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			c.pass(recheck)
			if _, err := f.Authenticate(secret); !errors.Is(err, ErrFormat) {
				t.Errorf("authenticate: %v", err)
			}
			if usable, err := f.Usable(); usable || !errors.Is(err, ErrFormat) {
				t.Errorf("usable %v, %v", usable, err)
			}
			if _, err := f.List(); !errors.Is(err, ErrFormat) {
				t.Errorf("list: %v", err)
			}
			if _, err := f.Create("two", Write, time.Time{}); !errors.Is(err, ErrFormat) {
				t.Errorf("create: %v", err)
			}
			if now, err := os.ReadFile(f.Path()); err != nil || string(now) != text {
				t.Errorf("the damaged file was written to")
			}
		})
	}
	if err := os.WriteFile(f.Path(), good, 0o600); err != nil {
		t.Fatal(err)
	}
	c.pass(recheck)
	if _, err := f.Authenticate(secret); err != nil {
		t.Errorf("repaired: %v", err)
	}
}

// TestManyWriters makes and revokes tokens by several Files at once, each as a
// process would have one, while another reads: no change is lost and no file
// is seen half written.
func TestManyWriters(t *testing.T) {
	f, _ := newFile(t)
	const writers, each = 4, 10
	var group sync.WaitGroup
	for w := range writers {
		group.Go(func() {
			mine := Open(f.Path())
			for i := range each {
				name := fmt.Sprintf("%d-%d", w, i)
				if _, err := mine.Create(name, Write, time.Time{}); err != nil {
					t.Error(err)
				}
				if i%2 == 1 {
					if err := mine.Revoke(name); err != nil {
						t.Error(err)
					}
				}
				if _, err := f.List(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	tokens, err := f.List()
	if err != nil || len(tokens) != writers*each/2 {
		t.Errorf("%d tokens, %v, want %d", len(tokens), err, writers*each/2)
	}
	left, err := filepath.Glob(f.Path() + ".*.tmp")
	if err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestAFileThatCannotBeWritten leaves what was there.
func TestAFileThatCannotBeWritten(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "none")
	f := Open(filepath.Join(dir, "tokens"))
	if _, err := f.Create("one", Write, time.Time{}); err == nil {
		t.Error("created in a folder that is not there")
	}
	if tokens, err := f.List(); len(tokens) != 0 || err != nil {
		t.Errorf("%v, %v", tokens, err)
	}
}
