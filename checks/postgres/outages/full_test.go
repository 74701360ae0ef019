package outages_test

import (
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// newDisk mounts a small disk, and skips the test where that is not allowed.
func newDisk(t *testing.T, size string) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "vitrine-disk-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Remove(dir) })
	if text, err := exec.Command("mount", "-t", "tmpfs", "-o", "mode=0777,size="+size, "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("left out: a small disk cannot be mounted: %s", text)
	}
	t.Cleanup(func() {
		if text, err := exec.Command("umount", dir).CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, text)
		}
	})
	return dir
}

// zeros never ends.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}

// fill takes all room that is left on a disk, until the file is removed.
func fill(t *testing.T, disk string) (file string) {
	t.Helper()
	f, err := os.Create(filepath.Join(disk, "filled"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := io.Copy(f, zeros{}); !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	return f.Name()
}

// TestFullDisk lets the disk of the tables run full: reads go on, writes are refused, and go
// on when there is room.
func TestFullDisk(t *testing.T) {
	p := newProgram(t)
	disk := newDisk(t, "200m")
	c := prepared(t, "cluster.sh")
	c.env = []string{"PGWAL=" + filepath.Join(c.root, "wal")}
	if err := os.MkdirAll(c.root, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(c.root, 0o777); err != nil {
		t.Fatal(err)
	}
	c.root = filepath.Join(disk, "cluster")
	t.Cleanup(func() { _ = c.do("stop") })
	c.must(t, "start")
	s := p.serve(t, c.address("127.0.0.1"))
	f := newTraffic(t, s, true)
	f.more(20)
	filled := fill(t, disk)
	eventually(t, "a write is refused", func() bool { return f.answered("PUT 507") > 0 })
	reads := f.answered("GET 200")
	eventually(t, "reads go on", func() bool { return f.answered("GET 200") > reads+100 })
	if n := f.answered("GET 503"); n > 0 {
		t.Errorf("%d reads were refused", n)
	}
	// A change of a record that is there may find room in its page, and be taken.
	eventually(t, "the server says that it takes no writes", func() bool {
		ready, text := f.ready()
		return ready && strings.Contains(text, "takes no writes")
	})
	if err := os.Remove(filled); err != nil {
		t.Fatal(err)
	}
	f.more(50)
	eventually(t, "the server says nothing of writes", func() bool {
		ready, text := f.ready()
		return ready && !strings.Contains(text, "takes no writes")
	})
	f.stop()
	f.settle(c, "museum", "sql")
}

// TestFullLog lets the disk of the write-ahead log run full, which ends the database: it
// cannot even recover before there is room.
func TestFullLog(t *testing.T) {
	p := newProgram(t)
	disk := newDisk(t, "40m")
	c := newCluster(t, "PGWAL="+filepath.Join(disk, "wal"))
	s := p.serve(t, c.address("127.0.0.1"))
	f := newTraffic(t, s, true)
	f.more(20)
	filled := fill(t, disk)
	eventually(t, "writes are refused", func() bool { return f.answered("PUT 503")+f.answered("PUT 507") > 0 })
	eventually(t, "the server is not ready", func() bool { ready, _ := f.ready(); return !ready })
	answer, _, err := f.do(http.MethodGet, "person/0-1", nil, "Cache-Control", "no-cache")
	if err != nil || answer.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("GET: %v, %v", answer, err)
	}
	if err := os.Remove(filled); err != nil {
		t.Fatal(err)
	}
	// It may have ended by itself, or be about to. What is asked to stop meanwhile can stay for
	// ever, "shutting down".
	eventually(t, "the database starts again", func() bool {
		_ = c.do("kill")
		return c.do("start") == nil
	})
	eventually(t, "the server is ready again", func() bool { ready, _ := f.ready(); return ready })
	f.more(50)
	f.stop()
	f.settle(c, "museum", "sql")
}
