package respond

import "net/http"

// Type is a problem type (RFC 9457 section 3.1.1). The service describes each at /-/errors/.
type ErrorType struct {
	// Code is the stable name, the last segment of the type URI.
	Code   string
	Status int
	Title  string
	// Detail is used where an error says nothing of its own.
	Detail string
	// Fixes say what a client can do.
	Fixes []string
}

// The problem types of requests of any kind.
var (
	BadRequest = &ErrorType{"bad-request", http.StatusBadRequest, "The request cannot be understood",
		"The request breaks a rule of HTTP or of this service.", nil}
	Query = &ErrorType{"malformed-query", http.StatusBadRequest, "The query cannot be answered",
		"The query is not SPARQL 1.1, or asks for something that this service does not do.", []string{"Correct the query at the position given."}}
	QueryLimit = &ErrorType{"query-limit", http.StatusBadRequest, "The query needs too much",
		"To answer the query would take more memory, or give more results, than one query may.", []string{"Ask for less, with LIMIT or narrower patterns.", "Ask the operator to raise the limit."}}
	NotFound = &ErrorType{"not-found", http.StatusNotFound, "Nothing found at this address",
		"No record has this address.", []string{"Check the address, including upper and lower case.", "Start from the front page."}}
	Method = &ErrorType{"method-not-allowed", http.StatusMethodNotAllowed, "The method is not allowed here",
		"This address does not support the method.", []string{"Use a method that the Allow field lists."}}
	NotAcceptable = &ErrorType{"not-acceptable", http.StatusNotAcceptable, "No acceptable representation",
		"The request accepts none of the representations that exist.", []string{"Ask for one of the representations listed.", "Leave out the Accept field to get Linked Art JSON-LD."}}
	SearchOff = &ErrorType{"search-off", http.StatusNotFound, "Search is off",
		"Search is not enabled on this service.", []string{"Browse the lists on the front page.", "Ask the operator to turn search on."}}
	TooDeep = &ErrorType{"too-deep", http.StatusNotFound, "The page is beyond those that are shown",
		"A search counts all its results but shows only the first 10000.", []string{"Use more search words.", "Narrow the search with the parameters class and classified_as."}}
	Gone = &ErrorType{"gone", http.StatusGone, "This record was deleted",
		"A record was at this address and has been deleted.", nil}
	Precondition = &ErrorType{"precondition-failed", http.StatusPreconditionFailed, "The precondition failed",
		"The representation is not, or is no longer, the one that If-Match or If-Unmodified-Since names.", []string{"Fetch it again and compare."}}
	URLTooLong = &ErrorType{"url-too-long", http.StatusRequestURITooLong, "The address is too long",
		"The address of the request is longer than this service accepts.", nil}
	HeaderTooLong = &ErrorType{"header-too-long", http.StatusRequestHeaderFieldsTooLarge, "The header is too long",
		"The header, or Accept or Accept-Encoding in it, is longer, or has more elements, than this service accepts.", []string{"Send fewer and shorter fields.", "Name only the media types that you can use."}}
	NotImplemented = &ErrorType{"not-implemented", http.StatusNotImplemented, "The service does not do this",
		"The request is valid, and asks for something that is optional in the standard and not done here.", []string{"Ask for what the description of the service lists."}}
	TooMany = &ErrorType{"too-many-requests", http.StatusTooManyRequests, "Too many requests at once",
		"The service is busy, and many requests of your network wait already.", []string{"Try again after the time that Retry-After gives, with fewer requests at once.",
			"To have all of the data, download it or follow the change feed: the page about the data says how."}}
	Busy = &ErrorType{"busy", http.StatusServiceUnavailable, "The service is busy",
		"Too many requests are waiting.", []string{"Try again in a few seconds."}}
	Unavailable = &ErrorType{"unavailable", http.StatusServiceUnavailable, "The service is not ready",
		"The service is starting or stopping, or its store does not answer.", []string{"Try again later."}}
	NoRoom = &ErrorType{"no-room", http.StatusInsufficientStorage, "The store has no room left",
		"There is no room to store this. Nothing was changed, and reading goes on.", []string{"Try again later.", "Tell the operator, who has to make room."}}
	TooLarge = &ErrorType{"too-large-to-serve", http.StatusInternalServerError, "The representation is too large",
		"This representation is larger than the service is configured to send.", []string{"Ask for another representation.", "Ask the operator to raise the limit."}}
	Internal = &ErrorType{"internal", http.StatusInternalServerError, "Internal error",
		"The service failed to answer. The request is not at fault.", []string{"Try again.", "Tell the operator the id of the request."}}
)

