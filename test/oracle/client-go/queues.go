package oracle

import (
	"encoding/json"
	"fmt"
	"reflect"
	"runtime"
	"sync"

	"k8s.io/client-go/tools/cache"
)

// queue is what all three have in all versions.
type queue interface {
	Add(any) error
	Update(any) error
	Delete(any) error
	Replace([]any, string) error
	Resync() error
	Pop(cache.PopProcessFunc) (any, error)
	HasSynced() bool
	Close()
}

// sortedKnown is knownObjects whose keys come in an order that can be repeated.
type sortedKnown struct{ cache.Indexer }

func (k sortedKnown) ListKeys() []string { return sorted(k.Indexer.ListKeys()) }

type queueRun struct {
	header
	queue queue
	known sortedKnown
	// last is what the latest Pop returned.
	last any
}

func traceQueue(script []json.RawMessage) (trace []record) {
	head, operations := readStoreScript(script)
	known := sortedKnown{cache.NewIndexer(cache.DeletionHandlingMetaNamespaceKeyFunc, cache.Indexers{})}
	run := &queueRun{header: head, known: known}
	switch head.Kind {
	case "fifo":
		run.queue = cache.NewFIFO(cache.MetaNamespaceKeyFunc)
	case "deltafifo":
		var keys cache.KeyListerGetter
		if head.Known {
			keys = known
		}
		run.queue = newDeltaFIFO(head, keys)
	case "realfifo":
		run.queue = newRealFIFO(head, known)
	}
	for i, op := range operations {
		line := run.perform(op)
		line["i"] = i
		_, ended := line["panic"]
		if !ended {
			run.addState(line)
		}
		trace = append(trace, line)
		if ended {
			break
		}
	}
	return trace
}

func (r *queueRun) perform(op operation) record {
	line := record{"op": op.Op}
	switch {
	case op.Op == "Pop" || op.Op == "PopBatch":
		if r.wouldBlock() {
			r.wait()
			line["blocked"] = true
			return line
		}
		r.pop(op, line)
		return line
	case op.Op == "AddIfNotPresent" && r.Kind == "deltafifo" && r.last == nil:
		line["panic"] = "reflect: Call using zero Value argument"
		return line
	}
	line["ret"] = nil
	if err := r.produce(op); err != nil {
		line["err"] = errorClass(err)
	}
	return line
}

func (r *queueRun) produce(op operation) error {
	switch op.Op {
	case "Add":
		return r.queue.Add(op.object(0))
	case "Update":
		return r.queue.Update(op.object(0))
	case "Delete":
		return r.queue.Delete(op.object(0))
	case "Replace":
		return r.queue.Replace(op.list(), op.word(1))
	case "Resync":
		return r.queue.Resync()
	case "Close":
		r.queue.Close()
		return nil
	case "KnownDelete":
		return r.known.Delete(op.object(0))
	case "AddIfNotPresent":
		if r.Kind == "fifo" {
			return addIfNotPresent(r.queue, op.object(0))
		}
		return addIfNotPresent(r.queue, r.last)
	case "Bookmark":
		return bookmark(r.queue, op.word(0))
	}
	panic(fmt.Sprintf("a %s script has no operation %s", r.Kind, op.Op))
}

func (r *queueRun) pop(op operation, line record) {
	single := func(popped any, isInInitialList bool) error {
		line["via"] = "single"
		if deltas, ok := popped.(cache.Deltas); ok {
			return r.consume(op, line, deltas, isInInitialList)
		}
		line["out"] = show(popped)
		return r.behave(op, line, isInInitialList)
	}
	var err error
	line["ret"] = nil
	if op.Op == "PopBatch" {
		err = popBatch(r.queue, func(deltas []cache.Delta, isInInitialList bool) error {
			line["via"] = "batch"
			return r.consume(op, line, deltas, isInInitialList)
		}, processor(single))
	} else {
		var popped any
		if popped, err = r.queue.Pop(processor(single)); popped != nil {
			r.last = popped
			line["ret"] = []string{showPopped(popped)}
		}
	}
	if err != nil {
		line["err"] = errorClass(err)
	}
}

func showPopped(popped any) string {
	deltas, ok := popped.(cache.Deltas)
	if !ok {
		return show(popped)
	}
	text := ""
	for i, delta := range deltas {
		if i > 0 {
			text += " | "
		}
		text += showDelta(delta)
	}
	return text
}

