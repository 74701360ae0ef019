package auth

import (
	"errors"
	"os"
	"slices"
	"testing"
	"time"
)

func TestScopes(t *testing.T) {
	const base = "https://data.museum.example/"
	for _, test := range []struct {
		scope               Scope
		writes, administers bool
		name                string
		covers              bool
	}{
		{Write, true, false, base + "person/ada", true},
		{Admin, true, true, "https://other.example/1", true},
		{"write:person/", true, false, base + "person/ada", true},
		{"write:person/", true, false, base + "object/1", false},
		{"write:person/", true, false, "https://other.example/person/ada", false},
		{"write:person/a", true, false, base + "person/ada", true},
		{"write:https://other.example/", true, false, "https://other.example/1", true},
		{"write:https://other.example/", true, false, base + "person/ada", false},
		{"writer", false, false, base + "person/ada", false},
		{"read", false, false, base + "person/ada", false},
		{"", false, false, base + "person/ada", false},
		{"read write:person/", true, false, base + "person/ada", true},
		{"read write:person/", true, false, base + "object/1", false},
		{"write:person/ write:object/", true, false, base + "object/1", true},
	} {
		if got := test.scope.Allows(Write); got != test.writes {
			t.Errorf("%s allows writing: %v", test.scope, got)
		}
		if got := test.scope.Allows(Admin); got != test.administers {
			t.Errorf("%s allows loading: %v", test.scope, got)
		}
		if got := test.scope.Covers(test.name, base); got != test.covers {
			t.Errorf("%s covers %s: %v", test.scope, test.name, got)
		}
	}
	for scope, reads := range map[Scope]bool{
		Read: true, Write: true, Admin: true, "write:person/": false, "read write:person/": true, "read:person/": false, "": false,
	} {
		if got := scope.Allows(Read); got != reads {
			t.Errorf("%s allows reading: %v", scope, got)
		}
	}
	for _, test := range []struct {
		scope           Scope
		drafts          bool
		publishes       bool
		name            string
		keeps, releases bool
	}{
		{Read, false, false, base + "person/ada", false, false},
		{Draft, true, false, base + "person/ada", true, false},
		{Publish, true, true, base + "person/ada", true, true},
		{"draft publish", true, true, base + "person/ada", true, true},
		{Write, true, true, base + "person/ada", true, true},
		{Admin, true, true, base + "person/ada", true, true},
		{"write:person/", true, true, base + "person/ada", true, true},
		{"write:person/", true, true, base + "object/1", false, false},
		{"draft write:person/", true, true, base + "object/1", true, false},
		{"publisher", false, false, base + "person/ada", false, false},
	} {
		s := test.scope
		got := []bool{s.Allows(Draft), s.Allows(Publish), s.Reaches(Draft, test.name, base), s.Reaches(Publish, test.name, base)}
		if want := []bool{test.drafts, test.publishes, test.keeps, test.releases}; !slices.Equal(got, want) {
			t.Errorf("%s, %s: %v, want %v", s, test.name, got, want)
		}
		if (s == Draft || s == Publish) && (s.Allows(Write) || s.Reaches(Write, test.name, base) || !s.Allows(Read)) {
			t.Errorf("%s allows something else", s)
		}
	}
	for scope, right := range map[Scope]bool{
		Write: true, Admin: true, "write:person/": true, "write:https://other.example/a": true,
		"read": true, "draft": true, "publish": true, "draft:person/": false, "read write:person/": true, " read": false, "read  write": false, "read reader": false,
		"": false, "read:person/": false, "writer": false, "write:": false, "write:/person/": false, "admin:person/": false, "write:per son": false, "write:a\"": false,
	} {
		if err := scope.check(); (err == nil) != right || err != nil && !errors.Is(err, ErrArgument) {
			t.Errorf("%q: %v", scope, err)
		}
	}
}

// used returns when the list says that a token was last used.
func used(t *testing.T, f *File, name string) time.Time {
	t.Helper()
	tokens, err := f.List()
	if err != nil {
		t.Fatal(err)
	}
	for _, token := range tokens {
		if token.Name == name {
			return token.Used
		}
	}
	t.Fatalf("there is no token %s", name)
	return time.Time{}
}

func TestUses(t *testing.T) {
	f, c := newFile(t)
	secret := create(t, f, "one", Write, time.Time{})
	create(t, f, "two", Write, time.Time{})
	if got := used(t, f, "one"); !got.IsZero() {
		t.Errorf("used at %v before any use", got)
	}
	authenticate := func() {
		t.Helper()
		if _, err := f.Authenticate(secret); err != nil {
			t.Fatal(err)
		}
	}
	authenticate()
	first := c.now()
	if got := used(t, f, "one"); !got.Equal(first) {
		t.Errorf("used at %v, want %v", got, first)
	}
	info, err := os.Stat(f.uses.path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file: %v, %v", info, err)
	}
	// Within five minutes nothing is written but at the end.
	for range 10 {
		c.pass(20 * time.Second)
		authenticate()
	}
	if got := used(t, f, "one"); !got.Equal(first) {
		t.Errorf("used at %v was written too soon", got)
	}
	if err := f.SaveUses(); err != nil {
		t.Fatal(err)
	}
	if got := used(t, f, "one"); !got.Equal(c.now()) {
		t.Errorf("used at %v at the end, want %v", got, c.now())
	}
	if got := used(t, f, "two"); !got.IsZero() {
		t.Errorf("the other token was used at %v", got)
	}
	c.pass(10 * time.Minute)
	authenticate()
	if got := used(t, f, "one"); !got.Equal(c.now()) {
		t.Errorf("used at %v, want %v", got, c.now())
	}

	// A new token with the name of an old one was not used.
	if err := f.Revoke("one"); err != nil {
		t.Fatal(err)
	}
	c.pass(time.Minute)
	create(t, f, "one", Write, time.Time{})
	if got := used(t, f, "one"); !got.IsZero() {
		t.Errorf("the new token was used at %v", got)
	}
}

func TestUsesThatCannotBeRead(t *testing.T) {
	f, _ := newFile(t)
	secret := create(t, f, "one", Write, time.Time{})
	if err := os.WriteFile(f.uses.path, []byte("nonsense"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := f.List(); !errors.Is(err, ErrFormat) {
		t.Errorf("the list: %v", err)
	}
	// A server goes on, and writes the file anew.
	if _, err := f.Authenticate(secret); err != nil {
		t.Fatal(err)
	}
	if got := used(t, f, "one"); got.IsZero() {
		t.Error("the use was not written")
	}
}
