//go:build !client_go_1_22 && !client_go_1_9

package oracle

import "k8s.io/client-go/tools/cache"

// What client-go v0.32 and newer have that v0.22 has not.

func processor(process func(popped any, isInInitialList bool) error) cache.PopProcessFunc {
	return process
}

func newDeltaFIFO(head header, known cache.KeyListerGetter) queue {
	return cache.NewDeltaFIFOWithOptions(cache.DeltaFIFOOptions{
		KnownObjects:          known,
		EmitDeltaTypeReplaced: head.Replaced,
		Transformer:           transformer(head.Transform),
	})
}
