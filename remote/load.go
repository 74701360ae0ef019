package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"vitrine/linkedart"
)

// Report is what a service says of a load.
type Report struct {
	// Records were sent. Refused of them are not right; if there are any, none was stored.
	Records int `json:"records"`
	Refused int `json:"refused"`
	// Created, Updated and Unchanged count what became of the records.
	Created   int `json:"created"`
	Updated   int `json:"updated"`
	Unchanged int `json:"unchanged"`
	// Lines are one for each record, in order.
	Lines []Line `json:"lines"`
	// Omitted counts the findings that the report has no room for.
	Omitted int `json:"omitted"`
}

// Line is what a service says of one record.
type Line struct {
	// Result is refused, or what became of the record.
	Result   string              `json:"result"`
	Findings []linkedart.Finding `json:"findings"`
}

// Refused is the Result of a record that is refused.
const Refused = "refused"

// Load sends records, each a line of Linked Art JSON without its end, which the service
// stores all or none. A server on this machine pauses while others wait, to a quarter of its
// speed at most. There is no error
// if records are refused: the report says so. A request to a server on this machine does not
// end with ctx once it has begun: what became of the records would not be known. The error is a *StatusError with 413 if the
// records are too many, or one of them too large.
func (c *Client) Load(ctx context.Context, records [][]byte) (*Report, error) {
	header := http.Header{"Content-Type": {"application/jsonl"}}
	c.authorise(header)
	if c.local {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		ctx = context.WithoutCancel(ctx)
	}
	body := append(bytes.Join(records, []byte("\n")), '\n')
	answer, err := c.send(ctx, http.MethodPost, "-/load", header, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	report := &Report{}
	switch answer.StatusCode {
	case http.StatusOK:
		err = json.NewDecoder(io.LimitReader(answer.Body, maxAnswer)).Decode(report)
	case http.StatusUnprocessableEntity:
		problem := struct{ Load *Report }{report}
		err = json.NewDecoder(io.LimitReader(answer.Body, maxAnswer)).Decode(&problem)
	default:
		return nil, c.statusError(answer)
	}
	if err == nil {
		// The answer ends when the server wants more.
		_, err = io.Copy(io.Discard, answer.Body)
	}
	if err != nil {
		return nil, fmt.Errorf("read the report of the service: %w", err)
	}
	if len(report.Lines) != len(records) {
		return nil, fmt.Errorf("the service reports on %d of %d records", len(report.Lines), len(records))
	}
	return report, nil
}
