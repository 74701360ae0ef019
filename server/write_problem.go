package server

import "net/http"

// position is a place in the body of a request. Lines and columns count from 1,
// columns in bytes; 0 and "" where not known.
type position struct {
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Pointer string `json:"pointer,omitempty"`
}

// The kinds of error answers to requests that write.
var (
	kindMalformed = &kind{"malformed", http.StatusBadRequest, "The body breaks the rules of its format",
		"The body is not what its Content-Type says.", []string{"Correct the place that is named."}}
	kindUnauthorised = &kind{"unauthorized", http.StatusUnauthorized, "Writing needs a token",
		"The request has no token that is good.", []string{"Send the secret of a token, as Authorization: Bearer SECRET.", "Ask the operator for a token."}}
	kindForbidden = &kind{"forbidden", http.StatusForbidden, "The token does not allow this",
		"The scope of the token does not cover the request.", []string{"Ask the operator for a token of the scope that is named."}}
	kindWritingOff = &kind{"writing-off", http.StatusMethodNotAllowed, "Writing is off",
		"Nobody may write here as long as no token exists.", []string{"The operator turns writing on by making a token: vitrine token create --db FILE --name NAME --scope write."}}
	kindTimeout = &kind{"request-timeout", http.StatusRequestTimeout, "The request took too long",
		"The body did not arrive in time.", []string{"Send it again.", "Ask the operator to raise the limit."}}
	kindConflict = &kind{"conflict", http.StatusConflict, "The description cannot be changed in this way",
		"What is stored stands against the request.", nil}
	kindContentTooLarge = &kind{"content-too-large", http.StatusRequestEntityTooLarge, "The body is too large",
		"The body, or something in it, is larger than this service takes.", []string{"Send less at once.", "Ask the operator to raise the limit."}}
	kindUnsupported = &kind{"unsupported-media-type", http.StatusUnsupportedMediaType, "The format of the body is not taken here",
		"Content-Type names no format that can be sent here.", []string{"Send one of the formats that are named."}}
	kindUnprocessable = &kind{"invalid-record", http.StatusUnprocessableEntity, "The record is not right",
		"The record can be read, but is not one that can be stored. Nothing was stored.", []string{"Correct each place that the findings name; those of the level error keep the record out."}}
	kindPreconditionRequired = &kind{"precondition-required", http.StatusPreconditionRequired, "The request needs a precondition",
		"Without one the request might undo a change that its client has not seen.", []string{"Change what is there with If-Match and the ETag of a GET.", "Make what is not there with If-None-Match: *."}}
	kindAttempts = &kind{"too-many-attempts", http.StatusTooManyRequests, "Too many failed attempts",
		"Too many requests with a wrong token came from this address.", []string{"Wait as long as Retry-After says."}}
)
