package convert

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"

	"vitrine/load/mapping"
	"vitrine/load/rows"
)

// maxJoined bounds the rows of a file that is joined, which are held in memory.
const maxJoined = 2_000_000

// joined are the rows of a file that is joined, by their keys.
type joined struct {
	mapping.Join
	rows map[string][]any
}

// add gives a row the rows that are joined to it, as a member with the name of the join.
func (j joined) add(row map[string]any) {
	var found []any
	for _, key := range rows.Find(row, j.On) {
		found = append(found, j.rows[rows.Text(key)]...)
	}
	if len(found) > 0 {
		row[j.Name] = found
	}
}

// joinFiles returns the names of the files that are joined to others.
func (c *conversion) joinFiles() map[string]bool {
	names := map[string]bool{}
	for _, file := range c.options.Files {
		for _, source := range c.options.Mapping.Sources {
			for _, j := range source.Joins {
				if ok, _ := path.Match(j.File, path.Base(file.Name)); ok {
					names[file.Name] = true
				}
			}
		}
	}
	return names
}

// joins reads the files that are joined to those of a source.
func (c *conversion) joins(ctx context.Context, source *mapping.Source) ([]joined, error) {
	var all []joined
	for _, of := range source.Joins {
		j := joined{of, map[string][]any{}}
		read := false
		for _, file := range c.options.Files {
			if ok, _ := path.Match(of.File, path.Base(file.Name)); !ok {
				continue
			}
			read = true
			if err := j.read(ctx, file); err != nil {
				return nil, err
			}
		}
		if !read {
			return nil, fmt.Errorf("the mapping joins %s, which is not among the files; give it on the command line", of.File)
		}
		all = append(all, j)
	}
	return all, nil
}

func (j joined) read(ctx context.Context, file rows.Source) error {
	n := 0
	for row, err := range rows.Read(ctx, file, j.Options) {
		if err != nil {
			return err
		}
		if n++; n > maxJoined {
			return fmt.Errorf("%s: more than %d rows cannot be joined; have the larger file be the source", file.Name, maxJoined)
		}
		keys := rows.Find(row.Value, j.Key)
		if len(keys) == 0 {
			return fmt.Errorf("%s: row %d has no %s, by which it is joined", file.Name, row.Number, j.Key)
		}
		key := rows.Text(keys[0])
		j.rows[key] = append(j.rows[key], row.Value)
	}
	return nil
}

// missingError is an error where the mapping uses columns that a table has not.
func missingError(name string, source *mapping.Source, columns []string) error {
	missing := source.Missing(columns)
	var all []error
	for _, column := range slices.Sorted(maps.Keys(missing)) {
		err := fmt.Errorf("line %d of the mapping uses the column %q, which %s does not have", missing[column], column, name)
		if near := nearest(column, columns); near != "" {
			err = fmt.Errorf("%w; did you mean %q?", err, near)
		}
		all = append(all, err)
	}
	if len(all) > 0 {
		all = append(all, fmt.Errorf("its columns are %s", strings.Join(columns, ", ")))
	}
	return errors.Join(all...)
}

// nearest returns the column that is written almost like a name, or "".
func nearest(name string, columns []string) string {
	best, least := "", 3
	for _, column := range columns {
		if d := levenshtein.ComputeDistance(strings.ToLower(name), strings.ToLower(column)); d < least {
			best, least = column, d
		}
	}
	return best
}
