package visibility

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"vitrine/rdfstore"
	"vitrine/rdfstore/atomicfile"
)

// The journal is a text. Its first lines are of a fixed length:
//
//	vitrine visibility 1
//	rules 64 hexadecimal digits, the digest of the rules
//	at    20 digits, the last entry that it covers, and 20 digits, the time
//	      of it in nanoseconds since 1970
//
// Each line after that is about one entry of the store's log: "h 12" says that entry 12 is
// hidden, "d 12" that it is shown as a deletion and "c 12" as a creation.

// errStale is wrapped by errors that tell why a journal is of no use.
var errStale = errors.New("there is no journal of what was shown")

const (
	headFormat = "vitrine visibility 1\nrules %64s\n"
	atFormat   = "at    %020d %020d\n"
	// headSize is the length of the lines before that of the end.
	headSize = 21 + 71
)

// journal keeps what was shown of a log. A nil one keeps nothing.
type journal struct {
	file *os.File
	// size is the length of the file.
	size int64
	// kept is what it held when it was read.
	kept kept
}

// kept is what a journal holds.
type kept struct {
	// at is the last entry that it covers: its number and time.
	at     rdfstore.LogEntry
	hidden []uint64
	kinds  map[uint64]rdfstore.Kind
}

// newJournal writes a journal in place of any at the path.
func newJournal(path, rules string, at rdfstore.LogEntry, taken step) (*journal, error) {
	text := fmt.Sprintf(headFormat, rules) + atLine(at) + lines(taken)
	if err := atomicfile.Write(path, []byte(text), 0o600); err != nil {
		return nil, fmt.Errorf("write the journal of what is public: %w", err)
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, fmt.Errorf("open the journal of what is public: %w", err)
	}
	return &journal{file: file, size: int64(len(text))}, nil
}

func atLine(at rdfstore.LogEntry) string { return fmt.Sprintf(atFormat, at.Seq, nanoseconds(at.Time)) }

// nanoseconds is 0 for the zero time.
func nanoseconds(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixNano()
}

func lines(taken step) string {
	var b strings.Builder
	for _, seq := range taken.hidden {
		fmt.Fprintf(&b, "h %d\n", seq)
	}
	for _, seq := range slices.Sorted(maps.Keys(taken.kinds)) {
		letter := 'c'
		if taken.kinds[seq] == rdfstore.Deleted {
			letter = 'd'
		}
		fmt.Fprintf(&b, "%c %d\n", letter, seq)
	}
	return b.String()
}

// readJournal reads the journal at the path. The error wraps errStale where there is none
// of the rules, or it is damaged.
func readJournal(path, rules string) (*journal, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %s is not there", errStale, path)
	}
	if err != nil {
		return nil, fmt.Errorf("read the journal of what is public: %w", err)
	}
	k, size, err := parseJournal(string(text), rules)
	if err != nil {
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, fmt.Errorf("open the journal of what is public: %w", err)
	}
	return &journal{file: file, size: size, kept: k}, nil
}

// parseJournal returns what a journal holds, and the length of it without lines that were
// not written whole or come after the last entry that it covers.
func parseJournal(text, rules string) (k kept, size int64, err error) {
	k.kinds = map[uint64]rdfstore.Kind{}
	var digest string
	var at int64
	if _, err := fmt.Sscanf(text, headFormat+atFormat, &digest, &k.at.Seq, &at); err != nil {
		return k, 0, fmt.Errorf("%w: it cannot be read: %w", errStale, err)
	}
	if digest != rules {
		return k, 0, fmt.Errorf("%w: the rules are others", errStale)
	}
	k.at.Time = time.Unix(0, at)
	start := headSize + len(atLine(k.at))
	if start > len(text) {
		return k, 0, fmt.Errorf("%w: it is cut off", errStale)
	}
	size = int64(start)
	for line := range strings.Lines(text[start:]) {
		var letter rune
		var seq uint64
		if _, err := fmt.Sscanf(line, "%c %d\n", &letter, &seq); err != nil || seq > k.at.Seq || !strings.HasSuffix(line, "\n") {
			break
		}
		size += int64(len(line))
		switch letter {
		case 'h':
			k.hidden = append(k.hidden, seq)
		case 'd':
			k.kinds[seq] = rdfstore.Deleted
		case 'c':
			k.kinds[seq] = rdfstore.Created
		default:
			return k, 0, fmt.Errorf("%w: it has a line %q", errStale, line)
		}
	}
	if !slices.IsSorted(k.hidden) {
		return k, 0, fmt.Errorf("%w: its lines are not in order", errStale)
	}
	return k, size, nil
}

// add adds what a stretch of the log comes to, which ends at an entry. The lines are on
// disk before the end is moved beyond them.
func (j *journal) add(at rdfstore.LogEntry, taken step) error {
	if j == nil {
		return nil
	}
	if text := lines(taken); text != "" {
		if _, err := j.file.WriteAt([]byte(text), j.size); err != nil {
			return err
		}
		if err := j.file.Sync(); err != nil {
			return err
		}
		j.size += int64(len(text))
	}
	_, err := j.file.WriteAt([]byte(atLine(at)), headSize)
	return err
}

func (j *journal) close() error {
	if j == nil {
		return nil
	}
	return j.file.Close()
}
