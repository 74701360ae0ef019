package server

import "testing"

func TestNetworkOf(t *testing.T) {
	for client, want := range map[string]string{
		"192.0.2.17:4711":        "192.0.2.0/24",
		"192.0.2.17":             "192.0.2.0/24",
		"[2001:db8:1:2::3]:80":   "2001:db8:1::/48",
		"[::ffff:192.0.2.17]:80": "192.0.2.0/24",
		"fe80::1%eth0":           "fe80::/48",
		"@":                      "@",
		"":                       "",
	} {
		if got := networkOf(client); got != want {
			t.Errorf("%q is of %q, want %q", client, got, want)
		}
	}
}
