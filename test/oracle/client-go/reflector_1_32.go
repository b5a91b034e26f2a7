//go:build client_go_1_32

package oracle

import (
	"time"
	_ "unsafe" // go:linkname

	"k8s.io/client-go/tools/cache"
	"k8s.io/utils/clock"
	"k8s.io/utils/ptr"
)

const isNewest = false

//go:linkname neverExitWatch k8s.io/client-go/tools/cache.neverExitWatch
var neverExitWatch <-chan time.Time

// prepareBubble: a goroutine that waits for a channel from outside its bubble does not count as waiting.
func prepareBubble() { neverExitWatch = make(chan time.Time) }

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
