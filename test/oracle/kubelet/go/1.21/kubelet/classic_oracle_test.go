// Runs scripts of kind podworkers on the classic workers, which have no states: what a script asks for beyond
// update, release, forget and known means nothing to them.
package kubelet

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sort"
	"strings"
	"sync"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/client-go/tools/record"
	"k8s.io/klog/v2"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
	kubetypes "k8s.io/kubernetes/pkg/kubelet/types"
)

type classicOp struct {
	Op  string `json:"op"`
	Pod struct {
		Uid   string `json:"uid"`
		Name  string `json:"name"`
		Image string `json:"image"`
	} `json:"pod"`
	Mirror string `json:"mirror"`
	Type   string `json:"type"`
	Kill   *struct {
		Ch string `json:"ch"`
	} `json:"kill"`
	Uid    string   `json:"uid"`
	Result string   `json:"result"`
	State  string   `json:"state"`
	Uids   []string `json:"uids"`
}

// classicRun is the fakes around the workers: the sync function blocks until it is released.
type classicRun struct {
	kubecontainer.Cache
	lock      sync.Mutex
	events    []string
	completed []string
	inSync    map[string]chan string
	failing   map[string]bool
	recorder  *record.FakeRecorder
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
				Script []classicOp `json:"script"`
			}
			if err := json.Unmarshal(line, &request); err != nil {
				t.Fatal(err)
			}
			answer, _ := json.Marshal(classicTrace(request.Script))
			fmt.Printf("TRACE %s\n", answer)
		}
		if err != nil {
			return
		}
	}
}

func (r *classicRun) note(line string) {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.events = append(r.events, line)
}

func (r *classicRun) GetNewerThan(uid types.UID, _ time.Time) (*kubecontainer.PodStatus, error) {
	r.lock.Lock()
	defer r.lock.Unlock()
	if r.failing[string(uid)] {
		return nil, errors.New("cache error")
	}
	return &kubecontainer.PodStatus{ID: uid}, nil
}

func (r *classicRun) GetWork() []types.UID { return nil }

func (r *classicRun) Enqueue(uid types.UID, delay time.Duration) {
	class := "other"
	switch {
	case delay >= time.Second && delay <= 1500*time.Millisecond:
		class = "transient"
	case delay >= 10*time.Second && delay <= 15*time.Second:
		class = "backoff"
	case delay >= time.Minute && delay <= 90*time.Second:
		class = "resync"
	}
	r.note(fmt.Sprintf("%s enqueue %s", uid, class))
}

func (r *classicRun) syncPod(o syncPodOptions) error {
	ch := make(chan string)
	r.lock.Lock()
	r.events = append(r.events, fmt.Sprintf("%s syncPod %s image=%s mirror=%v", o.pod.UID, o.updateType, o.pod.Spec.Containers[0].Image, o.mirrorPod != nil))
	r.inSync[string(o.pod.UID)] = ch
	r.lock.Unlock()
	switch <-ch {
	case "error":
		return errors.New("some error")
	case "network":
		return errors.New("network is not ready: no plugin")
	case "cancel":
		return context.Canceled
	case "wrapped":
		return fmt.Errorf("waiting: %w", context.Canceled)
	}
	return nil
}

func classicPod(uid, name, image string) *v1.Pod {
	pod := &v1.Pod{}
	pod.UID, pod.Name, pod.Namespace = types.UID(uid), name, "ns"
	pod.Spec.Containers = []v1.Container{{Name: "c", Image: image}}
	return pod
}

func (op classicOp) options(run *classicRun) *UpdatePodOptions {
	updateTypes := map[string]kubetypes.SyncPodType{"create": kubetypes.SyncPodCreate, "update": kubetypes.SyncPodUpdate, "kill": kubetypes.SyncPodKill, "sync": kubetypes.SyncPodSync}
	options := &UpdatePodOptions{Pod: classicPod(op.Pod.Uid, op.Pod.Name, op.Pod.Image), UpdateType: updateTypes[op.Type]}
	if op.Mirror != "" {
		options.MirrorPod = classicPod(op.Mirror, op.Mirror, "m")
	}
	if op.Kill != nil && op.Kill.Ch != "" {
		name := op.Kill.Ch
		options.OnCompleteFunc = func(error) {
			run.lock.Lock()
			defer run.lock.Unlock()
			run.completed = append(run.completed, "completed "+name)
		}
	}
	return options
}

func classicTrace(script []classicOp) []string {
	trace := []string{}
	run := &classicRun{inSync: map[string]chan string{}, failing: map[string]bool{}, recorder: record.NewFakeRecorder(1000)}
	w := newPodWorkers(run.syncPod, run.recorder, run, time.Minute, 10*time.Second, run)
	for i, op := range script {
		trace = append(trace, fmt.Sprintf("#%d %s", i, op.Op))
		switch op.Op {
		case "update":
			w.UpdatePod(op.options(run))
		case "release":
			run.lock.Lock()
			ch := run.inSync[op.Uid]
			delete(run.inSync, op.Uid)
			run.lock.Unlock()
			if ch != nil {
				ch <- op.Result
			}
		case "cache":
			run.lock.Lock()
			run.failing[op.Uid] = op.State == "error"
			run.lock.Unlock()
		case "forget":
			w.ForgetWorker(types.UID(op.Uid))
		case "known":
			desired := map[types.UID]sets.Empty{}
			for _, uid := range op.Uids {
				desired[types.UID(uid)] = sets.Empty{}
			}
			w.ForgetNonExistingPodWorkers(desired)
		}
		w.classicSettle(run)
		trace = append(trace, w.classicState(run)...)
	}
	return trace
}

func (p *podWorkers) classicSettle(run *classicRun) {
	for round := 0; round < 20000; round++ {
		busy := false
		p.podLock.Lock()
		run.lock.Lock()
		for uid, working := range p.isWorking {
			_, blocked := run.inSync[string(uid)]
			busy = busy || (working && !blocked)
		}
		run.lock.Unlock()
		p.podLock.Unlock()
		if !busy {
			return
		}
		time.Sleep(20 * time.Microsecond)
	}
}

func (p *podWorkers) classicState(run *classicRun) (trace []string) {
	run.lock.Lock()
	defer run.lock.Unlock()
	p.podLock.Lock()
	defer p.podLock.Unlock()
	for len(run.recorder.Events) > 0 {
		run.events = append(run.events, "event "+<-run.recorder.Events)
	}
	sort.SliceStable(run.events, func(i, j int) bool {
		return strings.Fields(run.events[i])[0] < strings.Fields(run.events[j])[0]
	})
	sort.Strings(run.completed)
	trace = append(append(trace, run.events...), run.completed...)
	run.events, run.completed = nil, nil
	for _, uid := range []types.UID{"u1", "u2", "u3"} {
		_, channel := p.podUpdates[uid]
		if !channel && !p.isWorking[uid] {
			continue
		}
		pending := "-"
		if waiting, ok := p.lastUndeliveredWorkUpdate[uid]; ok {
			pending = waiting.UpdateType.String() + "/" + waiting.Pod.Spec.Containers[0].Image
		}
		_, blocked := run.inSync[string(uid)]
		trace = append(trace, fmt.Sprintf("%s: working=%v channel=%v pending=%s blocked=%v", uid, p.isWorking[uid], channel, pending, blocked))
	}
	return trace
}
