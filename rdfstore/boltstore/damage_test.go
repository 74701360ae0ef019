package boltstore_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/knakk/rdf"

	"vitrine/checks/memstore"
	"vitrine/checks/storetest"
	"vitrine/checks/thorough"
	"vitrine/rdfstore"
	"vitrine/rdfstore/boltstore"
)

// checkClean fails the test where a check of the file finds faults.
func checkClean(t testing.TB, path string) {
	t.Helper()
	err := boltstore.Check(t.Context(), path, derivation, func(f boltstore.Fault) { t.Errorf("fault: %v", f) })
	if err != nil {
		t.Errorf("Check: %v", err)
	}
}

// silent is a log that nobody reads.
var silent = slog.New(slog.DiscardHandler)

// quiet opens a store that does not log damage.
func quiet(path string) (*boltstore.Store, error) {
	return boltstore.Open(path, boltstore.Options{Derivation: derivation, Logger: silent})
}

// sampleEntities is the number of entities that a sample may have.
const sampleEntities = 80

// sample makes a store with every kind of page and table, and returns its
// bytes and a model of it.
func sample(t *testing.T) ([]byte, *memstore.Store) {
	t.Helper()
	path, model := newPath(t), storetest.Model()
	s := open(t, path)
	r := rand.New(rand.NewPCG(6, 6))
	for range 20 {
		var changes []rdfstore.Change
		for range 20 {
			c := storetest.RandomChange(r, sampleEntities)
			c.If = rdfstore.Precondition{}
			if r.IntN(15) == 0 {
				c = rdfstore.Change{Purge: c.Name()}
			}
			if _, err := model.Apply(t.Context(), c); err == nil {
				changes = append(changes, c)
			}
		}
		if _, err := s.Apply(t.Context(), changes...); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	checkClean(t, path)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data, model
}

// answer is what a store says of one name.
type answer struct {
	name      rdf.IRI
	entity    *rdfstore.Entity
	deleted   bool
	referring uint64
	// versions are those of the name, newest first, and states what they were.
	versions []rdfstore.LogEntry
	states   []*rdfstore.Entity
}

// answers are what a store says of names and of classes.
type answers struct {
	names []answer
	// members has the names of the entities of each class, in order of the names.
	members map[rdf.IRI][]rdf.IRI
}

// rightAnswers are those of the model or of an undamaged store, also about names that never were.
func rightAnswers(t *testing.T, model rdfstore.Store) answers {
	t.Helper()
	all := answers{members: map[rdf.IRI][]rdf.IRI{}}
	classes, err := model.Classes(t.Context())
	if err != nil || len(classes) < 2 {
		t.Fatalf("classes %v, %v", classes, err)
	}
	for _, c := range classes {
		if all.members[c.Class], err = membersOf(t, model, c.Class); err != nil {
			t.Fatal(err)
		}
	}
	for i := range sampleEntities + 10 {
		a := answer{name: entity(i)}
		var err error
		a.entity, err = model.Get(t.Context(), a.name)
		a.deleted = errors.Is(err, rdfstore.ErrDeleted)
		if a.referring, err = model.Count(t.Context(), rdfstore.Pattern{Object: a.name}); err != nil {
			t.Fatal(err)
		}
		if a.versions, a.states, err = versionsOf(t, model, a.name); err != nil {
			t.Fatal(err)
		}
		all.names = append(all.names, a)
	}
	return all
}

// versionsOf returns what a store has of the past of a name.
func versionsOf(t *testing.T, s rdfstore.Store, name rdf.IRI) (versions []rdfstore.LogEntry, states []*rdfstore.Entity, err error) {
	for e, err := range s.Versions(t.Context(), name, 0) {
		if err != nil {
			return nil, nil, err
		}
		e.Time = time.Time{}
		state, err := s.Past(t.Context(), name, e.Seq)
		if err != nil && !errors.Is(err, rdfstore.ErrDeleted) {
			return nil, nil, err
		}
		versions, states = append(versions, e), append(states, state)
	}
	return versions, states, nil
}

// pastIsRight tells whether a store gives the past of a name or an error about damage, and which
// of the two.
func (a answer) pastIsRight(t *testing.T, s rdfstore.Store) (damaged bool, fault string) {
	versions, states, err := versionsOf(t, s, a.name)
	if errors.Is(err, rdfstore.ErrCorrupt) {
		return true, ""
	}
	same := func(x, y *rdfstore.Entity) bool {
		return (x == nil) == (y == nil) && (x == nil || x.Graph.Equal(y.Graph))
	}
	if err != nil || !slices.Equal(versions, a.versions) || !slices.EqualFunc(states, a.states, same) {
		return false, fmt.Sprintf("the past of %s: %v, %v", a.name, versions, err)
	}
	return false, ""
}

// membersOf returns the names of the entities of a class, in order of the names:
// the order of one that was deleted and created again at once is open.
func membersOf(t *testing.T, s rdfstore.Store, class rdf.IRI) (names []rdf.IRI, err error) {
	for name, err := range s.Members(t.Context(), class, 0) {
		if err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b rdf.IRI) int { return strings.Compare(a.String(), b.String()) })
	return names, nil
}

