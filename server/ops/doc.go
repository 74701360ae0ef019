// Package ops has what the operator of a server looks after beside its data: the certificate,
// which is read again when its files change, so that a renewed one needs no restart
// (docs/running.md), and what the server counts and times, for Prometheus
// (https://prometheus.io/docs/instrumenting/exposition_formats/).
//
// It decides nothing about requests, and never serves.
package ops
