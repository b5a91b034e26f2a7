//go:build !client_go_1_22 && !client_go_1_9

package oracle

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"sync/atomic"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

// TestAgainst runs the real shared informer on a server of ours, at ORACLE_SERVER, until its input ends. For each line
// of input it says what it has: {"store": ["ns/name@rv", …], "synced": …, "version": …, "errors": n, "senseless": n}.
func TestAgainst(t *testing.T) {
	url := os.Getenv("ORACLE_SERVER")
	if url == "" {
		t.Skip("no server")
	}
	silence()
	client, err := dynamic.NewForConfig(&rest.Config{Host: url, QPS: -1})
	must(err)
	pods := client.Resource(schema.GroupVersionResource{Version: "v1", Resource: "pods"})
	informer := cache.NewSharedIndexInformer(&cache.ListWatch{
		ListFunc:  func(o metav1.ListOptions) (runtime.Object, error) { return pods.List(t.Context(), o) },
		WatchFunc: func(o metav1.ListOptions) (watch.Interface, error) { return pods.Watch(t.Context(), o) },
	}, &unstructured.Unstructured{}, 0, cache.Indexers{})
	var failures, senseless atomic.Int64
	must(informer.SetWatchErrorHandler(func(*cache.Reflector, error) { failures.Add(1) }))
	known := map[string]bool{}
	_, err = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(o any) {
			if known[keyOf(o)] {
				senseless.Add(1)
			}
			known[keyOf(o)] = true
		},
		UpdateFunc: func(_, o any) {
			if !known[keyOf(o)] {
				senseless.Add(1)
			}
		},
		DeleteFunc: func(o any) {
			if !known[keyOf(o)] {
				senseless.Add(1)
			}
			delete(known, keyOf(o))
		},
	})
	must(err)
	stop := make(chan struct{})
	go informer.Run(stop)
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		line, _ := json.Marshal(record{
			"store":  sorted(showEach(informer.GetStore().List(), showAny)),
			"synced": informer.HasSynced(), "version": informer.LastSyncResourceVersion(),
			"errors": failures.Load(), "senseless": senseless.Load(),
		})
		fmt.Println(string(line))
	}
	close(stop)
}
