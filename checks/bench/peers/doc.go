// Package peers measures Vitrine beside other programs that do the same work:
// durable puts beside bbolt and SQLite, loading and serving beside Oxigraph and
// Apache Jena (TDB2, Fuseki), SPARQL queries beside Oxigraph. It holds benchmarks alone, which run.sh runs:
//
//	go test -bench Puts ./peers
//	VITRINE_BENCH_OXIGRAPH=…/oxigraph VITRINE_BENCH_JENA=…/jena-fuseki-server.jar \
//		go test -bench 'Load|Serve|Query' -benchtime 1x ./peers
//
// Programs are measured as they are: as processes, by the files that they read
// and the requests that they answer. Queries are answered by the libraries, without
// HTTP, so that the processor time is that of the queries. Where one is not to be had, its benchmarks
// are skipped and say so.
package peers
