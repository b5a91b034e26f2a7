//go:build client_go_1_9

package oracle

import (
	"flag"

	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/tools/cache"
)

var closedQueue = cache.FIFOClosedError

// silence keeps client-go's log out of files.
func silence() {
	_ = flag.Set("logtostderr", "true")
	utilruntime.ErrorHandlers = nil
}
