package linkedart

import (
	"strings"
	"testing"
)

// TestExplain makes sure that each rule has an example, whose wrong and right differ.
func TestExplain(t *testing.T) {
	for _, rule := range Rules() {
		e, ok := Explain(rule.ID)
		if !ok || e.Wrong == "" || e.Right == "" || e.Wrong == e.Right || strings.Contains(e.Wrong+e.Right, "$") {
			t.Errorf("%s is explained by %q and %q, %t", rule.ID, e.Wrong, e.Right, ok)
		}
	}
	if e, _ := Explain("type-missing"); e.Wrong != "/type = (missing)" || e.Right != `/type = "Place"` {
		t.Errorf("type-missing: %+v", e)
	}
	if _, ok := Explain("frobnicate"); ok {
		t.Error("a rule that does not exist is explained")
	}
}
