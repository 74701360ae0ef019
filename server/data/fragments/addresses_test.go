package fragments

import "testing"

func TestAddresses(t *testing.T) {
	const service = "https://museum.example/-/fragments"
	for query, want := range map[string][3]string{
		"":                        {service, service, service + "?after=0.x"},
		"after=0.a":               {service + "?after=0.a", service, service + "?after=0.x"},
		"subject=%3Fs&after=0.a&": {service + "?subject=%3Fs&after=0.a&", service + "?subject=%3Fs", service + "?subject=%3Fs&after=0.x"},
		"object={é}&graph=x:y":    {service + "?object=%7B%C3%A9%7D&graph=x:y", service + "?object=%7B%C3%A9%7D&graph=x:y", service + "?object=%7B%C3%A9%7D&graph=x:y&after=0.x"},
	} {
		at := NewAddresses(service, query)
		if got := [3]string{at.Page, at.First, at.Next("0.x")}; got != want || at.Service != service || at.Next("") != "" {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
}
