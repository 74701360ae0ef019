package linkedart

import (
	"slices"
	"strings"
	"testing"
)

// TestMessagesAboutMembers checks what findings say about members that objects should not have.
func TestMessagesAboutMembers(t *testing.T) {
	v := newTestValidator(t, Standard)
	for _, test := range []struct{ base, edits, want string }{
		{"group", `/subject_to = [{"type": "Right"}]`, "a property of the table"},
		{"group", `/identified_byy = []`, `did you mean "identified_by"?`},
		{"object", `/Title = "Mask"`, `"Title" is the name of a class, and stands where a property belongs`},
		{
			"object", `/current_owner = [{"id": "https://museum.example/group/1", "type": "Group", "residence": [$Place], "identified_by": [{"type": "Name", "content": "M"}]}]`,
			"the reference says identified_by, residence, which belong in the record that it names",
		},
	} {
		edits := reference1.ReplaceAllString(test.edits, `{"id": "https://museum.example/other/1", "type": "$1"}`)
		found := v.Validate(encode(t, edit(t, readBase(t, test.base), edits)))
		said := func(f Finding) bool { return strings.Contains(f.Message+"; "+f.Fix, test.want) }
		if len(found) != 1 || !slices.ContainsFunc(found, said) {
			t.Errorf("%s: %+v, want %s", test.edits, found, test.want)
		}
	}
}
