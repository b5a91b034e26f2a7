package oracle

import "encoding/json"

// header is the first line of a store script.
type header struct {
	Kind      string   `json:"kind"`
	Known     bool     `json:"known"`
	Replaced  bool     `json:"replaced"`
	Atomic    bool     `json:"atomic"`
	Unlock    bool     `json:"unlock"`
	Bookmark  bool     `json:"bookmark"`
	BatchSize int      `json:"batchSize"`
	Transform string   `json:"transform"`
	Indexers  []string `json:"indexers"`
}

// operation is every further line.
type operation struct {
	Op     string            `json:"op"`
	Args   []json.RawMessage `json:"args"`
	Mode   string            `json:"mode"`
	During []operation       `json:"during"`
}

func (o operation) word(n int) (word string) {
	decode(o.Args[n], &word)
	return word
}

func (o operation) words() (words []string) {
	for n := range o.Args {
		words = append(words, o.word(n))
	}
	return words
}

func (o operation) object(n int) any { return readObject(o.word(n)) }

func (o operation) list() []any {
	var literals []string
	decode(o.Args[0], &literals)
	return readObjects(literals)
}

func readStoreScript(script []json.RawMessage) (header, []operation) {
	var head header
	decode(script[0], &head)
	operations := make([]operation, len(script)-1)
	for i, line := range script[1:] {
		decode(line, &operations[i])
	}
	return head, operations
}
