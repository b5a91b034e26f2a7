//go:build client_go_1_32 || client_go_1_22 || client_go_1_9

package oracle

import (
	"fmt"

	"k8s.io/client-go/tools/cache"
)

// What client-go v0.37 has that v0.32 and older have not, and the other way round: v0.32 is the last with ErrRequeue and
// AddIfNotPresent, and its informers stand on a DeltaFIFO.

func addIfNotPresent(q queue, object any) error {
	return q.(interface{ AddIfNotPresent(any) error }).AddIfNotPresent(object)
}

func requeue(err error) error { return cache.ErrRequeue{Err: err} }

type batchFunc = func(deltas []cache.Delta, isInInitialList bool) error

func newRealFIFO(header, cache.KeyListerGetter) queue       { panic("RealFIFO came in v0.33") }
func popBatch(queue, batchFunc, cache.PopProcessFunc) error { panic("PopBatch came in v0.35") }
func bookmark(queue, string) error                          { panic("Bookmark came in v0.36") }
func applyWhole(cache.Indexer, cache.Delta)                 {}
func showWhole(object any) string                           { panic(fmt.Sprintf("cannot show a %T", object)) }
func storeVersion(cache.Store) string                       { return "" }
func askNewer(_ cache.Indexer, op operation) (any, error) {
	panic("an indexer of v0.32 has no operation " + op.Op)
}
