package server

import (
	"bufio"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"vitrine/rdfstore/graph"
	"vitrine/server/ops"
	"vitrine/server/web/respond"
)

// start serves on a free port until the test ends and returns the address. The
// returned function ends the server and gives what Serve returned.
func start(t *testing.T, s *Server) (addr string, stop func() error) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, l) }()
	ended := false
	stop = func() error {
		if ended {
			return nil
		}
		ended = true
		cancel()
		return <-done
	}
	t.Cleanup(func() {
		if err := stop(); err != nil {
			t.Errorf("Serve: %v", err)
		}
	})
	return l.Addr().String(), stop
}

// raw sends bytes over a connection of its own and returns the first answer.
func raw(t *testing.T, addr, request string) (*http.Response, string) {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	// A guard against a hang only: no answer takes this long.
	_ = conn.SetDeadline(time.Now().Add(30 * time.Second))
	// The server may answer and close before it has read everything.
	_, _ = io.WriteString(conn, request)
	r, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatalf("no answer: %v", err)
	}
	defer r.Body.Close()
	text, _ := io.ReadAll(r.Body)
	return r, string(text)
}

// TestBadRequests sends what no honest client sends. Each gets an answer of
// the class given, and the server answers others all the same.
func TestBadRequests(t *testing.T) {
	s, _ := newTestServer(t, nil)
	addr, _ := start(t, s)
	get := func(target string, lines ...string) string {
		return "GET " + target + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + strings.Join(append(lines, ""), "\r\n") + "\r\n"
	}
	tests := []struct {
		name, request string
		status        string // "4xx" for any of the class
	}{
		{"no HTTP", "hello\r\n\r\n", "400"},
		{"TLS to a plain port", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", "400"},
		{"no Host", "GET / HTTP/1.1\r\n\r\n", "400"},
		{"two Hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "400"},
		{"a blank in a field name", get("/person/1", "Accept : text/turtle"), "400"},
		{"a folded line", get("/person/1", "Accept: text/turtle,", " text/html"), "2xx"},
		{"a bare CR in a field", get("/person/1", "Accept: text/turtle\rX: y"), "400"},
		{"NUL in a field", get("/person/1", "Accept: \x00"), "400"},
		{"control characters in a field", get("/person/1", "Accept: text/turtle\x01"), "400"},
		{"no colon", get("/person/1", "Accept"), "400"},
		{"two lengths", "POST /person/1 HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", "400"},
		{"a length below zero", "POST /person/1 HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", "400"},
		{"length and chunks", "POST /person/1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "4xx"},
		{"an unknown transfer coding", "POST /person/1 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n", "501"},
		{"a body with GET", "GET /person/1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 4\r\n\r\nbody", "200"},
		{"a huge body with GET", "GET /person/1 HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\nbody", "200"},
		{"a huge body with POST", "POST /person/1 HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\nbody", "405"},
		{"a strange method", "BREW /person/1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "405"},
		{"a method that is no token", "G(T /person/1 HTTP/1.1\r\nHost: x\r\n\r\n", "400"},
		{"HTTP/3 over TCP", "GET /person/1 HTTP/3.0\r\nHost: x\r\n\r\n", "505"},
		{"the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "405"},
		{"CONNECT", "CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "405"},
		{"a target with a host", get("http://elsewhere.example/person/1"), "200"},
		{"a target without a slash", get("person/1"), "400"},
		{"a target with a fragment", get("/person/1#x"), "4xx"},
		{"an empty target", "GET  HTTP/1.1\r\nHost: x\r\n\r\n", "400"},
		{"half an encoding", get("/person/%"), "400"},
		{"no encoding", get("/person/%zz"), "400"},
		{"bytes that are no UTF-8", get("/person/\xff\xfe"), "404"},
		{"encoded bytes that are no UTF-8", get("/person/%ff%fe"), "404"},
		{"an overlong encoding of a slash", get("/person%c0%af1"), "404"},
		{"NUL in the path", get("/person/%00"), "404"},
		{"line ends in the path", get("/person/1%0d%0aSet-Cookie:x=y"), "404"},
		{"a control character in the path", get("/person/\x01"), "400"},
		{"out of the root", get("/../../../etc/passwd"), "404"},
		{"out of the root, encoded", get("/..%2f..%2f..%2fetc%2fpasswd"), "404"},
		{"out of the root, with backslashes", get(`/..\..\etc\passwd`), "404"},
		{"out of the contexts", get("/-/contexts/../../etc/passwd"), "404"},
		{"a semicolon in the query", get("/person/1?a;b=c"), "200"},
		{"a broken query", get("/person/1?%zz=%"), "200"},
		{"a broken id", get("/entity?id=%zz"), "4xx"},
		{"an id of a file", get("/entity?id=file:///etc/passwd"), "404"},
		{"a page of a list far out", get("/person/?page=99999999999999999999"), "404"},
		{"a page that is no number", get("/person/?page=%ff%00"), "404"},
		{"a format that is no text", get("/person/1?format=%ff%00"), "406"},
		{"a long target", get("/" + strings.Repeat("a", 17<<10)), "414"},
		{"a very long target", get("/" + strings.Repeat("a", 100<<10)), "414"},
		{"a long field", get("/", "X: "+strings.Repeat("a", 100<<10)), "431"},
		{"a field that is a little long", get("/", "X: "+strings.Repeat("a", 33<<10)), "431"},
		{"a field beyond what the library takes", get("/", "X: "+strings.Repeat("a", 1<<20)), "431"},
		{"many fields", get("/", strings.TrimSuffix(strings.Repeat("X: y\r\n", 20000), "\r\n")), "431"},
		{"a date before all dates", get("/person/1", "If-Modified-Since: Mon, 00 Jan 0000 00:00:00 GMT"), "200"},
		{"many tags", get("/person/1", "If-None-Match: "+strings.Repeat(`"a",`, 6000)), "200"},
		{"many quotes", get("/person/1", "If-None-Match: "+strings.Repeat(`"`, 20000)), "200"},
		{"many prefixes", get("/person/1", "If-None-Match: "+strings.Repeat(`W/`, 10000)), "200"},
		{"a forged proxy", get("/person/1", "X-Forwarded-Prefix: /x", "X-Forwarded-Host: elsewhere.example"), "200"},
		{"an expectation", get("/person/1", "Expect: miracles"), "417"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r, text := raw(t, addr, test.request)
			status := fmt.Sprint(r.StatusCode)
			if status != test.status && !(strings.HasSuffix(test.status, "xx") && status[0] == test.status[0]) {
				t.Errorf("status %s, want %s: %.200q", status, test.status, text)
			}
			if r.Header.Get("X-Request-Id") == "" && r.StatusCode >= 400 {
				return // an answer of the HTTP library's own
			}
			if r.Header.Get("Access-Control-Allow-Origin") != "*" || !strings.Contains(r.Header.Get("Access-Control-Expose-Headers"), "Link") {
				t.Errorf("scripts of other origins cannot see the answer: %v", r.Header)
			}
			if r.Header.Get("Set-Cookie") != "" {
				t.Errorf("a header was smuggled in: %v", r.Header)
			}
		})
	}
	if r, _ := raw(t, addr, get("/person/1")); r.StatusCode != 200 {
		t.Errorf("afterwards: status %d", r.StatusCode)
	}
}

// TestBadAccept sends Accept fields that accept nothing, all of them hostile.
func TestBadAccept(t *testing.T) {
	s, _ := newTestServer(t, nil)
	addr, _ := start(t, s)
	long := strings.Repeat
	fields := []string{
		"/", "//", "///", "*/", "/*", "**", "*/*/*", "*/html", "text", "text/", "/html", "text//html", "text/html/", ";", ";;", ";q=1", ";,;", "=", "==", "q=1",
		"text/html;q=2", "text/html;q=-1", "text/html;q=1.1", "text/html;q=NaN", "text/html;q=Inf", "text/html;q=1e9", "text/html;q=0x1", "text/html;q=٣",
		"text/html;q=", "text/html;q", "text/html;q=;", "text/html;=", "text/html;=;", `text/html;q="1"`, "text/html;q=0", "*/*;q=0", "*/*;q=0.000", "*;q=0",
		"text/html;q=0." + long("0", 100), "text/html;q=" + long("1", 100), "text/html;q=" + long("9", 5000), "text/html;q=." + long("0", 5000),
		`text/html;a="`, `text/html;a="\`, `text/html;a="\"`, `text/html;a="""`, `text/html;"a"=b`, `text/html;a=b c`, `"text/html"`, `'text/html'`, "<text/html>", "text/html<script>",
		long("text/html;a=\"", 100), long(`"`, 1001), long(`\`, 1000), long(`"\`, 1000), long(";", 1000), long("=", 1000), long("/", 1000), long("*", 1000), long("(", 1000),
		long("a", 8000), long("a/", 4000), long("a/b;", 2000), "a/" + long("b", 8000), long("image/png,", 250), long("image/png, ", 250), long("image/png;q=0.1,", 200),
		"image/png;" + long("a=b;", 2000), `image/png;a="` + long("b", 8000) + `"`, `image/png;a="` + long(",", 8000) + `"`, `image/png;a="` + long(`\"`, 4000) + `"`,
		long("a/b,", 300), long(",a/b", 5000), long("x", 9000), long("*/*;q=0,", 300), long("*/*;q=0,", 200),
		"\xff/\xfe", "text/\xffhtml", "téxt/html", "text/html\u202e", "text/ｈtml", "ТЕХТ/html", "text/html;q=１", "\xc3\x28/x", "text\\html", "text:html", "text|html/x",
		"application/ld+json;profile", "application/ld+json;profile=", `application/ld+json;profile="`, `application/ld+json;profile=""`, `application/ld+json;profile=" "`,
		`application/ld+json;profile="` + linkedArt, `application/ld+json;profile="` + linkedArt + `";q=0`, `application/ld+json;profile="` + linkedArt + `";q=7`,
		`application/ld+json;profile="a"b"`, "application/ld+json;profile='a\"b'", "application/ld json", "application/ld%2Bjson",
		"application/*+json", "*+json", "application/json5", "text/html;charset=utf-16", "text/turtle;charset=utf-7", "multipart/form-data;boundary=" + long("-", 500),
		"../../etc/passwd", "${jndi:ldap://x/a}", "() { :;}; echo", "{{7*7}}", "%00", "%s%s%s%n", "null", "undefined", "true", "-1", "1;DROP TABLE x",
	}
	if len(fields) < 100 {
		t.Fatalf("%d fields", len(fields))
	}
	for _, field := range fields {
		request := "GET /person/1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAccept: " + field + "\r\n\r\n"
		r, text := raw(t, addr, request)
		if r.StatusCode < 400 || r.StatusCode >= 500 {
			t.Errorf("%.80q: status %d, %.100q", field, r.StatusCode, text)
		}
		if r.StatusCode == 406 && (!strings.Contains(text, "/person/1.json") || r.Header.Get("Vary") != respond.Vary) {
			t.Errorf("%.80q: %.200q, header %v", field, text, r.Header)
		}
	}
}

// TestPipeline sends several requests at once: the answers come whole and in
// order, those to HEAD without a body.
func TestPipeline(t *testing.T) {
	s, _ := newTestServer(t, nil)
	addr, _ := start(t, s)
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(30 * time.Second))
	methods := []string{"GET", "HEAD", "GET", "OPTIONS", "HEAD", "GET"}
	request := ""
	for _, method := range methods {
		request += method + " /person/2.ttl HTTP/1.1\r\nHost: x\r\n\r\n"
	}
	if _, err := io.WriteString(conn, request); err != nil {
		t.Fatal(err)
	}
	reader := bufio.NewReader(conn)
	for i, method := range methods {
		r, err := http.ReadResponse(reader, &http.Request{Method: method})
		if err != nil {
			t.Fatalf("answer %d: %v", i, err)
		}
		text, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatalf("answer %d: %v", i, err)
		}
		if (method == "GET") != strings.HasPrefix(string(text), "turtle of") || method != "OPTIONS" && r.ContentLength < 1000 {
			t.Errorf("answer %d to %s: length %d, body %.40q", i, method, r.ContentLength, text)
		}
	}
}

// TestShutdown checks that an answer in progress is finished after the end has
// come, that readiness says so, and that no new connection is taken.
func TestShutdown(t *testing.T) {
	entered, release := make(chan struct{}), make(chan struct{})
	s, _ := newTestServer(t, func(c *Config) {
		c.Formats = append(c.Formats, funcFormat("slow", func(w io.Writer, _ *graph.Graph) error {
			close(entered)
			<-release
			_, err := io.WriteString(w, "finished")
			return err
		}))
	})
	addr, stop := start(t, s)
	type result struct {
		status int
		text   string
	}
	answered := make(chan result, 1)
	go func() {
		r, text := raw(t, addr, "GET /person/1?format=slow HTTP/1.1\r\nHost: x\r\n\r\n")
		answered <- result{r.StatusCode, text}
	}()
	<-entered
	stopped := make(chan error, 1)
	go func() { stopped <- stop() }()
	for !s.ending.Load() {
		runtime.Gosched()
	}
	if r := do(t, s, "GET", "/-/readyz"); r.StatusCode != 503 {
		t.Errorf("readiness while ending: status %d", r.StatusCode)
	}
	if r := do(t, s, "GET", "/-/healthz"); r.StatusCode != 200 {
		t.Errorf("health while ending: status %d", r.StatusCode)
	}
	close(release)
	if got := <-answered; got.status != 200 || got.text != "finished" {
		t.Errorf("the answer in progress: %+v", got)
	}
	if err := <-stopped; err != nil {
		t.Errorf("Serve: %v", err)
	}
	if conn, err := net.Dial("tcp", addr); err == nil {
		conn.Close()
		t.Error("a connection is taken after the end")
	}
}

// TestShutdownTimeout checks that an answer that does not end is cut off.
func TestShutdownTimeout(t *testing.T) {
	entered, release := make(chan struct{}), make(chan struct{})
	s, _ := newTestServer(t, func(c *Config) {
		c.ShutdownTimeout = time.Millisecond
		c.Formats = append(c.Formats, funcFormat("slow", func(io.Writer, *graph.Graph) error {
			close(entered)
			<-release
			return nil
		}))
	})
	defer close(release)
	addr, stop := start(t, s)
	go func() {
		if r, err := http.Get("http://" + addr + "/person/1?format=slow"); err == nil {
			r.Body.Close()
		}
	}()
	<-entered
	if err := stop(); err == nil || !strings.Contains(err.Error(), "cut off") {
		t.Errorf("Serve: %v", err)
	}
}

// TestSlowHeader checks that a client that never ends its header is let go.
func TestSlowHeader(t *testing.T) {
	s, _ := newTestServer(t, func(c *Config) { c.HeaderTimeout = 10 * time.Millisecond })
	addr, _ := start(t, s)
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(30 * time.Second))
	// A server that is quick to close it may do so before or while the header arrives, and
	// the connection is reset then: only one that stays open is wrong.
	_, err = io.WriteString(conn, "GET / HTTP/1.1\r\nHost: x\r\nX: ")
	if err == nil {
		_, err = io.ReadAll(conn)
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("the connection stays open: %v", err)
	}
}

// TestTLS checks HTTP/2 over TLS, with HEAD and a 304.
func TestTLS(t *testing.T) {
	cert, key, roots := certificate(t)
	pair, err := ops.OpenCertificate(cert, key, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	s, _ := newTestServer(t, func(c *Config) { c.Certificate = pair.Get })
	addr, _ := start(t, s)
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}, ForceAttemptHTTP2: true, DisableCompression: true}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport}
	r, err := client.Get("https://" + addr + "/person/1.ttl")
	if err != nil {
		t.Fatal(err)
	}
	text := body(t, r)
	r.Body.Close()
	if r.ProtoMajor != 2 || r.StatusCode != 200 || !strings.HasPrefix(text, "turtle of") {
		t.Errorf("%s, status %d, %.40q", r.Proto, r.StatusCode, text)
	}
	request, err := http.NewRequest("HEAD", "https://"+addr+"/person/1.ttl", nil)
	if err != nil {
		t.Fatal(err)
	}
	head, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	head.Body.Close()
	if head.ContentLength != int64(len(text)) {
		t.Errorf("length %d by HEAD, %d by GET", head.ContentLength, len(text))
	}
	request.Header.Set("If-None-Match", r.Header.Get("ETag"))
	same, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	same.Body.Close()
	if same.StatusCode != 304 {
		t.Errorf("status %d", same.StatusCode)
	}
}

// certificate makes a certificate for 127.0.0.1.
func certificate(t *testing.T) (certFile, keyFile string, roots *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	keyDER, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	certPEM := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	dir := t.TempDir()
	certFile, keyFile = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for name, text := range map[string][]byte{certFile: certPEM, keyFile: pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: keyDER})} {
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	roots = x509.NewCertPool()
	roots.AppendCertsFromPEM(certPEM)
	return certFile, keyFile, roots
}

// TestTraffic has requests noted, to which changes of many records give way, whoever asks.
func TestTraffic(t *testing.T) {
	s, _ := newTestServer(t, nil)
	archive := newArchive(t)
	for name, s := range map[string]*Server{"all is public": s, "some is private": archive.Server} {
		if s.traffic.Recent() {
			t.Errorf("%s: a request came before the first", name)
		}
		do(t, s, http.MethodGet, "/person/1")
		if !s.traffic.Recent() {
			t.Errorf("%s: no request came", name)
		}
	}
}
