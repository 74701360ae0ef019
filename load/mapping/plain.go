package mapping

import (
	"html"
	"regexp"
	"strings"
)

// The tags that texts of museums have, with which others can be told from words in angle brackets.
var (
	link    = regexp.MustCompile(`(?is)<a\s[^<>]*href="([^"<>]*)"[^<>]*>(.*?)</a>`)
	lineEnd = regexp.MustCompile(`(?i)<br\s*/?>|</(?:p|div|li|h[1-6])>`)
	tag     = regexp.MustCompile(`(?i)</?(?:a|b|blockquote|cite|div|em|font|h[1-6]|i|li|ol|p|q|s|small|span|strong|sub|sup|u|ul)(?:\s[^<>]*)?/?>`)
	charRef = regexp.MustCompile(`&(?:#[0-9]+|#[xX][0-9a-fA-F]+|[a-zA-Z0-9]+);`)
)

// Plain returns a text without the tags and entities of HTML. The address of a link stands behind
// its text; a tag that is not one of HTML's for texts stays.
func Plain(text string) string {
	if !strings.ContainsAny(text, "<&") {
		return text
	}
	text = link.ReplaceAllString(text, "$2 ($1)")
	text = tag.ReplaceAllString(lineEnd.ReplaceAllString(text, "\n"), "")
	return strings.TrimSpace(charRef.ReplaceAllStringFunc(text, html.UnescapeString))
}