// The problem types of requests that write.
var (
	Malformed = &ErrorType{"malformed", http.StatusBadRequest, "The body is malformed",
		"The body is not what its Content-Type says.", []string{"Correct the body at the position given."}}
	Unauthorised = &ErrorType{"unauthorized", http.StatusUnauthorized, "Writing needs a token",
		"No valid token was sent.", []string{"Send the secret of a token in the field Authorization: Bearer SECRET.", "Ask the operator for a token."}}
	Forbidden = &ErrorType{"forbidden", http.StatusForbidden, "The token does not allow this",
		"The scope of the token does not cover the request.", []string{"Ask the operator for a token with the scope that is named."}}
	ReadOnly = &ErrorType{"read-only", http.StatusForbidden, "The service may not change its store",
		"The database lets this service read and not write. Nothing was changed.", []string{"Tell the operator, who has to grant what is named."}}
	WritingOff = &ErrorType{"writing-off", http.StatusMethodNotAllowed, "Writing is off",
		"Writing is not possible until a token exists.", []string{"The operator turns writing on by creating a token: vitrine token create --db FILE --name NAME --scope write."}}
	Timeout = &ErrorType{"request-timeout", http.StatusRequestTimeout, "The request took too long",
		"The body did not arrive in time.", []string{"Send it again.", "Ask the operator to raise the limit."}}
	Conflict = &ErrorType{"conflict", http.StatusConflict, "The request conflicts with what is stored",
		"What is stored does not allow this change.", nil}
	ContentTooLarge = &ErrorType{"content-too-large", http.StatusRequestEntityTooLarge, "The body is too large",
		"The body, or something in it, is larger than this service accepts.", []string{"Send less at once.", "Ask the operator to raise the limit."}}
	Unsupported = &ErrorType{"unsupported-media-type", http.StatusUnsupportedMediaType, "The format of the body is not supported",
		"Content-Type names no format that this address accepts.", []string{"Send one of the formats listed."}}
	Unprocessable = &ErrorType{"invalid-record", http.StatusUnprocessableEntity, "The record is not valid",
		"The record can be read but not stored. Nothing was stored.", []string{"Correct the places that the findings name. Findings of the level error prevent storing.",
			"Ask the operator to accept the errors of a rule (--allow RULE), or to store records with errors (--validate warn)."}}
	PreconditionRequired = &ErrorType{"precondition-required", http.StatusPreconditionRequired, "The request needs a precondition",
		"Without a precondition the request could overwrite a change that the client has not seen.", []string{"To change a record, send If-Match with the ETag of a GET.", "To create a record, send If-None-Match: *."}}
	Attempts = &ErrorType{"too-many-attempts", http.StatusTooManyRequests, "Too many failed attempts",
		"Too many requests with a wrong token came from this address.", []string{"Wait for the time that Retry-After gives."}}
)

// Types returns all problem types in the order of their status.
func ErrorTypes() []*ErrorType {
	return []*ErrorType{
		BadRequest, Malformed, Query, QueryLimit, Unauthorised, Forbidden, ReadOnly, NotFound, SearchOff, TooDeep, Method, WritingOff,
		NotAcceptable, Timeout, Conflict, Gone, Precondition, ContentTooLarge, URLTooLong,
		Unsupported, Unprocessable, PreconditionRequired, TooMany, Attempts, HeaderTooLong, Internal, TooLarge, NotImplemented, Busy, Unavailable, NoRoom,
	}
}
