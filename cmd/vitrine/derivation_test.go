package main

import (
	"go/ast"
	"strings"
	"testing"
)

// TestStoresAreOpenedWithTheirRelations holds every place that opens a store for
// writing to the derivation: without it, opening would take the relations out of
// the file.
func TestStoresAreOpenedWithTheirRelations(t *testing.T) {
	opened := 0
	for _, f := range sourceFiles(t) {
		if f.test || !strings.HasPrefix(f.folder, "cmd/vitrine") {
			continue
		}
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			literal, ok := n.(*ast.CompositeLit)
			if !ok || !isStoreOptions(literal.Type) {
				return true
			}
			opened++
			for _, element := range literal.Elts {
				if pair, ok := element.(*ast.KeyValueExpr); ok {
					if key, ok := pair.Key.(*ast.Ident); ok && (key.Name == "Derivation" || key.Name == "ReadOnly") {
						return true
					}
				}
			}
			t.Errorf("%s opens a store without a Derivation", f.name)
			return true
		})
	}
	if opened < 5 {
		t.Errorf("%d stores are opened", opened)
	}
}

// isStoreOptions tells whether the type is boltstore's Options or BulkOptions.
func isStoreOptions(e ast.Expr) bool {
	selector, ok := e.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	pkg, ok := selector.X.(*ast.Ident)
	return ok && pkg.Name == "boltstore" && (selector.Sel.Name == "Options" || selector.Sel.Name == "BulkOptions")
}
