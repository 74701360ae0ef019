package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	notSlug = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// TestLinksLeadSomewhere checks the links between the pages of the manual: to
// files, and to headings in them.
func TestLinksLeadSomewhere(t *testing.T) {
	root := "../.."
	pages, err := filepath.Glob(filepath.Join(root, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	more, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, page := range append(pages, more...) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			count++
			file, fragment, _ := strings.Cut(m[1], "#")
			target := page
			if file != "" {
				target = filepath.Join(filepath.Dir(page), filepath.FromSlash(file))
			}
			if !leads(target, fragment) {
				t.Errorf("%s links to %s, which is not there", page, m[1])
			}
		}
	}
	if count < 10 {
		t.Errorf("found only %d links", count)
	}
}

// leads tells whether there is a file, and in it a heading of the fragment.
func leads(file, fragment string) bool {
	text, err := os.ReadFile(file)
	if err != nil || fragment == "" {
		info, statErr := os.Stat(file)
		return statErr == nil && (err == nil || info.IsDir())
	}
	for _, m := range heading.FindAllStringSubmatch(string(text), -1) {
		slug := strings.ReplaceAll(strings.ToLower(notSlug.ReplaceAllString(m[1], "")), " ", "-")
		if slug == fragment {
			return true
		}
	}
	return false
}
