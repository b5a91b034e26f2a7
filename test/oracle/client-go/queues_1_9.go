//go:build client_go_1_9

package oracle

import "k8s.io/client-go/tools/cache"

func newDeltaFIFO(_ header, known cache.KeyListerGetter) queue {
	return cache.NewDeltaFIFO(cache.MetaNamespaceKeyFunc, nil, known)
}
