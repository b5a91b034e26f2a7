// Program clientGo keeps a store of pods with the real client-go, in JSON, for the informer's benchmark. It says on a line
// of JSON when the store is synced; then each line on its input asks what it has seen and used so far.
package main

import (
	"bufio"
	"fmt"
	"os"
	"sync/atomic"
	"syscall"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
)

var updates atomic.Int64

func report(began time.Time, synced bool) {
	var usage syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	cpu := time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
	fmt.Printf("{\"synced\":%v,\"ms\":%d,\"cpuMs\":%d,\"peakMB\":%d,\"updates\":%d}\n",
		synced, time.Since(began).Milliseconds(), cpu.Milliseconds(), usage.Maxrss/1000, updates.Load())
}

func main() {
	config, err := clientcmd.BuildConfigFromFlags("", os.Args[1])
	if err != nil {
		panic(err)
	}
	config.QPS = -1
	config.GroupVersion = &v1.SchemeGroupVersion
	config.APIPath = "/api"
	config.ContentType = "application/json"
	config.NegotiatedSerializer = scheme.Codecs.WithoutConversion()
	client, err := rest.RESTClientFor(config)
	if err != nil {
		panic(err)
	}
	began := time.Now()
	pods := cache.NewListWatchFromClient(client, "pods", "", fields.Everything())
	informer := cache.NewSharedIndexInformer(pods, &v1.Pod{}, 0, cache.Indexers{})
	registration, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		UpdateFunc: func(any, any) { updates.Add(1) },
	})
	if err != nil {
		panic(err)
	}
	stop := make(chan struct{})
	go informer.Run(stop)
	for !registration.HasSynced() {
		time.Sleep(time.Millisecond)
	}
	report(began, true)
	for input := bufio.NewScanner(os.Stdin); input.Scan(); {
		report(began, true)
	}
}
