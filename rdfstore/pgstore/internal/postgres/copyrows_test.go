package postgres

import (
	"encoding/hex"
	"testing"
)

// TestRows compares with bytes made by hand from the manual.
func TestRows(t *testing.T) {
	got := Rows(nil).Begin().Row(6).Bigint(-2).Integer(3).Smallint(4).Char('s').Bytea([]byte{0}).Text("ab").Row(1).Text("").End()
	const want = "5047434f50590aff0d0a00" + "00000000" + "00000000" +
		"0006" + "00000008fffffffffffffffe" + "0000000400000003" + "000000020004" + "0000000173" + "0000000100" + "000000026162" +
		"0001" + "00000000" + "ffff"
	if hex.EncodeToString(got) != want {
		t.Errorf("got  %x\nwant %s", got, want)
	}
}
