package pleg

import (
	"time"

	"k8s.io/apimachinery/pkg/types"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
	"k8s.io/utils/clock"
)

func (r *oracleRuntime) GetPods(bool) ([]*kubecontainer.Pod, error) { return r.list() }

func (r *oracleRuntime) GetPodStatus(uid types.UID, _, _ string) (*kubecontainer.PodStatus, error) {
	return r.status(uid)
}

func newOraclePleg(r *oracleRuntime, capacity int, cache kubecontainer.Cache, c clock.Clock) *GenericPLEG {
	return NewGenericPLEG(r, capacity, time.Second, cache, c).(*GenericPLEG)
}

func (g *GenericPLEG) oracleRelist() []string {
	g.relist()
	return nil
}
