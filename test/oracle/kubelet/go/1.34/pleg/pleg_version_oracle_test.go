package pleg

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/klog/v2"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
	"k8s.io/utils/clock"
)

func (r *oracleRuntime) GetPods(context.Context, bool) ([]*kubecontainer.Pod, error) {
	return r.list()
}

func (r *oracleRuntime) GetPodStatus(_ context.Context, uid types.UID, _, _ string) (*kubecontainer.PodStatus, error) {
	return r.status(uid)
}

func newOraclePleg(r *oracleRuntime, capacity int, cache kubecontainer.Cache, c clock.Clock) *GenericPLEG {
	return NewGenericPLEG(klog.Logger{}, r, make(chan *PodLifecycleEvent, capacity),
		&RelistDuration{RelistPeriod: time.Second, RelistThreshold: 3 * time.Minute}, cache, c).(*GenericPLEG)
}

func (g *GenericPLEG) oracleRelist() []string {
	g.Relist()
	return nil
}