// membersAreRight tells whether a store gives the entities of a class or an error
// about damage, and which of the two.
func membersAreRight(t *testing.T, s rdfstore.Store, class rdf.IRI, want []rdf.IRI) (damaged bool, fault string) {
	names, err := membersOf(t, s, class)
	if errors.Is(err, rdfstore.ErrCorrupt) {
		return true, ""
	}
	if err != nil || !slices.Equal(names, want) {
		return false, fmt.Sprintf("Members(%s): %v, %v", class, names, err)
	}
	return false, ""
}

// isRight tells whether a store gives the answer or an error about damage,
// and which of the two.
func (a answer) isRight(t *testing.T, s rdfstore.Store) (damaged bool, fault string) {
	e, err := s.Get(t.Context(), a.name)
	switch {
	case errors.Is(err, rdfstore.ErrCorrupt):
		damaged = true
	case (err == nil) != (a.entity != nil) || errors.Is(err, rdfstore.ErrDeleted) != a.deleted:
		return false, fmt.Sprintf("Get(%s): %v", a.name, err)
	case err == nil && (!e.Graph.Equal(a.entity.Graph) || e.Version != a.entity.Version):
		return false, fmt.Sprintf("Get(%s) returns another entity", a.name)
	}
	p := rdfstore.Pattern{Object: a.name}
	n, err := s.Count(t.Context(), p)
	if errors.Is(err, rdfstore.ErrCorrupt) {
		damaged = true
	} else if err != nil || n != a.referring {
		return false, fmt.Sprintf("Count(%s): %d, %v", a.name, n, err)
	}
	n = 0
	for _, err := range s.Match(t.Context(), p, "") {
		if errors.Is(err, rdfstore.ErrCorrupt) {
			return true, ""
		}
		n++
	}
	if n != a.referring {
		return false, fmt.Sprintf("Match(%s) finds %d quads", a.name, n)
	}
	return damaged, ""
}

const (
	pageSize       = 4096
	pageHeaderSize = 16
)

// pageKind returns what a page is, by the flags of its header.
func pageKind(page []byte) string {
	switch binary.NativeEndian.Uint16(page[8:]) {
	case 0x01:
		return "branch"
	case 0x02:
		return "leaf"
	case 0x04:
		return "meta"
	case 0x10:
		return "freelist"
	}
	return "empty"
}

// TestFlippedBits flips bits in every page, in its header and elsewhere, of a store that was
// closed and of one whose process was killed. A damaged store must give right answers or
// errors that name the file, and a check must find whatever the reads find.
func TestFlippedBits(t *testing.T) {
	t.Run("closed", func(t *testing.T) {
		data, model := sample(t)
		flipEachPage(t, data, rightAnswers(t, model))
	})
	t.Run("killed", func(t *testing.T) {
		path := newPath(t)
		crash(t, "write", path, 11, clients*requestsPerClient*3/4)
		data := read(t, path)
		s := openWith(t, path, boltstore.Options{ReadOnly: true, Derivation: derivation})
		right := rightAnswers(t, s)
		closeStore(t, s)
		flipEachPage(t, data, right)
	})
}

// flipEachPage damages each page of a file, which gives the right answers.
func flipEachPage(t *testing.T, data []byte, right answers) {
	t.Helper()
	r := rand.New(rand.NewPCG(7, 7))
	path := newPath(t)
	found := map[string]int{}
	for page := range len(data) / pageSize {
		kind := pageKind(data[page*pageSize:])
		if kind == "leaf" && page%thorough.Rounds(4, 1) != 0 {
			continue
		}
		places := []int{r.IntN(pageHeaderSize)}
		if page%4 == 0 || kind == "branch" {
			places = append(places, pageHeaderSize+r.IntN(200), r.IntN(pageSize))
		}
		for _, at := range places {
			bit := byte(1) << r.IntN(8)
			flipped := bytes.Clone(data)
			flipped[page*pageSize+at] ^= bit
			about := fmt.Sprintf("%s page %d, byte %d, bit %#x", kind, page, at, bit)
			if tryDamaged(t, path, flipped, right, isPointer(data[page*pageSize:], at), about) {
				found[kind]++
			}
		}
	}
	t.Logf("damage found, by kind of page: %v", found)
	for _, kind := range []string{"meta", "branch", "leaf"} {
		if found[kind] == 0 {
			t.Errorf("no damage was found in any %s page: the test tests nothing", kind)
		}
	}
}

// isPointer tells whether a byte of a page is of the number of another page.
func isPointer(page []byte, at int) bool {
	const element = 16 // bytes: position, size of the key, and 8 of the page's number
	count := int(binary.NativeEndian.Uint16(page[10:]))
	at -= pageHeaderSize
	return pageKind(page) == "branch" && at >= 0 && at < count*element && at%element >= 8
}

