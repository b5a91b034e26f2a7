package kubelet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sort"
	"strings"
	"sync"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/record"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
	kubetypes "k8s.io/kubernetes/pkg/kubelet/types"
)

type killOptions struct {
	Evict bool   `json:"evict"`
	Grace *int64 `json:"grace"`
	Ch    string `json:"ch"`
	Fn    string `json:"fn"`
}

type workersOp struct {
	Op      string       `json:"op"`
	Pod     *podSpec     `json:"pod"`
	Mirror  string       `json:"mirror"`
	Running string       `json:"running"`
	Type    string       `json:"type"`
	Start   float64      `json:"start"`
	Kill    *killOptions `json:"kill"`
	Uid     string       `json:"uid"`
	Result  string       `json:"result"`
	State   string       `json:"state"`
	Uids    []string     `json:"uids"`
}

// workersRun holds what the fakes around the workers write down. Each sync function blocks until it is released.
type workersRun struct {
	lock     sync.Mutex
	events   []string
	inSync   map[string]chan string
	cache    map[string]string
	recorder *record.FakeRecorder
}

func (r *workersRun) note(format string, args ...any) {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.events = append(r.events, fmt.Sprintf(format, args...))
}

func (r *workersRun) block(uid types.UID, line string) (bool, error) {
	ch := make(chan string)
	r.lock.Lock()
	r.events = append(r.events, line)
	r.inSync[string(uid)] = ch
	r.lock.Unlock()
	switch <-ch {
	case "terminal":
		return true, nil
	case "error":
		return false, errors.New("some error")
	case "network":
		return false, errors.New("network is not ready: no plugin")
	case "cancel":
		return false, context.Canceled
	case "wrapped":
		return false, fmt.Errorf("waiting: %w", context.Canceled)
	}
	return false, nil
}

func (r *workersRun) syncPod(updateType kubetypes.SyncPodType, pod, mirror *v1.Pod) (bool, error) {
	return r.block(pod.UID, fmt.Sprintf("%s syncPod %s image=%s mirror=%v", pod.UID, updateType, pod.Spec.Containers[0].Image, mirror != nil))
}

func (r *workersRun) syncTerminatingPod(pod *v1.Pod, running *kubecontainer.Pod, grace *int64, fn func(*v1.PodStatus)) error {
	seconds, name := int64(-1), ""
	if grace != nil {
		seconds = *grace
	}
	if fn != nil {
		status := v1.PodStatus{}
		fn(&status)
		name = status.Message
	}
	_, err := r.block(pod.UID, fmt.Sprintf("%s syncTerminatingPod grace=%d fn=%s running=%v", pod.UID, seconds, name, running != nil))
	return err
}

func (r *workersRun) syncTerminatingRuntimePod(running *kubecontainer.Pod) error {
	_, err := r.block(running.ID, fmt.Sprintf("%s syncTerminatingRuntimePod", running.ID))
	return err
}

func (r *workersRun) syncTerminatedPod(pod *v1.Pod) error {
	_, err := r.block(pod.UID, fmt.Sprintf("%s syncTerminatedPod", pod.UID))
	return err
}

// GetWork and Enqueue make it a work queue.
func (r *workersRun) GetWork() []types.UID { return nil }

func (r *workersRun) Enqueue(uid types.UID, delay time.Duration) {
	class := "other"
	switch {
	case delay == 0:
		class = "now"
	case delay >= time.Second && delay <= 1500*time.Millisecond:
		class = "transient"
	case delay >= 10*time.Second && delay <= 15*time.Second:
		class = "backoff"
	case delay >= time.Minute && delay <= 90*time.Second:
		class = "resync"
	}
	r.note("%s enqueue %s", uid, class)
}

type workersCache struct {
	kubecontainer.Cache
	run *workersRun
}

