// Runs scripts of kind pleg on the generic PLEG with the real cache and a runtime that says what the script wants.
package pleg

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sort"
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/types"
	runtimeapi "k8s.io/cri-api/pkg/apis/runtime/v1"
	"k8s.io/klog/v2"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
	containertest "k8s.io/kubernetes/pkg/kubelet/container/testing"
	clocktesting "k8s.io/utils/clock/testing"
)

type oracleRequest struct {
	Kind   string            `json:"kind"`
	Script []json.RawMessage `json:"script"`
}

type oracleContainer struct {
	Id    string `json:"id"`
	State string `json:"state"`
}

type oraclePod struct {
	Uid        string            `json:"uid"`
	Containers []oracleContainer `json:"containers"`
	Sandboxes  []oracleContainer `json:"sandboxes"`
	Ip         string            `json:"ip"`
	Fails      bool              `json:"fails"`
}

type oracleRuntime struct {
	containertest.FakeRuntime
	pods  []oraclePod
	fails bool
}

var oracleStates = map[string]kubecontainer.State{
	"created": kubecontainer.ContainerStateCreated, "running": kubecontainer.ContainerStateRunning,
	"exited": kubecontainer.ContainerStateExited, "unknown": kubecontainer.ContainerStateUnknown,
}

func oracleList(containers []oracleContainer) (list []*kubecontainer.Container) {
	for _, c := range containers {
		list = append(list, &kubecontainer.Container{ID: kubecontainer.ContainerID{Type: "t", ID: c.Id}, Name: c.Id, State: oracleStates[c.State]})
	}
	return list
}

func (r *oracleRuntime) list() ([]*kubecontainer.Pod, error) {
	if r.fails {
		return nil, errors.New("no list")
	}
	var pods []*kubecontainer.Pod
	for _, p := range r.pods {
		pods = append(pods, &kubecontainer.Pod{ID: types.UID(p.Uid), Name: p.Uid, Namespace: "ns",
			Containers: oracleList(p.Containers), Sandboxes: oracleList(p.Sandboxes)})
	}
	return pods, nil
}

func (r *oracleRuntime) status(uid types.UID) (*kubecontainer.PodStatus, error) {
	status := &kubecontainer.PodStatus{ID: uid, Name: string(uid), Namespace: "ns"}
	for _, p := range r.pods {
		if p.Uid != string(uid) {
			continue
		}
		if p.Fails {
			return nil, errors.New("no status")
		}
		if p.Ip != "" {
			status.IPs = []string{p.Ip}
		}
		for _, c := range p.Containers {
			status.ContainerStatuses = append(status.ContainerStatuses, &kubecontainer.Status{
				ID: kubecontainer.ContainerID{Type: "t", ID: c.Id}, State: oracleStates[c.State], ExitCode: 3})
		}
		for _, c := range p.Sandboxes {
			state := runtimeapi.PodSandboxState_SANDBOX_NOTREADY
			if c.State == "running" {
				state = runtimeapi.PodSandboxState_SANDBOX_READY
			}
			status.SandboxStatuses = append(status.SandboxStatuses, &runtimeapi.PodSandboxStatus{Id: c.Id, State: state})
		}
	}
	return status, nil
}

// TestOracle answers each request of standard input, one JSON object a line, with one line "TRACE [...]".
func TestOracle(t *testing.T) {
	klog.LogToStderr(false)
	klog.SetOutput(io.Discard)
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	for {
		line, err := in.ReadBytes('\n')
		if len(line) > 0 {
			var request oracleRequest
			if err := json.Unmarshal(line, &request); err != nil {
				t.Fatal(err)
			}
			answer, _ := json.Marshal(append([]string{}, oraclePleg(request.Script)...))
			fmt.Printf("TRACE %s\n", answer)
		}
		if err != nil {
			return
		}
	}
}

func oraclePleg(script []json.RawMessage) (trace []string) {
	runtime := &oracleRuntime{}
	cache := kubecontainer.NewCache()
	clock := clocktesting.NewFakeClock(time.Unix(1000, 0))
	capacity := 1000
	var pleg *GenericPLEG
	for _, raw := range script {
		var op struct {
			Op      string      `json:"op"`
			Room    int         `json:"room"`
			Pods    []oraclePod `json:"pods"`
			Fails   bool        `json:"fails"`
			Seconds float64     `json:"seconds"`
		}
		if err := json.Unmarshal(raw, &op); err != nil {
			panic(err)
		}
		if pleg == nil {
			if op.Room > 0 {
				capacity = op.Room
			}
			pleg = newOraclePleg(runtime, capacity, cache, clock)
		}
		switch op.Op {
		case "advance":
			clock.Step(time.Duration(op.Seconds * float64(time.Second)))
		case "relist":
			runtime.pods, runtime.fails = op.Pods, op.Fails
			trace = append(trace, pleg.oracleRelist()...)
			trace = append(trace, oracleEvents(pleg)...)
			trace = append(trace, oracleCache(cache)...)
		}
		_, err := pleg.Healthy()
		trace = append(trace, fmt.Sprintf("healthy %v", err))
	}
	return trace
}

func oracleEvents(pleg *GenericPLEG) (trace []string) {
	for n := len(pleg.eventChannel); n > 0; n-- {
		event := <-pleg.eventChannel
		trace = append(trace, fmt.Sprintf("%s %s %v", event.ID, event.Type, event.Data))
	}
	// Pods come in the order of a Go map: only the order within one of them is certain.
	sort.SliceStable(trace, func(i, j int) bool {
		return strings.Fields(trace[i])[0] < strings.Fields(trace[j])[0]
	})
	return trace
}

func oracleCache(cache kubecontainer.Cache) (trace []string) {
	for _, uid := range []types.UID{"u1", "u2", "u3"} {
		status, err := cache.Get(uid)
		if err != nil {
			trace = append(trace, fmt.Sprintf("cache %s error %v", uid, err))
			continue
		}
		text := ""
		for _, c := range status.ContainerStatuses {
			text += fmt.Sprintf(" %s=%s", c.ID.ID, c.State)
		}
		for _, c := range status.SandboxStatuses {
			text += fmt.Sprintf(" %s=%v", c.Id, c.State == runtimeapi.PodSandboxState_SANDBOX_READY)
		}
		trace = append(trace, fmt.Sprintf("cache %s %v%s", uid, status.IPs, text))
	}
	return trace
}
