package problem

import "net/http"

// Type is a problem type (RFC 9457 section 3.1.1). docs/errors.md describes each.
type Type struct {
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
	BadRequest = &Type{"bad-request", http.StatusBadRequest, "The request cannot be understood",
		"Some part of the request breaks the rules of HTTP or of this service.", nil}
	NotFound = &Type{"not-found", http.StatusNotFound, "There is nothing at this address",
		"No description has this address.", []string{"Check the address, capital letters included.", "Start from the front page, which lists what is here."}}
	Method = &Type{"method-not-allowed", http.StatusMethodNotAllowed, "The method is not possible here",
		"This address does not answer the method.", []string{"Use a method that the Allow field names."}}
	NotAcceptable = &Type{"not-acceptable", http.StatusNotAcceptable, "There is no such form",
		"There is no representation that the request accepts.", []string{"Ask for one of the forms that are listed.", "Leave the Accept field out to get Linked Art JSON-LD."}}
	SearchOff = &Type{"search-off", http.StatusNotFound, "Search is off here",
		"This service is set up without search.", []string{"Browse the lists on the front page.", "Ask the operator to turn search on."}}
	TooDeep = &Type{"too-deep", http.StatusNotFound, "The page is too far back",
		"A search counts all of its results and shows the first 10000.", []string{"Search for more words.", "Narrow the search with the parameters class and classified_as."}}
	Gone = &Type{"gone", http.StatusGone, "This description was removed",
		"There was a description here. It has been deleted.", nil}
	Precondition = &Type{"precondition-failed", http.StatusPreconditionFailed, "The precondition does not hold",
		"The representation is not, or no longer, the one that If-Match or If-Unmodified-Since asks for.", []string{"Fetch it again and compare."}}
	URLTooLong = &Type{"url-too-long", http.StatusRequestURITooLong, "The address is too long",
		"The address of the request is longer than this service takes.", nil}
	HeaderTooLong = &Type{"header-too-long", http.StatusRequestHeaderFieldsTooLarge, "A header field is too long",
		"Accept or Accept-Encoding is longer, or has more elements, than this service takes.", []string{"Name only the forms that you can use."}}
	Busy = &Type{"busy", http.StatusServiceUnavailable, "The service is busy",
		"Too many requests wait for work to be done.", []string{"Try again in a few seconds."}}
	Unavailable = &Type{"unavailable", http.StatusServiceUnavailable, "The service is not ready",
		"The service is starting or ending, or its store does not answer.", []string{"Try again later."}}
	TooLarge = &Type{"too-large-to-serve", http.StatusInternalServerError, "The representation is too large",
		"This form of the description is larger than the service is set up to send.", []string{"Ask for another form.", "Ask the operator to raise the limit."}}
	Internal = &Type{"internal", http.StatusInternalServerError, "Something went wrong here",
		"The service failed to answer. The fault is not in the request.", []string{"Try again.", "Give the operator the id of the request."}}
)

// The problem types of requests that write.
var (
	Malformed = &Type{"malformed", http.StatusBadRequest, "The body breaks the rules of its format",
		"The body is not what its Content-Type says.", []string{"Correct the place that is named."}}
	Unauthorised = &Type{"unauthorized", http.StatusUnauthorized, "Writing needs a token",
		"The request has no token that is good.", []string{"Send the secret of a token, as Authorization: Bearer SECRET.", "Ask the operator for a token."}}
	Forbidden = &Type{"forbidden", http.StatusForbidden, "The token does not allow this",
		"The scope of the token does not cover the request.", []string{"Ask the operator for a token of the scope that is named."}}
	WritingOff = &Type{"writing-off", http.StatusMethodNotAllowed, "Writing is off",
		"Nobody may write here as long as no token exists.", []string{"The operator turns writing on by making a token: vitrine token create --db FILE --name NAME --scope write."}}
	Timeout = &Type{"request-timeout", http.StatusRequestTimeout, "The request took too long",
		"The body did not arrive in time.", []string{"Send it again.", "Ask the operator to raise the limit."}}
	Conflict = &Type{"conflict", http.StatusConflict, "The description cannot be changed in this way",
		"What is stored stands against the request.", nil}
	ContentTooLarge = &Type{"content-too-large", http.StatusRequestEntityTooLarge, "The body is too large",
		"The body, or something in it, is larger than this service takes.", []string{"Send less at once.", "Ask the operator to raise the limit."}}
	Unsupported = &Type{"unsupported-media-type", http.StatusUnsupportedMediaType, "The format of the body is not taken here",
		"Content-Type names no format that can be sent here.", []string{"Send one of the formats that are named."}}
	Unprocessable = &Type{"invalid-record", http.StatusUnprocessableEntity, "The record is not right",
		"The record can be read, but is not one that can be stored. Nothing was stored.", []string{"Correct each place that the findings name; those of the level error keep the record out."}}
	PreconditionRequired = &Type{"precondition-required", http.StatusPreconditionRequired, "The request needs a precondition",
		"Without one the request might undo a change that its client has not seen.", []string{"Change what is there with If-Match and the ETag of a GET.", "Make what is not there with If-None-Match: *."}}
	Attempts = &Type{"too-many-attempts", http.StatusTooManyRequests, "Too many failed attempts",
		"Too many requests with a wrong token came from this address.", []string{"Wait as long as Retry-After says."}}
)

// Types returns all problem types in the order of their status.
func Types() []*Type {
	return []*Type{
		BadRequest, Malformed, Unauthorised, Forbidden, NotFound, SearchOff, TooDeep, Method, WritingOff,
		NotAcceptable, Timeout, Conflict, Gone, Precondition, ContentTooLarge, URLTooLong,
		Unsupported, Unprocessable, PreconditionRequired, Attempts, HeaderTooLong, Internal, TooLarge, Busy, Unavailable,
	}
}
