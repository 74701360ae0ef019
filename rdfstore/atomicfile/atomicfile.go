// Package atomicfile puts small files in place as a whole: whatever happens, there is
// the file that was there or the new one, and never a part. What it writes is on disk
// when it returns.
//
// It neither locks files nor reads them, and it never waits. The file of a store is not
// written by it, since that never replaces a file whose name another process has just
// taken. github.com/google/renameio does not sync the folder, without which
// a crash may take the new name back.
package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Write makes data the content of the file at the path, and mode its permissions.
// Where it fails, the file is as it was.
func Write(path string, data []byte, mode fs.FileMode) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Chmod(mode)
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return SyncDir(filepath.Dir(path))
}

// SyncDir makes the names in a folder durable, where the system and the file system
// can.
func SyncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	defer d.Close()
	err = d.Sync()
	// Some file systems, such as those of networks, sync files but no folders.
	if err != nil && !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, syscall.EINVAL) {
		return fmt.Errorf("sync folder: %w", err)
	}
	return nil
}
