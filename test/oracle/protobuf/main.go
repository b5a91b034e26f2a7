// Program protobuf knows how the API server writes objects in protobuf, from the Go types themselves.
//
//	protobuf table              the fields of all messages, as src/cluster/protobuf/messages.ts has them
//	protobuf objects SEED N     random objects, one on a line: in protobuf (base64) and as JSON of what Go reads of it
package main

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"reflect"
	"sort"
	"strconv"
	"strings"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// message is what gogo/protobuf generates for a type.
type message interface {
	Marshal() ([]byte, error)
	Unmarshal([]byte) error
}

var kinds = map[string]func() message{
	"Pod":    func() message { return &v1.Pod{} },
	"Node":   func() message { return &v1.Node{} },
	"Status": func() message { return &metav1.Status{} },
	// Of a list only this is read as a message; its objects come one by one.
	"ListMeta": func() message { return &metav1.ListMeta{} },
}

// leaves are the types with a JSON of their own.
var leaves = map[reflect.Type]string{
	reflect.TypeFor[metav1.Time]():        "Time",
	reflect.TypeFor[metav1.MicroTime]():   "MicroTime",
	reflect.TypeFor[resource.Quantity]():  "Quantity",
	reflect.TypeFor[intstr.IntOrString](): "IntOrString",
	reflect.TypeFor[metav1.FieldsV1]():    "FieldsV1",
}

type table map[string]string

func (t table) typeName(of reflect.Type) string {
	if of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	if name, ok := leaves[of]; ok {
		return name
	}
	switch of.Kind() {
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "bool"
	case reflect.Int32, reflect.Int64:
		return "int"
	case reflect.Struct:
		t.add(of)
		return of.Name()
	case reflect.Slice:
		return t.typeName(of.Elem()) + "[]"
	case reflect.Map:
		return t.typeName(of.Elem()) + "{}"
	}
	panic("no way to tell of " + of.String())
}

// add notes `number name type`, with `?` where the zero value is left out, `!` where JSON says null for what is not there,
// and `^` where JSON has the fields of the message among those around it.
func (t table) add(of reflect.Type) {
	if _, known := t[of.Name()]; known {
		return
	}
	t[of.Name()] = ""
	fields := []string{}
	for i := range of.NumField() {
		field := of.Field(i)
		tag := strings.Split(field.Tag.Get("protobuf"), ",")
		if len(tag) < 2 {
			continue
		}
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		mark := ""
		kind := field.Type.Kind()
		omits := strings.Contains(options, "omitempty")
		container := kind == reflect.Slice || kind == reflect.Map || kind == reflect.Pointer
		switch {
		case field.Anonymous && name == "":
			name = "^"
		case strings.Contains(options, "omitzero") && field.Type != reflect.TypeFor[metav1.Time]() && !container:
			panic("omitzero of " + field.Type.String())
		case strings.Contains(options, "omitzero") && !container:
			mark = "?"
		case container && !omits:
			mark = "!"
		case !container && omits && kind != reflect.Struct:
			mark = "?"
		}
		fields = append(fields, fmt.Sprintf("%s %s %s%s", tag[1], name, t.typeName(field.Type), mark))
	}
	t[of.Name()] = strings.Join(fields, ", ")
}

func printTable() {
	t := table{}
	for _, made := range kinds {
		t.add(reflect.TypeOf(made()).Elem())
	}
	names := []string{}
	for name := range t {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		fmt.Printf("%s: %s\n", name, t[name])
	}
}

var texts = []string{"", "a", "web-1", "Running", "ümläut ✓ 😀", "quote \" and \\ and \n", "True", strings.Repeat("long ", 40)}

// fill gives a value something of each kind that its type can have.
func fill(r *rand.Rand, v reflect.Value, depth int) {
	switch target := v.Addr().Interface().(type) {
	case *metav1.Time:
		if r.Intn(4) > 0 {
			target.Time = time.Unix(r.Int63n(4e9)-1e9, 0)
		}
		return
	case *metav1.MicroTime:
		target.Time = time.Unix(r.Int63n(4e9), r.Int63n(1e6)*1000)
		return
	case *resource.Quantity:
		*target = resource.MustParse([]string{"0", "100m", "1536Mi", "2", "1e3", "0.5"}[r.Intn(6)])
		return
	case *intstr.IntOrString:
		*target = intstr.FromInt32(r.Int31())
		if r.Intn(2) == 0 {
			*target = intstr.FromString(texts[r.Intn(len(texts))])
		}
		return
	case *metav1.FieldsV1:
		target.Raw = []byte([]string{`{"f:metadata":{"f:labels":{".":{}}}}`, `{"k:{\"name\":\"ü\"}":{}}`, `{}`}[r.Intn(3)])
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(texts[r.Intn(len(texts))])
	case reflect.Bool:
		v.SetBool(r.Intn(2) == 0)
	case reflect.Int32:
		v.SetInt(int64(int32(r.Uint32())) >> r.Intn(32))
	case reflect.Int64:
		v.SetInt((r.Int63() - r.Int63()) >> (11 + r.Intn(52)))
	case reflect.Pointer:
		if depth < 9 && r.Intn(3+depth) == 0 {
			v.Set(reflect.New(v.Type().Elem()))
			fill(r, v.Elem(), depth+1)
		}
	case reflect.Slice:
		n := 0
		if depth < 9 && r.Intn(3+depth) == 0 {
			n = 1 + r.Intn(2)
		}
		for range n {
			v.Set(reflect.Append(v, reflect.Zero(v.Type().Elem())))
			fill(r, v.Index(v.Len()-1), depth+1)
		}
	case reflect.Map:
		if r.Intn(2) == 0 {
			return
		}
		v.Set(reflect.MakeMap(v.Type()))
		for range r.Intn(3) {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			fill(r, key, depth+1)
			fill(r, value, depth+1)
			v.SetMapIndex(key, value)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).Tag.Get("protobuf") != "" {
				fill(r, v.Field(i), depth+1)
			}
		}
	default:
		panic("cannot fill " + v.Type().String())
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func printObjects(seed int64, count int) {
	r := rand.New(rand.NewSource(seed))
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	names := []string{"Node", "Pod", "Pod", "Status"}
	for n := range count {
		kind := names[n%len(names)]
		written, read := kinds[kind](), kinds[kind]()
		// The first of each kind is empty.
		if n >= len(names) {
			fill(r, reflect.ValueOf(written).Elem(), 0)
		}
		bytes, err := written.Marshal()
		check(err)
		check(read.Unmarshal(bytes))
		text, err := json.Marshal(read)
		check(err)
		fmt.Fprintf(out, "{\"kind\":%q,\"protobuf\":%q,\"object\":%s}\n", kind, base64.StdEncoding.EncodeToString(bytes), text)
	}
}

func main() {
	if len(os.Args) == 4 && os.Args[1] == "objects" {
		seed, err := strconv.ParseInt(os.Args[2], 10, 64)
		check(err)
		count, err := strconv.Atoi(os.Args[3])
		check(err)
		printObjects(seed, count)
		return
	}
	printTable()
}
