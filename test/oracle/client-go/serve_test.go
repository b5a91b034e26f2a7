package oracle

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"testing"
)

type request struct {
	ID     int               `json:"id"`
	Script []json.RawMessage `json:"script"`
}

type reply struct {
	ID    int      `json:"id"`
	Trace []record `json:"trace"`
}

// TestServe answers requests until its input ends.
func TestServe(t *testing.T) {
	silence()
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(make([]byte, 1<<20), 1<<28)
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	for in.Scan() {
		var r request
		if err := json.Unmarshal(in.Bytes(), &r); err != nil {
			t.Fatalf("a request is no JSON: %v", err)
		}
		answer := reply{r.ID, append([]record{}, trace(t, r.Script)...)}
		if err := out.Encode(answer); err != nil {
			t.Fatal(err)
		}
	}
}

func trace(t *testing.T, script []json.RawMessage) []record {
	var head struct {
		Kind string `json:"kind"`
	}
	decode(script[0], &head)
	switch head.Kind {
	case "fifo", "deltafifo", "realfifo":
		return traceQueue(script)
	case "indexer":
		return traceIndexer(script)
	case "reflector", "informer":
		return traceScenario(t, script[0])
	}
	panic(fmt.Sprintf("no kind %q", head.Kind))
}

func decode(raw json.RawMessage, into any) {
	if err := json.Unmarshal(raw, into); err != nil {
		panic(fmt.Sprintf("%v in %s", err, raw))
	}
}
