// Runs scripts of kind podactions: each operation is a pod with its status, the answer is the plan of computePodActions.
package kuberuntime

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"reflect"
	"regexp"
	"sort"
	"strings"
	"testing"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	runtimeapi "k8s.io/cri-api/pkg/apis/runtime/v1"
	"k8s.io/klog/v2"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
)

type oracleStatus struct {
	Name     string `json:"name"`
	State    string `json:"state"`
	ExitCode int    `json:"exitCode"`
	Reason   string `json:"reason"`
	Changed  bool   `json:"changed"`
	Liveness string `json:"liveness"`
	Startup  string `json:"startup"`
}

type oracleSandbox struct {
	Ready       bool   `json:"ready"`
	Attempt     uint32 `json:"attempt"`
	HostNetwork bool   `json:"hostNetwork"`
	Ip          string `json:"ip"`
}

type oracleInit struct {
	Sidecar  bool `json:"sidecar"`
	Startup  bool `json:"startup"`
	Liveness bool `json:"liveness"`
}

type oracleOp struct {
	Op         string          `json:"op"`
	Policy     string          `json:"policy"`
	Deleting   bool            `json:"deleting"`
	Host       bool            `json:"host"`
	Inits      []oracleInit    `json:"inits"`
	Containers int             `json:"containers"`
	Ephemeral  int             `json:"ephemeral"`
	Statuses   []oracleStatus  `json:"statuses"`
	Sandboxes  []oracleSandbox `json:"sandboxes"`
}

// TestOracle answers each request of standard input, one JSON object a line, with one line "TRACE [...]".
func TestOracle(t *testing.T) {
	klog.LogToStderr(false)
	klog.SetOutput(io.Discard)
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	for {
		line, err := in.ReadBytes('\n')
		if len(line) > 0 {
			var request struct {
				Script []oracleOp `json:"script"`
			}
			if err := json.Unmarshal(line, &request); err != nil {
				t.Fatal(err)
			}
			trace := []string{}
			for _, op := range request.Script {
				if op.Op == "compute" {
					trace = append(trace, oracleCompute(op))
				}
			}
			answer, _ := json.Marshal(trace)
			fmt.Printf("TRACE %s\n", answer)
		}
		if err != nil {
			return
		}
	}
}

func (op oracleOp) pod() *v1.Pod {
	pod := &v1.Pod{}
	pod.UID, pod.Name, pod.Namespace = "u1", "a", "ns"
	pod.Spec.RestartPolicy = v1.RestartPolicy(op.Policy)
	pod.Spec.HostNetwork = op.Host
	if op.Deleting {
		pod.DeletionTimestamp = &metav1.Time{}
	}
	for i, init := range op.Inits {
		container := v1.Container{Name: fmt.Sprintf("i%d", i), Image: "x"}
		oracleInitContainer(&container, init)
		pod.Spec.InitContainers = append(pod.Spec.InitContainers, container)
	}
	for i := 0; i < op.Containers; i++ {
		pod.Spec.Containers = append(pod.Spec.Containers, v1.Container{Name: fmt.Sprintf("c%d", i), Image: "x"})
	}
	oracleEphemeral(pod, op.Ephemeral)
	return pod
}

func (op oracleOp) status(pod *v1.Pod) *kubecontainer.PodStatus {
	status := &kubecontainer.PodStatus{ID: types.UID("u1"), Name: "a", Namespace: "ns"}
	states := map[string]kubecontainer.State{
		"created": kubecontainer.ContainerStateCreated, "running": kubecontainer.ContainerStateRunning,
		"exited": kubecontainer.ContainerStateExited, "unknown": kubecontainer.ContainerStateUnknown,
	}
	for i, s := range op.Statuses {
		one := &kubecontainer.Status{ID: kubecontainer.ContainerID{Type: "t", ID: fmt.Sprintf("id%d", i)}, Name: s.Name,
			State: states[s.State], ExitCode: s.ExitCode, Reason: s.Reason}
		for _, list := range [][]v1.Container{pod.Spec.InitContainers, pod.Spec.Containers} {
			for k := range list {
				if list[k].Name == s.Name && !s.Changed {
					one.Hash = kubecontainer.HashContainer(&list[k])
				}
			}
		}
		status.ContainerStatuses = append(status.ContainerStatuses, one)
	}
	for i, s := range op.Sandboxes {
		state := runtimeapi.PodSandboxState_SANDBOX_NOTREADY
		if s.Ready {
			state = runtimeapi.PodSandboxState_SANDBOX_READY
		}
		status.SandboxStatuses = append(status.SandboxStatuses, &runtimeapi.PodSandboxStatus{
			Id: fmt.Sprintf("s%d", i), State: state, Metadata: &runtimeapi.PodSandboxMetadata{Attempt: s.Attempt},
			Network: &runtimeapi.PodSandboxNetworkStatus{Ip: s.Ip},
			Linux:   &runtimeapi.LinuxPodSandboxStatus{Namespaces: &runtimeapi.Namespace{Options: oracleNetwork(s.HostNetwork)}},
		})
	}
	return status
}

// The model has a hash of its own.
var oracleHashes = regexp.MustCompile(`\(\d+ vs \d+\)`)

func oracleCompute(op oracleOp) string {
	m := newOracleManager()
	pod := op.pod()
	status := op.status(pod)
	for i, s := range op.Statuses {
		oracleProbes(m, status.ContainerStatuses[i].ID, s, pod)
	}
	actions := oracleActions(m, pod, status)
	var kills []string
	for id, info := range actions.ContainersToKill {
		kills = append(kills, fmt.Sprintf("%s/%s/%s/%s", id.ID, info.name, oracleHashes.ReplaceAllString(info.message, "(hashes)"), oracleReason(info)))
	}
	sort.Strings(kills)
	return fmt.Sprintf("kill=%v create=%v sandbox=%s attempt=%d init=%v start=%v ephemeral=%v kills=[%s] %s", actions.KillPod, actions.CreateSandbox,
		actions.SandboxID, actions.Attempt, oracleInits(pod, actions), actions.ContainersToStart, oracleEphemeralStarts(actions), strings.Join(kills, "; "), oracleFields(actions))
}

// The names of the fields that this version has, and whether any of those of a resize is set.
func oracleFields(actions podActions) string {
	value := reflect.ValueOf(actions)
	var names []string
	resizes := false
	for i := 0; i < value.NumField(); i++ {
		name := value.Type().Field(i).Name
		names = append(names, name)
		switch name {
		case "ContainersToUpdate":
			resizes = resizes || value.Field(i).Len() > 0
		case "UpdatePodResources":
			resizes = resizes || value.Field(i).Bool()
		}
	}
	return fmt.Sprintf("fields=%v resizes=%v", names, resizes)
}
