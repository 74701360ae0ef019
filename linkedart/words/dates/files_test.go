package dates

import _ "embed"

//go:embed testdata/cases.txt
var casesFile string
