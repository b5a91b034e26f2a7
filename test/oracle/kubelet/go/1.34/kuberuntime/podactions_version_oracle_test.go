package kuberuntime

import (
	"context"

	v1 "k8s.io/api/core/v1"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
)

func oracleInitContainer(container *v1.Container, init oracleInit) {
	always := v1.ContainerRestartPolicyAlways
	if init.Sidecar {
		container.RestartPolicy = &always
	}
	if init.Startup {
		container.StartupProbe = &v1.Probe{}
	}
	if init.Liveness {
		container.LivenessProbe = &v1.Probe{}
	}
}

func newOracleManager() *kubeGenericRuntimeManager {
	_, _, m, err := createTestRuntimeManager(context.Background())
	if err != nil {
		panic(err)
	}
	return m
}

func oracleActions(m *kubeGenericRuntimeManager, pod *v1.Pod, status *kubecontainer.PodStatus) podActions {
	return m.computePodActions(context.Background(), pod, status)
}

func oracleInits(_ *v1.Pod, actions podActions) []int { return actions.InitContainersToStart }
