package console

import (
	"runtime/debug"
	"testing"
)

func TestBuildID(t *testing.T) {
	if id := BuildID(); id == "" || id != BuildID() {
		t.Errorf("the build is %q, and then %q", id, BuildID())
	}
	for _, test := range []struct {
		info debug.BuildInfo
		want bool
	}{
		{debug.BuildInfo{}, false},
		{debug.BuildInfo{Main: debug.Module{Version: "v1.0.0", Sum: "h1:x"}}, true},
		{debug.BuildInfo{Main: debug.Module{Version: "(devel)"}, Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "a"}, {Key: "vcs.modified", Value: "true"}}}, false},
		{debug.BuildInfo{Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "a"}, {Key: "vcs.modified", Value: "false"}}}, true},
	} {
		if got := isReproducible(&test.info); got != test.want {
			t.Errorf("%+v: %t", test.info, got)
		}
	}
}
