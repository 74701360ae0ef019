package html

import (
	"slices"
	"strings"
)

// maxHosts is the number of hosts of pictures that a page names.
const maxHosts = 32

// AddHost adds the host of a picture.
func AddHost(hosts []string, p *Picture) []string {
	if p == nil || len(hosts) == maxHosts {
		return hosts
	}
	scheme, rest, ok := strings.Cut(p.Src, "://")
	if !ok {
		return hosts
	}
	host, _, _ := strings.Cut(rest, "/")
	if host = scheme + "://" + host; slices.Contains(hosts, host) {
		return hosts
	}
	return append(hosts, host)
}
