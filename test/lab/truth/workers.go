// Added to k8s.io/kubernetes/pkg/kubelet when the lab builds its kubelet: writes down the pod workers' state each time that
// their lock is given back and something is not as it was, so that no state is missed, however short.
package kubelet

import (
	"context"
	"reflect"
	"sort"
	"sync"
	"time"
	"unsafe"

	"k8s.io/apimachinery/pkg/types"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
	"k8s.io/kubernetes/pkg/kubelet/util/queue"
)

type labFields = map[string]any

// labRow is one worker in truth.jsonl.
type labRow struct {
	UID                  types.UID `json:"uid"`
	Pod                  string    `json:"pod"`
	State                string    `json:"state"`
	Working              bool      `json:"working"`
	Pending              bool      `json:"pending"`
	Active               bool      `json:"active"`
	Started              bool      `json:"started"`
	TerminationRequested bool      `json:"terminationRequested"`
	StartedTerminating   bool      `json:"startedTerminating"`
	Terminated           bool      `json:"terminated"`
	Deleted              bool      `json:"deleted"`
	Evicted              bool      `json:"evicted"`
	Finished             bool      `json:"finished"`
	RestartRequested     bool      `json:"restartRequested"`
	GracePeriod          int64     `json:"gracePeriod"`
}

// labSeen is what was written of a worker last: its memory byte for byte (a comparison costs nanoseconds), and its row.
type labSeen struct {
	memory  [unsafe.Sizeof(podSyncStatus{})]byte
	pending unsafe.Pointer
	row     labRow
}

// labMutex stands where the pod workers' own mutex stood.
type labMutex struct {
	sync.Mutex
	workers *podWorkers
	seen    map[types.UID]*labSeen
	common  labFields
}

// labWatch makes the lock of these workers write.
func labWatch(workers *podWorkers) *podWorkers {
	if kubecontainer.LabWants() {
		workers.podLock.workers = workers
		workers.podLock.seen = map[types.UID]*labSeen{}
	}
	return workers
}

func (m *labMutex) Unlock() {
	if m.workers != nil {
		m.record(time.Now())
	}
	m.Mutex.Unlock()
}

func (m *labMutex) record(now time.Time) {
	t := kubecontainer.LabTime(now)
	rows := len(m.seen) != len(m.workers.podSyncStatuses) || m.common == nil
	for uid, status := range m.workers.podSyncStatuses {
		seen := m.seen[uid]
		memory := *(*[unsafe.Sizeof(*status)]byte)(unsafe.Pointer(status))
		pending, pendingAt := labPending(m.workers, uid, status)
		if seen != nil && seen.memory == memory && seen.pending == pendingAt {
			continue
		}
		row := labRowOf(uid, status, pending != nil)
		rows = rows || seen == nil || seen.row != row
		m.seen[uid] = &labSeen{memory, pendingAt, row}
		kubecontainer.LabWrite("podsyncstatus.jsonl", labFields{"t": t, "uid": uid, "status": labStatus(status, pending)})
	}
	for uid := range m.seen {
		if m.workers.podSyncStatuses[uid] == nil {
			delete(m.seen, uid)
			rows = true
			kubecontainer.LabWrite("podsyncstatus.jsonl", labFields{"t": t, "uid": uid, "status": nil})
		}
	}
	if rows {
		kubecontainer.LabWrite("truth.jsonl", labFields{"t": t, "workers": m.rows()})
	}
	m.recordCommon(t)
}

func (m *labMutex) rows() []labRow {
	rows := []labRow{}
	for _, seen := range m.seen {
		rows = append(rows, seen.row)
	}
	sort.Slice(rows, func(i, j int) bool { return rows[i].UID < rows[j].UID })
	return rows
}

// recordCommon writes what belongs to no single worker: static pods by name, and which pods have a goroutine.
func (m *labMutex) recordCommon(t any) {
	w := m.workers
	goroutines := []string{}
	for uid := range w.podUpdates {
		goroutines = append(goroutines, string(uid))
	}
	sort.Strings(goroutines)
	started, waiting := map[string]string{}, map[string][]string{}
	for name, uid := range w.startedStaticPodsByFullname {
		started[name] = string(uid)
	}
	for name, uids := range w.waitingToStartStaticPodsByFullname {
		for _, uid := range uids {
			waiting[name] = append(waiting[name], string(uid))
		}
	}
	common := labFields{
		"podsSynced": w.podsSynced, "goroutines": goroutines,
		"startedStaticPodsByFullname": started, "waitingToStartStaticPodsByFullname": waiting,
	}
	if reflect.DeepEqual(common, m.common) {
		return
	}
	m.common = common
	line := labFields{"t": t}
	for key, value := range common {
		line[key] = value
	}
	kubecontainer.LabWrite("podworkers.jsonl", line)
}

