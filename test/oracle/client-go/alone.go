//go:build client_go_1_22 || client_go_1_9

package oracle

import "k8s.io/client-go/tools/cache"

// Of v0.22 and v6.0.0 the queues alone are asked; their consumers are not told whether an item is of the first list.

func processor(process func(popped any, isInInitialList bool) error) cache.PopProcessFunc {
	return func(popped any) error { return process(popped, false) }
}
