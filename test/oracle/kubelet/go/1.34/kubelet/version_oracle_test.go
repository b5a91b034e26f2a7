package kubelet

import (
	"context"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/client-go/tools/record"
	"k8s.io/kubernetes/pkg/kubelet/allocation"
	"k8s.io/kubernetes/pkg/kubelet/config"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
	kubetypes "k8s.io/kubernetes/pkg/kubelet/types"
	"k8s.io/kubernetes/pkg/kubelet/util/queue"
	clocktesting "k8s.io/utils/clock/testing"
)

type oracleConfig struct {
	config *config.PodConfig
}

type noSLI struct{}

func (noSLI) ObservedPodOnWatch(*v1.Pod, time.Time) {}

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
	return &oracleConfig{config.NewPodConfig(oracleMode(mode), recorder, noSLI{})}
}

func (c *oracleConfig) source(name string) chan<- interface{} {
	return c.config.Channel(context.Background(), name)
}

func (c *oracleConfig) seenAll(seen []string) bool {
	return c.config.SeenAllSources(sets.New(seen...))
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
	syncer := &podSyncerFuncs{
		syncPod: func(ctx context.Context, updateType kubetypes.SyncPodType, pod, mirrorPod *v1.Pod, _ *kubecontainer.PodStatus) (bool, error) {
			return run.syncPod(updateType, pod, mirrorPod)
		},
		syncTerminatingPod: func(ctx context.Context, pod *v1.Pod, _ *kubecontainer.PodStatus, gracePeriod *int64, fn func(*v1.PodStatus)) error {
			return run.syncTerminatingPod(pod, nil, gracePeriod, fn)
		},
		syncTerminatingRuntimePod: func(ctx context.Context, runningPod *kubecontainer.Pod) error {
			return run.syncTerminatingRuntimePod(runningPod)
		},
		syncTerminatedPod: func(ctx context.Context, pod *v1.Pod, _ *kubecontainer.PodStatus) error {
			return run.syncTerminatedPod(pod)
		},
	}
	w := newPodWorkers(syncer, run.recorder, q, time.Minute, 10*time.Second, cache,
		allocation.NewInMemoryManager(nil, nil, nil, nil, nil, nil)).(*podWorkers)
	w.clock = clocktesting.NewFakePassiveClock(time.Unix(1000, 0))
	return w
}

func showActive(options *UpdatePodOptions) string {
	if options == nil {
		return "-"
	}
	kill := killOptions{}
	if options.KillPodOptions != nil {
		kill.Evict = options.KillPodOptions.Evict
		kill.Grace = options.KillPodOptions.PodTerminationGracePeriodSecondsOverride
	}
	return options.UpdateType.String() + "/" + showOptions(options.Pod, options.MirrorPod, options.RunningPod, kill)
}

func (w *podWorkers) oracleQueue(status *podSyncStatus, _ string) (pending, active string) {
	return showActive(status.pendingUpdate), showActive(status.activeUpdate)
}

func (w *podWorkers) oracleExtra(status *podSyncStatus) (bool, bool) {
	return status.IsStarted(), status.observedRuntime
}

func (w *podWorkers) oracleKnown(pods []*v1.Pod) (trace []string) {
	for uid, sync := range w.SyncKnownPods(pods) {
		trace = append(trace, oracleKnownLine(string(uid), sync.State.String(), sync.Orphan, sync.HasConfig, sync.Static))
	}
	return trace
}
