// Command sparqlsuite runs test manifests of the form that the W3C's test suites of
// SPARQL 1.0 and 1.1 have (https://www.w3.org/2009/sparql/docs/tests/) against
// package sparql, and prints which fail.
//
//	go run ./checks/interop/sparqlsuite FOLDER...
//
// Every manifest.ttl below the folders is read. Tests of updates, of protocols and of
// entailment are left out and counted. It ends with 1 where a test fails for which
// there is no reason in known.go, or one passes for which there is.
package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "sparqlsuite:", err)
		os.Exit(1)
	}
}

// counts are how the tests of a group went; explained are those that failed for a known
// reason.
type counts struct{ passed, explained, failed, left int }

func (c *counts) sum(o counts) {
	c.passed, c.explained, c.failed, c.left = c.passed+o.passed, c.explained+o.explained, c.failed+o.failed, c.left+o.left
}

func run(folders []string) error {
	manifests, err := find(folders)
	if err != nil {
		return err
	}
	var total counts
	for _, path := range manifests {
		tests, err := readManifest(path)
		if err != nil {
			return err
		}
		var c counts
		for _, t := range tests {
			c.add(t)
		}
		total.sum(c)
	}
	fmt.Printf("SPARQL test suites: %d passed, %d explained, %d failed, %d left out\n", total.passed, total.explained, total.failed, total.left)
	if total.failed > 0 || total.passed == 0 {
		return errors.New("not all tests passed")
	}
	return nil
}

func find(folders []string) ([]string, error) {
	var found []string
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
			if err == nil && filepath.Base(path) == "manifest.ttl" {
				found = append(found, path)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// add runs a test.
func (c *counts) add(t test) {
	if strings.Contains(t.kind, "Update") || strings.Contains(t.kind, "Protocol") || strings.Contains(t.kind, "ServiceDescription") || t.group == "entailment" {
		c.left++
		return
	}
	err, reason := try(t), reasonFor(t)
	switch {
	case err == nil && reason == "":
		c.passed++
	case err == nil && t.group != "service":
		c.failed++
		fmt.Printf("passed, against known.go: %s: %s\n", t.group, t.name)
	case reason != "":
		c.explained++
	default:
		c.failed++
		fmt.Printf("failed: %s: %s: %v\n", t.group, t.name, err)
	}
}

// try runs a test and tells what is wrong.
func try(t test) error {
	query, err := os.ReadFile(t.query)
	if err != nil {
		return err
	}
	switch {
	case strings.HasPrefix(t.kind, "PositiveSyntaxTest"):
		return parse(string(query), t)
	case strings.HasPrefix(t.kind, "NegativeSyntaxTest"):
		if parse(string(query), t) == nil {
			return fmt.Errorf("%s was taken for a query", filepath.Base(t.query))
		}
		return nil
	default:
		return evaluate(string(query), t)
	}
}
