package ldcontext

import (
	"errors"
	"fmt"
)

// Code is an error code of JSON-LD 1.1 API section 9.3.1
// (https://www.w3.org/TR/json-ld11-api/#jsonlderrorcode), spelled as there.
type Code string

// The codes of context processing.
const (
	ContextOverflow             Code = "context overflow"
	CyclicIRIMapping            Code = "cyclic IRI mapping"
	InvalidBaseDirection        Code = "invalid base direction"
	InvalidBaseIRI              Code = "invalid base IRI"
	InvalidContainerMapping     Code = "invalid container mapping"
	InvalidContextEntry         Code = "invalid context entry"
	InvalidContextNullification Code = "invalid context nullification"
	InvalidDefaultLanguage      Code = "invalid default language"
	InvalidImportValue          Code = "invalid @import value"
	InvalidIRIMapping           Code = "invalid IRI mapping"
	InvalidKeywordAlias         Code = "invalid keyword alias"
	InvalidLanguageMapping      Code = "invalid language mapping"
	InvalidLocalContext         Code = "invalid local context"
	InvalidNestValue            Code = "invalid @nest value"
	InvalidPrefixValue          Code = "invalid @prefix value"
	InvalidPropagateValue       Code = "invalid @propagate value"
	InvalidProtectedValue       Code = "invalid @protected value"
	InvalidRemoteContext        Code = "invalid remote context"
	InvalidReverseProperty      Code = "invalid reverse property"
	InvalidScopedContext        Code = "invalid scoped context"
	InvalidTermDefinition       Code = "invalid term definition"
	InvalidTypeMapping          Code = "invalid type mapping"
	InvalidVersionValue         Code = "invalid @version value"
	InvalidVocabMapping         Code = "invalid vocab mapping"
	KeywordRedefinition         Code = "keyword redefinition"
	LoadingRemoteContextFailed  Code = "loading remote context failed"
	ProtectedTermRedefinition   Code = "protected term redefinition"
	loadingDocumentFailed       Code = "loading document failed"
)

// The codes of expansion and node map generation.
const (
	CollidingKeywords           Code = "colliding keywords"
	ConflictingIndexes          Code = "conflicting indexes"
	InvalidIDValue              Code = "invalid @id value"
	InvalidIncludedValue        Code = "invalid @included value"
	InvalidIndexValue           Code = "invalid @index value"
	InvalidLanguageMapValue     Code = "invalid language map value"
	InvalidLanguageTaggedString Code = "invalid language-tagged string"
	InvalidLanguageTaggedValue  Code = "invalid language-tagged value"
	InvalidReversePropertyMap   Code = "invalid reverse property map"
	InvalidReversePropertyValue Code = "invalid reverse property value"
	InvalidReverseValue         Code = "invalid @reverse value"
	InvalidSetOrListObject      Code = "invalid set or list object"
	InvalidTypedValue           Code = "invalid typed value"
	InvalidTypeValue            Code = "invalid type value"
	InvalidValueObject          Code = "invalid value object"
	InvalidValueObjectValue     Code = "invalid value object value"
)

// Error is a fault in a context, with the code that the standard gives it.
type Error struct {
	Code Code
	// Reason says what is wrong and where in the context.
	Reason string
	// Err is the cause, or nil.
	Err error
}

func (e *Error) Error() string { return string(e.Code) + " in the context: " + e.Reason }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

func fault(code Code, format string, args ...any) error {
	return &Error{Code: code, Reason: fmt.Sprintf(format, args...)}
}

// CodeOf returns the code of an error about a context, empty where it has none.
func CodeOf(err error) string {
	var coded *Error
	switch {
	case errors.As(err, &coded):
		return string(coded.Code)
	case errors.Is(err, ErrUnknown):
		return string(LoadingRemoteContextFailed)
	}
	return ""
}