func (c workersCache) answer(uid types.UID) (*kubecontainer.PodStatus, error) {
	c.run.lock.Lock()
	defer c.run.lock.Unlock()
	status := &kubecontainer.PodStatus{ID: uid}
	switch c.run.cache[string(uid)] {
	case "error":
		return nil, errors.New("cache error")
	case "running":
		status.ContainerStatuses = []*kubecontainer.Status{{State: kubecontainer.ContainerStateRunning}}
	}
	return status, nil
}

func (c workersCache) Get(uid types.UID) (*kubecontainer.PodStatus, error) { return c.answer(uid) }

func (c workersCache) GetNewerThan(uid types.UID, _ time.Time) (*kubecontainer.PodStatus, error) {
	return c.answer(uid)
}

func showOptions(pod, mirror *v1.Pod, running *kubecontainer.Pod, kill killOptions) string {
	grace := "-"
	if kill.Grace != nil {
		grace = fmt.Sprint(*kill.Grace)
	}
	image := "-"
	if pod != nil && len(pod.Spec.Containers) > 0 {
		image = pod.Spec.Containers[0].Image
	}
	return fmt.Sprintf("%s/%v/%v/%v/%s", image, mirror != nil, running != nil, kill.Evict, grace)
}

func oracleKnownLine(uid, state string, orphan, hasConfig, static bool) string {
	return fmt.Sprintf("known %s %s orphan=%v config=%v static=%v", uid, state, orphan, hasConfig, static)
}

func syncPodType(name string) kubetypes.SyncPodType {
	switch name {
	case "create":
		return kubetypes.SyncPodCreate
	case "update":
		return kubetypes.SyncPodUpdate
	case "kill":
		return kubetypes.SyncPodKill
	}
	return kubetypes.SyncPodSync
}

func (op workersOp) options(channels map[string]chan struct{}) UpdatePodOptions {
	options := UpdatePodOptions{UpdateType: syncPodType(op.Type), StartTime: oracleTime(op.Start)}
	if op.Pod != nil {
		options.Pod = op.Pod.pod()
	}
	if op.Mirror != "" {
		options.MirrorPod = podSpec{Uid: op.Mirror, Name: op.Mirror, Image: "m"}.pod()
	}
	if op.Running != "" {
		options.RunningPod = &kubecontainer.Pod{ID: types.UID(op.Running), Name: op.Running, Namespace: "ns"}
	}
	if kill := op.Kill; kill != nil {
		options.KillPodOptions = &KillPodOptions{Evict: kill.Evict, PodTerminationGracePeriodSecondsOverride: kill.Grace}
		if kill.Ch != "" {
			channels[kill.Ch] = make(chan struct{})
			options.KillPodOptions.CompletedCh = channels[kill.Ch]
		}
		if name := kill.Fn; name != "" {
			options.KillPodOptions.PodStatusFunc = func(status *v1.PodStatus) { status.Message = name }
		}
	}
	return options
}

func oraclePodWorkers(script []json.RawMessage) (trace []string) {
	run := &workersRun{inSync: map[string]chan string{}, cache: map[string]string{}, recorder: record.NewFakeRecorder(1000)}
	w := newOracleWorkers(run, run, workersCache{run: run})
	channels := map[string]chan struct{}{}
	for i, raw := range script {
		var op workersOp
		decode(raw, &op)
		trace = append(trace, fmt.Sprintf("#%d %s", i, op.Op))
		switch op.Op {
		case "update":
			w.UpdatePod(op.options(channels))
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
			run.cache[op.Uid] = op.State
			run.lock.Unlock()
		case "known":
			var pods []*v1.Pod
			for _, uid := range op.Uids {
				pods = append(pods, podSpec{Uid: uid, Name: uid}.pod())
			}
			known := w.oracleKnown(pods)
			sort.Strings(known)
			for _, line := range known {
				run.note("%s", line)
			}
		}
		w.oracleSettle(run)
		trace = append(trace, w.oracleState(run, channels)...)
	}
	// Let the goroutines end: their pods are of no useinterface{} more.
	for round := 0; round < 50; round++ {
		run.lock.Lock()
		for uid, ch := range run.inSync {
			delete(run.inSync, uid)
			close(ch)
		}
		run.lock.Unlock()
		w.oracleKnown(nil)
		w.oracleSettle(run)
		if len(w.podUpdates) == 0 {
			break
		}
	}
	return trace
}

