// Go files that log in one program of a cluster and never in a kubelet, by their base names: those of Kubernetes 1.34's source tree, with
// some that earlier versions had, flannel's, and minikube's. A name that several programs have, or that others give to files of theirs, stands in none.
import type { Program } from '../../log/record.ts';

export const otherGoFiles: Readonly<Partial<Record<Program, string>>> = {
  'kube-apiserver': `
abac.go admission.go aes.go aggregated_discovery.go aggregator.go alloc.go allocator.go
apf_controller.go apf_controller_debug.go apf_filter.go apiapproval_controller.go apis.go
apiservice_controller.go autoregister_controller.go available_controller.go cache_watcher.go
cacher.go caching_object.go cidrallocator.go claims.go cluster_authentication_trust_controller.go
clusterauthenticationtrust_controller.go compact.go controller_policy.go corrupt_obj_deleter.go
crd_finalizer.go crdregistration_controller.go customresource_discovery_controller.go
customresource_handler.go default_servicecidr_controller.go delegator.go dispatcher.go envelope.go
equality.go escalation_check.go establishing_controller.go etcd3.go feature_support_checker.go
filterlatency.go finisher.go graph_populator.go grpc_service.go instance.go instancecount.go
ipallocator.go keycache.go leaderelection_controller.go lease.go leasecandidategc_controller.go
legacy.go list_work_estimator.go local_available_controller.go master.go matcher.go
mutating_webhook_manager.go namespace_policy.go naming_controller.go node_authorizer.go
nonstructuralschema_controller.go object_count_tracker.go openidmetadata.go patch.go
peer_discovery.go peer_endpoint_lease.go peerproxy.go peerproxy_handler.go policy_dispatcher.go
policy_source.go queueset.go rbac.go reload.go remote_available_controller.go repair.go repairip.go
rest.go rule.go run_with_leaderelection.go stats.go storage_certificates.go storage_core.go
storage_flowcontrol.go storage_rbac.go storage_scheduling.go storage_storagemigration.go strategy.go
system_namespaces_controller.go timing_ratio_histogram.go transformer.go typechecking.go
typeconverter.go updater.go validate.go validating_webhook_manager.go validator.go watch_cache.go
watch_progress.go watch_tracker.go webhook.go width.go writers.go
`,
  'kube-controller-manager': `
attach_detach_controller.go backoff_utils.go bootstrapsigner.go certificate_controller.go
certificates.go cidr_allocator.go cidr_set.go cleaner.go clusterroleaggregation_controller.go
controller_ref_manager.go controller_utils.go cronjob_controller.go cronjob_controllerv2.go
daemon_controller.go deployment_controller.go deployment_util.go device_taint_eviction.go
disruption.go endpoints_controller.go endpointslice_controller.go
endpointslicemirroring_controller.go expand_controller.go garbagecollector.go graph_builder.go
horizontal.go indexed_job_utils.go job_controller.go legacy_serviceaccount_token_cleaner.go
namespace_controller.go namespaced_resources_deleter.go node_ipam.go node_ipam_controller.go
node_status_updater.go nodecontroller.go pcrcleaner.go pod_gc_controller.go publisher.go
pv_controller.go pv_controller_base.go pv_protection_controller.go pvc_protection_controller.go
range_allocator.go rate_limited_queue.go replica_set.go replica_set_utils.go
replication_controller.go resource_quota_controller.go resource_quota_monitor.go resourceversion.go
rollback.go rolling.go selinux_warning_controller.go service_controller.go serviceaccount.go
serviceaccounts_controller.go servicecidrs_controller.go stateful_pod_control.go stateful_set.go
stateful_set_control.go stateful_set_status_updater.go stateful_set_utils.go
storageversionmigrator.go success_policy.go taint_eviction.go taint_manager.go timed_workers.go
tokencleaner.go tokens_controller.go tracking_utils.go ttl_controller.go
ttlafterfinished_controller.go vac_protection_controller.go volumecache.go volumehost.go
`,
  'kube-proxy': `
endpoints.go endpointschangetracker.go endpointslicecache.go graceful_termination.go hcnutils.go
healthcheck.go hns.go ipvs.go meta_proxier.go netlink_linux.go proxier.go proxy_health.go
roundrobin.go service_health.go servicechangetracker.go serviceport.go udp_server.go userspace.go
`,
  'kube-scheduler': `
active_queue.go allocateddevices.go api_dispatcher.go assume_cache.go backoff_queue.go comparer.go
configfile.go csi.go debugger.go default_binder.go default_plugins.go default_preemption.go
defaults.go dra_manager.go dumper.go dynamicresources.go equivalence_cache.go eventhandlers.go
filtering.go fit.go generic_scheduler.go node_affinity.go node_ports.go node_tree.go
node_unschedulable.go nominator.go pod_binding.go pod_status_patch.go resource_allocation.go
schedule_one.go scheduler.go scheduler_interface.go scheduling_gates.go scheduling_queue.go
scoring.go taint_toleration.go volume_binding.go volume_restrictions.go volume_zone.go
`,
  // flannel's, which k3s has within.
  cni: `
hostgw_network.go hostgw_windows.go route_network.go vxlan.go vxlan_network.go wireguard_network.go
`,
  // minikube's own, which stand in what it prints of its last start, and kubeadm's.
  other: `
addons.go api_server.go arguments.go certlist.go certs.go checks.go cleanupnode.go cli_runner.go
clusterinfo.go configset.go controlplaneprepare.go copycerts.go default_sa.go exec_runner.go
initconfiguration.go joinconfiguration.go kapi.go kic_runner.go kubelet_unix.go kubeletconfig.go
kubeletfinalize.go kubeproxy.go localpath.go network_create.go node_ready.go patchnode.go
pki_helpers.go pod_ready.go postupgrade.go preload.go removeetcdmember.go resetconfiguration.go
selfhosting.go ssh_runner.go sshutil.go staticpods.go system_pods.go upgradeconfiguration.go
uploadconfig.go waitcontrolplane.go
`,
};

/** Names of the kubelet's files that other programs have too. */
export const sharedGoFiles = `
actual_state_of_world.go apiserver.go bootstrap.go client.go collector.go common.go container.go
container_manager.go conversion.go desired_state_of_world_populator.go endpoint.go factory.go
file.go framework.go fs.go grpc.go handlers.go http.go info.go log.go machine.go manager.go
mount.go plugins_providers.go policy.go preemption.go reconciler.go registration.go runtime.go server.go
server_linux.go status.go sysfs.go topology.go volume_host.go watch.go watcher.go
`;
