package kuberuntime

import (
	v1 "k8s.io/api/core/v1"
	runtimeapi "k8s.io/kubernetes/pkg/kubelet/apis/cri/v1alpha1/runtime"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
	"k8s.io/kubernetes/pkg/kubelet/prober/results"
)

// What computePodActions uses of its manager.
type kubeGenericRuntimeManager struct {
	livenessManager   results.Manager
	internalLifecycle oracleLifecycle
}

type oracleLifecycle struct{}

func (oracleLifecycle) PostStopContainer(string) error { return nil }

func newOracleManager() *kubeGenericRuntimeManager {
	return &kubeGenericRuntimeManager{livenessManager: results.NewManager()}
}

func oracleActions(m *kubeGenericRuntimeManager, pod *v1.Pod, status *kubecontainer.PodStatus) podActions {
	return m.computePodActions(pod, status)
}

func oracleInits(pod *v1.Pod, actions podActions) []int {
	for i := range pod.Spec.InitContainers {
		if actions.NextInitContainerToStart == &pod.Spec.InitContainers[i] {
			return []int{i}
		}
	}
	return nil
}

func oracleInitContainer(*v1.Container, oracleInit) {}

func oracleEphemeral(*v1.Pod, int) {}

func oracleNetwork(host bool) *runtimeapi.NamespaceOption {
	return &runtimeapi.NamespaceOption{HostNetwork: host}
}

// A result was good or bad then, and there was none of a startup probe.
func oracleProbes(m *kubeGenericRuntimeManager, id kubecontainer.ContainerID, s oracleStatus, pod *v1.Pod) {
	if s.Liveness == "Success" || s.Liveness == "Failure" {
		m.livenessManager.Set(id, s.Liveness == "Success", pod)
	}
}

func oracleReason(containerToKillInfo) string { return "" }

func oracleEphemeralStarts(podActions) []int { return nil }
