package respond

import (
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strconv"
	"strings"
)

// Match tells whether a list of entity tags is "*", or holds one for which is
// returns true. It gets the quoted part. The strong comparison (RFC 9110 section
// 8.8.3.2) matches no weak tag.
func Match(lines []string, strong bool, is func(tag string) bool) bool {
	if slices.ContainsFunc(lines, func(line string) bool { return strings.Trim(line, " \t") == "*" }) {
		return true
	}
	for _, line := range lines {
		for rest := line; ; {
			tag, weak, after, more := nextTag(rest)
			if !more {
				break
			}
			if is(tag) && !(strong && weak) {
				return true
			}
			rest = after
		}
	}
	return false
}

// matches tells whether a list of entity tags holds etag, which may be weak, or
// is "*".
func matches(lines []string, etag string, strong bool) bool {
	etag, isWeak := strings.CutPrefix(etag, "W/")
	return Match(lines, strong, func(tag string) bool { return tag == etag && !(strong && isWeak) })
}

// nextTag reads the first entity tag of a list: its quoted part, and whether
// it is weak. What is no tag ends the list.
func nextTag(list string) (tag string, weak bool, rest string, ok bool) {
	list = strings.TrimLeft(list, " \t,")
	list, weak = strings.CutPrefix(list, "W/")
	if !strings.HasPrefix(list, `"`) {
		return "", false, "", false
	}
	end := strings.IndexByte(list[1:], '"')
	if end < 0 {
		return "", false, "", false
	}
	return list[:end+2], weak, list[end+2:], true
}

// DigestLength is the number of characters of a Digest.
const DigestLength = 16

// Digest returns DigestLength characters that stand for the parts, for entity tags.
func Digest(parts ...string) string {
	hash := sha256.New()
	var b []byte
	for _, part := range parts {
		b = append(strconv.AppendInt(b[:0], int64(len(part)), 10), ':')
		b = append(b, part...)
		hash.Write(b)
	}
	return base64.RawURLEncoding.EncodeToString(hash.Sum(nil)[:12])
}
