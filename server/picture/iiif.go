package picture

import (
	"regexp"
	"strings"
)

// request is the end of a IIIF image request: region, size, rotation, quality and format.
// The quality "default" is of version 2 and later.
var request = regexp.MustCompile(`^(https?://.+)/(?:full|square|[0-9]+,[0-9]+,[0-9]+,[0-9]+|pct:[0-9.,]+)/\^?(?:full|max|!?[0-9]*,[0-9]*|pct:[0-9.]+)/!?[0-9.]+/default\.(?:jpg|png|webp|gif|tif|jp2)$`)

// requestBase is the URI of the image service that an address asks for the whole picture.
// It is false for an address that is no image request.
func requestBase(address string) (string, bool) {
	found := request.FindStringSubmatch(address)
	if found == nil || !strings.HasPrefix(address[len(found[1]):], "/full/") {
		return "", false
	}
	return found[1], true
}

// serviceBase is the URI of an image service without what is below it.
func serviceBase(address string) string {
	if base, ok := requestBase(address); ok {
		return base
	}
	return strings.TrimRight(strings.TrimSuffix(address, "/info.json"), "/")
}
