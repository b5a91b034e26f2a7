// Program control is the whole control plane of the lab in one process: an embedded etcd that does not wait for the disk,
// and kube-apiserver, which takes its usual flags. There is no scheduler and no controller manager.
//
// The environment names where etcd keeps its data (LAB_ETCD_DIR) and listens (LAB_ETCD_PORT, on 127.0.0.1).
package main

import (
	"fmt"
	"net/url"
	"os"
	"time"

	"go.etcd.io/etcd/server/v3/embed"
	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"
	"k8s.io/kubernetes/cmd/kube-apiserver/app"
)

func startEtcd(dir, port string) error {
	local := func(p string) []url.URL { return []url.URL{{Scheme: "http", Host: "127.0.0.1:" + p}} }
	config := embed.NewConfig()
	config.Dir = dir
	config.UnsafeNoFsync = true
	config.LogLevel = "error"
	config.ListenClientUrls, config.AdvertiseClientUrls = local(port), local(port)
	config.ListenPeerUrls, config.AdvertisePeerUrls = local("0"), local("0")
	config.InitialCluster = config.InitialClusterFromName(config.Name)
	server, err := embed.StartEtcd(config)
	if err != nil {
		return err
	}
	select {
	case <-server.Server.ReadyNotify():
		return nil
	case err := <-server.Err():
		return err
	case <-time.After(60 * time.Second):
		return fmt.Errorf("not ready after 60 s")
	}
}

func main() {
	if err := startEtcd(os.Getenv("LAB_ETCD_DIR"), os.Getenv("LAB_ETCD_PORT")); err != nil {
		fmt.Fprintln(os.Stderr, "etcd:", err)
		os.Exit(1)
	}
	os.Exit(cli.Run(app.NewAPIServerCommand()))
}
