// Package postgres is what a store has to know of PostgreSQL itself: connections to the database
// of an address, which is one of libpq with the name of a schema (PostgreSQL manual, section
// 34.1.1.2), straight or through a pooler; what an error means for whoever met it (SQLSTATE,
// appendix A); and rows in the binary format of COPY.
//
// It never looks into a store.
package postgres

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"
)

// DefaultSchema is the schema of an address that names none.
const DefaultSchema = "vitrine"

// IsAddress tells whether a text is the address of a database; pgstore.IsAddress says how
// one looks.
func IsAddress(text string) bool {
	return strings.HasPrefix(text, "postgres://") || strings.HasPrefix(text, "postgresql://")
}

// Redacted returns an address without its password and parameters, for messages.
func Redacted(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "postgres://"
	}
	schema := u.Query().Get("schema")
	short := url.URL{Scheme: u.Scheme, User: u.User, Host: u.Host, Path: u.Path}
	if short.User != nil {
		short.User = url.User(u.User.Username())
	}
	if schema != "" {
		short.RawQuery = url.Values{"schema": {schema}}.Encode()
	}
	return short.String()
}

// Parse divides an address into what pgx is told and the schema, with those for an address
// that names none: the schema, and which of several hosts is taken (target_session_attrs).
func Parse(address, schema, target string) (*pgxpool.Config, string, error) {
	wrong := func(err error) error { return fmt.Errorf("%s: %w", Redacted(address), err) }
	u, err := url.Parse(address)
	if err != nil {
		// The error of net/url repeats the address, with its password.
		return nil, "", errors.New("the address of the database is no URL; write postgres://ROLE@HOST/DATABASE")
	}
	parameters := u.Query()
	if parameters.Has("schema") {
		schema = parameters.Get("schema")
	}
	if schema == "" || len(schema) > maxIdentifier || strings.ContainsRune(schema, 0) || strings.HasPrefix(schema, "pg_") {
		return nil, "", wrong(fmt.Errorf("the name of the schema has to have 1 to %d bytes, and not to begin with pg_", maxIdentifier))
	}
	parameters.Del("schema")
	if !parameters.Has("target_session_attrs") {
		parameters.Set("target_session_attrs", target)
	}
	if !parameters.Has("pool_max_conns") {
		parameters.Set("pool_max_conns", "16")
	}
	if !parameters.Has("connect_timeout") {
		parameters.Set("connect_timeout", "5")
	}
	u.RawQuery = parameters.Encode()
	config, err := pgxpool.ParseConfig(u.String())
	if err != nil {
		// pgx repeats the address with the password replaced.
		return nil, "", err
	}
	p := &pooler{chosen: parameters.Has("default_query_exec_mode")}
	config.BeforeConnect, config.AfterConnect = p.choose, p.keepAlive
	if config.ConnConfig.RuntimeParams["application_name"] == "" {
		config.ConnConfig.RuntimeParams["application_name"] = "vitrine"
	}
	return config, schema, nil
}

// Which of several hosts is taken.
const (
	// OnPrimary takes the host that takes writes.
	OnPrimary = "read-write"
	// OnStandby takes a standby, and the primary where there is none.
	OnStandby = "prefer-standby"
)

// maxIdentifier is the length of the longest name in a database, in bytes.
const maxIdentifier = 63

// Open opens connections to the database of an address.
func Open(ctx context.Context, address string) (*pgxpool.Pool, string, error) {
	config, schema, err := Parse(address, DefaultSchema, OnPrimary)
	if err != nil {
		return nil, "", err
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, "", Unavailable(err)
	}
	return pool, schema, nil
}
