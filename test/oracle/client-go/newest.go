//go:build !client_go_1_32 && !client_go_1_22 && !client_go_1_9

package oracle

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/tools/cache"
	"k8s.io/utils/clock"
)

// What client-go v0.37 has that v0.32 has not, and the other way round.

const isNewest = true

// prepareBubble is for globals of older versions.
func prepareBubble() {}

func newRealFIFO(head header, known cache.KeyListerGetter) queue {
	options := cache.RealFIFOOptions{
		Transformer:           transformer(head.Transform),
		AtomicEvents:          head.Atomic,
		UnlockWhileProcessing: head.Unlock,
		EmitDeltaTypeBookmark: head.Bookmark,
	}
	if !head.Atomic {
		options.KnownObjects = known
	}
	fifo := cache.NewRealFIFOWithOptions(options)
	*inner[int](fifo, "batchSize") = head.BatchSize
	return fifo
}

func popBatch(q queue, batch cache.ProcessBatchFunc, single cache.PopProcessFunc) error {
	return q.(cache.QueueWithBatch).PopBatch(batch, single)
}

func bookmark(q queue, version string) error { return q.(*cache.RealFIFO).Bookmark(version) }

func applyWhole(known cache.Indexer, delta cache.Delta) {
	switch whole := delta.Object.(type) {
	case cache.ReplacedAllInfo:
		_ = known.Replace(whole.Objects, whole.ResourceVersion)
	case cache.BookmarkInfo:
		known.Bookmark(whole.ResourceVersion)
	}
}

func showWhole(object any) string {
	switch whole := object.(type) {
	case cache.ReplacedAllInfo:
		return fmt.Sprintf("rv=%s [%s]", whole.ResourceVersion, strings.Join(showEach(whole.Objects, showAny), " "))
	case cache.SyncAllInfo:
		return "*"
	case cache.BookmarkInfo:
		return "rv=" + whole.ResourceVersion
	}
	panic(fmt.Sprintf("cannot show a %T", object))
}

func askNewer(store cache.Indexer, op operation) (any, error) {
	switch op.Op {
	case "LastStoreSyncResourceVersion":
		return []any{store.LastStoreSyncResourceVersion()}, nil
	case "Bookmark":
		store.Bookmark(op.word(0))
		return nil, nil
	case "Transaction":
		var transactions []cache.Transaction
		for _, text := range op.words() {
			kind, literal, _ := strings.Cut(text, " ")
			transactions = append(transactions, cache.Transaction{Type: cache.TransactionType(kind), Object: readObject(literal)})
		}
		if err := store.(cache.TransactionStore).Transaction(transactions...); err != nil {
			return nil, err
		}
		return nil, nil
	}
	panic("an indexer script has no operation " + op.Op)
}

func storeVersion(store cache.Store) string { return store.LastStoreSyncResourceVersion() }

func addIfNotPresent(queue, any) error { panic("AddIfNotPresent left client-go in v0.33") }
func requeue(error) error              { panic("ErrRequeue left client-go in v0.33") }

func newReflector(lw cache.ListerWatcher, expected any, store cache.ReflectorStore, waitless clock.Clock) *cache.Reflector {
	return cache.NewReflectorWithOptions(lw, expected, store, cache.ReflectorOptions{Name: "r", Clock: waitless, Backoff: &wait.Backoff{Factor: 1}})
}