func (r *queueRun) consume(op operation, line record, deltas []cache.Delta, isInInitialList bool) error {
	line["out"] = showEach(deltas, showDelta)
	if err := r.behave(op, line, isInInitialList); err != nil || op.Mode == "noop" {
		return err
	}
	for _, delta := range deltas {
		switch delta.Type {
		case cache.Deleted:
			_ = r.known.Delete(delta.Object)
		case cache.Added, cache.Updated, "Replaced", cache.Sync:
			_ = r.known.Update(delta.Object)
		default:
			applyWhole(r.known, delta)
		}
	}
	return nil
}

// behave notes how things stand while the consumer works, lets the producer act, and fails if the script says so.
func (r *queueRun) behave(op operation, line record, isInInitialList bool) error {
	line["init"], line["syncedDuring"] = isInInitialList, *inner[int](r.queue, "initialPopulationCount") == 0
	var during []record
	line["during"] = during
	if len(op.During) > 0 && len(*inner[[]cache.Delta](r.queue, "items")) >= 2*r.BatchSize {
		line["during"] = "lock held"
	} else if len(op.During) > 0 {
		for _, inner := range op.During {
			during = append(during, r.perform(inner))
		}
		line["during"] = during
	}
	switch op.Mode {
	case "fail":
		return errProcess
	case "requeue":
		return requeue(errProcess)
	}
	return nil
}

func (r *queueRun) wouldBlock() bool {
	if *inner[bool](r.queue, "closed") {
		return false
	}
	switch r.Kind {
	case "fifo":
		return len(*inner[map[string]any](r.queue, "items")) == 0
	case "deltafifo":
		return len(*inner[[]string](r.queue, "queue")) == 0
	}
	return len(*inner[[]cache.Delta](r.queue, "items")) == 0
}

// wait lets a Pop of a FIFO whose line has nothing but stale keys pass them and wait. It waits for good: another FIFO in the same
// state takes the place of its own.
func (r *queueRun) wait() {
	if r.Kind != "fifo" || len(*inner[[]string](r.queue, "queue")) == 0 {
		return
	}
	lock := inner[sync.RWMutex](r.queue, "lock")
	go func() { _, _ = r.queue.Pop(processor(func(any, bool) error { panic("the queue was empty") })) }()
	for passed := false; !passed; runtime.Gosched() {
		lock.Lock()
		passed = len(*inner[[]string](r.queue, "queue")) == 0
		lock.Unlock()
	}
	lock.Lock()
	defer lock.Unlock()
	next := cache.NewFIFO(cache.MetaNamespaceKeyFunc)
	from, to := reflect.ValueOf(r.queue).Elem(), reflect.ValueOf(next).Elem()
	for i := range from.NumField() {
		switch from.Type().Field(i).Name {
		case "lock", "cond", "closedLock":
		default:
			exported(to.Field(i)).Set(exported(from.Field(i)))
		}
	}
	r.queue = next
}

func (r *queueRun) addState(line record) {
	line["synced"] = r.queue.HasSynced()
	line["ipc"] = *inner[int](r.queue, "initialPopulationCount")
	line["populated"] = *inner[bool](r.queue, "populated")
	items := map[string]any{}
	line["items"] = items
	switch r.Kind {
	case "fifo":
		for key, object := range *inner[map[string]any](r.queue, "items") {
			items[key] = show(object)
		}
	case "deltafifo":
		for key, deltas := range *inner[map[string]cache.Deltas](r.queue, "items") {
			items[key] = showEach(deltas, showDelta)
		}
	}
	if r.Kind == "realfifo" {
		line["q"] = showEach(*inner[[]cache.Delta](r.queue, "items"), showDelta)
	} else {
		line["q"] = append([]string{}, *inner[[]string](r.queue, "queue")...)
	}
	if r.Kind != "fifo" {
		line["known"] = sorted(showEach(r.known.List(), showAny))
	}
}

// exported is the same field as one that can be written.
func exported(field reflect.Value) reflect.Value {
	return reflect.NewAt(field.Type(), field.Addr().UnsafePointer()).Elem()
}

// inner is a field that the type keeps to itself.
func inner[T any](owner any, field string) *T {
	return (*T)(reflect.ValueOf(owner).Elem().FieldByName(field).Addr().UnsafePointer())
}
