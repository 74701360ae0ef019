package brief

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

// profile is what a record says of an image service by the standard that it conforms to.
type profile struct {
	// version is that of the API, 0 where the record does not tell it.
	version int
	// level is that of compliance (https://iiif.io/api/image/3.0/compliance/), -1 where the
	// record does not tell it.
	level int
}

// level is the end of the URI of a level of compliance, such as level1.json.
var level = regexp.MustCompile(`^/([23])(?:[/.#].*)?level([012])(?:\.json)?$`)

// profileOf returns the profile that the URIs of standards tell.
func profileOf(standards []string) profile {
	for _, s := range standards {
		_, after, ok := strings.Cut(s, imageAPI)
		if !ok {
			continue
		}
		if found := level.FindStringSubmatch(after); found != nil {
			return profile{int(found[1][0] - '0'), int(found[2][0] - '0')}
		}
		if strings.HasPrefix(after, "/2") {
			return profile{2, -1}
		}
	}
	return profile{0, -1}
}

// whole is the size of the whole picture in a request. Version 2 has "max" since 2.1 only.
func (p profile) whole() string {
	if p.version == 2 {
		return "full"
	}
	return "max"
}