// tryDamaged opens a damaged store and asks it everything. It tells whether
// the damage was found. Where a pointer between pages is damaged, it may lead to an
// outdated page, whose checksums are right: then it is enough that the check finds it
// (docs/store.md).
func tryDamaged(t *testing.T, path string, data []byte, right answers, pointer bool, about string) bool {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	checkErr := boltstore.Check(t.Context(), path, derivation, func(boltstore.Fault) {})
	if checkErr != nil && !strings.Contains(checkErr.Error(), path) {
		t.Errorf("%s: the error of Check does not name the file: %v", about, checkErr)
	}
	s, err := quiet(path)
	if err != nil {
		if !errors.Is(err, rdfstore.ErrCorrupt) && !errors.Is(err, boltstore.ErrFormat) || !strings.Contains(err.Error(), path) || checkErr == nil {
			t.Errorf("%s: Open: %v; Check: %v", about, err, checkErr)
		}
		return true
	}
	defer s.Close()
	found := false
	for _, a := range right.names {
		damaged, fault := a.isRight(t, s)
		if fault != "" && !(pointer && checkErr != nil) {
			t.Errorf("%s: %s", about, fault)
		}
		pastDamaged, fault := a.pastIsRight(t, s)
		if fault != "" && !(pointer && checkErr != nil) {
			t.Errorf("%s: %s", about, fault)
		}
		found = found || damaged || pastDamaged
	}
	for class, want := range right.members {
		damaged, fault := membersAreRight(t, s, class, want)
		if fault != "" && !(pointer && checkErr != nil) {
			t.Errorf("%s: %s", about, fault)
		}
		found = found || damaged
	}
	if found && checkErr == nil {
		t.Errorf("%s: reads find damage, Check none", about)
	}
	return found || checkErr != nil
}

func TestCutShort(t *testing.T) {
	data, _ := sample(t)
	path := newPath(t)
	for _, size := range []int{0, 1, 80, pageSize, 2 * pageSize, 3*pageSize + 1, len(data) / 2, len(data) - pageSize, len(data) * 9 / 10} {
		if err := os.WriteFile(path, data[:size], 0o600); err != nil {
			t.Fatal(err)
		}
		for _, readOnly := range []bool{false, true} {
			s, err := boltstore.Open(path, boltstore.Options{Derivation: derivation, ReadOnly: readOnly})
			if err == nil {
				s.Close()
				// The file may end with room to grow; nothing is lost with that.
				checkClean(t, path)
				continue
			}
			if !errors.Is(err, rdfstore.ErrCorrupt) && !errors.Is(err, boltstore.ErrFormat) || !strings.Contains(err.Error(), path) {
				t.Errorf("%d bytes of %d: %v", size, len(data), err)
			}
		}
		if size < len(data)/2 {
			if err := boltstore.Check(t.Context(), path, derivation, func(boltstore.Fault) {}); err == nil {
				t.Errorf("%d bytes of %d: Check finds nothing", size, len(data))
			}
		}
		if now, err := os.ReadFile(path); err != nil || len(now) < size || !bytes.Equal(now[:size], data[:size]) {
			t.Errorf("%d bytes of %d: opening a broken file changed it", size, len(data))
		}
	}
}

func TestRecover(t *testing.T) {
	data, _ := sample(t)
	path := newPath(t)
	for page := range 2 {
		broken := bytes.Clone(data)
		broken[page*pageSize+pageHeaderSize+20] ^= 1
		if err := os.WriteFile(path, broken, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := boltstore.Open(path, boltstore.Options{Derivation: derivation}); !errors.Is(err, rdfstore.ErrCorrupt) {
			t.Errorf("meta page %d broken: %v, want ErrCorrupt", page, err)
		}
		s, err := boltstore.Open(path, boltstore.Options{Derivation: derivation, Recover: true})
		if err != nil {
			t.Errorf("meta page %d broken: Recover: %v", page, err)
			continue
		}
		for range 2 { // one for each meta page
			if _, err := s.Apply(t.Context(), rdfstore.Change{Put: storetest.Random(rand.New(rand.NewPCG(1, rand.Uint64())), 200)}); err != nil {
				t.Errorf("Apply after Recover: %v", err)
			}
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		checkClean(t, path)
	}
}

func TestForeignFiles(t *testing.T) {
	path := newPath(t)
	for name, content := range map[string]string{
		"text":   strings.Repeat("Vitrine is no text editor.\n", 1000),
		"zeros":  strings.Repeat("\x00", 100_000),
		"SQLite": "SQLite format 3\x00" + strings.Repeat("\x01", 100_000),
		"short":  "x",
	} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := boltstore.Open(path, boltstore.Options{Derivation: derivation}); !errors.Is(err, boltstore.ErrFormat) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v, want ErrFormat", name, err)
		}
		if now, err := os.ReadFile(path); err != nil || string(now) != content {
			t.Errorf("%s: opening a foreign file changed it", name)
		}
	}
	if _, err := boltstore.Open(t.TempDir(), boltstore.Options{Derivation: derivation}); !errors.Is(err, boltstore.ErrFormat) {
		t.Errorf("a folder: %v, want ErrFormat", err)
	}
}
