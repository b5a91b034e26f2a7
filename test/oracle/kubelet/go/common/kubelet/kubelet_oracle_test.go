// Runs scripts of the differential oracle on the code of pkg/kubelet and the packages it uses.
// It is put beside that package's own tests in a copy of the module, which gives it what is unexported.
package kubelet

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"sort"
	"strings"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/record"
	"k8s.io/klog/v2"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
	kubetypes "k8s.io/kubernetes/pkg/kubelet/types"
	"k8s.io/kubernetes/pkg/kubelet/util/queue"
	clocktesting "k8s.io/utils/clock/testing"
)

type oracleRequest struct {
	Kind   string            `json:"kind"`
	Script []json.RawMessage `json:"script"`
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
			answer, _ := json.Marshal(append([]string{}, oracleRun(request)...))
			fmt.Printf("TRACE %s\n", answer)
		}
		if err != nil {
			return
		}
	}
}

func oracleRun(request oracleRequest) []string {
	switch request.Kind {
	case "workqueue":
		return oracleWorkQueue(request.Script)
	case "podcache":
		return oraclePodCache(request.Script)
	case "podconfig":
		return oraclePodConfig(request.Script)
	case "podworkers":
		return oraclePodWorkers(request.Script)
	}
	return []string{"unknown kind " + request.Kind}
}

func decode(raw json.RawMessage, into interface{}) {
	if err := json.Unmarshal(raw, into); err != nil {
		panic(err)
	}
}

func oracleTime(seconds float64) time.Time {
	if seconds < 0 {
		return time.Time{}
	}
	return time.Unix(1000, 0).Add(time.Duration(seconds * float64(time.Second)))
}

func oracleWorkQueue(script []json.RawMessage) (trace []string) {
	clock := clocktesting.NewFakeClock(oracleTime(0))
	q := queue.NewBasicWorkQueue(clock)
	for _, raw := range script {
		var op struct {
			Op      string  `json:"op"`
			Uid     string  `json:"uid"`
			Seconds float64 `json:"seconds"`
		}
		decode(raw, &op)
		switch op.Op {
		case "enqueue":
			q.Enqueue(types.UID(op.Uid), time.Duration(op.Seconds*float64(time.Second)))
		case "advance":
			clock.Step(time.Duration(op.Seconds * float64(time.Second)))
		case "get":
			var uids []string
			for _, uid := range q.GetWork() {
				uids = append(uids, string(uid))
			}
			sort.Strings(uids)
			trace = append(trace, "work "+strings.Join(uids, ","))
		}
	}
	return trace
}

type cacheAnswer struct {
	status *kubecontainer.PodStatus
	err    error
}

func showCache(status *kubecontainer.PodStatus, err error) string {
	text := "nil"
	if status != nil {
		text = string(status.ID) + "/" + status.Name
	}
	if err != nil {
		text += " " + err.Error()
	}
	return text
}

func oraclePodCache(script []json.RawMessage) (trace []string) {
	cache := kubecontainer.NewCache()
	waiting := map[string]chan cacheAnswer{}
	var order []string
	for _, raw := range script {
		var op struct {
			Op   string  `json:"op"`
			Uid  string  `json:"uid"`
			Name string  `json:"name"`
			Err  string  `json:"err"`
			Time float64 `json:"time"`
		}
		decode(raw, &op)
		uid := types.UID(op.Uid)
		switch op.Op {
		case "get":
			status, err := cache.Get(uid)
			trace = append(trace, "get "+showCache(status, err))
		case "newer":
			ch := make(chan cacheAnswer, 1)
			waiting[op.Name] = ch
			order = append(order, op.Name)
			go func() {
				status, err := cache.GetNewerThan(uid, oracleTime(op.Time))
				ch <- cacheAnswer{status, err}
			}()
			// The subscription must be there before the next operation.
			oracleSettle()
		case "set":
			var err error
			var status *kubecontainer.PodStatus
			if op.Err != "" {
				err = fmt.Errorf("%s", op.Err)
			} else {
				status = &kubecontainer.PodStatus{ID: uid, Name: op.Name}
			}
			cache.Set(uid, status, err, oracleTime(op.Time))
		case "delete":
			cache.Delete(uid)
		case "time":
			cache.UpdateTime(oracleTime(op.Time))
		}
		oracleSettle()
		var answers, left []string
		for _, name := range order {
			select {
			case answer := <-waiting[name]:
				answers = append(answers, "answer "+name+" "+showCache(answer.status, answer.err))
			default:
				left = append(left, name)
			}
		}
		order = left
		sort.Strings(answers)
		trace = append(trace, answers...)
	}
	sort.Strings(order)
	return append(trace, "waiting "+strings.Join(order, ","))
}

