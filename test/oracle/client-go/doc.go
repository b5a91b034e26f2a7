// Package oracle runs the real client-go on scripts and answers with traces, for a comparison with our TypeScript.
//
// It is a test binary (go test -c) because scenarios run in a synctest bubble: there time passes only when every
// goroutine waits, so that a run is exact, takes no real time, and "all is quiet" is a fact and not a guess.
//
// TestServe reads requests from standard input, one JSON object a line: {"id": n, "script": [header, operation, …]}.
// It answers each with {"id": n, "trace": [record, …]} on standard output.
//
// The notation of scripts is told in src/engine/queues/literals.ts and script.ts, and in ../trace/scriptedServer.ts.
package oracle
