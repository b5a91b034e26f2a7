package pleg

import (
	"bytes"
	goruntime "runtime"
	"time"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/clock"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
)

func (r *oracleRuntime) GetPods(bool) ([]*kubecontainer.Pod, error) { return r.list() }

func (r *oracleRuntime) GetPodStatus(uid types.UID, _, _ string) (*kubecontainer.PodStatus, error) {
	return r.status(uid)
}

func newOraclePleg(r *oracleRuntime, capacity int, cache kubecontainer.Cache, c clock.Clock) *GenericPLEG {
	return NewGenericPLEG(r, capacity, time.Second, cache, c).(*GenericPLEG)
}

// A relist waits for room in the channel then: what fills it is read each time.
func (g *GenericPLEG) oracleRelist() (trace []string) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		g.relist()
	}()
	stacks := make([]byte, 1<<16)
	for {
		select {
		case <-done:
			return trace
		default:
		}
		if len(g.eventChannel) < cap(g.eventChannel) {
			goruntime.Gosched()
		} else if bytes.Contains(stacks[:goruntime.Stack(stacks, true)], []byte("[chan send]")) {
			trace = append(append(trace, oracleEvents(g)...), "waits for room")
		}
	}
}
