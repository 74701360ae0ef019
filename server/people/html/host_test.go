package html

import (
	"fmt"
	"slices"
	"testing"
)

// TestAddHost names each host of the pictures on a page once, as the policy of the page does.
func TestAddHost(t *testing.T) {
	var hosts []string
	for _, src := range []string{
		"https://images.example/1.jpg", "https://images.example/2.jpg", "http://images.example/3.jpg",
		"https://images.example:8443/4.jpg", "/local.jpg", "",
	} {
		hosts = AddHost(hosts, &Picture{Src: src})
	}
	hosts = AddHost(hosts, nil)
	want := []string{"https://images.example", "http://images.example", "https://images.example:8443"}
	if !slices.Equal(hosts, want) {
		t.Errorf("%q, want %q", hosts, want)
	}
	for i := range 2 * maxHosts {
		hosts = AddHost(hosts, &Picture{Src: fmt.Sprintf("https://%d.example/1.jpg", i)})
	}
	if len(hosts) != maxHosts {
		t.Errorf("%d hosts, want %d", len(hosts), maxHosts)
	}
}
