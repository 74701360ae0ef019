package auth

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"vitrine/rdfstore/atomicfile"
)

// version is that of the file's format.
const version = 1

// content is the file, as JSON.
type content struct {
	Version int      `json:"version"`
	Tokens  []record `json:"tokens"`
}

// record is one token in the file.
type record struct {
	Name    string    `json:"name"`
	Scope   Scope     `json:"scope"`
	Created time.Time `json:"created"`
	Expires time.Time `json:"expires,omitzero"`
	SHA256  hash      `json:"sha256"`
}

func newRecord(t Token, sum hash) record {
	return record{Name: t.Name, Scope: t.Scope, Created: t.Created, Expires: t.Expires, SHA256: sum}
}

func (r record) token() Token {
	return Token{Name: r.Name, Scope: r.Scope, Created: r.Created, Expires: r.Expires}
}

// maxFile bounds the size of the file, in bytes.
const maxFile = 4 << 20

// read returns what the file holds; nothing where it does not exist.
func read(path string) ([]record, fs.FileInfo, error) {
	file, err := os.Open(path)
	if isMissing(err) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("open the file of tokens: %w", err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, nil, fmt.Errorf("open the file of tokens: %w", err)
	}
	text, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	if err != nil {
		return nil, nil, fmt.Errorf("read the file of tokens: %w", err)
	}
	records, err := parse(text)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %s: %w", ErrFormat, path, err)
	}
	return records, info, nil
}

func parse(text []byte) ([]record, error) {
	if len(text) > maxFile {
		return nil, fmt.Errorf("it has more than %d bytes", maxFile)
	}
	var c content
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&c); err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, errors.New("there is more after the JSON value")
	}
	if c.Version != version {
		return nil, fmt.Errorf("it is of version %d, not %d", c.Version, version)
	}
	names := map[string]bool{}
	for _, r := range c.Tokens {
		if err := r.token().check(); err != nil {
			return nil, err
		}
		if names[r.Name] {
			return nil, fmt.Errorf("two tokens are named %s", r.Name)
		}
		if r.SHA256 == (hash{}) {
			return nil, fmt.Errorf("the token %s has no hash", r.Name)
		}
		names[r.Name] = true
	}
	return c.Tokens, nil
}

// write puts the tokens into the file, all or, where it fails, none of them.
func write(path string, records []record) error {
	text, err := json.MarshalIndent(content{Version: version, Tokens: records}, "", "  ")
	if err != nil {
		return err
	}
	if len(text) >= maxFile {
		return fmt.Errorf("%w: the file would have more than %d bytes", ErrArgument, maxFile)
	}
	return atomicfile.Write(path, append(text, '\n'), 0o600) // for its owner alone
}
