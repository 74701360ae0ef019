// Command atlas makes the file of coasts, lakes, rivers and borders that maps are drawn
// over, of the packages that run.sh fetches: the data of Natural Earth
// (https://www.naturalearthdata.com/), as TopoJSON
// (https://github.com/topojson/topojson-specification) and as shapefiles (ESRI Shapefile
// Technical Description, July 1998). What each package holds is in
// server/people/svgmap/SOURCES.md. The same input gives the same file.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: atlas FOLDER FILE\nhint: the folder is that with the packages; make atlas fetches them")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "atlas:", err)
		os.Exit(1)
	}
}

func run(folder, file string) error {
	draft, err := makeDraft(folder)
	if err != nil {
		return err
	}
	encoded, err := encode(draft)
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, encoded, 0o644); err != nil {
		return fmt.Errorf("write the map: %w", err)
	}
	fmt.Printf("%s: %d bytes, %d countries\n", filepath.Base(file), len(encoded), len(draft.Countries))
	for i, level := range draft.Levels {
		fmt.Printf("level %d: points of land %d, lakes %d, borders %d, rivers %d\n", i,
			points(level.Land), points(level.Lakes), points(level.Borders), points(level.Rivers))
	}
	return nil
}

func points[L ~[]P, P any](lines []L) int {
	n := 0
	for _, line := range lines {
		n += len(line)
	}
	return n
}