// oracleWaits tells whether a goroutine waits for another one or for the world. A state that is not known counts as busy: beside
// "runnable" and "running" a goroutine may be "preempted", or help the garbage collector, in the midst of its work.
func oracleWaits(state string) bool {
	for _, waits := range []string{"chan ", "select", "sleep", "sync.Cond.Wait", "IO wait", "syscall", "finalizer wait", "cleanup wait"} {
		if strings.HasPrefix(state, waits) {
			return true
		}
	}
	return false
}

// oracleSettle returns when every other goroutine waits for something: who was woken has then done what it was woken for.
func oracleSettle() {
	stacks := make([]byte, 1<<20)
	for {
		stacks = stacks[:cap(stacks)]
		all := strings.Split(string(stacks[:runtime.Stack(stacks, true)]), "\n\n")
		isBusy := false
		// The first is the one that asks.
		for _, stack := range all[1:] {
			_, state, _ := strings.Cut(stack, " [")
			isBusy = isBusy || !oracleWaits(state)
		}
		if !isBusy {
			return
		}
		runtime.Gosched()
	}
}

type podSpec struct {
	Uid           string            `json:"uid"`
	Name          string            `json:"name"`
	Image         string            `json:"image"`
	Label         string            `json:"label"`
	Annotations   map[string]string `json:"annotations"`
	Message       string            `json:"message"`
	Phase         string            `json:"phase"`
	Deleting      bool              `json:"deleting"`
	DeletionGrace *int64            `json:"deletionGrace"`
	SpecGrace     *int64            `json:"specGrace"`
	Static        bool              `json:"static"`
}

func (p podSpec) pod() *v1.Pod {
	pod := &v1.Pod{}
	pod.UID, pod.Name, pod.Namespace = types.UID(p.Uid), p.Name, "ns"
	pod.Annotations = map[string]string{}
	for k, v := range p.Annotations {
		pod.Annotations[k] = v
	}
	if p.Static {
		pod.Annotations[kubetypes.ConfigSourceAnnotationKey] = "file"
	}
	if p.Label != "" {
		pod.Labels = map[string]string{"a": p.Label}
	}
	pod.Spec.Containers = []v1.Container{{Name: "c", Image: p.Image}}
	pod.Spec.TerminationGracePeriodSeconds = p.SpecGrace
	pod.Status.Phase = v1.PodPhase(p.Phase)
	pod.Status.Message = p.Message
	if p.Deleting {
		pod.DeletionTimestamp = &metav1.Time{Time: oracleTime(1)}
	}
	pod.DeletionGracePeriodSeconds = p.DeletionGrace
	return pod
}

func opName(op kubetypes.PodOperation) string {
	switch op {
	case kubetypes.SET:
		return "SET"
	case kubetypes.ADD:
		return "ADD"
	case kubetypes.DELETE:
		return "DELETE"
	case kubetypes.REMOVE:
		return "REMOVE"
	case kubetypes.UPDATE:
		return "UPDATE"
	case kubetypes.RECONCILE:
		return "RECONCILE"
	}
	return "?"
}

func oraclePodConfig(script []json.RawMessage) (trace []string) {
	var mode string
	var c *oracleConfig
	for _, raw := range script {
		var op struct {
			Op     string    `json:"op"`
			Mode   string    `json:"mode"`
			Source string    `json:"source"`
			Pods   []podSpec `json:"pods"`
			Seen   []string  `json:"seen"`
		}
		decode(raw, &op)
		if c == nil {
			mode = op.Mode
			c = newOracleConfig(mode, &record.FakeRecorder{})
		}
		switch op.Op {
		case "source":
			c.source(op.Source)
		case "seenAll":
			trace = append(trace, fmt.Sprintf("seenAll %v", c.seenAll(op.Seen)))
		case "SET", "ADD", "UPDATE", "DELETE", "REMOVE":
			update := kubetypes.PodUpdate{Source: op.Source}
			for _, known := range []kubetypes.PodOperation{kubetypes.SET, kubetypes.ADD, kubetypes.UPDATE, kubetypes.DELETE, kubetypes.REMOVE} {
				if opName(known) == op.Op {
					update.Op = known
				}
			}
			for _, p := range op.Pods {
				update.Pods = append(update.Pods, p.pod())
			}
			trace = append(trace, c.merge(op.Source, update)...)
		}
	}
	return trace
}

func showUpdate(update kubetypes.PodUpdate) string {
	var pods []string
	for _, pod := range update.Pods {
		image := ""
		if len(pod.Spec.Containers) > 0 {
			image = pod.Spec.Containers[0].Image
		}
		_, seen := pod.Annotations[kubetypes.ConfigFirstSeenAnnotationKey]
		pods = append(pods, fmt.Sprintf("%s/%s image=%s message=%s deleting=%v source=%s seen=%v", pod.UID, pod.Name, image,
			pod.Status.Message, pod.DeletionTimestamp != nil, pod.Annotations[kubetypes.ConfigSourceAnnotationKey], seen))
	}
	sort.Strings(pods)
	return fmt.Sprintf("%s %s [%s]", opName(update.Op), update.Source, strings.Join(pods, "; "))
}
