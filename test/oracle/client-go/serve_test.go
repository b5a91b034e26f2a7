package oracle

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"testing"

	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/klog/v2"
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

// silence keeps client-go's log out of the way; what it would say is not compared.
func silence() {
	flags := flag.NewFlagSet("klog", flag.ContinueOnError)
	klog.InitFlags(flags)
	_ = flags.Set("logtostderr", "false")
	_ = flags.Set("stderrthreshold", "FATAL")
	klog.SetOutput(io.Discard)
	utilruntime.ErrorHandlers = nil
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
