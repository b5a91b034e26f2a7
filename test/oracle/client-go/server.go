//go:build !client_go_1_22 && !client_go_1_9

package oracle

import (
	"errors"
	"io"
	"maps"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
)

// scenario scripts a server: the n-th list call gets the n-th list, the n-th watch call the n-th watch.
type scenario struct {
	Kind            string   `json:"kind"`
	WatchList       bool     `json:"watchList"`
	PageSize        int64    `json:"pageSize"`
	RetryInternalMs int64    `json:"retryInternalMs"`
	FailZ           bool     `json:"failZ"`
	Transform       string   `json:"transform"`
	Handlers        []string `json:"handlers"`
	ResyncMs        int64    `json:"resyncMs"`
	Timed           bool     `json:"timed"`
	Lists           []struct {
		RV       string   `json:"rv"`
		Items    []string `json:"items"`
		Continue string   `json:"continue"`
		Err      string   `json:"err"`
	} `json:"lists"`
	Watches []struct {
		Err    string   `json:"err"`
		Init   []string `json:"init"`
		InitRV string   `json:"initRV"`
		Events []string `json:"events"`
	} `json:"watches"`
}

func statusError(code int32, reason metav1.StatusReason, message string, causes ...metav1.StatusCause) error {
	return &apierrors.StatusError{ErrStatus: metav1.Status{
		Status: metav1.StatusFailure, Code: code, Reason: reason, Message: message,
		Details: &metav1.StatusDetails{Causes: causes},
	}}
}

const versionTooLarge = "Too large resource version"

// requestErrors are the errors of scripts. Each message is its own, so that a wrapped error can be told by it.
var requestErrors = map[string]error{
	"expired":        statusError(410, metav1.StatusReasonExpired, "version is too old"),
	"gone":           statusError(410, metav1.StatusReasonGone, "version has gone"),
	"toolarge":       statusError(504, metav1.StatusReasonTimeout, "cause by type", metav1.StatusCause{Type: metav1.CauseTypeResourceVersionTooLarge}),
	"toolarge-cause": statusError(504, metav1.StatusReasonTimeout, "cause by message", metav1.StatusCause{Message: versionTooLarge}),
	"toolarge-msg":   statusError(504, metav1.StatusReasonTimeout, versionTooLarge+": 9, current: 3"),
	"timeout":        statusError(504, metav1.StatusReasonTimeout, "took too long"),
	"429":            statusError(429, metav1.StatusReasonTooManyRequests, "too busy"),
	"internal":       statusError(500, metav1.StatusReasonInternalError, "broken inside"),
	"invalid":        statusError(422, metav1.StatusReasonInvalid, "not valid"),
	"forbidden":      statusError(403, metav1.StatusReasonForbidden, "not allowed"),
	"refused":        &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED},
	"eof":            io.EOF,
	"unexpected-eof": io.ErrUnexpectedEOF,
}

var errScriptOver = errors.New("script over")

// nameOfError is the script's name of an error, however it was wrapped.
func nameOfError(err error) any {
	if err == nil {
		return nil
	}
	text := err.Error()
	name := text
	longestFirst := slices.SortedFunc(maps.Keys(requestErrors), func(a, b string) int {
		return len(requestErrors[b].Error()) - len(requestErrors[a].Error())
	})
	for _, candidate := range longestFirst {
		if strings.Contains(text, requestErrors[candidate].Error()) {
			name = candidate
			break
		}
	}
	if strings.HasPrefix(text, "failed to list") {
		return "list: " + name
	}
	return name
}

// server answers as the script says. Everything it does is noted in the trace.
type server struct {
	scenario
	// quiet returns when all that can happen has happened.
	quiet func()
	// act adds or removes a handler.
	act func(change string)
	// ended is called when the script has run out.
	ended func()

	lock    sync.Mutex
	trace   []record
	lists   int
	watches int
	isOver  bool
}

func (s *server) note(line record) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.trace = append(s.trace, line)
}

func (s *server) over() error {
	s.quiet()
	s.isOver = true
	s.ended()
	return s.tooLate()
}

