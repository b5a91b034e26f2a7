package kubelet

import (
	"context"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/client-go/tools/record"
	"k8s.io/kubernetes/pkg/kubelet/config"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
	kubetypes "k8s.io/kubernetes/pkg/kubelet/types"
	"k8s.io/kubernetes/pkg/kubelet/util/queue"
)

type oracleConfig struct {
	config *config.PodConfig
}

func oracleMode(mode string) config.PodConfigNotificationMode {
	switch mode {
	case "snapshot":
		return config.PodConfigNotificationSnapshot
	case "snapshotAndUpdates":
		return config.PodConfigNotificationSnapshotAndUpdates
	}
	return config.PodConfigNotificationIncremental
}

func newOracleConfig(mode string, recorder record.EventRecorder) *oracleConfig {
	return &oracleConfig{config.NewPodConfig(oracleMode(mode), recorder)}
}

func (c *oracleConfig) source(name string) chan<- interface{} {
	return c.config.Channel(name)
}

func (c *oracleConfig) seenAll(seen []string) bool {
	return c.config.SeenAllSources(sets.NewString(seen...))
}

func (c *oracleConfig) merge(source string, update kubetypes.PodUpdate) (trace []string) {
	ch := c.source(source)
	ch <- update
	// This one is received when the merge of the first is over, and sends nothing.
	ch <- kubetypes.PodUpdate{Op: kubetypes.REMOVE, Source: source}
	for {
		select {
		case sent := <-c.config.Updates():
			trace = append(trace, showUpdate(sent))
		default:
			return trace
		}
	}
}

func newOracleWorkers(run *workersRun, q queue.WorkQueue, cache kubecontainer.Cache) *podWorkers {
	return newPodWorkers(
		func(ctx context.Context, updateType kubetypes.SyncPodType, pod, mirrorPod *v1.Pod, _ *kubecontainer.PodStatus) (bool, error) {
			return run.syncPod(updateType, pod, mirrorPod)
		},
		func(ctx context.Context, pod *v1.Pod, _ *kubecontainer.PodStatus, running *kubecontainer.Pod, gracePeriod *int64, fn func(*v1.PodStatus)) error {
			return run.syncTerminatingPod(pod, running, gracePeriod, fn)
		},
		func(ctx context.Context, pod *v1.Pod, _ *kubecontainer.PodStatus) error {
			return run.syncTerminatedPod(pod)
		},
		run.recorder, q, time.Minute, 10*time.Second, cache).(*podWorkers)
}

func (w *podWorkers) oracleQueue(_ *podSyncStatus, uid string) (pending, active string) {
	work, ok := w.lastUndeliveredWorkUpdate[types.UID(uid)]
	if !ok {
		return "-", "-"
	}
	kill := killOptions{}
	if work.Options.KillPodOptions != nil {
		kill.Evict = work.Options.KillPodOptions.Evict
		kill.Grace = work.Options.KillPodOptions.PodTerminationGracePeriodSecondsOverride
	}
	return work.Options.UpdateType.String() + "/" + showOptions(work.Options.Pod, work.Options.MirrorPod, work.Options.RunningPod, kill), "-"
}

func (w *podWorkers) oracleExtra(*podSyncStatus) (bool, bool) {
	return false, false
}

func (w *podWorkers) oracleKnown(pods []*v1.Pod) (trace []string) {
	for uid, state := range w.SyncKnownPods(pods) {
		name := map[PodWorkerState]string{SyncPod: "sync", TerminatingPod: "terminating", TerminatedPod: "terminated", TerminatedAndRecreatedPod: "recreated"}[state]
		trace = append(trace, oracleKnownLine(string(uid), name, false, false, false))
	}
	return trace
}