// labPending is the update that waits for the worker, and where it lies in memory: until 1.26 in a map of its own, then in the status.
func labPending(workers *podWorkers, uid types.UID, status *podSyncStatus) (*UpdatePodOptions, unsafe.Pointer) {
	if field := labField(reflect.ValueOf(status).Elem(), "pendingUpdate"); field.IsValid() {
		update := field.Interface().(*UpdatePodOptions)
		return update, unsafe.Pointer(update)
	}
	undelivered := labField(reflect.ValueOf(workers).Elem(), "lastUndeliveredWorkUpdate")
	work := undelivered.MapIndex(reflect.ValueOf(uid))
	if !work.IsValid() {
		return nil, nil
	}
	update := work.Interface().(podWork).Options
	return &update, unsafe.Pointer(update.Pod)
}

// labField reads a field that is not exported.
func labField(parent reflect.Value, name string) reflect.Value {
	field := parent.FieldByName(name)
	if !field.IsValid() {
		return field
	}
	return reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem()
}

func labRowOf(uid types.UID, s *podSyncStatus, pending bool) labRow {
	row := labRow{
		UID: uid, Pod: s.fullname, State: "sync", Working: s.working, Pending: pending, Started: true,
		TerminationRequested: !s.terminatingAt.IsZero(), StartedTerminating: s.startedTerminating,
		Terminated: !s.terminatedAt.IsZero(), Deleted: s.deleted, Evicted: s.evicted, Finished: s.finished,
		RestartRequested: s.restartRequested, GracePeriod: s.gracePeriod,
	}
	switch {
	case row.Terminated:
		row.State = "terminated"
	case row.TerminationRequested:
		row.State = "terminating"
	}
	status := reflect.ValueOf(s).Elem()
	// Before 1.24 a worker that exists has started.
	if started := labField(status, "startedAt"); started.IsValid() {
		row.Started = !started.Interface().(time.Time).IsZero()
	}
	if active := labField(status, "activeUpdate"); active.IsValid() {
		row.Active = !active.IsNil()
	}
	return row
}

// labStatus is every field of a podSyncStatus, whichever its version has: times as text, functions and channels by number.
func labStatus(s *podSyncStatus, pending *UpdatePodOptions) labFields {
	out := labFields{"pendingUpdate": labUpdate(pending)}
	status := reflect.ValueOf(s).Elem()
	for i := 0; i < status.NumField(); i++ {
		name := status.Type().Field(i).Name
		switch value := labField(status, name).Interface().(type) {
		case *UpdatePodOptions:
			out[name] = labUpdate(value)
		case time.Time:
			out[name] = kubecontainer.LabTime(value)
		case context.Context:
			out[name] = labFields{"cancelled": value.Err() != nil}
		case context.CancelFunc:
			out[name] = value != nil
		case bool, int64, string:
			out[name] = value
		default:
			if list := reflect.ValueOf(value); list.Kind() == reflect.Slice {
				out[name] = list.Len()
			}
		}
	}
	return out
}

func labUpdate(update *UpdatePodOptions) any {
	if update == nil {
		return nil
	}
	out := labFields{"updateType": update.UpdateType.String(), "startTime": kubecontainer.LabTime(update.StartTime)}
	if pod := update.Pod; pod != nil {
		out["pod"] = labFields{
			"uid": pod.UID, "resourceVersion": pod.ResourceVersion, "phase": pod.Status.Phase, "deleted": pod.DeletionTimestamp != nil,
		}
	}
	if update.MirrorPod != nil {
		out["mirrorPod"] = update.MirrorPod.UID
	}
	if update.RunningPod != nil {
		out["runningPod"] = update.RunningPod.ID
	}
	if kill := update.KillPodOptions; kill != nil {
		out["killPodOptions"] = labFields{
			"evict": kill.Evict, "gracePeriodSecondsOverride": kill.PodTerminationGracePeriodSecondsOverride,
			"completedCh": kill.CompletedCh != nil, "podStatusFunc": kill.PodStatusFunc != nil,
		}
	}
	return out
}

// labQueue writes down what is put into the work queue, and what comes out when its time is come.
type labQueue struct {
	queue.WorkQueue
}

func (q labQueue) Enqueue(item types.UID, delay time.Duration) {
	now := time.Now()
	q.WorkQueue.Enqueue(item, delay)
	kubecontainer.LabWrite("workqueue.jsonl", labFields{
		"t": kubecontainer.LabTime(now), "op": "enqueue", "uid": item, "due": kubecontainer.LabTime(now.Add(delay)),
	})
}

func (q labQueue) GetWork() []types.UID {
	items := q.WorkQueue.GetWork()
	if len(items) > 0 {
		kubecontainer.LabWrite("workqueue.jsonl", labFields{"t": kubecontainer.LabTime(time.Now()), "op": "work", "uids": items})
	}
	return items
}

func labWatchQueue(q queue.WorkQueue) queue.WorkQueue {
	if !kubecontainer.LabWants() {
		return q
	}
	return labQueue{q}
}
