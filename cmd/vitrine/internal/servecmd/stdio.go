package servecmd

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
)

// maxMessage is the length of the longest message that is read, in bytes.
const maxMessage = 1 << 20

// bridge carries messages of the Model Context Protocol between its transports: the lines of a
// standard input, each a message, go to an address of HTTP, and the answers come back as lines
// (Transports: stdio, Streamable HTTP).
type bridge struct {
	post func(ctx context.Context, header http.Header, text []byte) (status int, answer []byte, err error)
}

// run carries messages until the input ends.
func (b bridge) run(ctx context.Context, in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxMessage)
	revision := ""
	for lines.Scan() {
		text := bytes.TrimSpace(lines.Bytes())
		if len(text) == 0 {
			continue
		}
		m := readEnvelope(text)
		answer, err := b.carry(ctx, m, text, revision)
		if err != nil {
			return err
		}
		if m.Method == "initialize" {
			revision = agreedRevision(answer)
		}
		if len(answer) == 0 {
			continue
		}
		if _, err := out.Write(append(answer, '\n')); err != nil {
			return err
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("a message has more than %d bytes", maxMessage)
	}
	return lines.Err()
}

// envelope is what the transports want to know of a message.
type envelope struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Name string `json:"name"`
		URI  string `json:"uri"`
		Meta struct {
			Revision string `json:"io.modelcontextprotocol/protocolVersion"`
		} `json:"_meta"`
	} `json:"params"`
}

// readEnvelope reads as much of a message as it can; the server says what is wrong with it.
func readEnvelope(text []byte) (m envelope) {
	_ = json.Unmarshal(text, &m)
	return m
}

// header are the fields of a message (Streamable HTTP, Standard MCP Request Headers). Messages
// name their revision since 2026-07-28; before, it is agreed on at the beginning.
func (m envelope) header(revision string) http.Header {
	header := http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
	if m.Params.Meta.Revision != "" {
		revision = m.Params.Meta.Revision
	}
	for name, value := range map[string]string{"Mcp-Protocol-Version": revision, "Mcp-Method": m.Method, "Mcp-Name": m.Params.Name + m.Params.URI} {
		if value != "" {
			header.Set(name, value)
		}
	}
	return header
}

// carry returns the answer to a message in one line, nothing for one that needs none.
func (b bridge) carry(ctx context.Context, m envelope, text []byte, revision string) ([]byte, error) {
	status, answer, err := b.post(ctx, m.header(revision), text)
	if err != nil {
		return nil, err
	}
	var line bytes.Buffer
	var found struct{ JSONRPC string }
	if json.Unmarshal(answer, &found) == nil && found.JSONRPC != "" && json.Compact(&line, answer) == nil {
		return line.Bytes(), nil
	}
	if m.ID == nil && m.Method != "" {
		return nil, nil // a notification
	}
	// The answer is no message: the service has no such address, or the text was none.
	type fault struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	}
	return json.Marshal(struct {
		JSONRPC string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   fault           `json:"error"`
	}{"2.0", m.ID, fault{-32603, fmt.Sprintf("the server answers %d: %.500s", status, bytes.TrimSpace(answer))}})
}

// agreedRevision is the revision that the answer to initialize names.
func agreedRevision(answer []byte) string {
	var m struct {
		Result struct {
			ProtocolVersion string `json:"protocolVersion"`
		} `json:"result"`
	}
	_ = json.Unmarshal(answer, &m)
	return m.Result.ProtocolVersion
}
