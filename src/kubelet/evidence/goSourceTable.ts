// Written by `npm run go-sources -- DIR…`: which files of the kubernetes repository log in a kubelet's process, and what only one
// of several files of the same name says.

/** By the first folder of a path: the minors that were read, rising. */
export const sampledMinors: Readonly<Record<string, readonly number[]>> = {
  cmd: [21, 23, 26, 28, 30, 32, 33, 34, 36],
  pkg: [21, 23, 26, 28, 30, 32, 33, 34, 36],
  staging: [21, 23, 34, 36],
  vendor: [21, 23, 33, 34, 36],
};

/** `directory: file.go file.go@21-30`: the first and last sampled minor that has it, left out where it is the first or last of all. */
export const goFileTexts = `
cmd/kubelet/app: plugins_providers.go@-34 server.go server_linux.go
pkg/credentialprovider/aws: aws_credentials.go@-26
pkg/credentialprovider/azure: azure_credentials.go@-28
pkg/credentialprovider: config.go keyring.go plugins.go@-32 provider.go
pkg/credentialprovider/gcp: metadata.go@-30
pkg/credentialprovider/plugin: plugin.go plugins.go@33-
pkg/kubelet/allocation: allocation_manager.go@33- handlers.go@36-
pkg/kubelet/allocation/state: state_checkpoint.go@33- state_mem.go@33-
pkg/kubelet/apis/grpc: ratelimit.go@30-
pkg/kubelet/apis/podresources/grpc: ratelimit.go@28-28
pkg/kubelet/apis/podresources: server_v1.go@34-
pkg/kubelet/apis/pods: server.go@36-
pkg/kubelet/cadvisor: cadvisor_linux.go
pkg/kubelet/certificate/bootstrap: bootstrap.go
pkg/kubelet/certificate: kubelet.go@32- transport.go
pkg/kubelet/cloudresource: cloud_request_manager.go@-33
pkg/kubelet/clustertrustbundle: clustertrustbundle_manager.go@30-
pkg/kubelet/cm: cgroup_manager_linux.go container_manager.go@33- container_manager_linux.go container_manager_stub.go helpers.go@26- node_container_manager_linux.go pod_container_manager_linux.go qos_container_manager_linux.go
pkg/kubelet/cm/cpumanager: cpu_assignment.go cpu_manager.go fake_cpu_manager.go policy_none.go policy_static.go
pkg/kubelet/cm/cpumanager/state: state_checkpoint.go state_mem.go
pkg/kubelet/cm/cpumanager/topology: topology.go
pkg/kubelet/cm/cpuset: cpuset.go@-26
pkg/kubelet/cm/devicemanager/checkpoint: checkpointv1.go@-30
pkg/kubelet/cm/devicemanager: device_plugin_stub.go@-23 endpoint.go@-23 manager.go pod_devices.go topology_hints.go
pkg/kubelet/cm/devicemanager/plugin/v1beta1: client.go@26- handler.go@26- server.go@26- stub.go@26-
pkg/kubelet/cm/dra: claiminfo.go@34- healthinfo.go@36- manager.go@26-
pkg/kubelet/cm/dra/plugin: client.go@26-30 dra_plugin.go@34- dra_plugin_manager.go@34- noderesources.go@30-30 plugin.go@26-33 plugins_store.go@30-30 registration.go@32-33
pkg/kubelet/cm/memorymanager: fake_memory_manager.go memory_manager.go policy_none.go@34- policy_static.go
pkg/kubelet/cm/memorymanager/state: state_checkpoint.go state_mem.go
pkg/kubelet/cm/topologymanager: fake_topology_manager.go policy.go policy_options.go@32- scope.go scope_container.go scope_pod.go topology_manager.go
pkg/kubelet/config: apiserver.go common.go config.go file.go file_linux.go file_unsupported.go http.go mux.go@32-
pkg/kubelet/container: container_gc.go@-34 helpers.go runtime.go
pkg/kubelet/cri/remote: remote_image.go@-30 remote_runtime.go@-30
pkg/kubelet/cri/remote/util: util_unix.go@-23
pkg/kubelet/cri/streaming/portforward: httpstream.go@-26 portforward.go@-26 websocket.go@-26
pkg/kubelet/cri/streaming/remotecommand: attach.go@-26 exec.go@-26 httpstream.go@-26 websocket.go@-26
pkg/kubelet/dockershim/cm: container_manager_linux.go@-23
pkg/kubelet/dockershim: docker_container.go@-23 docker_image.go@-23 docker_legacy_service.go@-23 docker_sandbox.go@-23 docker_service.go@-23 docker_streaming_others.go@-23 exec.go@-23 helpers.go@-23 helpers_unsupported.go@-23
pkg/kubelet/dockershim/libdocker: client.go@-23 helpers.go@-23 kube_docker_client.go@-23
pkg/kubelet/dockershim/network/cni: cni.go@-23
pkg/kubelet/dockershim/network/hairpin: hairpin.go@-23
pkg/kubelet/dockershim/network/hostport: hostport.go@-23 hostport_manager.go@-23
pkg/kubelet/dockershim/network/kubenet: kubenet_linux.go@-23
pkg/kubelet/dockershim/network: plugins.go@-23
pkg/kubelet/dockershim/remote: docker_server.go@-23
pkg/kubelet/events: resize.go@36-
pkg/kubelet/eviction: eviction_manager.go helpers.go memory_threshold_notifier.go@-30 memory_threshold_notifier_others.go@32- threshold_notifier_linux.go threshold_notifier_unsupported.go
pkg/kubelet/images: image_gc_manager.go image_manager.go@-30
pkg/kubelet/images/pullmanager: fs_pullrecords.go@36- image_pull_manager.go@33- mem_pullrecords.go@34- metrics.go@36-
pkg/kubelet: kubelet.go kubelet_dockershim.go@-23 kubelet_getters.go kubelet_network.go kubelet_network_linux.go kubelet_node_status.go kubelet_nodecache.go@36- kubelet_pods.go kubelet_resources.go kubelet_volumes.go pod_container_deletor.go pod_workers.go runonce.go@-30 userns_manager.go@26-26 volume_host.go
pkg/kubelet/kubeletconfig/checkpoint: download.go@-26
pkg/kubelet/kubeletconfig/checkpoint/store: fsstore.go@-26
pkg/kubelet/kubeletconfig: configsync.go@-23 controller.go@-23 watch.go@-23
pkg/kubelet/kubeletconfig/status: status.go@-26
pkg/kubelet/kubeletconfig/util/codec: codec.go
pkg/kubelet/kuberuntime: helpers.go kuberuntime_container.go kuberuntime_container_linux.go kuberuntime_gc.go kuberuntime_image.go kuberuntime_manager.go kuberuntime_sandbox.go kuberuntime_sandbox_linux.go@33- labels.go
pkg/kubelet/kuberuntime/logs: logs.go@-30
pkg/kubelet/kuberuntime/util: util.go@26-
pkg/kubelet/lifecycle: handlers.go predicate.go
pkg/kubelet/logs: container_log_manager.go
pkg/kubelet/metrics/collectors: cri_metrics.go@26- log_metrics.go resource_metrics.go
pkg/kubelet/metrics: metrics.go@-23
pkg/kubelet/network/dns: dns.go
pkg/kubelet/nodeshutdown: nodeshutdown_manager.go@32- nodeshutdown_manager_linux.go
pkg/kubelet/nodeshutdown/systemd: inhibit_linux.go
pkg/kubelet/nodestatus: setters.go
pkg/kubelet/oom: oom_watcher_linux.go
pkg/kubelet/pleg: evented.go@26- generic.go
pkg/kubelet/pluginmanager/cache: actual_state_of_world.go desired_state_of_world.go
pkg/kubelet/pluginmanager/operationexecutor: operation_generator.go
pkg/kubelet/pluginmanager: plugin_manager.go
pkg/kubelet/pluginmanager/pluginwatcher: example_handler.go example_plugin.go plugin_watcher.go
pkg/kubelet/pluginmanager/reconciler: reconciler.go
pkg/kubelet/pod: mirror_client.go
pkg/kubelet/podcertificate: podcertificatemanager.go@34-
pkg/kubelet/preemption: preemption.go
pkg/kubelet/prober: prober.go prober_manager.go worker.go
pkg/kubelet/server: auth.go server.go
pkg/kubelet/server/stats: fs_resource_analyzer.go handler.go summary.go summary_sys_containers.go volume_stat_calculator.go
pkg/kubelet/stats: cadvisor_stats_provider.go cri_stats_provider.go helper.go
pkg/kubelet/status: fake_status_manager.go@28-32 status_manager.go
pkg/kubelet/status/state: state_checkpoint.go@28-32 state_mem.go@28-32
pkg/kubelet/sysctl: safe_sysctls.go@28-
pkg/kubelet/token: token_manager.go
pkg/kubelet/userns: userns_manager.go@28-
pkg/kubelet/util: boottime_util_linux.go@32- nodelease.go pod_startup_latency_tracker.go@26- util_unix.go@-30
pkg/kubelet/util/manager: watch_based_manager.go
pkg/kubelet/util/swap: swap_util.go@32-
pkg/kubelet/volumemanager/cache: actual_state_of_world.go desired_state_of_world.go@26-
pkg/kubelet/volumemanager/populator: desired_state_of_world_populator.go
pkg/kubelet/volumemanager/reconciler: reconciler.go reconciler_common.go@26- reconciler_new.go@26-28 reconstruct.go@26- reconstruct_common.go@26- reconstruct_new.go@26-28
pkg/kubelet/volumemanager: volume_manager.go
pkg/kubelet/watchdog: watchdog_linux.go@32-
pkg/kubelet/winstats: cpu_topology.go@32- network_stats.go perfcounter_nodestats.go@-30
pkg/probe/exec: exec.go
pkg/probe/grpc: grpc.go@23-
pkg/probe/http: http.go
pkg/probe/tcp: tcp.go
pkg/util/async: bounded_frequency_runner.go@-33
pkg/util/bandwidth: linux.go@-26
pkg/util/conntrack: conntrack.go@-26
pkg/util/coverage: coverage.go
pkg/util/goroutinemap: goroutinemap.go
pkg/util/ipconfig: ipconfig.go@-23
pkg/util/ipset: ipset.go@-26
pkg/util/iptables: iptables.go
pkg/util/ipvs: ipvs_linux.go@-26
pkg/util/netsh: netsh.go@-23
pkg/util/node: node.go@-30
pkg/util/oom: oom_linux.go
pkg/util/procfs: procfs_linux.go
pkg/util/tolerations: tolerations.go
pkg/volume/awsebs: attacher.go@-26 aws_ebs.go@-26 aws_ebs_block.go@-26 aws_util.go@-26
pkg/volume/azure_file: azure_file.go@-28 azure_provision.go@-28
pkg/volume/azuredd: attacher.go@-26 azure_common_linux.go@-26 azure_dd.go@-26 azure_dd_block.go@-26 azure_mounter.go@-26
pkg/volume/cephfs: cephfs.go@-30
pkg/volume/cinder: attacher.go@-23 cinder.go@-23 cinder_block.go@-23 cinder_util.go@-23
pkg/volume/configmap: configmap.go
pkg/volume/csi: csi_attacher.go csi_block.go csi_client.go csi_mounter.go csi_node_updater.go@33- csi_plugin.go csi_util.go expander.go
pkg/volume/csi/nodeinfomanager: nodeinfomanager.go
pkg/volume/downwardapi: downwardapi.go
pkg/volume/emptydir: empty_dir.go empty_dir_linux.go
pkg/volume/fc: attacher.go disk_manager.go fc.go fc_util.go
pkg/volume/flexvolume: attacher-defaults.go attacher.go detacher-defaults.go detacher.go driver-call.go expander-defaults.go mounter-defaults.go plugin-defaults.go plugin.go probe.go unmounter-defaults.go unmounter.go util.go
pkg/volume/flocker: flocker.go@-23 flocker_util.go@-23
pkg/volume/gcepd: attacher.go@-26 gce_pd.go@-26 gce_pd_block.go@-26 gce_util.go@-26
pkg/volume/glusterfs: glusterfs.go@-23 glusterfs_util.go@-23
pkg/volume/iscsi: attacher.go disk_manager.go iscsi.go iscsi_util.go
pkg/volume/local: local.go
pkg/volume/nfs: nfs.go
pkg/volume: plugins.go volume_linux.go
pkg/volume/portworx: portworx.go@-34 portworx_util.go@-34
pkg/volume/projected: projected.go
pkg/volume/quobyte: quobyte.go@-23 quobyte_util.go@-23
pkg/volume/rbd: attacher.go@-30 disk_manager.go@-30 rbd.go@-30 rbd_util.go@-30
pkg/volume/scaleio: sio_client.go@-21 sio_mgr.go@-21 sio_plugin.go@-21 sio_util.go@-21 sio_volume.go@-21
pkg/volume/secret: secret.go
pkg/volume/storageos: storageos.go@-23 storageos_util.go@-23
pkg/volume/util: atomic_writer.go atomic_writer_unsupported.go@30- device_util_linux.go storageclass.go@26- util.go volumeattributesclass.go@30-30
pkg/volume/util/fsquota/common: quota_common_linux_impl.go@26- quota_linux_common_impl.go@-23
pkg/volume/util/fsquota: quota_linux.go
pkg/volume/util/hostutil: hostutil_linux.go
pkg/volume/util/nestedpendingoperations: nestedpendingoperations.go
pkg/volume/util/operationexecutor: node_expander.go@26- operation_executor.go operation_generator.go
pkg/volume/util/recyclerclient: recycler_client.go
pkg/volume/util/subpath: subpath_linux.go
pkg/volume/util/volumepathhandler: volume_path_handler.go volume_path_handler_linux.go
pkg/volume/vsphere_volume: attacher.go@-28 vsphere_volume.go@-28 vsphere_volume_block.go@-28 vsphere_volume_util.go@-28
staging/src/k8s.io/apiserver/pkg/audit: context.go@34- metrics.go request.go
staging/src/k8s.io/apiserver/pkg/audit/policy: reader.go
staging/src/k8s.io/apiserver/pkg/authentication/request/headerrequest: requestheader_controller.go
staging/src/k8s.io/apiserver/pkg/authentication/serviceaccount: util.go@-23
staging/src/k8s.io/apiserver/pkg/authentication/token/cache: cached_token_authenticator.go
staging/src/k8s.io/apiserver/pkg/authentication/token/tokenfile: tokenfile.go
staging/src/k8s.io/apiserver/pkg/endpoints/discovery/aggregated: handler.go@34- peer_aggregated_handler.go@36-
staging/src/k8s.io/apiserver/pkg/endpoints/discovery: util.go
staging/src/k8s.io/apiserver/pkg/endpoints/filters: audit.go authentication.go authn_audit.go authorization.go impersonation.go@-34 request_deadline.go storageversion.go warning.go
staging/src/k8s.io/apiserver/pkg/endpoints/filters/impersonation: cache.go@36- constrained_impersonation.go@36- impersonation.go@36-
staging/src/k8s.io/apiserver/pkg/endpoints/metrics: metrics.go@34-34
staging/src/k8s.io/apiserver/pkg/endpoints/openapi: openapi.go@36-
staging/src/k8s.io/apiserver/pkg/endpoints/request: requestinfo.go
staging/src/k8s.io/apiserver/pkg/server: config.go deleted_kinds.go deprecated_insecure_serving.go genericapiserver.go handler.go hooks.go secure_serving.go storage_readiness_hook.go@34-
staging/src/k8s.io/apiserver/pkg/server/dynamiccertificates: configmap_cafile_content.go dynamic_cafile_content.go dynamic_serving_content.go named_certificates.go tlsconfig.go
staging/src/k8s.io/apiserver/pkg/server/egressselector: egress_selector.go
staging/src/k8s.io/apiserver/pkg/server/filters: cors.go maxinflight.go priority-and-fairness.go timeout.go watch_termination.go@34- wrap.go
staging/src/k8s.io/apiserver/pkg/server/flagz: flagz.go@36-
staging/src/k8s.io/apiserver/pkg/server/healthz: healthz.go
staging/src/k8s.io/apiserver/pkg/server/httplog: httplog.go
staging/src/k8s.io/apiserver/pkg/server/mux: pathrecorder.go
staging/src/k8s.io/apiserver/pkg/server/options: api_enablement.go@34- audit.go authentication.go authorization.go etcd.go recommended.go@-23 serving.go serving_unix.go
staging/src/k8s.io/apiserver/pkg/server/options/encryptionconfig: config.go@34-
staging/src/k8s.io/apiserver/pkg/server/options/encryptionconfig/controller: controller.go@34-
staging/src/k8s.io/apiserver/pkg/server/resourceconfig: helpers.go@-23
staging/src/k8s.io/apiserver/pkg/server/routes: flags.go openapi.go
staging/src/k8s.io/apiserver/pkg/server/statusz: registry.go@36- statusz.go@36-
staging/src/k8s.io/apiserver/pkg/server/storage: storage_factory.go
staging/src/k8s.io/apiserver/pkg/util/proxy: streamtunnel.go@34- translatinghandler.go@34-
staging/src/k8s.io/apiserver/pkg/util/wsstream: conn.go@-23
staging/src/k8s.io/apiserver/pkg/util/x509metrics: server_cert_deprecations.go@34-
staging/src/k8s.io/client-go/discovery/cached/disk: cached_discovery.go round_tripper.go
staging/src/k8s.io/client-go/discovery/cached/memory: memcache.go
staging/src/k8s.io/client-go/features: envvar.go@34- features.go@34-
staging/src/k8s.io/client-go/listers/policy/v1: poddisruptionbudget_expansion.go@-23
staging/src/k8s.io/client-go/listers/policy/v1beta1: poddisruptionbudget_expansion.go@-23
staging/src/k8s.io/client-go/metadata: metadata.go@-23
staging/src/k8s.io/client-go/plugin/pkg/client/auth/azure: azure.go@-23 azure_stub.go@34-
staging/src/k8s.io/client-go/plugin/pkg/client/auth/exec: exec.go metrics.go
staging/src/k8s.io/client-go/plugin/pkg/client/auth/gcp: gcp.go@-23 gcp_stub.go@34-
staging/src/k8s.io/client-go/plugin/pkg/client/auth/oidc: oidc.go
staging/src/k8s.io/client-go/plugin/pkg/client/auth/openstack: openstack_stub.go@-23
staging/src/k8s.io/client-go/rest: config.go plugin.go request.go urlbackoff.go@-23 warnings.go@-23 with_retry.go@23-23
staging/src/k8s.io/client-go/restmapper: discovery.go shortcut.go
staging/src/k8s.io/client-go/tools/cache: delta_fifo.go expiration_cache.go@-23 listers.go@-23 mutation_cache.go mutation_detector.go reflector.go shared_informer.go the_real_fifo.go@34-
staging/src/k8s.io/client-go/tools/clientcmd: client_config.go loader.go merged_client_builder.go
staging/src/k8s.io/client-go/tools/events: event_broadcaster.go event_recorder.go
staging/src/k8s.io/client-go/tools/leaderelection: leaderelection.go leasecandidate.go@34-
staging/src/k8s.io/client-go/tools/portforward: fallback_dialer.go@34- portforward.go tunneling_connection.go@34- tunneling_dialer.go@34-
staging/src/k8s.io/client-go/tools/record: event.go
staging/src/k8s.io/client-go/tools/remotecommand: fallback.go@34-34 remotecommand.go@-23 spdy.go@34- v1.go v2.go v3.go websocket.go@34-
staging/src/k8s.io/client-go/tools/watch: retrywatcher.go until.go@-23
staging/src/k8s.io/client-go/transport: ca_rotation.go@36- cert_rotation.go round_trippers.go token_source.go@-23 transport.go@-23
staging/src/k8s.io/client-go/transport/spdy: spdy.go@36-
staging/src/k8s.io/client-go/util/certificate: certificate_manager.go certificate_store.go
staging/src/k8s.io/client-go/util/certificate/csr: csr.go
staging/src/k8s.io/client-go/util/consistencydetector: data_consistency_detector.go@34-
staging/src/k8s.io/cloud-provider/app: controllermanager.go core.go webhooks.go@34-
staging/src/k8s.io/cloud-provider/controllers/node: node_controller.go
staging/src/k8s.io/cloud-provider/controllers/nodelifecycle: node_lifecycle_controller.go
staging/src/k8s.io/cloud-provider/controllers/route: route_controller.go
staging/src/k8s.io/cloud-provider/controllers/service: controller.go
staging/src/k8s.io/cloud-provider/node/helpers: labels.go
staging/src/k8s.io/cloud-provider: plugins.go
staging/src/k8s.io/cloud-provider/sample: basic_main.go
staging/src/k8s.io/cloud-provider/volume/helpers: zones.go
staging/src/k8s.io/component-base/cli/flag: flags.go
staging/src/k8s.io/component-base/cli: run.go@23- withrace.go@36-
staging/src/k8s.io/component-base/compatibility: registry.go@34-
staging/src/k8s.io/component-base/configz: configz.go@36-
staging/src/k8s.io/component-base/featuregate: feature_gate.go
staging/src/k8s.io/component-base/logs/datapol: datapol.go
staging/src/k8s.io/component-base/logs/example/cmd: logger.go@23-23
staging/src/k8s.io/component-base/logs/example: example.go@34-
staging/src/k8s.io/component-base/logs/example/k8s2slog: k8s2slog.go@34-
staging/src/k8s.io/component-base/logs/example/slog2k8s: slog2k8s.go@34-
staging/src/k8s.io/component-base/logs/kube-log-runner: kube-log-runner.go@23-
staging/src/k8s.io/component-base/metrics: desc.go metric.go options.go@36- opts.go@34-34 processstarttime.go
staging/src/k8s.io/component-base/traces: utils.go@23-23
staging/src/k8s.io/component-base/zpages/flagz: flagz.go@34-34
staging/src/k8s.io/component-base/zpages/statusz: registry.go@34-34 statusz.go@34-34
staging/src/k8s.io/component-helpers/apimachinery/lease: controller.go@-23
staging/src/k8s.io/component-helpers/node/util: cidr.go@23-23
staging/src/k8s.io/cri-client/pkg/internal: log.go@34-34
staging/src/k8s.io/cri-client/pkg/logs: logs.go@36-
staging/src/k8s.io/cri-client/pkg: remote_image.go@36- remote_runtime.go@36-
staging/src/k8s.io/cri-streaming/pkg/streaming/portforward: httpstream.go@36- portforward.go@36- websocket.go@36-
staging/src/k8s.io/cri-streaming/pkg/streaming/remotecommand: attach.go@36- exec.go@36- httpstream.go@36- websocket.go@36-
staging/src/k8s.io/dynamic-resource-allocation/client: generic.go@34-
staging/src/k8s.io/dynamic-resource-allocation/deviceclass/extendedresourcecache: extendedresourcecache.go@36-
staging/src/k8s.io/dynamic-resource-allocation/kubeletplugin: draplugin.go@34- nonblockinggrpcserver.go@34-
staging/src/k8s.io/dynamic-resource-allocation/resourceslice: resourceslicecontroller.go@34-
staging/src/k8s.io/dynamic-resource-allocation/resourceslice/tracker: tracker.go@34-
staging/src/k8s.io/dynamic-resource-allocation/structured/internal/experimental: allocator_experimental.go@34- constraint.go@34-
staging/src/k8s.io/dynamic-resource-allocation/structured/internal/incubating: allocator_incubating.go@34- constraint.go@36-
staging/src/k8s.io/dynamic-resource-allocation/structured/internal/stable: allocator_stable.go@34-
staging/src/k8s.io/kubelet/pkg/cri/streaming/portforward: httpstream.go@34-34 portforward.go@34-34 websocket.go@34-34
staging/src/k8s.io/kubelet/pkg/cri/streaming/remotecommand: attach.go@34-34 exec.go@34-34 httpstream.go@34-34 websocket.go@34-34
staging/src/k8s.io/mount-utils: fake_mounter.go mount_helper_common.go mount_helper_unix.go mount_linux.go resizefs_linux.go
vendor/github.com/google/cadvisor/accelerators: nvidia.go@-23
vendor/github.com/google/cadvisor/cache/memory: memory.go
vendor/github.com/google/cadvisor/client: client.go
vendor/github.com/google/cadvisor/container/common: fsHandler.go helpers.go
vendor/github.com/google/cadvisor/container/containerd: factory.go
vendor/github.com/google/cadvisor/container/containerd/install: install.go
vendor/github.com/google/cadvisor/container/crio: factory.go handler.go plugin.go
vendor/github.com/google/cadvisor/container/crio/install: install.go
vendor/github.com/google/cadvisor/container/docker: factory.go fs.go@33- handler.go plugin.go
vendor/github.com/google/cadvisor/container/docker/install: install.go
vendor/github.com/google/cadvisor/container: factory.go
vendor/github.com/google/cadvisor/container/libcontainer: handler.go helpers.go
vendor/github.com/google/cadvisor/container/podman/install: install.go@33-
vendor/github.com/google/cadvisor/container/podman: plugin.go@33-
vendor/github.com/google/cadvisor/container/raw: factory.go handler.go watcher.go
vendor/github.com/google/cadvisor/container/systemd: factory.go
vendor/github.com/google/cadvisor/container/systemd/install: install.go
vendor/github.com/google/cadvisor/devicemapper: dmsetup_client.go thin_ls_client.go thin_pool_watcher.go
vendor/github.com/google/cadvisor/events: handler.go
vendor/github.com/google/cadvisor/fs/btrfs/install: install.go@36-
vendor/github.com/google/cadvisor/fs/btrfs: mount.go@36- plugin.go@36-
vendor/github.com/google/cadvisor/fs/devicemapper/install: install.go@36-
vendor/github.com/google/cadvisor/fs/devicemapper: plugin.go@36-
vendor/github.com/google/cadvisor/fs: fs.go plugin.go@36-
vendor/github.com/google/cadvisor/fs/nfs/install: install.go@36-
vendor/github.com/google/cadvisor/fs/nfs: plugin.go@36-
vendor/github.com/google/cadvisor/fs/overlay/install: install.go@36-
vendor/github.com/google/cadvisor/fs/tmpfs/install: install.go@36-
vendor/github.com/google/cadvisor/fs/vfs/install: install.go@36-
vendor/github.com/google/cadvisor/fs/vfs: plugin.go@36-
vendor/github.com/google/cadvisor/fs/zfs/install: install.go@36-
vendor/github.com/google/cadvisor/fs/zfs: watcher.go@36-
vendor/github.com/google/cadvisor/info/v2: conversion.go
vendor/github.com/google/cadvisor/integration/framework: framework.go
vendor/github.com/google/cadvisor/integration/runner: runner.go
vendor/github.com/google/cadvisor/machine: info.go machine.go
vendor/github.com/google/cadvisor/manager: container.go manager.go
vendor/github.com/google/cadvisor/metrics: prometheus.go prometheus_machine.go
vendor/github.com/google/cadvisor/nvm: machine_libipmctl.go machine_no_libipmctl.go
vendor/github.com/google/cadvisor/perf: collector_libpfm.go collector_no_libpfm.go config.go manager_no_libpfm.go uncore_libpfm.go
vendor/github.com/google/cadvisor/resctrl: collector.go@23-23 factory.go@33- manager.go@23-23
vendor/github.com/google/cadvisor/resctrl/intel: collector.go@33- manager.go@33-
vendor/github.com/google/cadvisor/resctrl/intel/install: install.go@33-
vendor/github.com/google/cadvisor/stats: noop.go
vendor/github.com/google/cadvisor/utils/cloudinfo: cloudinfo.go
vendor/github.com/google/cadvisor/utils/cloudinfo/gce: gce.go
vendor/github.com/google/cadvisor/utils/cpuload: cpuload.go
vendor/github.com/google/cadvisor/utils/cpuload/netlink: reader.go
vendor/github.com/google/cadvisor/utils/oomparser: oomparser.go
vendor/github.com/google/cadvisor/utils/sysfs: sysfs.go
vendor/github.com/google/cadvisor/utils/sysinfo: sysinfo.go
vendor/github.com/google/cadvisor/zfs: watcher.go
`;

