// Program kubelet is the last kubelet line that can run pods on dockerd by its own dockershim, with JSON logs.
package main

import (
	"os"

	cliflag "k8s.io/component-base/cli/flag"
	"k8s.io/component-base/logs"
	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/component-base/metrics/prometheus/restclient"
	_ "k8s.io/component-base/metrics/prometheus/version"
	"k8s.io/kubernetes/cmd/kubelet/app"
)

func run() error {
	defer logs.FlushLogs()
	command := app.NewKubeletCommand()
	command.SetGlobalNormalizationFunc(cliflag.WordSepNormalizeFunc)
	return command.Execute()
}

func main() {
	if err := run(); err != nil {
		os.Exit(1)
	}
}
