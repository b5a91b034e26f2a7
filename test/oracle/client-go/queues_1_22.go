//go:build client_go_1_22

package oracle

import "k8s.io/client-go/tools/cache"

func newDeltaFIFO(head header, known cache.KeyListerGetter) queue {
	return cache.NewDeltaFIFOWithOptions(cache.DeltaFIFOOptions{KnownObjects: known, EmitDeltaTypeReplaced: head.Replaced})
}
