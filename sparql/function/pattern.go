package function

import (
	"errors"

	"vitrine/sparql/regex"
	"vitrine/sparql/value"
)

// CheckPattern tells whether a pattern with flags, "" for none, can be used in REGEX
// and REPLACE, so that a query with a constant one is refused before it runs. The
// error wraps regex.ErrPattern.
func CheckPattern(pattern, flags string) error {
	_, err := regex.Compile(pattern, flags)
	return err
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
