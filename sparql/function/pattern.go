package function

import (
	"errors"

	"github.com/knakk/rdf"

	"vitrine/sparql/regex"
	"vitrine/sparql/value"
)

// errNotString means that a pattern, or its flags, can only be a type error.
var errNotString = errors.New("the pattern and the flags are strings without a language tag")

// CheckPattern tells whether REGEX and REPLACE can use a pattern with flags, nil for
// none: where they cannot, each call is an error.
func CheckPattern(pattern, flags rdf.Term) error {
	letters := ""
	if flags != nil {
		v := value.Of(flags)
		if v.Kind() != value.String {
			return errNotString
		}
		letters = v.Text()
	}
	v := value.Of(pattern)
	if v.Kind() != value.String {
		return errNotString
	}
	return regex.Check(v.Text(), letters)
}

// compileArgs compiles the pattern and the flags, which are left out or follow last.
func compileArgs(ctx *Context, pattern value.Value, flags []value.Value) (*regex.Regex, error) {
	letters := ""
	if len(flags) > 0 {
		if flags[0].Kind() != value.String {
			return nil, value.ErrType
		}
		letters = flags[0].Text()
	}
	if pattern.Kind() != value.String {
		return nil, value.ErrType
	}
	compiled, err := ctx.compile(pattern.Text(), letters)
	if err != nil {
		return nil, value.ErrRange
	}
	return compiled, nil
}

func matches(ctx *Context, args []value.Value) (value.Value, error) {
	if !isText(args[0]) {
		return value.Value{}, value.ErrType
	}
	compiled, err := compileArgs(ctx, args[1], args[2:])
	if err != nil {
		return value.Value{}, err
	}
	return value.NewBoolean(compiled.Matches(args[0].Text())), nil
}

func replace(ctx *Context, args []value.Value) (value.Value, error) {
	if !isText(args[0]) || args[2].Kind() != value.String {
		return value.Value{}, value.ErrType
	}
	compiled, err := compileArgs(ctx, args[1], args[3:])
	if err != nil {
		return value.Value{}, err
	}
	by, err := compiled.Replacement(args[2].Text())
	if err != nil {
		return value.Value{}, value.ErrRange
	}
	text, err := compiled.Replace(args[0].Text(), by, MaxText)
	if errors.Is(err, regex.ErrTooLong) {
		return value.Value{}, tooLong("REPLACE")
	}
	if err != nil {
		return value.Value{}, value.ErrRange
	}
	return like(args[0], text)
}
