package server

import (
	"bufio"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// TestServiceAddresses writes records under addresses of the service itself in every way.
func TestServiceAddresses(t *testing.T) {
	m := newMuseum(t, nil)
	before := m.dump(t)
	for _, path := range []string{"robots.txt", "-/search", ".well-known/void", ".well-known/security.txt", "%2D/search", "entity?id=x"} {
		id := testBase + path
		record := personRecord(id, "Robots")
		answers := []*http.Response{
			m.send(t, "PUT", "/entity?id="+url.QueryEscape(id), record),
			m.send(t, "POST", "/-/load", strings.ReplaceAll(record, "\n", "")+"\n", "Content-Type", "application/jsonl", "Authorization", "Bearer "+m.admin),
		}
		if path == "robots.txt" {
			if r := m.send(t, "PUT", "/"+path, record); r.StatusCode != http.StatusMethodNotAllowed || r.Header.Get("Allow") != "GET, HEAD, OPTIONS" {
				t.Errorf("PUT /%s: status %d, Allow %s", path, r.StatusCode, r.Header.Get("Allow"))
			}
		}
		for i, r := range answers {
			text := body(t, r)
			want := http.StatusConflict
			if i == 1 {
				want = http.StatusUnprocessableEntity
			}
			if r.StatusCode != want || !strings.Contains(text, "The service itself answers at "+id) {
				t.Errorf("%s, request %d: status %d: %s", path, i, r.StatusCode, text)
			}
		}
	}
	if after := m.dump(t); after != before {
		t.Errorf("the store was\n%s\nis\n%s", before, after)
	}
}

// TestMintedClass posts records to endpoints that have their class and that do not.
func TestMintedClass(t *testing.T) {
	m := newMuseum(t, nil)
	for _, test := range []struct {
		endpoint, class string
		status          int
	}{
		{"/person/", "Person", 201},
		{"/object/", "HumanMadeObject", 201},
		{"/object/", "Activity", 422},
		{"/person/", "Group", 422},
	} {
		r := m.send(t, "POST", test.endpoint, fmt.Sprintf(`{"@context":%q,"type":%q,"_label":"New"}`, linkedArt, test.class))
		text := body(t, r)
		if r.StatusCode != test.status || test.status == 422 && !strings.Contains(text, "has no records of the class "+test.class) {
			t.Errorf("POST %s of a %s: status %d: %s", test.endpoint, test.class, r.StatusCode, text)
		}
	}
}

// TestTwoLengths sends a request with Content-Length and Transfer-Encoding (RFC 9112 section 6.1).
func TestTwoLengths(t *testing.T) {
	s, _ := newTestServer(t, nil)
	addr, _ := start(t, s)
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := io.WriteString(c, "GET /person/1.ttl HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	answer, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != 200 || !answer.Close {
		t.Errorf("status %d, the connection closes: %v", answer.StatusCode, answer.Close)
	}
}

// TestHSTS has the field sent with TLS at the host of the base URL, with errors, too.
func TestHSTS(t *testing.T) {
	for _, test := range []struct{ base, host, want string }{
		{testBase, "data.museum.example", "max-age=31536000"}, {testBase, "localhost", ""}, {"http://data.museum.example/", "data.museum.example", ""},
	} {
		s, _ := newTestServer(t, func(c *Config) { c.BaseURL, c.Certificate = test.base, noCertificate })
		for _, target := range []string{"/person/1", "/nothing"} {
			r, w := httptest.NewRequest("GET", target, nil), httptest.NewRecorder()
			r.Host = test.host
			s.ServeHTTP(w, r)
			if got := w.Header().Get("Strict-Transport-Security"); got != test.want {
				t.Errorf("%s at %s: %q", target, test.host, got)
			}
		}
	}
}

// TestLicenceLink looks for the licence in the Link field and in the link set.
func TestLicenceLink(t *testing.T) {
	const licence = "https://creativecommons.org/publicdomain/zero/1.0/"
	for _, want := range []string{licence, ""} {
		s, _ := newTestServer(t, func(c *Config) { c.Licence = want })
		field := do(t, s, "GET", "/person/1").Header.Get("Link")
		set := body(t, do(t, s, "GET", "/-/linkset?of="+testBase+"person/1", "Accept", "application/linkset"))
		for _, text := range []string{field, set} {
			if strings.Contains(text, "<"+licence+`>; rel="license"`) != (want != "") {
				t.Errorf("with the licence %q: %s", want, text)
			}
		}
	}
}

func noCertificate(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	return nil, errors.New("none")
}
