package servecmd

import (
	"context"
	"errors"
	"fmt"
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
	BackupDir backupDir `placeholder:"DIR[=INTERVAL]" help:"Folder for backups made while serving: at each SIGHUP, and after each interval, such as 24h, if there is one."`
}

// backupDir is a folder for backups, and how often one is made; 0 stands for never.
type backupDir struct {
	path  string
	every time.Duration
}

// UnmarshalText reads DIR or DIR=INTERVAL. What follows the last = is part of the folder
// unless it begins with a digit.
func (d *backupDir) UnmarshalText(text []byte) (err error) {
	d.path = string(text)
	i := strings.LastIndexByte(d.path, '=')
	if i < 0 || i+1 == len(d.path) || d.path[i+1] < '0' || d.path[i+1] > '9' {
		return nil
	}
	if d.every, err = time.ParseDuration(d.path[i+1:]); err != nil || d.every <= 0 {
		return fmt.Errorf("%q is no time between backups, such as 24h", d.path[i+1:])
	}
	d.path = d.path[:i]
	return nil
}

func (f hotBackupFlags) check() error {
	if f.BackupDir.path == "" {
		return nil
	}
	info, err := os.Stat(f.BackupDir.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil // it is made
	case err == nil && !info.IsDir():
		return console.Usage("", "--backup-dir %s is not a folder", f.BackupDir.path)
	}
	return err
}

// makeFolder makes the folder for backups where it is missing.
func (f hotBackupFlags) makeFolder() error {
	if f.BackupDir.path == "" {
		return nil
	}
	return os.MkdirAll(f.BackupDir.path, 0o750)
}

// start makes backups of the store until stop is called, which waits for the
// one in progress and makes one more if a signal has asked for it.
func (f hotBackupFlags) start(store storeopen.Copyable, name string, logger *slog.Logger) (stop func()) {
	if f.BackupDir.path == "" {
		return func() {}
	}
	b := &hotBackup{store: store, dir: f.BackupDir.path, name: name, logger: logger}
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, syscall.SIGHUP)
	var due <-chan time.Time
	ticker := &time.Ticker{}
	if f.BackupDir.every > 0 {
		ticker = time.NewTicker(f.BackupDir.every)
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
	n, err := storeopen.BackupWithDrafts(context.Background(), b.store.Backup, b.name, path)
	if err != nil {
		b.logger.Error("the backup failed", "file", path, "error", err)
		return
	}
	b.logger.Info("backup made", "file", path, "bytes", n, "took", time.Since(now))
}
