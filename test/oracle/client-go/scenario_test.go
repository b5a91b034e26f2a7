//go:build !client_go_1_22 && !client_go_1_9

package oracle

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/tools/cache"
	"k8s.io/utils/clock"
)

func traceScenario(t *testing.T, raw json.RawMessage) (trace []record) {
	synctest.Test(t, func(*testing.T) {
		prepareBubble()
		// One at a time, and in line by a channel: waiting for a lock would count as being at work.
		turn := make(chan struct{}, 1)
		s := &server{quiet: func() {
			turn <- struct{}{}
			synctest.Wait()
			<-turn
		}}
		decode(raw, &s.scenario)
		if s.Kind == "reflector" {
			s.runReflector()
		} else {
			s.runInformer()
		}
		trace = s.trace
	})
	return trace
}

// runReflector calls ListAndWatch over and over, which is Run without its back-off.
func (s *server) runReflector() {
	stop := make(chan struct{})
	s.ended = func() { close(stop) }
	r := newReflector(s, &unstructured.Unstructured{}, recordingStore{s}, waitless{note: s.note})
	r.WatchListPageSize = s.PageSize
	r.MaxInternalErrorRetryDuration = time.Duration(s.RetryInternalMs) * time.Millisecond
	for {
		err := r.ListAndWatch(stop)
		if s.isOver {
			break
		}
		s.note(record{
			"ev": "return", "err": nameOfError(err), "rv": r.LastSyncResourceVersion(),
			"unavailable": *inner[bool](r, "isLastSyncResourceVersionUnavailable"),
			"paginated":   *inner[bool](r, "paginatedResult"),
		})
	}
	s.note(record{"ev": "end", "rv": r.LastSyncResourceVersion()})
}

// recordingStore prints what the reflector tells it.
type recordingStore struct{ *server }

func (s recordingStore) told(op string, object any, version string) error {
	s.note(record{"ev": "store", "op": op, "obj": object, "rv": version})
	return nil
}

func (s recordingStore) change(op string, object any) error {
	_ = s.told(op, show(object), "")
	thing, ok := object.(*unstructured.Unstructured)
	if ok && s.FailZ && thing.GetNamespace() != "" && thing.GetName() == "z" {
		return errProcess
	}
	return nil
}

func (s recordingStore) Add(object any) error    { return s.change("Add", object) }
func (s recordingStore) Update(object any) error { return s.change("Update", object) }
func (s recordingStore) Delete(object any) error { return s.change("Delete", object) }
func (s recordingStore) Resync() error           { return s.told("Resync", nil, "") }
func (s recordingStore) Bookmark(v string) error { return s.told("Bookmark", nil, v) }
func (s recordingStore) UpdateResourceVersion(v string) {
	_ = s.told("UpdateResourceVersion", nil, v)
}
func (s recordingStore) Transformer() cache.TransformFunc { return transformer(s.Transform) }
func (s recordingStore) Replace(objects []any, v string) error {
	return s.told("Replace", sorted(showEach(objects, showAny)), v)
}

// waitless is a clock that notes waits and does not wait.
type waitless struct {
	clock.RealClock
	note func(record)
}

func (c waitless) After(time.Duration) <-chan time.Time {
	c.note(record{"ev": "backoff"})
	return c.RealClock.After(0)
}

func (s *server) runInformer() {
	informer := cache.NewSharedIndexInformerWithOptions(s, &unstructured.Unstructured{}, cache.SharedIndexInformerOptions{
		Indexers:     cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc},
		ResyncPeriod: time.Duration(s.ResyncMs) * time.Millisecond,
	})
	must(informer.SetTransform(transformer(s.Transform)))
	must(informer.SetWatchErrorHandler(func(_ *cache.Reflector, err error) {
		s.note(record{"ev": "errhandler", "err": nameOfError(err)})
	}))
	handlers := &handlers{informer: informer, heard: map[string]map[string][]string{}, handles: map[string]cache.ResourceEventHandlerRegistration{}}
	if s.Timed {
		start := time.Now()
		handlers.time = func() string { return fmt.Sprint(time.Since(start).Milliseconds(), " ") }
	}
	for _, name := range s.Handlers {
		handlers.add(name)
	}
	s.act = func(change string) {
		handle, exists := handlers.handles[change[1:]]
		switch {
		case change[0] == '-' && exists:
			must(informer.RemoveEventHandler(handle))
		case change[0] == '+' && !exists:
			handlers.add(change[1:])
		}
	}
	stop := make(chan struct{})
	var handlerSynced map[string]bool
	s.ended = func() {
		handlerSynced = handlers.synced()
		close(stop)
	}
	informer.Run(stop)
	s.note(record{
		"ev": "end", "handlers": handlers.heard, "handlerSynced": handlerSynced, "synced": informer.HasSynced(),
		"store":      sorted(showEach(informer.GetStore().List(), showAny)),
		"lastSyncRV": informer.LastSyncResourceVersion(), "storeRV": storeVersion(informer.GetStore()),
	})
}

// handlers note what each of them hears of each key; the order among keys is left open.
type handlers struct {
	informer cache.SharedIndexInformer
	lock     sync.Mutex
	heard    map[string]map[string][]string
	handles  map[string]cache.ResourceEventHandlerRegistration
	// time, if set, is what to put before each note.
	time func() string
}

func (h *handlers) add(name string) {
	h.lock.Lock()
	h.heard[name] = map[string][]string{}
	h.lock.Unlock()
	hear := func(object any, text string) {
		h.lock.Lock()
		defer h.lock.Unlock()
		key := keyOf(object)
		if h.time != nil {
			text = h.time() + text
		}
		h.heard[name][key] = append(h.heard[name][key], text)
	}
	handler := cache.ResourceEventHandlerDetailedFuncs{
		AddFunc: func(object any, isInInitialList bool) {
			text := "add " + show(object)
			if isInInitialList {
				text += " init"
			}
			hear(object, text)
		},
		UpdateFunc: func(before, after any) { hear(after, "update "+show(before)+" -> "+show(after)) },
		DeleteFunc: func(object any) { hear(object, "delete "+show(object)) },
	}
	var handle cache.ResourceEventHandlerRegistration
	var err error
	if _, period, ok := strings.Cut(name, "@"); ok {
		milliseconds, _ := strconv.Atoi(period)
		handle, err = h.informer.AddEventHandlerWithResyncPeriod(handler, time.Duration(milliseconds)*time.Millisecond)
	} else {
		handle, err = h.informer.AddEventHandler(handler)
	}
	must(err)
	h.handles[name] = handle
}

func (h *handlers) synced() map[string]bool {
	all := map[string]bool{}
	for name, handle := range h.handles {
		all[name] = handle.HasSynced()
	}
	return all
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
