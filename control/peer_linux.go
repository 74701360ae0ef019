package control

import (
	"errors"
	"net"
	"syscall"
)

// peer returns the user id of the other end of a connection.
func peer(conn *net.UnixConn) (uid int, known bool, err error) {
	raw, err := conn.SyscallConn()
	if err != nil {
		return -1, true, err
	}
	var credentials *syscall.Ucred
	var asked error
	err = raw.Control(func(fd uintptr) {
		credentials, asked = syscall.GetsockoptUcred(int(fd), syscall.SOL_SOCKET, syscall.SO_PEERCRED)
	})
	if err = errors.Join(err, asked); err != nil {
		return -1, true, err
	}
	return int(credentials.Uid), true, nil
}
