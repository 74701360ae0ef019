package fragments

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"

	"vitrine/rdfstore"
)

// KeySize is the length of the key of Places, in bytes.
const KeySize = 32

// Places writes where pages begin so that it tells nothing of what is stored: neither the
// numbers of records nor their order. The same place is always written the same way, so
// that the addresses of pages last and can be cached.
//
// It is the construction of RFC 5297, with HMAC-SHA-256 for the synthetic initialization
// vector: that is a keyed digest of the place, which is encrypted with AES-256 in counter
// mode from there, and proves when it is read that a holder of the key wrote it. A text
// tells how long the place is, and whether it is that of another text.
//
// A nil one writes places as they are.
type Places struct {
	digestKey []byte
	block     cipher.Block
}

// vectorSize is the length of the initialization vector, in bytes.
const vectorSize = aes.BlockSize

// placeEncoding has one text for each place, apart from line breaks that a reader passes
// over.
var placeEncoding = base64.RawURLEncoding.Strict()

// NewPlaces returns a Places with a key of KeySize bytes at random.
func NewPlaces(key []byte) (*Places, error) {
	if len(key) != KeySize {
		return nil, fmt.Errorf("the key of places has %d bytes, not %d", len(key), KeySize)
	}
	digestKey, err := hkdf.Key(sha256.New, key, nil, "vitrine places digest", KeySize)
	if err != nil {
		return nil, err
	}
	cipherKey, err := hkdf.Key(sha256.New, key, nil, "vitrine places cipher", KeySize)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(cipherKey)
	return &Places{digestKey: digestKey, block: block}, err
}

// seal returns the text of a place. There is none of no place.
func (p *Places) seal(place string) string {
	if p == nil || place == "" {
		return place
	}
	vector := p.vector([]byte(place))
	sealed := append(vector, place...)
	cipher.NewCTR(p.block, vector).XORKeyStream(sealed[vectorSize:], sealed[vectorSize:])
	return placeEncoding.EncodeToString(sealed)
}

// open returns the place of a text. The error wraps rdfstore.ErrCursor where it is none
// that seal wrote.
func (p *Places) open(text string) (string, error) {
	if p == nil || text == "" {
		return text, nil
	}
	sealed, err := placeEncoding.DecodeString(text)
	if err != nil || len(sealed) <= vectorSize || strings.ContainsAny(text, "\r\n") {
		return "", fmt.Errorf("%w: %.80q does not decode", rdfstore.ErrCursor, text)
	}
	vector, place := sealed[:vectorSize], sealed[vectorSize:]
	cipher.NewCTR(p.block, vector).XORKeyStream(place, place)
	if !hmac.Equal(vector, p.vector(place)) {
		return "", fmt.Errorf("%w: the service did not write %.80q", rdfstore.ErrCursor, text)
	}
	return string(place), nil
}

// vector returns the initialization vector of a place.
func (p *Places) vector(place []byte) []byte {
	digest := hmac.New(sha256.New, p.digestKey)
	digest.Write(place)
	return digest.Sum(nil)[:vectorSize]
}
