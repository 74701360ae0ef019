package auth

import (
	"net/netip"
	"testing"
	"time"
)

// TestFailuresAreBounded fails from more addresses than are remembered.
func TestFailuresAreBounded(t *testing.T) {
	var f failures
	now := time.Unix(0, 0)
	for i := range maxFailedAddrs + 1000 {
		f.fail(netip.PrefixFrom(netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)}), 32), now)
	}
	if n := len(f.from); n > maxFailedAddrs || n < maxFailedAddrs*9/10 {
		t.Errorf("%d addresses are remembered", len(f.from))
	}
	now = now.Add(failureWindow)
	f.fail(netip.MustParsePrefix("192.0.2.1/32"), now)
	if len(f.from) != 1 {
		t.Errorf("%d addresses are remembered after the window", len(f.from))
	}
}

func TestOrigin(t *testing.T) {
	for client, want := range map[string]string{
		"192.0.2.1:80": "192.0.2.1/32", "192.0.2.1": "192.0.2.1/32", "[2001:db8::1]:80": "2001:db8::/64",
		"2001:db8:0:0:5::1": "2001:db8::/64", "[::ffff:192.0.2.1]:80": "192.0.2.1/32", "[fe80::1%eth0]:80": "fe80::/64",
		"": "invalid Prefix", "@": "invalid Prefix",
	} {
		if got := origin(client).String(); got != want {
			t.Errorf("%s: %s, want %s", client, got, want)
		}
	}
}
