package linkedart

import "sync"

// wording is what a finding of a rule says. {key} stands for the property, and
// {class} for the class of the object that has it.
type wording struct{ message, fix string }

// wordings gives the words for the rules that the schemas refer to by name.
var wordings = sync.OnceValue(func() map[string]wording {
	out := map[string]wording{}
	for _, r := range tableRows("wordings.tsv", 3) {
		out[r[0]] = wording{r[1], r[2]}
	}
	return out
})
