package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain makes the test program stand in for the command: started under the
// name vitrine, it is vitrine, on which the network has been switched off.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"vitrine": offline})
}

// offline is main without a way out: whatever opens a connection by the
// standard library's defaults, as libraries do, ends the program.
func offline() {
	http.DefaultTransport = bomb{}
	http.DefaultClient.Transport = bomb{}
	net.DefaultResolver = &net.Resolver{PreferGo: true, Dial: func(_ context.Context, _, address string) (net.Conn, error) {
		explode("asked the name server " + address)
		return nil, nil
	}}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

type bomb struct{}

func (bomb) RoundTrip(r *http.Request) (*http.Response, error) {
	explode("sent a request to " + r.URL.String())
	return nil, nil
}

func explode(deed string) {
	fmt.Fprintln(os.Stderr, "the program "+deed)
	os.Exit(99)
}
