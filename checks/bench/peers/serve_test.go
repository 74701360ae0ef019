package peers

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"vitrine/checks/generate"
)

// clients is how many ask at once.
const clients = 16

// server is a program that serves the records.
type server struct {
	name string
	// url returns the address of a record.
	url func(name string) string
	// without are the names of formats that the server has not.
	without []string
}

// served are the formats that are asked for. Oxigraph answers a request for a
// graph in N-Quads or TriG without the graph's name, Fuseki not at all.
var served = []struct{ name, mediaType string }{
	{"ntriples", "application/n-triples"},
	{"nquads", "application/n-quads"},
	{"turtle", "text/turtle"},
	{"trig", "application/trig"},
	{"rdfxml", "application/rdf+xml"},
	{"jsonld", "application/ld+json"},
}

// BenchmarkServe asks for one record after the other by 16 clients, each record
// once, so that none comes from a cache of answers. It gives the time for a
// request, all clients together, and that within which 99 of 100 are answered.
func BenchmarkServe(b *testing.B) {
	quads(b) // while no server has the store
	var servers []server
	for _, start := range []func(*testing.B) (server, bool){startVitrine, startOxigraph, startFuseki} {
		if s, ok := start(b); ok {
			servers = append(servers, s)
		}
	}
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: clients, DisableCompression: true}}
	b.Cleanup(client.CloseIdleConnections)
	for seed, format := range served {
		all := names(uint64(seed))
		for _, s := range servers {
			if slices.Contains(s.without, format.name) {
				continue
			}
			// What a program makes ready with its first answers is not measured.
			ask(b, client, s, format.mediaType, all, min(len(all), 500))
			b.Run(format.name+"/"+s.name, func(b *testing.B) {
				times := ask(b, client, s, format.mediaType, all, b.N)
				slices.Sort(times)
				b.ReportMetric(float64(times[len(times)/2]), "p50-ns")
				b.ReportMetric(float64(times[len(times)*99/100]), "p99-ns")
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "requests/s")
			})
		}
	}
}

// ask asks for n records and returns what each took.
func ask(b *testing.B, client *http.Client, s server, mediaType string, all []string, n int) []time.Duration {
	times := make([]time.Duration, n)
	var next atomic.Int64
	var group sync.WaitGroup
	for range clients {
		group.Go(func() {
			for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
				start := time.Now()
				// From the end on, where the first records asked for are not.
				if err := get(client, s.url(all[len(all)-1-int(i)%len(all)]), mediaType); err != nil {
					b.Errorf("%s: %v", s.name, err)
					return
				}
				times[i] = time.Since(start)
			}
		})
	}
	group.Wait()
	return times
}

// get reads a record.
func get(client *http.Client, address, mediaType string) error {
	request, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	request.Header.Set("Accept", mediaType)
	answer, err := client.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	size, err := io.Copy(io.Discard, answer.Body)
	switch {
	case err != nil:
		return err
	case answer.StatusCode != http.StatusOK || size == 0:
		return fmt.Errorf("%s: %s, %d bytes", address, answer.Status, size)
	case !strings.HasPrefix(answer.Header.Get("Content-Type"), mediaType):
		return fmt.Errorf("%s: asked for %s, got %s", address, mediaType, answer.Header.Get("Content-Type"))
	}
	return nil
}

func startVitrine(b *testing.B) (server, bool) {
	address := freeAddress(b)
	started(b, address, vitrine(b), "serve", "--db", store(b), "--listen", address, "--log", "warn")
	return server{name: "vitrine", url: func(name string) string {
		return "http://" + address + "/" + strings.TrimPrefix(name, generate.DefaultBase)
	}}, true
}

func startOxigraph(b *testing.B) (server, bool) {
	program := os.Getenv(oxigraphVariable)
	if program == "" {
		b.Logf("%s names no program: Oxigraph is left out", oxigraphVariable)
		return server{}, false
	}
	if !exists(oxigraphFolder()) {
		command(b, "", program, oxigraphLoad(quads(b))...)
	}
	address := freeAddress(b)
	started(b, address, program, "serve-read-only", "--location", oxigraphFolder(), "--bind", address)
	return server{name: "oxigraph", url: func(name string) string {
		return "http://" + address + "/store?graph=" + url.QueryEscape(name)
	}}, true
}

func startFuseki(b *testing.B) (server, bool) {
	jar := os.Getenv(jenaVariable)
	if jar == "" {
		b.Logf("%s names no file: Fuseki is left out", jenaVariable)
		return server{}, false
	}
	if !exists(jenaFolder()) {
		command(b, "", "java", jenaLoad(jar, quads(b))...)
	}
	// It would log each request.
	quiet := inFolder("log4j2.properties")
	if err := os.WriteFile(quiet, []byte("rootLogger.level = off\n"), 0o644); err != nil {
		b.Fatal(err)
	}
	address := freeAddress(b)
	_, port, _ := net.SplitHostPort(address)
	started(b, address, "java", "-Dlog4j.configurationFile="+quiet, "-jar", jar, "--localhost", "--port", port, "--tdb2", "--loc", jenaFolder(), "/records")
	return server{name: "fuseki", without: []string{"nquads", "trig"}, url: func(name string) string {
		return "http://" + address + "/records?graph=" + url.QueryEscape(name)
	}}, true
}

// freeAddress returns an address that nothing listens at.
func freeAddress(b *testing.B) string {
	b.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// started starts a server, which ends with the benchmark, and waits until it
// listens.
func started(b *testing.B, address, program string, args ...string) {
	b.Helper()
	var out strings.Builder
	c := exec.Command(program, args...)
	c.Stdout, c.Stderr = &out, &out
	if err := c.Start(); err != nil {
		b.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	b.Cleanup(func() {
		_ = c.Process.Signal(syscall.SIGTERM)
		<-ended
	})
	ctx, cancel := context.WithTimeout(b.Context(), time.Minute)
	defer cancel()
	for {
		connection, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
		if err == nil {
			_ = connection.Close()
			return
		}
		select {
		case err := <-ended:
			ended <- err
			b.Fatalf("%s: %v\n%s", c, err, out.String())
		case <-ctx.Done():
			b.Fatalf("%s does not listen at %s", c, address)
		case <-time.After(20 * time.Millisecond):
		}
	}
}