// oracleSettle waits until each worker is inside a sync function or has nothing to do.
func (w *podWorkers) oracleSettle(run *workersRun) {
	for round := 0; round < 20000; round++ {
		busy := false
		w.podLock.Lock()
		run.lock.Lock()
		for uid, status := range w.podSyncStatuses {
			if _, blocked := run.inSync[string(uid)]; blocked {
				continue
			}
			if status.working || len(w.podUpdates[uid]) > 0 {
				busy = true
			}
		}
		run.lock.Unlock()
		w.podLock.Unlock()
		if !busy {
			return
		}
		time.Sleep(20 * time.Microsecond)
	}
}

func (w *podWorkers) oracleState(run *workersRun, channels map[string]chan struct{}) (trace []string) {
	run.lock.Lock()
	defer run.lock.Unlock()
	w.podLock.Lock()
	defer w.podLock.Unlock()
	for len(run.recorder.Events) > 0 {
		run.events = append(run.events, "event "+<-run.recorder.Events)
	}
	// Workers run side by side: only the order within one of them is certain.
	sort.SliceStable(run.events, func(i, j int) bool {
		return strings.Fields(run.events[i])[0] < strings.Fields(run.events[j])[0]
	})
	trace = append(trace, run.events...)
	run.events = nil
	var closed []string
	for name, ch := range channels {
		select {
		case <-ch:
			closed = append(closed, "completed "+name)
			delete(channels, name)
		default:
		}
	}
	sort.Strings(closed)
	trace = append(trace, closed...)
	var rows []string
	for uid, status := range w.podSyncStatuses {
		rows = append(rows, w.oracleRow(string(uid), status, run))
	}
	sort.Strings(rows)
	trace = append(trace, rows...)
	return append(trace, w.oracleStatic()...)
}

func (w *podWorkers) oracleRow(uid string, s *podSyncStatus, run *workersRun) string {
	flags := ""
	started, observed := w.oracleExtra(s)
	for _, flag := range []struct {
		name string
		set  bool
	}{
		{"working", s.working}, {"started", started}, {"terminating", s.IsTerminationRequested()}, {"startedTerminating", s.startedTerminating},
		{"terminated", s.IsTerminated()}, {"deleted", s.deleted}, {"evicted", s.evicted}, {"finished", s.finished},
		{"restart", s.restartRequested}, {"observed", observed},
	} {
		if flag.set {
			flags += " " + flag.name
		}
	}
	ctx := "none"
	if s.ctx != nil {
		ctx = "live"
		if s.ctx.Err() != nil {
			ctx = "canceled"
		}
	}
	pending, active := w.oracleQueue(s, uid)
	_, blocked := run.inSync[uid]
	_, channel := w.podUpdates[types.UID(uid)]
	return fmt.Sprintf("%s:%s grace=%d ctx=%s notify=%d fns=%d pending=%s active=%s blocked=%v channel=%v full=%s", uid, flags, s.gracePeriod, ctx,
		len(s.notifyPostTerminating), len(s.statusPostTerminating), pending, active, blocked, channel, s.fullname)
}

func (w *podWorkers) oracleStatic() (trace []string) {
	var started, waiting []string
	for name, uid := range w.startedStaticPodsByFullname {
		started = append(started, name+"="+string(uid))
	}
	for name, uids := range w.waitingToStartStaticPodsByFullname {
		waiting = append(waiting, fmt.Sprintf("%s=%v", name, uids))
	}
	sort.Strings(started)
	sort.Strings(waiting)
	return []string{"static " + strings.Join(started, " "), "waiting " + strings.Join(waiting, " ")}
}
