//go:build client_go_1_32

package oracle

import (
	"fmt"
	"time"
	_ "unsafe" // go:linkname

	"k8s.io/client-go/tools/cache"
	"k8s.io/utils/clock"
	"k8s.io/utils/ptr"
)

// What client-go v0.32 has that v0.37 has not, and the other way round. It is the last with ErrRequeue and
// AddIfNotPresent, and its informers stand on a DeltaFIFO.

const isNewest = false

//go:linkname neverExitWatch k8s.io/client-go/tools/cache.neverExitWatch
var neverExitWatch <-chan time.Time

// prepareBubble: a goroutine that waits for a channel from outside its bubble does not count as waiting.
func prepareBubble() { neverExitWatch = make(chan time.Time) }

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

func newReflector(lw cache.ListerWatcher, expected any, store cache.Store, c clock.Clock) *cache.Reflector {
	r := cache.NewReflectorWithOptions(lw, expected, store, cache.ReflectorOptions{Name: "r", Clock: waitlessTimers{c}})
	r.UseWatchList = ptr.To(lw.(interface{ wantsWatchList() bool }).wantsWatchList())
	return r
}

// waitlessTimers lets the back-off of v0.32 be waited for as After is: it uses a timer, and that one again and again.
type waitlessTimers struct{ clock.Clock }

func (c waitlessTimers) NewTimer(d time.Duration) clock.Timer {
	return &waitlessTimer{clock: c.Clock, now: c.Clock.After(d)}
}

type waitlessTimer struct {
	clock clock.Clock
	now   <-chan time.Time
}

func (t *waitlessTimer) C() <-chan time.Time { return t.now }
func (t *waitlessTimer) Stop() bool          { return true }
func (t *waitlessTimer) Reset(d time.Duration) bool {
	t.now = t.clock.After(d)
	return true
}
