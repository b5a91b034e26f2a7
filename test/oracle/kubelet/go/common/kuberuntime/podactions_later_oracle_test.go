// What the pods and plans of 1.9 do not have.
package kuberuntime

import (
	"fmt"

	v1 "k8s.io/api/core/v1"
	runtimeapi "k8s.io/cri-api/pkg/apis/runtime/v1"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
	"k8s.io/kubernetes/pkg/kubelet/prober/results"
)

func oracleEphemeral(pod *v1.Pod, count int) {
	for i := 0; i < count; i++ {
		pod.Spec.EphemeralContainers = append(pod.Spec.EphemeralContainers,
			v1.EphemeralContainer{EphemeralContainerCommon: v1.EphemeralContainerCommon{Name: fmt.Sprintf("e%d", i), Image: "x"}})
	}
}

func oracleNetwork(host bool) *runtimeapi.NamespaceOption {
	if host {
		return &runtimeapi.NamespaceOption{Network: runtimeapi.NamespaceMode_NODE}
	}
	return &runtimeapi.NamespaceOption{Network: runtimeapi.NamespaceMode_POD}
}

func oracleProbes(m *kubeGenericRuntimeManager, id kubecontainer.ContainerID, s oracleStatus, pod *v1.Pod) {
	values := map[string]results.Result{"Success": results.Success, "Failure": results.Failure, "Unknown": results.Unknown}
	if s.Liveness != "" {
		m.livenessManager.Set(id, values[s.Liveness], pod)
	}
	if s.Startup != "" {
		m.startupManager.Set(id, values[s.Startup], pod)
	}
}

func oracleReason(info containerToKillInfo) string { return string(info.reason) }

func oracleEphemeralStarts(actions podActions) []int { return actions.EphemeralContainersToStart }
