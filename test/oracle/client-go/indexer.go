package oracle

import (
	"encoding/json"
	"fmt"

	"k8s.io/client-go/tools/cache"
)

func traceIndexer(script []json.RawMessage) (trace []record) {
	head, operations := readStoreScript(script)
	store := cache.NewIndexer(cache.DeletionHandlingMetaNamespaceKeyFunc, indexers(head.Indexers))
	for i, op := range operations {
		line := performOnIndexer(store, op)
		line["i"] = i
		trace = append(trace, line)
		// Which indices were updated before a panic depends on a map's order: that is where a trace ends.
		if _, ended := line["panic"]; ended {
			break
		}
		indices := map[string]map[string][]string{}
		for name := range store.GetIndexers() {
			indices[name] = map[string][]string{}
			for _, value := range store.ListIndexFuncValues(name) {
				indices[name][value], _ = store.IndexKeys(name, value)
			}
		}
		line["indices"], line["items"] = indices, sorted(showEach(store.List(), showAny))
	}
	return trace
}

func performOnIndexer(store cache.Indexer, op operation) (line record) {
	line = record{"op": op.Op}
	defer func() {
		if thrown := recover(); thrown != nil {
			line = record{"op": op.Op, "panic": fmt.Sprint(thrown)}
		}
	}()
	var err error
	line["ret"] = nil
	switch op.Op {
	case "Add":
		err = store.Add(op.object(0))
	case "Update":
		err = store.Update(op.object(0))
	case "Delete":
		err = store.Delete(op.object(0))
	case "Replace":
		err = store.Replace(op.list(), op.word(1))
	case "Resync":
		err = store.Resync()
	case "AddIndexers":
		err = store.AddIndexers(indexers(op.words()))
	default:
		line["ret"], err = ask(store, op)
	}
	if err != nil {
		line["err"] = errorClass(err)
	}
	return line
}

func ask(store cache.Indexer, op operation) (any, error) {
	switch op.Op {
	case "Get":
		object, exists, err := store.Get(op.object(0))
		return found(object, exists), err
	case "GetByKey":
		object, exists, err := store.GetByKey(op.word(0))
		return found(object, exists), err
	case "List":
		return []any{sorted(showEach(store.List(), showAny))}, nil
	case "ListKeys":
		return []any{sorted(store.ListKeys())}, nil
	case "Index":
		objects, err := store.Index(op.word(0), op.object(1))
		return []any{sorted(showEach(objects, showAny))}, err
	case "ByIndex":
		objects, err := store.ByIndex(op.word(0), op.word(1))
		return []any{sorted(showEach(objects, showAny))}, err
	case "IndexKeys":
		keys, err := store.IndexKeys(op.word(0), op.word(1))
		return []any{keys}, err
	case "ListIndexFuncValues":
		return []any{sorted(store.ListIndexFuncValues(op.word(0)))}, nil
	}
	return askNewer(store, op)
}

func found(object any, exists bool) []any {
	if !exists {
		return []any{false}
	}
	return []any{show(object), true}
}
