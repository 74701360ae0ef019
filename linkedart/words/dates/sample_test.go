package dates

import (
	"encoding/csv"
	"os"
	"testing"
)

// sampleFile has 4,000 objects of the Carnegie Museum of Art, with its own years. It is beside
// the repository, not in it.
const sampleFile = "../../../../shared/data/cmoa-4000.csv"

// TestSample reads the dates of a museum, and compares them with its years, in both halves of
// its rows: what holds in one alone is chance.
func TestSample(t *testing.T) {
	file, err := os.Open(sampleFile)
	if err != nil {
		t.Skipf("without the sample of a museum: %v", err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := map[string]int{}
	for i, name := range rows[0] {
		column[name] = i
	}
	var halves [2][]Sample
	for i, row := range rows[1:] {
		text := row[column["creation_date"]]
		first, ok1 := Year(row[column["creation_date_earliest"]])
		last, ok2 := Year(row[column["creation_date_latest"]])
		if text != "" && ok1 && ok2 {
			halves[i%2] = append(halves[i%2], Sample{text, first, last})
		}
	}
	for i, half := range halves {
		agreed, read, err := agree(Defaults(), half)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("half %d: %d texts, %d understood, %d of them as the museum means them", i+1, len(half), read, agreed)
		if read*100 < 98*len(half) || agreed*1000 < 875*read {
			t.Errorf("half %d: of %d texts %d are understood, %d as the museum means them", i+1, len(half), read, agreed)
		}
	}
}
