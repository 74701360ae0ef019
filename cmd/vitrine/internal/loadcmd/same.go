package loadcmd

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"time"

	"vitrine/cmd/vitrine/internal/console"
	"vitrine/cmd/vitrine/internal/readcmd"
	"vitrine/cmd/vitrine/internal/storeopen"
	"vitrine/rdfstore/atomicfile"
	"vitrine/server/protocol/reconcile"
)

// namesQuery asks for the names of people, groups and places, with what tells namesakes apart.
const namesQuery = `PREFIX crm: <http://www.cidoc-crm.org/cidoc-crm/>
SELECT ?class ?id ?name ?born ?died ?same {
  VALUES (?c ?class) { (crm:E21_Person "Person") (crm:E74_Group "Group") (crm:E53_Place "Place") }
  ?id a ?c ; crm:P1_is_identified_by ?n . ?n a crm:E33_E41_Linguistic_Appellation ; crm:P190_has_symbolic_content ?name
  OPTIONAL { ?id crm:P98i_was_born/crm:P4_has_time-span/crm:P82a_begin_of_the_begin ?born }
  OPTIONAL { ?id crm:P100i_died_in/crm:P4_has_time-span/crm:P82a_begin_of_the_begin ?died }
  OPTIONAL { ?id <https://linked.art/ns/terms/equivalent> ?same }
}`

// maxNamesakes is how many records of one name are compared: a name that more have, such as
// "private collection", tells nothing. maxSame bounds the pairs that are told, and maxMisspelt the
// names that came in and are found where one letter differs.
const maxNamesakes, maxSame, maxMisspelt = 5, 10_000, 10_000

// named is a record with one of its names, and the years of its life where they are known.
type named struct {
	class, id, name, born, died string
	// words are the class and the words of the name, which namesakes have in common.
	words string
	life  reconcile.Life
	// same are the records that it says it is.
	same []string
}

// tellSame writes a file of the records that came in and are probably of the same person, group
// or place as one that was here: of one class, with a name and years that the reconciliation service
// takes for a match. It merges nothing, and where names cannot be asked for it says so.
func tellSame(a *console.App, f storeopen.AnyStoreFlag, base storeopen.BaseFlag, file string, came func(id string) bool) {
	var answer bytes.Buffer
	asking := *a
	asking.Stdout = &answer
	var cancel context.CancelFunc
	asking.Ctx, cancel = context.WithTimeout(a.Ctx, time.Minute)
	defer cancel()
	query := readcmd.QueryCommand{AnyStoreFlag: f, BaseFlag: base, Format: "csv", Memory: 256, Query: namesQuery}
	err := query.Run(&asking)
	var pairs [][]string
	if err == nil {
		pairs, err = samePairs(&answer, came)
	}
	if err == nil && len(pairs) > 0 {
		var text bytes.Buffer
		out := csv.NewWriter(&text)
		_ = out.WriteAll(append([][]string{{"class", "name", "born", "died", "id", "here"}}, pairs...)) // a buffer takes all
		err = atomicfile.Write(file, text.Bytes(), 0o644)
	}
	switch {
	case err != nil:
		a.Say("did not look for people and places that were here already: %v", err)
	case len(pairs) > 0:
		a.Say("%s probably the same as people, groups or places that were here already; see %s", console.WasCount(len(pairs), "record"), file)
	}
}

// samePairs returns the pairs among the names of an answer.
func samePairs(answer *bytes.Buffer, came func(id string) bool) ([][]string, error) {
	rows, err := csv.NewReader(answer).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("read the names: %w", err)
	}
	var all []*named
	byName := map[[2]string]*named{}
	namesakes := map[string]int{}
	arrived := map[string][]*named{}
	misspelt := 0
	for _, row := range rows[min(1, len(rows)):] {
		life := reconcile.NewLife(row[2], row[3], row[4])
		words := life.Words()
		if words == "" {
			continue
		}
		words = row[0] + " " + words
		of := byName[[2]string{row[1], words}]
		if of == nil {
			of = &named{class: row[0], id: row[1], name: row[2], born: year(row[3]), died: year(row[4]), words: words, life: life}
			all = append(all, of)
			byName[[2]string{of.id, words}] = of
			namesakes[words]++
			if came(of.id) {
				keys := []string{life.Words()}
				if misspelt++; misspelt <= maxMisspelt {
					keys = life.Keys()
				}
				for _, key := range keys {
					arrived[of.class+" "+key] = append(arrived[of.class+" "+key], of)
				}
			}
		}
		of.same = append(of.same, row[5])
	}
	var pairs [][]string
	told := map[[2]string]bool{}
	for _, here := range all {
		if came(here.id) || namesakes[here.words] > maxNamesakes {
			continue
		}
		for _, key := range here.life.Keys() {
			for _, of := range arrived[here.class+" "+key] {
				pair := [2]string{of.id, here.id}
				if !told[pair] && namesakes[of.words] <= maxNamesakes && of.mayBe(here) {
					told[pair] = true
					pairs = append(pairs, []string{of.class, of.name, of.born, of.died, of.id, here.id})
				}
			}
		}
	}
	slices.SortFunc(pairs, func(a, b []string) int {
		return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]), slices.Compare(a, b))
	})
	return pairs[:min(len(pairs), maxSame)], nil
}

// mayBe tells whether two records match, and neither says already that it is the other.
func (n *named) mayBe(other *named) bool {
	return !slices.Contains(n.same, other.id) && !slices.Contains(other.same, n.id) && n.life.Matches(other.life)
}

// year returns the year of a date.
func year(date string) string {
	if len(date) < 5 {
		return ""
	}
	return date[:1+strings.IndexByte(date[1:]+"-", '-')]
}
