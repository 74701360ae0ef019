package servecmd

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/storeopen"
)

// hotBackupFlags say where and when a running server makes backups.
type hotBackupFlags struct {
	BackupDir   string        `placeholder:"DIR" help:"Folder for backups made while serving: at each SIGHUP, and as often as --backup-every says."`
	BackupEvery time.Duration `placeholder:"DURATION" help:"Time between backups, such as 24h; without it, only SIGHUP makes a backup."`
}

func (f hotBackupFlags) check() error {
	switch {
	case f.BackupEvery != 0 && f.BackupDir == "":
		return console.Usage("name the folder with --backup-dir", "--backup-every needs --backup-dir")
	case f.BackupEvery < 0:
		return console.Usage("", "--backup-every has to be more than 0")
	case f.BackupDir == "":
		return nil
	}
	info, err := os.Stat(f.BackupDir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil // it is made
	case err == nil && !info.IsDir():
		return console.Usage("", "--backup-dir %s is not a folder", f.BackupDir)
	}
	return err
}

// makeFolder makes the folder for backups where it is missing.
func (f hotBackupFlags) makeFolder() error {
	if f.BackupDir == "" {
		return nil
	}
	return os.MkdirAll(f.BackupDir, 0o750)
}

// start makes backups of the store until stop is called, which waits for the
// one in progress and makes one more if a signal has asked for it.
func (f hotBackupFlags) start(store storeopen.Copyable, name string, logger *slog.Logger) (stop func()) {
	if f.BackupDir == "" {
		return func() {}
	}
	b := &hotBackup{store: store, dir: f.BackupDir, name: name, logger: logger}
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, syscall.SIGHUP)
	var due <-chan time.Time
	ticker := &time.Ticker{}
	if f.BackupEvery > 0 {
		ticker = time.NewTicker(f.BackupEvery)
		due = ticker.C
	}
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		b.loop(asked, due, end)
	}()
	return func() {
		signal.Stop(asked)
		if due != nil {
			ticker.Stop()
		}
		close(end)
		<-ended
	}
}

// hotBackup makes backups of a store that is in use.
type hotBackup struct {
	store     storeopen.Copyable
	dir, name string
	logger    *slog.Logger
}

func (b *hotBackup) loop(asked <-chan os.Signal, due <-chan time.Time, end <-chan struct{}) {
	for {
		select {
		case <-asked:
			b.make(time.Now())
		case now := <-due:
			b.make(now)
		case <-end:
			select {
			case <-asked:
				b.make(time.Now())
			default:
			}
			return
		}
	}
}

// make makes one backup. If it fails, the server logs the error and continues.
func (b *hotBackup) make(now time.Time) {
	stem := strings.TrimSuffix(filepath.Base(b.name), filepath.Ext(b.name))
	path := filepath.Join(b.dir, stem+"-"+now.UTC().Format("20060102T150405.000Z")+".db")
	n, err := storeopen.Backup(context.Background(), b.store, path)
	if err != nil {
		b.logger.Error("the backup failed", "file", path, "error", err)
		return
	}
	b.logger.Info("backup made", "file", path, "bytes", n, "took", time.Since(now))
}