// tooLate answers when the reflector has seen that it is to stop: else chance decides what it sees first.
func (s *server) tooLate() error {
	s.quiet()
	return errScriptOver
}

func (s *server) IsWatchListSemanticsUnSupported() bool { return !s.WatchList }

func (s *server) List(o metav1.ListOptions) (runtime.Object, error) {
	if s.isOver {
		return nil, s.tooLate()
	}
	s.quiet()
	s.note(record{"ev": "list", "rv": o.ResourceVersion, "match": o.ResourceVersionMatch, "limit": o.Limit, "continue": o.Continue})
	if s.lists == len(s.Lists) {
		return nil, s.over()
	}
	answer := s.Lists[s.lists]
	s.lists++
	if answer.Err != "" {
		return nil, requestErrors[answer.Err]
	}
	list := &unstructured.UnstructuredList{Object: map[string]any{"apiVersion": "v1", "kind": "ThingList"}}
	list.SetResourceVersion(answer.RV)
	list.SetContinue(answer.Continue)
	for _, literal := range answer.Items {
		list.Items = append(list.Items, *newThing(literal))
	}
	return list, nil
}

func (s *server) Watch(o metav1.ListOptions) (watch.Interface, error) {
	if s.isOver {
		return nil, s.tooLate()
	}
	line := record{"ev": "watch", "rv": o.ResourceVersion, "match": o.ResourceVersionMatch, "bookmarks": o.AllowWatchBookmarks, "init": o.SendInitialEvents}
	line["timeout"] = *o.TimeoutSeconds
	if *o.TimeoutSeconds >= 300 && *o.TimeoutSeconds < 600 {
		line["timeout"] = "300..599"
	}
	s.note(line)
	if s.watches == len(s.Watches) {
		return nil, s.over()
	}
	answer, number := s.Watches[s.watches], s.watches
	s.watches++
	if answer.Err != "" {
		return nil, requestErrors[answer.Err]
	}
	var events []string
	if o.SendInitialEvents != nil && *o.SendInitialEvents {
		for _, literal := range answer.Init {
			events = append(events, "ADDED "+literal)
		}
		if answer.InitRV != "" {
			events = append(events, "BOOKMARK-END @"+answer.InitRV)
		}
	}
	st := &stream{result: make(chan watch.Event), stopped: make(chan struct{})}
	st.stop = sync.OnceFunc(func() {
		s.note(record{"ev": "stop", "watch": number})
		close(st.stopped)
	})
	go s.send(st, append(events, answer.Events...))
	return st, nil
}

type stream struct {
	result  chan watch.Event
	stopped chan struct{}
	stop    func()
}

func (s *stream) ResultChan() <-chan watch.Event { return s.result }
func (s *stream) Stop()                          { s.stop() }

func (s *server) send(st *stream, events []string) {
	for _, text := range events {
		kind, argument, _ := strings.Cut(text, " ")
		if kind == "SLEEP" {
			milliseconds, _ := strconv.Atoi(argument)
			time.Sleep(time.Duration(milliseconds) * time.Millisecond)
			continue
		}
		select {
		case <-st.stopped:
			return
		default:
		}
		// What came before is worked off: else two changes of one object may or may not meet in a queue.
		s.quiet()
		if argument == "" {
			s.note(record{"ev": text})
			s.act(text)
			continue
		}
		select {
		case st.result <- newEvent(kind, argument):
		case <-st.stopped:
			return
		}
	}
	s.quiet()
	close(st.result)
}

func newEvent(kind, argument string) watch.Event {
	event := watch.Event{Type: watch.EventType(kind)}
	switch {
	case kind == "ERROR":
		status := requestErrors[argument].(apierrors.APIStatus).Status()
		event.Object = &status
	case argument[0] == '!':
		// Another type than the one that is watched.
		event.Object = &metav1.Status{}
	case kind == "BOOKMARK-END":
		thing := newThing(argument)
		thing.SetAnnotations(map[string]string{metav1.InitialEventsAnnotationKey: "true"})
		event = watch.Event{Type: watch.Bookmark, Object: thing}
	default:
		event.Object = newThing(argument)
	}
	return event
}
