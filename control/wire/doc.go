// Package wire is how a command and the server that has its store speak over the
// control socket: the addresses of the requests, and how records, changes, their
// outcomes and errors are written as bytes.
//
// The protocol is HTTP/1.1 (RFC 9112) over a Unix domain socket, and Vitrine's own.
// Both ends are one program, so it has one version, which both ends have to have. A
// body is a stream of frames. Each begins with a byte for its kind, and the last is
// an End or a Failed: a body that ends with neither was cut off. Lengths and numbers are
// unsigned varints of encoding/binary, and a text is its length and its bytes.
//
// A graph arrives as it was sent: its triples in their order, with the labels of
// blank nodes, and its source, whose layout and context no RDF syntax has room for.
//
// The package opens no connection and knows no store.
package wire

// Version is that of the protocol, which Hello tells.
const Version = 3

// The paths of the requests. All are GET but Apply and Query, which are POST.
const (
	// HelloPath answers with a Hello as JSON.
	HelloPath = "/hello"
	// RecordPath answers with a Record or Failed; the parameter Name names it.
	RecordPath = "/record"
	// RecordsPath answers with all Records in order of their names, as they are at one
	// moment; NamesPath with all Names. The parameter After is where they begin.
	RecordsPath = "/records"
	NamesPath   = "/names"
	// ApplyPath takes Put and Delete, and answers with an Outcome for each. With the
	// parameter FullSpeed, it does not give way to what else the server does; with Gentle, it
	// does so for longer.
	ApplyPath = "/apply"
	// LastChangePath answers with the newest Change of the log.
	LastChangePath = "/last-change"
	// ChangesPath answers with the Changes of the log after the number in the parameter
	// After.
	ChangesPath = "/changes"
	// CountPath answers with the number of records, as JSON.
	CountPath = "/count"
	// StatisticsPath answers with JSON.
	StatisticsPath = "/statistics"
	// QueryPath takes a Query as JSON, and answers with Parts of the text of its answer.
	QueryPath = "/query"
	// BackupPath answers with Parts of a copy of the store.
	BackupPath = "/backup"
)

// The parameters of requests.
const (
	Name      = "name"
	After     = "after"
	FullSpeed = "full-speed"
	Gentle    = "gentle"
)

// Hello is what a server says of itself.
type Hello struct {
	// Protocol is the version of the protocol.
	Protocol int `json:"protocol"`
	// Program is the version of the program.
	Program string `json:"program"`
	// Process is the id of the process.
	Process int `json:"process"`
}

// Query is a SPARQL query, and how it is answered.
type Query struct {
	// Text is the query, and Base the public URL that the URIs of entities begin with.
	Text string `json:"text"`
	Base string `json:"base"`
	// Format is the name of the form of the answer, as the command has it; empty for the
	// form that goes without saying. Explain asks for the plan instead.
	Format  string `json:"format"`
	Explain bool   `json:"explain"`
}

// What one Apply may hold. More than that would be too much at once for the memory of
// a server that has others to answer.
const (
	MaxChanges = 20_000
	MaxTriples = 2_000_000
)

// MaxText bounds one text, in bytes. It is more than any record has.
const MaxText = 64 << 20

// Kind is the first byte of a frame.
type Kind byte

// The kinds of frames.
const (
	// Record is an entity with its version and times.
	Record Kind = 'R'
	// NameOf is the name of an entity.
	NameOf Kind = 'N'
	// Put and Delete are changes, with their preconditions.
	Put    Kind = 'P'
	Delete Kind = 'D'
	// Outcome is what became of a change.
	Outcome Kind = 'O'
	// Change is an entry of the log.
	Change Kind = 'C'
	// Part is some bytes of a file.
	Part Kind = 'B'
	// End is the end of a complete body, and Failed of one that is not, with the reason.
	End    Kind = '.'
	Failed Kind = 'E'
)
