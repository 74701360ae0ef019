package codec

import (
	"bytes"
	"testing"
)

func TestNamespaceOf(t *testing.T) {
	for iri, want := range map[string]string{
		"https://museum.example/object/1":              "https://museum.example/object/",
		"https://museum.example/object/1/part/2":       "https://museum.example/object/",
		"https://museum.example/a/b/c/d":               "https://museum.example/a/",
		"https://museum.example/1":                     "https://museum.example/",
		"https://museum.example":                       "https://",
		"http://www.cidoc-crm.org/cidoc-crm/P1":        "http://www.cidoc-crm.org/cidoc-crm/",
		"http://www.w3.org/2001/XMLSchema#string":      "http://www.w3.org/2001/",
		"http://www.w3.org/1999/02/22-rdf-syntax-ns#t": "http://www.w3.org/1999/",
		"urn:uuid:1234":                                "urn:uuid:",
		"urn:a:b:c:d":                                  "urn:a:b:",
		"x:":                                           "x:",
		"mailto:a/b":                                   "mailto:",
	} {
		if got := NamespaceOf(iri); got != want {
			t.Errorf("NamespaceOf(%s) = %s, want %s", iri, got, want)
		}
		if !bytes.HasPrefix([]byte(iri), []byte(NamespaceOf(iri))) {
			t.Errorf("%s does not begin with its namespace", iri)
		}
	}
}
