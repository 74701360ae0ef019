// Package servecmd holds the command serve with what goes on beside its answers (backups,
// harvests, certificates, the control socket), and the commands about a server: ready and
// config. What is answered is for package server to say.
package servecmd
