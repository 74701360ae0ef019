package ops

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"log/slog"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// pairOf returns a certificate with a common name, and its key, as PEM.
func pairOf(t *testing.T, name string) (cert, key []byte) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})
}

// files are a pair in files, with a clock that is set by hand.
type files struct {
	t         *testing.T
	cert, key string
	pair      *Certificate
	clock     time.Time
	log       bytes.Buffer
}

func newFiles(t *testing.T, name string) *files {
	dir := t.TempDir()
	f := &files{t: t, cert: filepath.Join(dir, "cert.pem"), key: filepath.Join(dir, "key.pem"), clock: time.Now()}
	cert, key := pairOf(t, name)
	f.write(f.cert, cert)
	f.write(f.key, key)
	var err error
	if f.pair, err = OpenCertificate(f.cert, f.key, slog.New(slog.NewTextHandler(&f.log, nil))); err != nil {
		t.Fatal(err)
	}
	f.pair.now = func() time.Time { return f.clock }
	return f
}

// write replaces a file, whose time is then another.
func (f *files) write(path string, text []byte) {
	f.t.Helper()
	if err := os.WriteFile(path, text, 0o600); err != nil {
		f.t.Fatal(err)
	}
	f.clock = f.clock.Add(time.Minute)
	if err := os.Chtimes(path, f.clock, f.clock); err != nil {
		f.t.Fatal(err)
	}
}

// serves compares the common name of the certificate, after some time.
func (f *files) serves(name string, after time.Duration) {
	f.t.Helper()
	f.clock = f.clock.Add(after)
	got, err := f.pair.Get(nil)
	if err != nil || got.Leaf.Subject.CommonName != name {
		f.t.Errorf("serves %v, %v; want %s", got.Leaf.Subject, err, name)
	}
}

func TestANewCertificateIsServed(t *testing.T) {
	f := newFiles(t, "old")
	f.serves("old", time.Second)
	cert, key := pairOf(t, "new")
	f.write(f.key, key)
	f.serves("old", time.Second) // the key of another certificate
	if !strings.Contains(f.log.String(), "the new certificate cannot be used; the one before stays") {
		t.Errorf("the log says %s", f.log.String())
	}
	f.write(f.cert, cert)
	f.serves("new", time.Second)
	if !strings.Contains(f.log.String(), "CN=new") {
		t.Errorf("the log says %s", f.log.String())
	}
	// Files that are gone are no reason to go without.
	if err := os.Remove(f.cert); err != nil {
		t.Fatal(err)
	}
	f.serves("new", time.Second)
}

func TestFilesAreNotLookedAtForEachConnection(t *testing.T) {
	f := newFiles(t, "old")
	f.serves("old", 0)
	cert, key := pairOf(t, "new")
	at := f.clock
	f.write(f.cert, cert)
	f.write(f.key, key)
	f.clock = at
	f.serves("old", checkEvery/2)
	f.serves("new", checkEvery/2)
}

func TestReloadReadsAtOnce(t *testing.T) {
	f := newFiles(t, "old")
	cert, key := pairOf(t, "new")
	f.write(f.cert, cert)
	f.write(f.key, key)
	f.pair.Reload()
	f.serves("new", 0)
	f.write(f.key, []byte("no key"))
	f.pair.Reload()
	f.serves("new", 0)
	if _, err := OpenCertificate(f.cert, f.key, slog.New(slog.DiscardHandler)); err == nil || !strings.Contains(err.Error(), "key.pem") {
		t.Errorf("a key that is none: %v", err)
	}
}
