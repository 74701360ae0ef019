package ops

import (
	"crypto/tls"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"sync"
	"time"
)

// checkEvery is how often the files are looked at, at most.
const checkEvery = time.Second

// Certificate is a certificate with its key, in two files (RFC 7468), which are read again when
// they change. While new files cannot be used, such as between the writing of the two, the
// pair that was read before stays. It may be used by many goroutines.
type Certificate struct {
	certFile, keyFile string
	logger            *slog.Logger
	now               func() time.Time

	mu      sync.Mutex
	current *tls.Certificate
	// checked is when the files were looked at, and seen what they were like.
	checked time.Time
	seen    [2]fileState
}

// fileState tells a file from what it was before.
type fileState struct {
	modified time.Time
	size     int64
	info     fs.FileInfo
}

func (s fileState) same(o fileState) bool {
	return s.modified.Equal(o.modified) && s.size == o.size && (s.info == nil) == (o.info == nil) && (s.info == nil || os.SameFile(s.info, o.info))
}

// OpenCertificate reads the files.
func OpenCertificate(certFile, keyFile string, logger *slog.Logger) (*Certificate, error) {
	p := &Certificate{certFile: certFile, keyFile: keyFile, logger: logger, now: time.Now}
	p.checked, p.seen = p.now(), p.look()
	var err error
	p.current, err = p.read()
	return p, err
}

// Get returns the certificate for a connection, as tls.Config.GetCertificate asks for it.
func (p *Certificate) Get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	if now.Sub(p.checked) < checkEvery && !now.Before(p.checked) {
		return p.current, nil
	}
	p.checked = now
	seen := p.look()
	if !seen[0].same(p.seen[0]) || !seen[1].same(p.seen[1]) {
		p.seen = seen
		p.replace()
	}
	return p.current, nil
}

// Reload reads the files, whether they have changed or not. If they cannot be used, the
// log says so, and the certificate stays.
func (p *Certificate) Reload() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.checked, p.seen = p.now(), p.look()
	p.replace()
}

// replace takes what the files hold, if it can be used.
func (p *Certificate) replace() {
	read, err := p.read()
	if err != nil {
		p.logger.Error("the new certificate cannot be used; the one before stays", "error", err)
		return
	}
	p.current = read
	p.logger.Info("certificate read", "file", p.certFile, "subject", read.Leaf.Subject.String(), "expires", read.Leaf.NotAfter)
}

// look returns what the files are like, without reading them.
func (p *Certificate) look() (seen [2]fileState) {
	for i, name := range []string{p.certFile, p.keyFile} {
		if info, err := os.Stat(name); err == nil {
			seen[i] = fileState{info.ModTime(), info.Size(), info}
		}
	}
	return seen
}

func (p *Certificate) read() (*tls.Certificate, error) {
	pair, err := tls.LoadX509KeyPair(p.certFile, p.keyFile)
	if err != nil {
		return nil, fmt.Errorf("read the certificate %s with the key %s: %w", p.certFile, p.keyFile, err)
	}
	return &pair, nil
}
