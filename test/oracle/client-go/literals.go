package oracle

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/tools/cache"
)

// record is one line of a trace.
type record map[string]any

const seenAnnotation = "t"

func newThing(literal string) *unstructured.Unstructured {
	body, query, _ := strings.Cut(literal, "?")
	key, version, _ := strings.Cut(body, "@")
	namespace, name, found := strings.Cut(key, "/")
	if !found {
		namespace, name = "", key
	}
	labels := map[string]string{}
	for pair := range strings.SplitSeq(query, "&") {
		if label, value, ok := strings.Cut(pair, "="); ok {
			labels[label] = value
		}
	}
	thing := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Thing"}}
	thing.SetNamespace(namespace)
	thing.SetName(name)
	thing.SetResourceVersion(version)
	thing.SetLabels(labels)
	return thing
}

// readObject reads OBJ, !x (a bare string, which has no metadata) and ~OBJ (a tombstone).
func readObject(literal string) any {
	switch literal[0] {
	case '!':
		return literal
	case '~':
		thing := newThing(literal[1:])
		return cache.DeletedFinalStateUnknown{Key: keyOf(thing), Obj: thing}
	}
	return newThing(literal)
}

func readObjects(literals []string) []any {
	objects := make([]any, len(literals))
	for i, literal := range literals {
		objects[i] = readObject(literal)
	}
	return objects
}

// keyOf is the key of an object or tombstone, "" for what has none.
func keyOf(object any) string {
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(object)
	if err != nil {
		return ""
	}
	return key
}

func show(object any) string {
	switch o := object.(type) {
	case nil:
		return "null"
	case string:
		return o
	case *unstructured.Unstructured:
		text := keyOf(o) + "@" + o.GetResourceVersion()
		if seen := o.GetAnnotations()[seenAnnotation]; seen != "" {
			text += "+T" + seen
		}
		return text
	case cache.DeletedFinalStateUnknown:
		return fmt.Sprintf("DFSU(%s,%s)", o.Key, show(o.Obj))
	}
	return showWhole(object)
}

func showEach[T any](objects []T, show func(T) string) []string {
	texts := make([]string, 0, len(objects))
	for _, object := range objects {
		texts = append(texts, show(object))
	}
	return texts
}

func showDelta(delta cache.Delta) string { return string(delta.Type) + " " + show(delta.Object) }

func showAny(object any) string { return show(object) }

func sorted(texts []string) []string {
	slices.Sort(texts)
	return texts
}

var (
	errProcess   = errors.New("process failed")
	errTransform = errors.New("transform failed")
	errIndex     = errors.New("index failed")
)

// errorClass names an error so that both sides can say it alike.
func errorClass(err error) string {
	var noKey cache.KeyError
	switch {
	case errors.Is(err, closedQueue):
		return "closed"
	case errors.As(err, &noKey):
		return "key"
	case strings.Contains(err.Error(), errTransform.Error()):
		return "transform"
	case errors.Is(err, errProcess):
		return "process"
	}
	return err.Error()
}

// transformer counts its calls on a copy of the object; "tag-fail-x" also refuses the name x.
func transformer(kind string) func(any) (any, error) {
	if kind == "" {
		return nil
	}
	return func(object any) (any, error) {
		thing, ok := object.(*unstructured.Unstructured)
		if !ok {
			return object, nil
		}
		if kind == "tag-fail-x" && thing.GetName() == "x" {
			return nil, errTransform
		}
		seen, _ := strconv.Atoi(thing.GetAnnotations()[seenAnnotation])
		changed := thing.DeepCopy()
		changed.SetAnnotations(map[string]string{seenAnnotation: strconv.Itoa(seen + 1)})
		return changed, nil
	}
}

// indexers: "namespace", or a label's comma-separated values; "err" refuses objects with that label.
func indexers(names []string) cache.Indexers {
	all := cache.Indexers{}
	for _, name := range names {
		if name == "namespace" {
			all[name] = cache.MetaNamespaceIndexFunc
			continue
		}
		all[name] = func(object any) ([]string, error) {
			value := object.(*unstructured.Unstructured).GetLabels()[name]
			if name == "err" && value != "" {
				return nil, errIndex
			}
			return strings.FieldsFunc(value, func(r rune) bool { return r == ',' }), nil
		}
	}
	return all
}