/** `## path`, then how its own messages begin, one on each line. */
export const ownMessageTexts = `
## cmd/kubelet/app/server.go
"help" flag is non-bool,
--cgroups-per-qos enable
--pod-infra-container-im
Acquiring file lock
After cpu setting is ove
CRI implementation shoul
Client rotation is on, w
Cloud provider determine
Could not parse --node-i
Could not parse some nod
Failed to ApplyOOMScoreA
Failed to bootstrap a co
Failed to construct kube
Failed to create a new k
Failed to detect kernel
Failed to get MachineInf
Failed to get the contai
Failed to get the kubele
Failed to initialize log
Failed to load kubelet c
Failed to parse kubelet
Failed to precedence kub
Failed to register confi
Failed to register kubel
Failed to run kubelet
Failed to set feature ga
Failed to set rlimit on
Failed to start healthz
Failed to validate kubel
Getting CRI runtime conf
Golang settings
HTTP2 has been explicitl
Invalid ReservedSystemCP
Invalid cpuset specified
Kubelet running with ins
Kubelet version
KubeletConfiguration
No api server defined -
NoSwap is set due to mem
Option --reserved-cpus i
Sending events to api se
Skipped file in drop-in
Standalone mode, no API
Started kubelet
Started kubelet as runon
Starting client certific
Successfully initialized
Unknown command
Use of insecure cipher d
Using cgroup driver sett
Using root directory
Using self-signed cert
Warning: For remote cont
Warning: MemoryQoS featu
Warning: MemoryQoS memor
Warning: TLS 1.3 cipher
Watching for inotify eve
kubelet running with ins
unsupported configuratio
## pkg/kubelet/apis/pods/server.go
Broadcaster internal buf
Error marshalling initia
Error marshalling watch
Error sending initial sy
Error sending initial wa
Error sending watch even
GetPod called
ListPods called
Pod not found in manager
Pod removed broadcasted
Pod update broadcasted
Registered new watch cli
Unknown watch event type
Unregistered watch clien
Watch client channel clo
Watch client channel is
Watch client disconnecte
Watch context cancelled
WatchPods called
## pkg/kubelet/cm/devicemanager/plugin/v1beta1/server.go
Bad registration request
Creating device plugin r
Error connecting to devi
Error disconnecting devi
Error while serving devi
Failed to cleanup the de
Failed to create the dev
Failed to disconnect dev
Failed to listen to sock
Got registration request
Starting device plugin r
Stopping device plugin r
Unprivileged containeriz
## pkg/kubelet/server/server.go
Adding debug handlers to
Authorization error
Error while proxying req
Error writing response
Failed to create listene
Failed to listen and ser
Failed to serve
Forbidden
Shutting down pods API s
Starting to listen
Starting to listen read-
Starting to serve the po
Unable to authenticate t
could not determine attr
## pkg/credentialprovider/config.go
Failed to read URL
body of failing http res
couldn't get the config
found .dockercfg at
found valid
looking for
looking for .dockercfg a
while trying to canonica
while trying to read
## pkg/kubelet/config/config.go
Adding new pods from sou
Gracefully deleting pods
Looking for sources, hav
Pod failed validation du
Received invalid update
Receiving a new pod
Removing pods from sourc
Setting pods for source
Updating pods from sourc
## staging/src/k8s.io/apiserver/pkg/server/config.go
Error registering PostSt
Not requested to run hoo
cannot derive external a
error building hash data
error getting hostname f
failed to shut down trac
skipping
## staging/src/k8s.io/apiserver/pkg/server/options/encryptionconfig/config.go
KMSv1 is deprecated and
## staging/src/k8s.io/client-go/rest/config.go
Expected to load root CA
## vendor/github.com/google/cadvisor/perf/config.go
Parsing
Unmarshalling
## pkg/credentialprovider/gcp/metadata.go
'default' service accoun
Error while reading prod
Failed to Get scopes in
Failed to Get service ac
Failed to unmarshal scop
GCP credential provider
Google container registr
Received unexpected valu
## staging/src/k8s.io/client-go/metadata/metadata.go
Unable to retrieve Parti
## pkg/credentialprovider/plugin/plugin.go
Credential provider plug
Error adding auth entry
Error execing credential
Error generating cache k
Error generating service
Error generating singlef
Error getting service ac
Failed getting credentia
Failed to get cached doc
Failed to get service ac
Failed to provide creden
Getting image
Getting image credential
Invalid response type re
Service account name is
credential provider plug
## pkg/kubelet/cm/dra/plugin/plugin.go
Calling NodePrepareResou
Calling NodeUnprepareRes
Creating new gRPC connec
DeRegister DRA plugin
Done calling NodePrepare
Done calling NodeUnprepa
Register new DRA plugin
Validate DRA plugin
creating new gRPC connec
## pkg/volume/flexvolume/plugin.go
GetVolumeName is not sup
## staging/src/k8s.io/client-go/rest/plugin.go
Registered Auth Provider
## vendor/github.com/google/cadvisor/container/crio/plugin.go
CRI-O not connected:
## vendor/github.com/google/cadvisor/container/docker/plugin.go
Docker not connected:
Timeout trying to commun
## vendor/github.com/google/cadvisor/container/podman/plugin.go
Podman rootless containe
Registering Podman facto
devicemapper filesystem
zfs filesystem stats wil
## vendor/github.com/google/cadvisor/fs/devicemapper/plugin.go
got devicemapper fs capa
## vendor/github.com/google/cadvisor/fs/nfs/plugin.go
the file system type is
## vendor/github.com/google/cadvisor/fs/plugin.go
Failed to start watcher
Registered FsPlugin
Started watcher for FsPl
Stopped watcher for FsPl
## vendor/github.com/google/cadvisor/fs/vfs/plugin.go
VFS: mountpoint does not
## pkg/credentialprovider/plugin/plugins.go
Generating credential pr
Generating per pod crede
## pkg/credentialprovider/plugins.go
Registering credential p
## pkg/kubelet/dockershim/network/plugins.go
Calling network plugin t
Loaded network plugin
Pod lock for the pod sti
Unbalanced pod lock unre
can't set sysctl bridge-
## pkg/volume/plugins.go
Error dynamically probin
Error initializing dynam
Failed to load volume pl
FindExpandablePluginBySp
Loaded volume plugin
Unknown Operation on Plu
## staging/src/k8s.io/cloud-provider/plugins.go
Cloud provider
Couldn't open cloud prov
External cloud provider
INFO: Please make sure y
Registered cloud provide
## pkg/kubelet/lifecycle/handlers.go
Cannot run handler
Exec lifecycle hook for
HTTP lifecycle hook for
HTTPS request to lifecyc
Sleep lifecycle hook for
Unable to get pod info,
## pkg/kubelet/allocation/state/state_checkpoint.go
Failed to save pod resou
## pkg/kubelet/cm/cpumanager/state/state_checkpoint.go
Failed to save checkpoin
State checkpoint: defaul
V2 checkpoint is corrupt
V3 checkpoint is corrupt
could not load V3 checkp
defaultCPUSet
migrating cpu manager ch
restored state from chec
## pkg/kubelet/cm/memorymanager/state/state_checkpoint.go
Could not save checkpoin
V2 checkpoint for memory
migrating memory manager
## pkg/kubelet/status/state/state_checkpoint.go
Failed to save pod alloc
## pkg/kubelet/allocation/state/state_mem.go
Updated pod resource inf
Updated pod-level resour
## pkg/kubelet/cm/cpumanager/state/state_mem.go
Deleted CPUSet assignmen
Updated CPUSet assignmen
Updated default CPUSet
Updated desired CPUSet
Updated pod CPUSet
Updated pod CPUSet assig
## pkg/kubelet/cm/memorymanager/state/state_mem.go
Deleted memory assignmen
Initializing new in-memo
Updated Memory assignmen
Updated Pod Memory assig
Updated machine memory s
Updated memory state
Updated pod memory state
## pkg/kubelet/status/state/state_mem.go
Updated pod resize state
Updated pod resource all
## pkg/kubelet/certificate/kubelet.go
invalid certificate and
loaded certificate and k
## pkg/kubelet/kubelet.go
Adding apiserver pod sou
Adding pod URL with HTTP
Adding static pod path
Attempting to sync node
ClusterTrustBundle infor
Container garbage collec
Container runtime networ
Container runtime not re
Container runtime sanity
Container runtime status
ContainerStatus not foun
ContainerStatus.Allocate
Creating a mirror pod fo
Deleted mirror pod as it
Deleted mirror pod becau
Error getting node
Experimental host user n
Failed cleaning pods
Failed creating a mirror
Failed deleting mirror p
Failed to create an oomW
Failed to delete pod
Failed to get local endp
Failed to infer required
Failed to initialize int
Failed to match pod feat
Failed to start Containe
Failed to start cAdvisor
Failed to start node shu
Failed to update QoS cgr
Failed to update pod cac
Failed to wait until nod
First seen time not reco
Image garbage collection
ImageGCHighThresholdPerc
ImageMaximumGCAge flag e
Invalid clusterDNS IP
Invalid operation type r
KillPod failed
Kubelet does not support
Kubelet failed to get no
Kubelet is running in st
No API server defined -
No need to create a mirr
Not starting ClusterTrus
Not starting PodCertific
OnPodSandboxReady callba
Orphaned running pod ter
Pod CIDR update failed
Pod admission denied
Pod has been deleted and
Pod has completed and it
Pod has completed execut
Pod is not runnable and
Pod is terminated and wi
Pod is terminated, but s
Pod requires node featur
Pod terminating with gra
Pod termination cleaned
Pod termination removed
Pod termination stopped
Pod termination unmounte
Post-termination contain
Programmer error, Handle
Resize cannot be accommo
Resize is not feasible a
SetPodAllocation failed
SetPodResizeStatus faile
Skipping pod synchroniza
Started ClusterTrustBund
Starting kubelet main sy
Starting plugin manager
Successfully updated Pod
SyncLoop (PLEG): event f
SyncLoop (PLEG): pod doe
SyncLoop (SYNC) pods
SyncLoop (containermanag
SyncLoop (housekeeping)
SyncLoop (housekeeping,
SyncLoop (probe)
SyncLoop (probe): ignore
SyncLoop ADD
SyncLoop DELETE
SyncLoop RECONCILE
SyncLoop REMOVE
SyncLoop UPDATE
SyncPod enter
SyncPod exit
SyncTerminatedPod enter
SyncTerminatedPod exit
SyncTerminatingPod enter
SyncTerminatingPod exit
SyncTerminatingRuntimePo
Trying to delete pod
Unable to attach or moun
Unable to find pod for m
Unable to make pod data
Unable to prefetch conta
Unable to read pod statu
Unable to register mirro
Unprivileged containeriz
Update channel is closed
Using dockershim is depr
Warning: cgroup check
failed to intialize inte
getNodeAnyway function f
housekeeping took too lo
killPod failed
syncPod enter
syncPod exit
syncTerminatedPod enter
syncTerminatedPod exit
syncTerminatingPod enter
syncTerminatingPod exit
## pkg/kubelet/certificate/transport.go
Certificate rotation det
No valid client certific
The currently active cli
## staging/src/k8s.io/client-go/transport/transport.go
Unable to cancel request
## pkg/kubelet/cm/container_manager_linux.go
Adding periodic tasks fo
Attempting to apply oom_
CPUAccounting not enable
Container Manager: forwa
Container has pinned cpu
Container manager verifi
Creating Container Manag
Creating Dynamic Resourc
Creating device plugin m
Determined CDI devices f
Discovered runtime cgrou
Failed to apply oom_scor
Failed to detect if CPU
Failed to ensure process
Failed to ensure state
Failed to find cgroups o
Failed to get container
Failed to initialize cpu
Failed to initialize mem
File does not exist, ass
Found init PID namespace
Initializing Topology Ma
Invalid kernel flag
MemoryAccounting not ena
Moving non-kernel proces
PID is not running in th
Pod has pinned cpus
Process info
Unable to get container
Unable to get pid from f
Unable to get rootfs dat
Updating kernel flag
Updating kernel flag fai
no PodSandBox found for
## pkg/kubelet/dockershim/cm/container_manager_linux.go
Configure resource-only
Failed to get the memory
Unable to ensure the doc
Unable to get docker ver
Unable to parse docker v
## pkg/kubelet/cm/cpumanager/policy_none.go
None policy: Start
## pkg/kubelet/cm/cpumanager/policy_static.go
 RemoveContainer end
CPU Manager allocation s
CPU Manager hint generat
CPU Manager pod hint gen
CPUs already allocated t
Calculated total pod CPU
Exclusive CPU allocation
Invalid pod spec. Sum of
Partitioned pod-level CP
Released pod-level CPUs
Reserved CPUs not availa
Static policy created wi
Static policy initialize
Static policy invalid st
Static policy: Allocate
Static policy: RemoveCon
Static policy: container
Topology Affinity
TopologyHints generated
Unable to allocate CPUs
Unable to determine NUMA
created with configurati
invalid state, please dr
## pkg/kubelet/cm/memorymanager/policy_static.go
Allocated exclusive memo
Allocation skipped, pod
Calculated total pod mem
Container already presen
Container requested reso
Exclusive Memory allocat
Exclusive memory allocat
Failed to generate NUMA
Failed to get container
Failed to get pod reques
Got topology affinity
Invalid state, please dr
Memory Manager pod hint
Memory already allocated
Memory state didn't have
Memory state does not ha
Memory states for the NU
NUMA node and resource h
Node state didn't have n
Node state does not have
Node state had a differe
Node state had memory ma
Node states are differen
Node states groups are d
Node states had differen
Node states memory map h
Node states number of as
Node states were differe
Partitioned pod-level me
Pod admission will fail
Released container-level
Released pod-level memor
The number of requested
Topology hints generatio
failed to create bit mas
## pkg/kubelet/cm/devicemanager/manager.go
Bad registration request
Checkpoint file written
Container detected runni
Container found in map b
Container found in the i
Container not found in t
Container not present in
Continue after failing t
Created deprecation file
Creating Device Plugin m
Device plugin connected
Endpoint became unhealth
Error on writing checkpo
Fail to clean up stale c
Failed to create depreca
Failed to dial device pl
Failed to listen to sock
Failed to read checkpoin
Failed to read data from
Failed to remove file
Failed to stat file
Failed to write checkpoi
Found pre-allocated devi
GetAllocatableDevices
Got Plugin at endpoint w
Got registration request
Issuing a GetPreferredAl
Issuing a PreStartContai
Looking for needed resou
Making allocation reques
Mark all resources Unhea
Need devices to allocate
Needs to re-allocate dev
No devices needed, nothi
Plugin options indicate
Pod deleted from activeP
Pods to be removed
Processed device updates
Read data from a V1 chec
Read data from checkpoin
Registered endpoint
Registering plugin at en
Serving device plugin re
Skipping allocation for
Starting Device Plugin m
Unexpected: healthyDevic
Unexpected: unhealthyDev
Unprivileged containeriz
Writing checkpoint encou
container detected runni
container found in the i
container not found in t
container not present in
device update channel is
known devices
no devices needed, nothi
pod deleted from activeP
## pkg/kubelet/cm/dra/manager.go
Add resource annotations
Clearing health cache fo
Could not find claim inf
Could not find generated
Could not find matching
Created new claim info c
Creating DRA manager
DRA health update channe
Deleted claim info cache
Error receiving from Wat
Failed to clear health i
Failed to get claim info
Failed to update health
Found existing claim inf
Health info changed, but
Health info changed, che
Ignoring negative health
No need to prepare resou
NodePrepareResource succ
NodeUnprepareResource su
Processing resource
Resources already prepar
Sending health update no
Skipping unused resource
Stopping health monitori
Stream ended with EOF
Unpreparing pod resource
add resource annotations
## vendor/github.com/google/cadvisor/manager/manager.go
Added container:
Cannot detect current cg
Cannot gather resctrl me
Could not configure a so
Could not get machine in
Could not retrieve exit
Created an OOM event in
Destroyed container:
Error getting data for c
Error getting devices cg
Error getting perf_event
Error getting resctrl pa
Exiting global housekeep
Exiting thread watching
Expected the request to
Failed to create existin
Failed to destroy existi
Failed to detect contain
Failed to process watch
Failed to register colle
Failed to stop wacher
GPU metrics may be unava
Global Housekeeping(
Got config from
Machine:
Perf event metrics will
Recovery completed
Registration of the raw
Started watching for new
Starting recovery of all
Unable to parse event ma
Unable to parse integer
Unknown event storage po
Update machine info:
Version:
cAdvisor running in cont
convert container data t
failed getting container
failed to add OOM event
failed to add OOM kill e
ignoring container
resctrl metrics will not
## pkg/kubelet/cm/devicemanager/plugin/v1beta1/client.go
Device plugin disconnect
Failed to close grcp con
Failed to close grpc con
ListAndWatch ended unexp
State pushed for device
Unable to connect to dev
## pkg/kubelet/cm/dra/plugin/client.go
calling NodeListAndWatch
calling NodePrepareResou
calling NodeUnprepareRes
creating new gRPC connec
done calling NodePrepare
done calling NodeUnprepa
## pkg/kubelet/dockershim/libdocker/client.go
Connecting to docker on
Couldn't connect to dock
Start docker client with
## vendor/github.com/google/cadvisor/client/client.go
Received error
## pkg/kubelet/cm/devicemanager/plugin/v1beta1/handler.go
Connected to new client
Created deprecation file
Deregistered client
Deregistering plugin
Device plugin validated
Failed to connect to new
Failed to create depreca
Got plugin at endpoint w
Registered client
Registering plugin at en
Unable to disconnect cli
disconnecting client
## pkg/kubelet/server/stats/handler.go
Error writing response
HTTP InternalServerError
## staging/src/k8s.io/apiserver/pkg/endpoints/discovery/aggregated/handler.go
Adding GroupVersion
aggregated discovery ver
failed to calculate etag
## staging/src/k8s.io/apiserver/pkg/server/handler.go
Content-Type
## vendor/github.com/google/cadvisor/container/crio/handler.go
TODO env whitelist:
## vendor/github.com/google/cadvisor/container/docker/handler.go
GraphDriver not found fo
Unable to obtain disksta
unable to get fs usage f
## vendor/github.com/google/cadvisor/container/libcontainer/handler.go
Cannot read
Cannot read smaps files
Could not find cgroups C
Could not get PIDs for c
Ignoring errors when gat
Not found any informatio
Unable to get Process Sc
Unable to get Process St
Unable to get advanced t
Unable to get network st
Unable to get referenced
Unable to get tcp stats
Unable to get tcp6 stats
Unable to get udp stats
Unable to get udp6 stats
error while listing dire
error while reading
## vendor/github.com/google/cadvisor/container/raw/handler.go
failed to obtain memory
failed to obtain swap li
## vendor/github.com/google/cadvisor/events/handler.go
Added event
Could not find watcher i
## pkg/kubelet/cm/helpers.go
Container reported runni
No PodSandBox found for
## pkg/kubelet/container/helpers.go
Already ran container, d
Already successfully ran
Port name conflicted, it
## pkg/kubelet/dockershim/helpers.go
Create the container wit
Failed to remove the con
Pulling the image withou
Successfully removed con
Unable to create pod san
Unknown propagation mode
## pkg/kubelet/dockershim/libdocker/helpers.go
Couldn't parse image ID
Couldn't parse image Rep
Couldn't parse image ref
Inspected image ID does
The image reference does
The image reference was
## pkg/kubelet/eviction/helpers.go
Eviction manager:
Eviction manager: evicti
Eviction manager: failed
Eviction manager: no obs
Eviction manager: thresh
## staging/src/k8s.io/apiserver/pkg/server/resourceconfig/helpers.go
ignoring invalid key
## vendor/github.com/google/cadvisor/container/common/helpers.go
GetSpec: Failed to parse
GetSpec: Failed to read
parseUint64String: Faile
readString: Failed to re
readUInt64: Failed to pa
## vendor/github.com/google/cadvisor/container/libcontainer/helpers.go
skipping
## pkg/kubelet/config/http.go
Failed to read pods from
Successfully read pods f
Watching URL
## pkg/probe/http/http.go
Non fatal body truncatio
Probe failed for
Probe succeeded for
Probe terminated redirec
## pkg/kubelet/cri/remote/remote_image.go
Falling back to CRI v1al
Finding the CRI API imag
Using CRI v1 image API
## staging/src/k8s.io/cri-client/pkg/remote_image.go
Closing image service co
StreamImages from image
StreamImages not impleme
StreamImages recv failed
## pkg/kubelet/cri/remote/remote_runtime.go
Connect remote runtime f
Falling back to CRI v1al
Finding the CRI API runt
Using CRI v1 runtime API
## staging/src/k8s.io/cri-client/pkg/remote_runtime.go
Closing runtime service
Connect remote runtime s
StreamContainerStats fro
StreamContainerStats not
StreamContainerStats rec
StreamContainers from ru
StreamContainers not imp
StreamContainers recv fa
StreamPodSandboxMetrics
StreamPodSandboxStats fr
StreamPodSandboxStats no
StreamPodSandboxStats re
StreamPodSandboxes from
StreamPodSandboxes not i
StreamPodSandboxes recv
UpdatePodSandboxResource
## pkg/kubelet/cri/remote/util/util_unix.go
Using this format as end
## pkg/kubelet/util/util_unix.go
Using this endpoint is d
## staging/src/k8s.io/client-go/tools/portforward/portforward.go
dropping unadaptable str
## staging/src/k8s.io/client-go/tools/remotecommand/websocket.go
Close() done on stream
Close() on stream
Closed channel -- return
Pong message received (
Pong message received --
Reset() done on stream
Reset() on stream
Subprotocol negotiated
The server did not negot
The subprotocol is
Unknown stream id
Unknown stream, discardi
Websocket Ping failed
Websocket Ping failed:
Websocket Ping succeeede
Websocket initial read d
Websocket initial settin
Websocket read starts
Websocket setting read d
Websocket setting write
Write() done on stream
Write() on stream
closed channel--returnin
## pkg/kubelet/dockershim/exec.go
Exec session in the cont
## pkg/probe/exec/exec.go
Exec probe response:
Exec probe timed out aft
Exec probe timed out but
## staging/src/k8s.io/client-go/plugin/pkg/client/auth/exec/exec.go
refreshing credentials:
resolving credential plu
## pkg/kubelet/images/pullmanager/metrics.go
failed to read number of
## pkg/kubelet/metrics/metrics.go
Failed to delete metric
## staging/src/k8s.io/client-go/plugin/pkg/client/auth/exec/metrics.go
unexpected exec plugin r
## pkg/kubelet/kubeletconfig/controller.go
Kubelet config controlle
failed to set last-known
## staging/src/k8s.io/apiserver/pkg/server/options/encryptionconfig/controller/controller.go
Encryption config has no
Health check succeeded
Loaded new kms encryptio
Shutting down controller
Starting controller
## staging/src/k8s.io/cloud-provider/controllers/service/controller.go
A pending nodeSync is al
Adding finalizer to serv
Deleting existing load b
Ensuring load balancer f
Finished syncing service
Finished updateLoadBalan
Ignoring node
It took
LoadBalancer for service
Node changes detected, t
Patching status for serv
Removing finalizer from
Running updateLoadBalanc
Service
Shutting down service co
Starting service control
Successfully updated
Syncing backends for all
Triggering nodeSync
Updating backends for lo
error processing service
nodeSync has been trigge
nodeSyncLoop Started
nodeSyncService finished
nodeSyncService started
s.nodeSyncCh is closed.
## staging/src/k8s.io/component-helpers/apimachinery/lease/controller.go
failed to ensure lease e
failed to update lease u
failed to update lease,
lease controller has nil
## pkg/kubelet/kuberuntime/labels.go
Container doesn't have r
Label not found
Unable to get label valu
Unable to marshal contai
Unable to marshal lifecy
## staging/src/k8s.io/cloud-provider/node/helpers/labels.go
Updated labels
## pkg/kubelet/kuberuntime/logs/logs.go
Failed to remove file wa
## pkg/kubelet/kuberuntime/util/util.go
Multiple sandboxes are r
No ready sandbox for pod
No sandbox for pod can b
Sandbox for pod has chan
Sandbox for pod has no I
## pkg/volume/flexvolume/util.go
Error checking mount poi
Failed to mount the volu
found flex volume secret
## pkg/volume/util/util.go
Can't mkdir
Can't touch
Executing command:
Match for Required node
Tearing down volume
command (
ready-file is not a file
## staging/src/k8s.io/apiserver/pkg/authentication/serviceaccount/util.go
create non-exist namespa
## staging/src/k8s.io/apiserver/pkg/endpoints/discovery/util.go
Failed marshaling identi
## pkg/kubelet/pleg/generic.go
Event channel is full, d
Generic (PLEG): containe
GenericPLEG
GenericPLEG: Reinspectin
GenericPLEG: Relisting
GenericPLEG: Relisting P
GenericPLEG: Unable to r
PLEG: Delete status for
PLEG: Ignoring events fo
PLEG: Write status
PLEG: pod failed reinspe
Relist request channel f
## staging/src/k8s.io/dynamic-resource-allocation/client/generic.go
convert ResourceSlice
## pkg/kubelet/pluginmanager/cache/actual_state_of_world.go
Plugin exists in actual
## pkg/kubelet/volumemanager/cache/actual_state_of_world.go
MarkFSResizeRequired fai
MarkFSResizeRequired for
MarkRemountRequired fail
NodeExpandVolume checkin
PVC volume of the pod re
Pod volume has been resi
PodExistsInVolume failed
Volume is already added
## pkg/kubelet/pluginmanager/cache/desired_state_of_world.go
Plugin exists in actual
Plugin exists in desired
## pkg/kubelet/volumemanager/cache/desired_state_of_world.go
Please report this error
expected volume SELinux
failed to get CSI driver
volume does not support
## pkg/kubelet/pluginmanager/operationexecutor/operation_generator.go
DeRegisterPlugin called
RegisterPlugin error --
## pkg/volume/util/operationexecutor/operation_generator.go
AttachVolume.Attach succ
AttachVolume.MarkVolumeA
BulkVerifyVolume failed
BulkVerifyVolume.BulkVer
BulkVerifyVolume.FindAtt
BulkVerifyVolume.NewAtta
Controller attach succee
Controller resizing done
DetachVolume.Detach succ
DetachVolume.MarkVolumeA
ExpandVolume succeeded f
ExpandVolume.UpdatePV su
GetDeviceMountPath faile
MapVolume.MapPodDevice s
MapVolume.NodeExpandVolu
MapVolume.WaitForAttach
MountDevice.MarkDeviceAs
MountMount.NodeExpandVol
MountVolume.MarkVolumeAs
MountVolume.MarkVolumeMo
MountVolume.MountDevice
MountVolume.NodeExapndVo
MountVolume.NodeExpandVo
MountVolume.WaitForAttac
MountVolume.markDeviceEr
MountVolume.markVolumeEr
Node not found on API se
Resizing is not enabled
The path isn't device pa
This volume
UnmapDevice succeeded
UnmapVolume succeeded fo
UnmapVolume.MarkVolumeAs
UnmountDevice succeeded
UnmountDevice.MarkDevice
UnmountVolume.MarkVolume
UnmountVolume.TearDown s
Verified volume is safe
VerifyVolumesAreAttached
VolumeAreAttached.FindAt
VolumesAreAttached faile
VolumesAreAttached.FindP
VolumesAreAttached.NewAt
Waiting for volume to be
unable to mark volume as
volume
## pkg/kubelet/pluginmanager/reconciler/reconciler.go
An updated version of pl
OperationExecutor.Regist
OperationExecutor.Unregi
## pkg/kubelet/volumemanager/reconciler/reconciler.go
Cannot get volumes from
Could not add pod to vol
Could not add volume inf
Could not construct volu
Could not find device mo
Could not mark device as
Could not mark device is
Could not read volume pl
Error occurred during re
Get volumes from pod dir
Reconciler sync states:
Reconciler: start to syn
Update devicePath from n
UpdateStates in reconcil
Volume detached
Volume exists in actual
Volume exists in desired
Volume is in pending ope
Volume is marked as moun
Volume is marked device
Volume is not marked as
Volume path from volume
operationExecutor.Attach
operationExecutor.Detach
operationExecutor.Expand
operationExecutor.MountV
operationExecutor.Unmoun
operationExecutor.Verify
volumeHandler.UnmountVol
## pkg/kubelet/userns/userns_manager.go
User namespace manager m
## pkg/volume/awsebs/attacher.go
Checking AWS Volume
Error verifying AWS Volu
## pkg/volume/azuredd/attacher.go
GetDiskLun returned:
azureDisk - Device
azureDisk - Error checki
azureDisk - Error gettin
azureDisk - ReadDir
azureDisk - Unmount devi
azureDisk - VolumesAreAt
azureDisk - disk:
failed to detach azure d
failed to get azure disk
## pkg/volume/cinder/attacher.go
Can not get device path
Checking Cinder disk
Error checking if Volume
Error waiting for volume
Error: could not find at
detached volume
## pkg/volume/fc/attacher.go
failed to get fc mounter
fc: failed to detach dis
fc: failed to get device
fc: successfully detache
fc: volumeSpecToMounter
## pkg/volume/gcepd/attacher.go
Checking GCE PD
Detach operation is succ
Error attaching PD
Error checking if PD (
Error checking if PDs (
Error detaching PD
Error filepath.Glob("
Error verifying GCE PD (
Get-Disk output is not a
Get-GcePdName failed, er
WaitForAttach (windows)
could not verify GCE PD
found the disk
## pkg/volume/iscsi/attacher.go
failed to get iscsi moun
iscsi:
iscsi: VolumeSpecToMount
iscsi: successfully deta
## pkg/volume/rbd/attacher.go
Warning: Unmount skipped
failed to create mounter
rbd: can't found deviceP
rbd: detaching device
rbd: mouting device
rbd: successfully detach
rbd: successfully mount
rbd: successfully remove
rbd: successfully unmoun
rbd: successfully wait f
rbd: unmouting device mo
rbd: waiting for attach
## pkg/volume/vsphere_volume/attacher.go
Checking VMDK
Error verifying VMDK (
Failed to create directo
vSphere: Attach disk cal
vsphere MountDevice moun
## pkg/volume/rbd/disk_manager.go
Error removing mountpoin
failed to bind mount:
failed to unmount
rbd: successfully bind m
volume path
## staging/src/k8s.io/apiserver/pkg/audit/policy/reader.go
Audit policy contains er
Load audit policy rules
## vendor/github.com/google/cadvisor/utils/cpuload/netlink/reader.go
Family id for taskstats:
Task stats for
## staging/src/k8s.io/apiserver/pkg/audit/request.go
Audit failed for
Auditing failed of
Encoding failed of reque
Encoding failed of respo
Error while dropping man
Failed to set annotation
error while dropping man
## staging/src/k8s.io/client-go/rest/request.go
Body was not decodable (
Could not retry request
Could not retry request,
Error in request:
Got a Retry-After
Request Body
Stream error
Stream error when readin
Unexpected content type
Unexpected error when re
body was not decodable (
## staging/src/k8s.io/apiserver/pkg/server/options/audit.go
No audit policy file pro
Using audit backend:
## staging/src/k8s.io/apiserver/pkg/endpoints/filters/authentication.go
Authentication is disabl
Authorization
Unable to authenticate t
## staging/src/k8s.io/apiserver/pkg/server/options/authentication.go
--requestheader-extra-he
--requestheader-group-he
--requestheader-username
Continuing without authe
Error looking up in-clus
No authentication-kubeco
To require authenticatio
failed to read in-cluste
## staging/src/k8s.io/apiserver/pkg/endpoints/filters/authorization.go
Authorization is disable
Forbidden
## staging/src/k8s.io/apiserver/pkg/server/options/authorization.go
No authorization-kubecon
failed to read in-cluste
## staging/src/k8s.io/apiserver/pkg/endpoints/openapi/openapi.go
failed to get OpenAPI de
## staging/src/k8s.io/apiserver/pkg/server/routes/openapi.go
Failed to build OpenAPI
Failed to build open api
Failed to create OpenAPI
Failed to register versi
Unexpected: filtering x-
## staging/src/k8s.io/component-base/zpages/flagz/flagz.go
error writing response:
received nil flagReader
## staging/src/k8s.io/component-base/cli/flag/flags.go
FLAG: --
using an underscore in a
## staging/src/k8s.io/component-base/compatibility/registry.go
component has alpha feat
setting
setting EmulationVersion
setting componentGlobals
setting the default Emul
setting version
## staging/src/k8s.io/component-base/zpages/statusz/statusz.go
error while populating s
## staging/src/k8s.io/client-go/tools/remotecommand/spdy.go
The server did not negot
## staging/src/k8s.io/client-go/transport/spdy/spdy.go
dropping unadaptable com
dropping unadaptable str
## staging/src/k8s.io/dynamic-resource-allocation/structured/internal/experimental/constraint.go
Constraint satisfied, ne
Unknown attribute type
## vendor/github.com/google/cadvisor/container/containerd/factory.go
Registering containerd f
## vendor/github.com/google/cadvisor/container/crio/factory.go
Registering CRI-O factor
## vendor/github.com/google/cadvisor/container/docker/factory.go
Registering Docker facto
devicemapper filesystem
zfs filesystem stats wil
## vendor/github.com/google/cadvisor/container/factory.go
Error trying to work out
Factory
Initialization of the
Registered Plugin
Registration of the
Using factory
## vendor/github.com/google/cadvisor/container/raw/factory.go
Registering Raw factory
## vendor/github.com/google/cadvisor/container/systemd/factory.go
Registering systemd fact
## vendor/github.com/google/cadvisor/resctrl/factory.go
Registered ResControlMan
## vendor/github.com/google/cadvisor/container/containerd/install/install.go
Failed to register conta
## vendor/github.com/google/cadvisor/container/crio/install/install.go
Failed to register crio
## vendor/github.com/google/cadvisor/container/docker/install/install.go
Failed to register docke
## vendor/github.com/google/cadvisor/container/podman/install/install.go
Failed to register podma
## vendor/github.com/google/cadvisor/container/systemd/install/install.go
Failed to register syste
## vendor/github.com/google/cadvisor/fs/btrfs/install/install.go
Failed to register btrfs
## vendor/github.com/google/cadvisor/fs/devicemapper/install/install.go
Failed to register devic
## vendor/github.com/google/cadvisor/fs/nfs/install/install.go
Failed to register nfs f
## vendor/github.com/google/cadvisor/fs/overlay/install/install.go
Failed to register overl
## vendor/github.com/google/cadvisor/fs/tmpfs/install/install.go
Failed to register tmpfs
## vendor/github.com/google/cadvisor/fs/vfs/install/install.go
Failed to register vfs f
## vendor/github.com/google/cadvisor/fs/zfs/install/install.go
Failed to register zfs f
## vendor/github.com/google/cadvisor/resctrl/intel/install/install.go
Failed to register intel
## vendor/github.com/google/cadvisor/container/docker/fs.go
unable to get fs usage f
## vendor/github.com/google/cadvisor/fs/fs.go
Could not get Docker dev
Failed to get disk UUID
Failed to resolve symlin
Filesystem UUIDs:
Filesystem partitions:
Not collecting filesyste
Stat fs failed for
Stat fs failed. Error:
Unable to get btrfs moun
btrfs dev major:minor
btrfs mount
btrfs rdev major:minor
error processing mount f
got devicemapper fs capa
no plugin found for file
no stats returned for
the file system type is
unable to determine file
## vendor/github.com/google/cadvisor/container/raw/watcher.go
Error while processing e
Error while watching
Failed to remove inotify
Failed to watch director
`;
