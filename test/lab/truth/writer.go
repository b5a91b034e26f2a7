// Added to k8s.io/kubernetes/pkg/kubelet/container when the lab builds its kubelet: writes down what the pod cache does, and
// is the pen for the pod workers and the PLEG. With no LAB_TRUTH_DIR in the environment it writes nothing.
package container

import (
	"encoding/json"
	"os"
	"path/filepath"
	"time"

	"k8s.io/apimachinery/pkg/types"
)

type labLine struct {
	file string
	line []byte
}

// labLines is nil when nothing is to be written. It is long enough that the kubelet does not wait for the disk.
var labLines = labOpen(os.Getenv("LAB_TRUTH_DIR"))

func labOpen(dir string) chan labLine {
	if dir == "" {
		return nil
	}
	lines := make(chan labLine, 1<<16)
	go func() {
		files := map[string]*os.File{}
		for l := range lines {
			if files[l.file] == nil {
				f, err := os.OpenFile(filepath.Join(dir, l.file), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
				if err != nil {
					panic(err)
				}
				files[l.file] = f
			}
			if _, err := files[l.file].Write(append(l.line, '\n')); err != nil {
				panic(err)
			}
		}
	}()
	return lines
}

// LabWants tells whether anybody reads the truth.
func LabWants() bool { return labLines != nil }

// LabTime is RFC 3339 with microseconds, nil for the zero time.
func LabTime(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UTC().Format("2006-01-02T15:04:05.000000Z")
}

// LabWrite appends one line to a file of the truth. The value is read before this returns.
func LabWrite(file string, value any) {
	line, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	labLines <- labLine{file, line}
}

type labFields = map[string]any

func labCache(op string, fields labFields) {
	if !LabWants() {
		return
	}
	fields["t"], fields["op"] = LabTime(time.Now()), op
	LabWrite("podcache.jsonl", fields)
}

func labCacheSet(id types.UID, status *PodStatus, err error, timestamp time.Time) {
	if !LabWants() {
		return
	}
	fields := labFields{"uid": id, "timestamp": LabTime(timestamp), "error": nil}
	if err != nil {
		fields["error"] = err.Error()
	}
	if status != nil {
		sandboxes, containers := []labFields{}, []labFields{}
		for _, s := range status.SandboxStatuses {
			sandboxes = append(sandboxes, labFields{"id": s.Id, "state": s.State.String()})
		}
		for _, c := range status.ContainerStatuses {
			containers = append(containers, labFields{"id": c.ID.ID, "name": c.Name, "state": c.State, "exitCode": c.ExitCode})
		}
		fields["pod"] = status.Name + "_" + status.Namespace
		fields["ips"], fields["sandboxes"], fields["containers"] = status.IPs, sandboxes, containers
	}
	labCache("set", fields)
}

func labCacheTime(timestamp time.Time) {
	labCache("updateTime", labFields{"timestamp": LabTime(timestamp)})
}

func labCacheUID(op string, id types.UID, timestamp time.Time) {
	labCache(op, labFields{"uid": id, "timestamp": LabTime(timestamp)})
}
