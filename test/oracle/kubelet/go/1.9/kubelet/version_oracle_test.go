package kubelet

import (
	"encoding/json"

	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/client-go/tools/record"
	"k8s.io/kubernetes/pkg/kubelet/config"
	kubetypes "k8s.io/kubernetes/pkg/kubelet/types"
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

func oraclePodWorkers(script []json.RawMessage) []string {
	ops := make([]classicOp, len(script))
	for i, raw := range script {
		decode(raw, &ops[i])
	}
	return classicTrace(ops)
}
