package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

func TestServeSpeaksTLS(t *testing.T) {
	certFile, keyFile, roots := certificate(t)
	p := served(t, "--tls-cert", certFile, "--tls-key", keyFile)
	client := &http.Client{Transport: &http.Transport{
		TLSClientConfig:   &tls.Config{RootCAs: roots},
		ForceAttemptHTTP2: true,
		DisableKeepAlives: true,
	}}
	response, err := client.Get(p.url + "place/delft")
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusOK || response.Proto != "HTTP/2.0" {
		t.Errorf("%s over %s, want 200 over HTTP/2.0", response.Status, response.Proto)
	}
}

// TestARenewedCertificateNeedsNoRestart replaces the files of a server and tells it so.
func TestARenewedCertificateNeedsNoRestart(t *testing.T) {
	certFile, keyFile, _ := certificate(t)
	p := served(t, "--tls-cert", certFile, "--tls-key", keyFile)
	newCert, newKey, roots := certificate(t)
	for _, pair := range [][2]string{{newCert, certFile}, {newKey, keyFile}} {
		if err := os.Rename(pair[0], pair[1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}, DisableKeepAlives: true}}
	// The server looks at the files at most once a second, and takes a moment for a signal.
	for end := time.Now().Add(time.Minute); ; {
		response, err := client.Get(p.url + "place/delft")
		if err == nil {
			response.Body.Close()
			return
		}
		if time.Now().After(end) {
			t.Fatal(err)
		}
	}
}

// serverTLS returns the configuration of a test server with the certificate.
func serverTLS(t *testing.T, certFile, keyFile string) *tls.Config {
	t.Helper()
	pair, err := tls.LoadX509KeyPair(certFile, keyFile)
	if err != nil {
		t.Fatal(err)
	}
	return &tls.Config{Certificates: []tls.Certificate{pair}}
}

// certificate makes a certificate for 127.0.0.1 that signs itself.
func certificate(t *testing.T) (certFile, keyFile string, roots *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1),
		IPAddresses:  []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore:    time.Now().Add(-time.Hour),
		NotAfter:     time.Now().Add(time.Hour),
	}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	keyBytes, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	roots = x509.NewCertPool()
	roots.AppendCertsFromPEM(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert}))
	dir := t.TempDir()
	write := func(name, kind string, bytes []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: bytes}), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	return write("cert.pem", "CERTIFICATE", cert), write("key.pem", "PRIVATE KEY", keyBytes), roots
}
