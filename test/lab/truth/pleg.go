// Added to k8s.io/kubernetes/pkg/kubelet/pleg when the lab builds its kubelet: writes down each relist, and the pod records
// whenever they are others than before.
package pleg

import (
	"bytes"
	"encoding/json"
	"sort"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/types"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
)

type labFields = map[string]any

// labLastRecords is only used while a relist runs, and relists do not overlap.
var labLastRecords []byte

// labRelist notes that a relist begins, of one pod or of all, and returns what notes its end.
func labRelist(g *GenericPLEG, pod types.UID) func() {
	if !kubecontainer.LabWants() {
		return func() {}
	}
	begin := labFields{"t": kubecontainer.LabTime(time.Now()), "op": "begin"}
	if pod != "" {
		begin["uid"] = pod
	}
	kubecontainer.LabWrite("pleg.jsonl", begin)
	before := g.getRelistTime()
	return func() {
		now := g.getRelistTime()
		end := labFields{
			"t": kubecontainer.LabTime(time.Now()), "op": "end", "relistTime": kubecontainer.LabTime(now),
			"listed": now.After(before), "reinspect": labReinspect(&g.podsToReinspect),
		}
		if pod != "" {
			end["uid"] = pod
			delete(end, "listed")
		}
		if records := labRecords(g.podRecords); !bytes.Equal(records, labLastRecords) {
			labLastRecords = records
			end["records"] = json.RawMessage(records)
		}
		kubecontainer.LabWrite("pleg.jsonl", end)
	}
}

func labRecords(records podRecords) []byte {
	all := labFields{}
	for uid, record := range records {
		all[string(uid)] = labFields{"old": labPod(record.old), "current": labPod(record.current)}
	}
	line, err := json.Marshal(all)
	if err != nil {
		panic(err)
	}
	return line
}

func labPod(pod *kubecontainer.Pod) any {
	if pod == nil {
		return nil
	}
	list := func(containers []*kubecontainer.Container) []labFields {
		out := []labFields{}
		for _, c := range containers {
			out = append(out, labFields{"id": c.ID.ID, "name": c.Name, "state": c.State})
		}
		return out
	}
	return labFields{
		"pod": pod.Name + "_" + pod.Namespace, "sandboxes": list(pod.Sandboxes), "containers": list(pod.Containers),
	}
}

// labReinspect reads either form of the pods to inspect again: a map, and from 1.35 on a map for many goroutines.
func labReinspect(pods any) []string {
	uids := []string{}
	switch m := pods.(type) {
	case *map[types.UID]*kubecontainer.Pod:
		for uid := range *m {
			uids = append(uids, string(uid))
		}
	case *sync.Map:
		m.Range(func(uid, _ any) bool {
			uids = append(uids, string(uid.(types.UID)))
			return true
		})
	}
	sort.Strings(uids)
	return uids
}
