package kuberuntime

import (
	v1 "k8s.io/api/core/v1"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
)

func oracleInitContainer(*v1.Container, oracleInit) {}

func newOracleManager() *kubeGenericRuntimeManager {
	_, _, m, err := createTestRuntimeManager()
	if err != nil {
		panic(err)
	}
	return m
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
