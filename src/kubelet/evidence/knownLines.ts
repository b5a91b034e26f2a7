// Written by `npm run evidence -- --source DIR --write`: files of the kubelet's neighbours, and messages of the kubelet's own files, up
// to their first value, that say nothing about workers, PLEG, sandboxes or networks.

export const quietFileNames = `
actual_state_of_world.go admission.go allocator_experimental.go allocator_incubating.go allocator_stable.go
apf_controller.go apf_controller_debug.go apf_filter.go api_enablement.go apiserver.go atomic_writer.go
atomic_writer_unsupported.go attach.go attacher-defaults.go attacher.go audit.go auth.go authentication.go
authn_audit.go authorization.go aws_credentials.go aws_ebs.go aws_ebs_block.go aws_util.go azure.go
azure_common_linux.go azure_credentials.go azure_dd.go azure_dd_block.go azure_file.go azure_mounter.go
azure_provision.go azure_stub.go basic_main.go bootstrap.go boottime_util_linux.go bounded_frequency_runner.go
ca_rotation.go cache_watcher.go cached_discovery.go cached_token_authenticator.go cacher.go caching_object.go
cadvisor_linux.go cadvisor_stats_provider.go cephfs.go cert_rotation.go certificate_manager.go
certificate_store.go cgroup_manager_linux.go checkpointv1.go cidr.go cinder.go cinder_block.go cinder_util.go
claiminfo.go client.go client_config.go cloud_request_manager.go cloudinfo.go clustertrustbundle_manager.go
codec.go collector.go collector_libpfm.go collector_no_libpfm.go common.go compact.go configmap.go
configmap_cafile_content.go configsync.go configz.go conn.go connection.go conntrack.go
constrained_impersonation.go constraint.go container.go container_gc.go container_log_manager.go
container_manager.go container_manager_linux.go container_manager_stub.go context.go controller.go
controllermanager.go conversion.go core.go corrupt_obj_deleter.go cors.go coverage.go cpu_assignment.go
cpu_manager.go cpu_topology.go cpuload.go cpuset.go create.go cri_metrics.go cri_stats_provider.go
csi_attacher.go csi_block.go csi_client.go csi_mounter.go csi_node_updater.go csi_plugin.go csi_util.go csr.go
data_consistency_detector.go datapol.go decoder.go delegator.go deleted_kinds.go delta_fifo.go
deprecated_insecure_serving.go desc.go desired_state_of_world.go desired_state_of_world_populator.go
detacher-defaults.go detacher.go device_plugin_stub.go device_util_linux.go dial.go discovery.go
disk_manager.go dispatcher.go dmsetup_client.go dns.go docker_container.go docker_image.go
docker_legacy_service.go docker_server.go docker_streaming_others.go download.go downwardapi.go dra_plugin.go
dra_plugin_manager.go draplugin.go driver-call.go dynamic_cafile_content.go dynamic_serving_content.go
egress_selector.go empty_dir.go empty_dir_linux.go endpoint.go envelope.go envvar.go equality.go error.go
errors.go etcd.go etcd3.go event.go event_broadcaster.go event_recorder.go example.go example_handler.go
example_plugin.go exec.go expander-defaults.go expander.go expiration_cache.go extendedresourcecache.go
factory.go fake_cpu_manager.go fake_memory_manager.go fake_mounter.go fake_status_manager.go
fake_topology_manager.go fallback.go fallback_dialer.go fc.go fc_util.go feature_gate.go
feature_support_checker.go fieldmanager.go file.go file_linux.go file_unsupported.go finisher.go flags.go
flagz.go flocker.go flocker_util.go framework.go fs.go fsHandler.go fs_pullrecords.go fs_resource_analyzer.go
fsstore.go gce.go gce_pd.go gce_pd_block.go gce_util.go gcp.go gcp_stub.go genericapiserver.go get.go
glusterfs.go glusterfs_util.go goroutinemap.go grpc.go grpc_service.go gv_exclusion_manager.go hairpin.go
handler.go handlers.go healthinfo.go healthz.go helper.go helpers.go helpers_unsupported.go hooks.go
hostport.go hostport_manager.go hostutil_linux.go http.go httplog.go httpstream.go image_gc_manager.go
image_manager.go image_pull_manager.go impersonation.go info.go inhibit_linux.go install.go interface.go
intstr.go ip.go ipconfig.go ipset.go iptables.go ipvs_linux.go iscsi.go iscsi_util.go k8s2slog.go keyring.go
kube-log-runner.go kube_docker_client.go kubelet_dockershim.go kubelet_getters.go kubelet_network_linux.go
kubelet_node_status.go kubelet_nodecache.go kubelet_resources.go kubenet_linux.go
kuberuntime_container_linux.go kuberuntime_image.go kuberuntime_sandbox_linux.go labels.go leaderelection.go
leasecandidate.go linux.go list_work_estimator.go listers.go loader.go local.go local_discovery.go
log_metrics.go logger.go logs.go machine.go machine_libipmctl.go machine_no_libipmctl.go main.go manager.go
manager_no_libpfm.go matcher.go maxinflight.go mem_pullrecords.go memcache.go memory.go memory_manager.go
memory_threshold_notifier.go memory_threshold_notifier_others.go merged_client_builder.go meta.go metadata.go
metric.go metrics.go mount.go mount_helper_common.go mount_helper_unix.go mount_linux.go mounter-defaults.go
mutating_webhook_manager.go mutation_cache.go mutation_detector.go mux.go named_certificates.go netsh.go
network_stats.go nfs.go node.go node_container_manager_linux.go node_controller.go node_expander.go
node_lifecycle_controller.go nodeinfomanager.go nodelease.go noderesources.go nonblockinggrpcserver.go noop.go
nvidia.go object_count_tracker.go oidc.go oom_linux.go oom_watcher_linux.go oomparser.go openapi.go
openstack_stub.go operation_executor.go options.go opts.go pathrecorder.go peer_aggregated_handler.go
peer_discovery.go peer_endpoint_lease.go peerproxy.go peerproxy_handler.go perfcounter_nodestats.go
plugin-defaults.go plugin.go plugin_manager.go plugin_watcher.go plugins_providers.go plugins_store.go
pod_container_manager_linux.go pod_devices.go pod_startup_latency_tracker.go podcertificatemanager.go
poddisruptionbudget_expansion.go policy.go policy_none.go policy_options.go policy_source.go policy_static.go
portforward.go portworx.go portworx_util.go predicate.go preemption.go priority-and-fairness.go probe.go
prober_manager.go processstarttime.go procfs_linux.go projected.go prometheus.go prometheus_machine.go
protobuf.go provider.go qos_container_manager_linux.go queueset.go quobyte.go quobyte_util.go
quota_common_linux_impl.go quota_linux.go quota_linux_common_impl.go ratelimit.go rbd.go rbd_util.go reader.go
recommended.go reconciler_new.go reconstruct.go reconstruct_common.go reconstruct_new.go recycler_client.go
reflector.go registration.go registry.go remote_image.go remotecommand.go request.go request_deadline.go
requestheader_controller.go requestinfo.go resize.go resizefs_linux.go resource_metrics.go
resourceslicecontroller.go response.go rest.go retrywatcher.go round_tripper.go round_trippers.go
route_controller.go run.go runner.go runonce.go runtime.go safe_sysctls.go sample_and_watermark.go scope.go
scope_container.go scope_pod.go secret.go secure_serving.go selector.go server.go server_cert_deprecations.go
server_linux.go server_v1.go serving.go serving_unix.go setters.go shared_informer.go shortcut.go sio_client.go
sio_mgr.go sio_plugin.go sio_util.go sio_volume.go slog2k8s.go source.go spdy.go state_checkpoint.go
state_mem.go stats.go status.go statusz.go storage_factory.go storage_readiness_hook.go storageclass.go
storageos.go storageos_util.go storageversion.go store.go streamtunnel.go streamwatcher.go stub.go
subpath_linux.go summary.go summary_sys_containers.go swap_util.go sysfs.go sysinfo.go tcp.go thin_ls_client.go
thin_pool_watcher.go threshold_notifier_linux.go threshold_notifier_unsupported.go timeout.go
timing_ratio_histogram.go tlsconfig.go token_manager.go token_source.go tokenfile.go tolerations.go topology.go
topology_hints.go topology_manager.go tracker.go transformer.go translatinghandler.go transport.go
tunneling_connection.go tunneling_dialer.go typechecking.go uncore_libpfm.go unmounter-defaults.go unmounter.go
until.go update.go updater.go upgradeaware.go urlbackoff.go userns_manager.go util_unix.go utils.go v1.go v2.go
v3.go validate.go validating_webhook_manager.go validator.go versioning.go volume_host.go volume_linux.go
volume_manager.go volume_path_handler.go volume_path_handler_linux.go volume_stat_calculator.go
volumeattributesclass.go vsphere_volume.go vsphere_volume_block.go vsphere_volume_util.go warning.go
warnings.go watch.go watch_based_manager.go watch_cache.go watch_progress.go watch_termination.go
watch_tracker.go watchdog_linux.go watcher.go webhook.go webhooks.go websocket.go width.go with_retry.go
withrace.go wrap.go writers.go zones.go
`;

/** `## file.go`, then its messages, one on each line. */
export const knownMessageTexts = `
## allocation_manager.go
Failed to delete pod allocation
Failed to handle pod resources resize
Failed to initialize allocation checkpoint manager
Failed to serialize resource summary
Pod admission denied
Pod not found; removing from pending resizes
Pod resize is deferred; will reevaluate later
Pod resize is infeasible
Pod resize successfully allocated
Resize cannot be accommodated
SetPodAllocation failed
Skipping evaluation of pending resizes; sources are not ready
Successfully retried resize after timeout
## cni.go
About to add CNI network
About to del CNI network
Added pod to network
Adding
CNI config list
CNI failed to delete loopback network
CNI failed to retrieve network namespace path
Deleted
Deleting
Error adding
Error converting CNI config file
Error deleting
Error loading CNI config file
Error loading CNI config list file
Error validating CNI config
Error while adding to cni lo network:
Error while adding to cni network:
Got netns path
Ignoring subsequent pod CIDR update to
The event didn't contain pod CIDR
Unable to update cni config
Using CNI configuration file
Using podns path
## config.go
Adding new pods from source
Couldn't open admission plugin configuration
Error registering PostStartHook
Expected to load root CA config from
Failed to read URL
Graceful deleting pods from source
Gracefully deleting pods from source
KMSv1 is deprecated and will only receive security updates going forward. Use KMSv2 instead.
Looking for
Not requested to run hook
Parsing
Pod failed validation due to duplicate pod name, ignoring
Received invalid update type
Receiving a new pod
Removing pods from source
Restoring pods for source
Setting pods for source
Unmarshalling
Updating pods from source
body of failing http response:
cannot derive external address from the secure port:
cannot derive external address port without listening on a secure port.
couldn't get the config from
error building hash data for apiserver identity:
error getting hostname for apiserver identity:
failed to shut down tracer provider:
found .dockercfg at
found valid
looking for
skipping
while trying to canonicalize
while trying to read
## docker_sandbox.go
Both sandbox container and checkpoint could not be found. Proceed without further sandbox information.
Both sandbox container and checkpoint for id
Failed to delete corrupt checkpoint for sandbox
Failed to list checkpoints
Failed to retrieve checkpoint for sandbox
Failed to stop sandbox
Resolv.conf could not be updated
ResolvConfPath is empty.
Unable to convert docker to runtime API sandbox
Unknown protocol, defaulting to TCP
Will attempt to re-write config file
## docker_service.go
Docker Info
Docker cri networking managed by
Docker cri received runtime config
Failed to delete corrupt checkpoint for sandbox
Falling back to use the default driver
Hairpin mode is set
Initialization error
No cgroup driver is set in Docker
Setting cgroup parent
Setting cgroupDriver
Streaming server stopped unexpectedly
Unknown protocol, defaulting to TCP
docker cri received runtime config
## evented.go
Evented PLEG: Event channel is full, discarded pod lifecycle event
Evented PLEG: Failed to get container events, retrying:
Evented PLEG: Generated pod status from the received event
Evented PLEG: Get cache
Evented PLEG: error generating pod status from the received event
Evented PLEG: received ContainerEventResponse with nil PodSandboxStatus or PodSandboxStatus.Metadata
Fall back to Generic PLEG relisting since Evented PLEG is not working
Received Container Created Event
Received Container Deleted Event
Received Container Started Event
Received Container Stopped Event
## eviction_manager.go
Evicting pod
Eviction manager: able to reduce resource pressure without evicting pods.
Eviction manager: attempting to reclaim
Eviction manager: cannot evict a critical pod
Eviction manager: eviction thresholds have been met, but no pods are active to evict
Eviction manager: failed to create memory threshold notifier
Eviction manager: failed to get HasDedicatedImageFs
Eviction manager: failed to get summary stats
Eviction manager: failed to synchronize
Eviction manager: failed to update notifier
Eviction manager: must evict pod(s) to reclaim
Eviction manager: no ranking function for signal
Eviction manager: no resources are starved
Eviction manager: node conditions - observed
Eviction manager: node conditions - transition period not met
Eviction manager: pod failed to evict
Eviction manager: pod is evicted successfully
Eviction manager: pods evicted, waiting for pod to be cleaned up
Eviction manager: pods ranked for eviction
Eviction manager: pods successfully cleaned up
Eviction manager: starting control loop
Eviction manager: synchronize housekeeping
Eviction manager: timed out waiting for pods to be cleaned up
Eviction manager: unable to evict any pods from the node
Eviction manager: unexpected error when attempting to reduce resource pressure
Failed to admit pod
FileSystem detection
eviction manager: able to reduce
eviction manager: attempting to reclaim
eviction manager: cannot evict a critical pod
eviction manager: cannot evict a critical static pod
eviction manager: eviction thresholds have been met, but no pods are active to evict
eviction manager: failed to check if we have separate container filesystem. Ignoring.
eviction manager: failed to get get summary stats after resource reclaim:
eviction manager: failed to get get summary stats:
eviction manager: failed to get summary stats after resource reclaim:
eviction manager: failed to get summary stats:
eviction manager: found conflicting containerfs eviction. Ignoring.
eviction manager: must evict pod(s) to reclaim
eviction manager: no resources are starved
eviction manager: node conditions - observed:
eviction manager: node conditions - transition period not met:
eviction manager: pod
eviction manager: synchronize housekeeping
eviction manager: timed out waiting for pods
eviction manager: unable to evict any pods from the node
## generic.go
Event channel is full, discard this relist() cycle event
Generic (PLEG): container finished
GenericPLEG: Reinspecting pods that previously failed inspection
GenericPLEG: Relisting Pod
GenericPLEG: Unable to retrieve pod
PLEG: Ignoring events for pod
PLEG: pod
Relist request channel full; dropping relist request
convert ResourceSlice
event channel is full, discard this relist() cycle event
## kubelet.go
Adding apiserver pod source
Adding checkpoint path:
Adding manifest path:
Adding manifest url
Adding pod URL with HTTP header
Adding pod path:
Adding pod url
Adding static pod path
Attempting to sync node with API server
ClusterTrustBundle informer will be started eventually once a trust bundle is requested
Container garbage collection failed
Container garbage collection succeeded
Container runtime not ready
Container runtime sanity check failed
Container runtime status
ContainerStatus not found
ContainerStatus.AllocatedResources length mismatch
Creating a mirror pod for static pod
Deleted mirror pod
Deleting mirror pod
Error getting node
Experimental host user namespace defaulting is enabled
Failed cleaning pods
Failed creating a mirror pod
Failed deleting mirror pod
Failed to create an oomWatcher (running in UserNS, Hint: enable KubeletInUserNamespace feature flag to ignore the error)
Failed to create an oomWatcher (running in UserNS, ignoring)
Failed to get local endpoint for PodResources endpoint
Failed to infer required features for pod update
Failed to initialize internal modules
Failed to match pod features with the node
Failed to start ContainerManager
Failed to start cAdvisor
Failed to start node shutdown manager
Failed to update QoS cgroups while syncing pod
Failed to update pod cache
Failed to wait until node is registered
First seen time not recorded for pod
Housekeeping took longer than 15s
Housekeeping took longer than expected
Image garbage collection failed multiple times in a row
Image garbage collection failed once. Stats initialization may not have completed yet
Image garbage collection succeeded
ImageGCHighThresholdPercent is set 100 and ImageMaximumGCAge is 0, Disable image GC
ImageGCHighThresholdPercent is set 100, Disable image GC
ImageMaximumGCAge flag enabled, but corresponding feature gate is not enabled. Ignoring flag.
Invalid clusterDNS IP
Invalid event type received:
Invalid operation type received
KillPod failed
Kubelet does not support snapshot update
Kubelet failed to get node info
Kubelet is running in standalone mode, will skip API server sync
No API server defined - no node status update will be sent
No need to create a mirror pod, since failed to get node info from the cluster
No need to create a mirror pod, since node
Not starting ClusterTrustBundle informer because we are in static kubelet mode
Not starting PodCertificateRequest manager because we are in static kubelet mode or the PodCertificateProjection feature gate is disabled
OnPodSandboxReady callback invoked
Orphaned running pod terminating without grace period
Pod CIDR update failed
Pod has completed execution and should be deleted from the API server
Pod is not runnable and must have running containers stopped
Pod is terminated and will need no more status updates
Pod is terminated, but some volumes have not been cleaned up
Pod requires node features that are not available
Pod terminating with grace period
Pod termination cleaned up volume paths
Pod termination removed cgroups
Pod termination stopped all running containers
Pod termination stopped all running orphan containers
Pod termination stopped all running orphaned containers
Pod termination unmounted volumes
Post-termination container state
Programmer error, HandlePodSyncs does not expect to receive mirror pods
Resize cannot be accommodated
Resize is not feasible as request exceeds allocatable node resources
SetPodAllocation failed
SetPodResizeStatus failed
Skipping pod synchronization
Started ClusterTrustBundle informer
Starting plugin manager
Successfully updated PodReadyToStartContainers condition after sandbox creation
SyncLoop (containermanager): event for pod
SyncLoop (containermanager): pod does not exist, ignore devices updates
SyncLoop (housekeeping, skipped): sources aren't ready yet
SyncLoop (probe): ignore irrelevant update
SyncLoop ADD
SyncLoop DELETE
SyncLoop RECONCILE
SyncLoop REMOVE
SyncLoop UPDATE
SyncPod exit
SyncTerminatedPod exit
SyncTerminatingPod exit
SyncTerminatingRuntimePod exit
Trying to delete pod
Unable to attach or mount volumes for pod
Unable to find pod for mirror pod, skipping
Unable to make pod data directories for pod
Unable to mount volumes for pod
Unable to prefetch container runtime features for node declared features
Unable to read pod status prior to final pod termination
Unable to register mirror pod because node is not registered yet
Unhandled Error
Unprivileged containerized plugins might not work, could not set selinux context on plugin registration dir
Unprivileged containerized plugins might not work, could not set selinux context on plugins dir
Update channel is closed, exiting the sync loop
Update channel is closed. Exiting the sync loop.
Using dockershim is deprecated, please consider using a full-fledged CRI implementation
Warning: cgroup check
error killing pod:
failed to intialize internal modules
getNodeAnyway function failed
housekeeping took too long
invalid certificate and key pair from file
killPod failed
killPod for pod
loaded certificate and key pair in kubelet server certificate manager
syncPod exit
syncTerminatedPod exit
syncTerminatingPod exit
## kubelet_network.go
Setting Pod CIDR:
Updating Pod CIDR
## kubelet_pods.go
API phase was terminal, updating phase to match
Api pod and running pod are pending termination
Api pod is pending termination
Block volume cannot be satisfied for container, because the volume is missing or the volume mapper is nil
Cannot get host IPs
Clean up containers for orphaned pod we had not seen before
Clean up orphaned mirror pods
Clean up orphaned pod cgroups
Clean up orphaned pod containers
Clean up orphaned pod directories
Clean up orphaned pod statuses
Clean up orphaned pod user namespace allocations
Clean up pod workers for terminated pods
Clean up probes for terminated pods
Could not determine if subPath exists, will not attempt to change its permissions
Creating hosts mount for container
Deleted mirror pod
Deleted pod
Device will be attached to container in the corresponding path on host
Encountered error when deleting mirror pod
Error listing containers
Error on creating dir
Failed cleaning up orphaned pod directories
Failed cleaning up orphaned pod user namespaces allocations
Failed to create subPath directory for volumeMount of the container
Failed to destroy orphaned pod cgroup
Failed to parse env file
Failed to prepare subPath for volumeMount of the container
Failed to reduce cpu time for pod pending volume cleanup
Failed to update QoS cgroups while killing pod
Got phase for pod
Handling termination and deletion of the pod to pod workers
Hostname for pod was too long, truncated it
Killing unwanted pod
Marking api pod pending termination
Marking pod termination
Marking running pod pending termination
Missing runtime resources information for resizing container
Mount cannot be satisfied for the container, because the volume is missing or the volume mounter (vol.Mounter) is nil
Mount has propagation
Orphaned pod
Pod attempted illegal phase transition
Pod default case, pending
Pod is pending termination
Pod is restartable after termination due to UID reuse
Pod is terminated and all resources are reclaimed
Pod is terminated, Error getting runtimeStatus from the podCache
Pod is terminated, but pod cgroup sandbox has not been cleaned up
Pod is terminated, but some container status has not yet been reported
Pod is terminated, but some containers are still running
Pod is terminated, but some containers have not been cleaned up
Pod is terminated, but some volumes have not been cleaned up
Pod waiting > 0, pending
Pod will be restarted because it is in the desired set and not known to the pod workers (likely due to UID reuse)
Programmer error, did not report a kubelet_working_pods metric for a value returned by SyncKnownPods
Programmer error, restartable pod was a mirror pod but activePods should never contain a mirror pod
Running pod is pending termination
SetPodResizeStatus failed
Status manager phase was terminal, updating phase to match
Unable to retrieve pull secret
Unable to retrieve pv
Unknown runtime handler
container:
deleted pod
encountered error when deleting mirror pod
error getting image volume digest
failed to look up the runtime handler
failed to read memory cgroup config for the pod
failed to read memory cgroup limits for the pod
failed to resolve recursive read-only mode
image was not found
marking pod pending termination
marking pod termination
recursive read-only mount needs feature gate to be enabled
resource allocation not found in checkpoint store
user namespaces: executable not found, using default mappings
user namespaces: user found, using mappings from getsubids
user namespaces: user not found, using default mappings
## kubelet_volumes.go
Cleaned up orphaned pod volumes dir
Cleaned up orphaned volume from pod
Cleaned up orphaned volume subpath from pod
Could not read directory
Failed to remove orphaned pod
Orphan pod
Orphaned pod
Pod found, but error occurred during checking mounted volumes from disk
Pod found, but volumes are still mounted on disk
There were many similar errors. Turn up verbosity to see them.
Using volume plugin for mount
## kuberuntime_container.go
Can't make a container ref
Cannot calculate restartCount from the log directory
Computing init container action
Container
Couldn't make a ref to pod
Failed to create legacy symbolic link
Failed to execute PostStartHook
Failed to get container status
Failed to kill container
Init container has been initialized
Kill container failed
Killing container with a grace period override
ListContainers error
ListContainers failed
Log directory exists but could not calculate restartCount
PreStop hook completed
PreStop hook failed
PreStop hook not completed in grace period
Removing container
Removing init container
This should not happen, init container is in unknown state but not failed
UpdateContainerResources failed
Using probe-level grace period that is greater than the pod-level grace period
failed to remove pod init container
preStop hook for container
updatePodSandboxResources failed: unimplemented; this call is best-effort: proceeding with resize
## kuberuntime_gc.go
Container
Error getting ContainerStatus for containerID
Failed to remove container
Failed to remove pod logs directory
Failed to remove sandbox
Failed to stop container
Failed to stop sandbox
Removed symlink
Removing pod logs
Removing sandbox
Unable to obtain container ID
removed symlink
## kuberuntime_manager.go
Aborting attempt to set pod memory limit less than current memory usage
Allocated pod resize is not currently feasible
Back-off
Backing Off restarting
Checking backoff for container in pod
Completed init container
Container
Convert container of pod failed
Convert sandbox of pod failed
Couldn't make a ref to pod
CreatePodSandbox for pod failed
Created PodSandbox
Creating
Determined the ip
Disabled CFS quota
Failed to create pod log directory
Failed to ensure image
Failed to get pod runtime handler
Failed to get pod sandbox status:
Failed to get pod sandbox status; Skipping pod
Failed to initialize the pod, as the init container failed to start, aborting
Failed to invoke sandbox ready callback, continuing with pod creation
Failed to notify runtime for UpdatePodSandboxResources
Failed to notify runtime to rollback UpdatePodSandboxResources
Failed to prepare dynamic resources
Failed to register CRI auth plugins
Failed to remove pod from actuated state
Failed to set cgroup config
Failed to set permissions on pod log directory
Failed to start the restartable init container for the pod, skipping
Failed to stop sandbox
Failed to update pod-level actuated resources
Flags --image-credential-provider-config or --image-credential-provider-bin-dir were set but the feature gate
GeneratePodSandboxConfig for pod failed
Get image volumes for pod failed
Get runtime version failed
GetPodCgroupConfig for CPU failed
GetPodCgroupConfig for memory failed
GetPodCgroupMemoryUsage failed
Internal container post-stop lifecycle hook failed for container in pod with error
Killing container before removal
Killing unwanted container
Missing actuated pod level resource record
Missing actuated resource record
Missing runtime resource information for container
More than 1 sandboxes for pod
Multiple sandboxes are ready for Pod
Pod marked for RestartAllContainers
Pod sandbox and network ready, invoking callback
Pod was deleted and sandbox failed to be created
PodSandboxStatus of sandbox
Pulled image
Removing container before pod restarts
Runtime does not set pod status timestamp
Sandbox does not have metadata
Sandbox for pod
SetPodLevelResources failed
SyncPod received new pod
Syncing Pod
This runtime api version is not supported
Unable to get pod cgroup cpu config
Unable to get pod cgroup memory config
Unable to get resource configuration
Unhandled Error
Updating container resources
Updating runtime config through cri with podcidr
back-off
checking backoff for container
container start failed:
createPodSandbox for pod
getPodContainerStatuses for pod
getSandboxIDByPodUID got sandbox IDs
init container start failed:
internal container post-stop lifecycle hook failed for container
killContainer
killPodWithSyncResult failed
podResources.CPUQuota or podResources.CPUShares is nil
podResources.CPUShares is nil
podResources.Memory is nil
removeContainer for pod failed
updateContainerResources failed
updatePodContainerResources failed
updating runtime config through cri with podcidr
## kuberuntime_sandbox.go
Create pod log directory for pod
CreatePodSandbox for pod
Failed to create log directory for pod
Failed to create sandbox for pod
Failed to generate sandbox config for pod
Failed to list pod sandboxes
Failed to list sandboxes for pod
GeneratePodSandboxConfig for pod
ListPodSandbox failed:
ListPodSandbox with pod UID
Pod Sandbox reported an unparseable IP
Pod Sandbox reported an unparseable additional IP
Pod Sandbox reported an unparseable primary IP
Pod Sandbox status doesn't have network information, cannot report IP
Running pod
## mirror_client.go
Deleting a mirror pod
Failed deleting a mirror pod
Failed to parse a pod full name
## nestedpendingoperations.go
Operation
operation
## nodeshutdown_manager.go
Done waiting for all pods in group to terminate
Failed while waiting for all the volumes belonging to Pods in this group to unmount
Shutdown manager failed killing pod
Shutdown manager finished killing pod
Shutdown manager killing pod with gracePeriod
Shutdown manager pod killing time out
## nodeshutdown_manager_linux.go
Creating node shutdown manager
Ended to watching the node for shutdown events
Failed to load graceful shutdown state
Failed to store graceful shutdown state
InhibitDelayMaxSec still less than requested, retrying
Restarting watch for node shutdown events
Shutdown manager completed processing shutdown event, node will shutdown shortly
Shutdown manager detected new shutdown event
Shutdown manager failed killing pod
Shutdown manager finished killing pod
Shutdown manager killing pod
Shutdown manager pod killing did not complete in
Shutdown manager pod killing time out
Shutdown manager processing shutdown event
Unable to watch the node for shutdown events
## operation_generator.go
AttachVolume.Attach succeeded
AttachVolume.MarkVolumeAsUncertain fail to add the volume
BulkVerifyVolume failed to type assert attacher
BulkVerifyVolume.BulkVerifyVolumes Error checking volumes are attached with
BulkVerifyVolume.FindAttachablePluginBySpec failed for plugin
BulkVerifyVolume.NewAttacher failed for getting plugin
Controller attach succeeded
Controller resizing done for PVC
DeRegisterPlugin called
DetachVolume.Detach succeeded
DetachVolume.MarkVolumeAsUncertain failed to add the volume
ExpandVolume succeeded for volume
ExpandVolume.UpdatePV succeeded for volume
GetDeviceMountPath failed, but unmount operation will proceed using deviceMountPath=
MapVolume.MapPodDevice succeeded
MapVolume.NodeExpandVolume failed with
MapVolume.WaitForAttach entering
MapVolume.WaitForAttach succeeded
MountDevice.MarkDeviceAsUncertain failed
MountDevice.MarkDeviceAsUnmounted failed
MountMount.NodeExpandVolume failed to mark node expansion as failed:
MountVolume.MarkVolumeAsUnmounted failed
MountVolume.MarkVolumeMountAsUncertain failed
MountVolume.MountDevice failed to mark volume as uncertain
MountVolume.MountDevice succeeded
MountVolume.NodeExapndVolume failed
MountVolume.NodeExpandVolume entering
MountVolume.NodeExpandVolume failed
MountVolume.SetUp succeeded for volume
MountVolume.WaitForAttach entering
MountVolume.WaitForAttach succeeded
MountVolume.markDeviceErrorState leaving volume uncertain
MountVolume.markVolumeErrorState leaving volume uncertain
Node not found on API server. DetachVolume will skip safe to detach check
RegisterPlugin error -- failed to add plugin
Resizing is not enabled for this volume
The path isn't device path or doesn't exist. Skip checking device path:
This volume
UnmapDevice succeeded
UnmapVolume succeeded for volume
UnmapVolume.MarkVolumeAsUnmounted failed
UnmountDevice succeeded
UnmountDevice.MarkDeviceAsUncertain failed
UnmountVolume.MarkVolumeAsUnmounted failed
UnmountVolume.MarkVolumeMountAsUncertain failed
UnmountVolume.TearDown succeeded for volume
Verified volume is safe to detach
VerifyVolumesAreAttached determined volume
VerifyVolumesAreAttached.BulkVerifyVolumes failed for node
VerifyVolumesAreAttached.GenerateVolumesAreAttachedFunc: nil spec for volume
VolumeAreAttached.FindAttachablePluginBySpec failed for plugin
VolumesAreAttached failed for checking on node
VolumesAreAttached.FindPluginBySpec failed
VolumesAreAttached.NewAttacher failed for getting plugin
Waiting for volume to be expandable on the node
unable to mark volume as resized
volume
## plugins.go
Admission plugin
Calling network plugin
Cloud provider
Couldn't open cloud provider configuration
Credential provider
Error dynamically probing plugins
Error initializing dynamic plugin prober
Error initializing dynamically probed plugin
External cloud provider specified
Failed to load volume plugin
FindExpandablePluginBySpec -> err
FindExpandablePluginBySpec -> returning noopExpandableVolumePluginInstance
FindExpandablePluginBySpec(
Generating credential provider
Generating per pod credential provider
INFO: Please make sure you are running an external cloud controller manager binary for provider
INFO: Please make sure you are running external cloud controller manager binary for provider
Loaded
No admission plugin specified.
Pod lock for
Registered admission plugin
Registered cloud provider
Registered credential provider
Registering credential provider:
Unbalanced pod lock unref for
Unknown Operation on PluginName.
Unknown Operation on PluginName:
WARNING:
can't set sysctl bridge-nf-call-ip6tables
can't set sysctl bridge-nf-call-iptables
## pod_container_deletor.go
Container
DeleteContainer returned error
Failed to issue the request to remove container
[pod_container_deletor] DeleteContainer returned error for (id=
## pod_workers.go
Notifying pod of pending update
Pending update already queued
Pod cannot start ever
Pod cannot start yet
Pod had no status in completeSync, programmer error?
Pod has been terminated and is no longer known to the kubelet, remove all history
Pod has been terminated but another pod with the same UID was created, remove history to allow restart
Pod indicated lifecycle completed naturally and should now terminate
Pod is being evicted by the kubelet, begin teardown
Pod is being removed by the kubelet, begin teardown
Pod is being synced for the first time
Pod is complete and the worker can now stop
Pod is in a terminal phase (success/failed), begin teardown
Pod is marked for graceful deletion, begin teardown
Pod is orphaned and has not been started
Pod is orphaned and must be torn down
Pod is orphaned and still running, began terminating
Pod is orphaned and still terminating, notified the pod worker
Pod is terminal
Pod is waiting for termination, ignoring runtime-only kill until after pod worker is fully terminated
Pod never started and the worker can now stop
Pod should be marked as working by the pod worker, programmer error
Pod sync status does not exist, the worker should not be running
Pod terminated all containers successfully
Pod terminated all orphaned containers successfully and worker can now stop
Pod update included RunningPod which is only valid when Pod is not specified
Pod update is ignored, runtime pods can only be killed
Pod worker attempted to set terminatingAt twice, likely programmer error
Pod worker has been requested for removal but is not a known pod
Pod worker has been requested for removal but is still not fully terminated
Pod worker has observed request to terminate
Pod worker has stopped
Pod worker is complete and had terminatedAt set, likely programmer error
Pod worker is complete but did not have terminatedAt set, likely programmer error
Pod worker is complete but did not have terminatingAt set, likely programmer error
Pod worker no longer has status, worker should exit
Pod worker received no pending work, programmer error?
Pod worker was terminated but did not have terminatingAt set, likely programmer error
Processing pod event
Requeueing pod due to pending update
Requeuing pod due to pending update
Running pod cannot start ever, programmer error
Sync exited with context cancellation error
## prober.go
Can't make a ref to pod and container
Exec-Probe Pod:
Exec-Probe runProbe
Failed to find probe builder for container
GRPC-Probe
HTTP-Probe
Probe errored
Probe failed
Probe is nil
Probe succeeded
Probe unknown without error
TCP-Probe
Unable to write all bytes from execInContainer
Unsupported probe result
## reconciler.go
An updated version of plugin has been found, unregistering the plugin first before reregistering
Cannot get volumes from disk, skip sync states for volume reconstruction
Could not add pod to volume information to actual state of world
Could not add volume information to actual state of world
Could not construct volume information, cleaning up mounts
Could not find device mount path for volume
Could not mark device as mounted in uncertain state
Could not mark device is mounted to actual state of world
Could not read volume plugin directory
Desired state of world has been populated with pods, starting reconstruct state function
Error occurred during reconstruct volume from disk
Get volumes from pod directory
OperationExecutor.RegisterPlugin failed
OperationExecutor.RegisterPlugin started
OperationExecutor.UnregisterPlugin failed
OperationExecutor.UnregisterPlugin started
Reconciler sync states: could not find information (PID:
Reconciler sync states: could not find pod information in desired state, update it in actual state
Reconciler sync states: could not find volume information in desired state, clean up the mount points
Reconciler: start to sync state
Starting operationExecutor.AttachVolume
Starting operationExecutor.DetachVolume
Starting operationExecutor.ExpandInUseVolume
Starting operationExecutor.MountVolume
Starting operationExecutor.RegisterPlugin
Starting operationExecutor.UnmountDevice
Starting operationExecutor.UnmountVolume
Starting operationExecutor.UnregisterPlugin
Starting operationExecutor.VerifyControllerAttachedVolume
Update devicePath from node status for volume
UpdateStates in reconciler: could not get node status with error
Volume detached
Volume exists in actual state, skip cleaning up mounts
Volume exists in desired state, marking as InUse
Volume exists in desired state, skip cleaning up mounts
Volume is in pending operation, skip cleaning up mounts
Volume is marked as mounted and added into the actual state
Volume is marked as mounted in uncertain state and added to the actual state
Volume is marked device as mounted and added into the actual state
Volume is not marked as attached to the node. Skipping processing of the volume
Volume path from volume plugin directory
Volume:
operationExecutor.AttachVolume failed (controllerAttachDetachEnabled
operationExecutor.AttachVolume started
operationExecutor.DetachVolume failed (controllerAttachDetachEnabled
operationExecutor.DetachVolume started
operationExecutor.ExpandInUseVolume failed
operationExecutor.ExpandInUseVolume started
operationExecutor.MountVolume failed (controllerAttachDetachEnabled
operationExecutor.MountVolume started
operationExecutor.UnmountDevice failed (controllerAttachDetachEnabled
operationExecutor.UnmountDevice started
operationExecutor.UnmountVolume failed (controllerAttachDetachEnabled
operationExecutor.UnmountVolume started
operationExecutor.VerifyControllerAttachedVolume failed
operationExecutor.VerifyControllerAttachedVolume started
volumeHandler.UnmountVolumeHandler for UnmountVolume failed
## reconciler_common.go
Starting operationExecutor.AttachVolume
Starting operationExecutor.DetachVolume
Starting operationExecutor.ExpandInUseVolume
Starting operationExecutor.MountVolume
Starting operationExecutor.UnmountDevice
Starting operationExecutor.UnmountVolume
Starting operationExecutor.VerifyControllerAttachedVolume
Volume detached
operationExecutor.AttachVolume failed (controllerAttachDetachEnabled
operationExecutor.AttachVolume started
operationExecutor.DetachVolume failed (controllerAttachDetachEnabled
operationExecutor.DetachVolume started
operationExecutor.ExpandInUseVolume failed
operationExecutor.ExpandInUseVolume started
operationExecutor.MountVolume failed (controllerAttachDetachEnabled
operationExecutor.MountVolume started
operationExecutor.UnmountDevice failed (controllerAttachDetachEnabled
operationExecutor.UnmountDevice started
operationExecutor.UnmountVolume failed (controllerAttachDetachEnabled
operationExecutor.UnmountVolume started
operationExecutor.VerifyControllerAttachedVolume failed
operationExecutor.VerifyControllerAttachedVolume started
## remote_runtime.go
Attach container from runtime service failed
Attach failed
CheckpointContainer from runtime service failed
Closing runtime service connection
Connect remote runtime
Connecting to runtime service
ContainerStats from runtime service failed
ContainerStatus
CreateContainer failed
CreateContainer in sandbox
Exec cmd from runtime service failed
Exec failed
ExecSync
Falling back to CRI v1alpha2 runtime API (deprecated)
Finding the CRI API runtime version
GetContainerEvents failed to get streaming client
ListContainerStats with filter from runtime service failed
ListContainers with filter
ListMetricDescriptors from runtime service failed
ListPodSandbox with filter
ListPodSandboxMetrics from runtime service failed
ListPodSandboxStats with filter from runtime service failed
PodSandbox from runtime service failed
PortForward failed
PortForward from runtime service failed
RemoveContainer
RemovePodSandbox
ReopenContainerLog from runtime service failed
RunPodSandbox failed
RunPodSandbox from runtime service failed
RuntimeConfig from runtime service failed
StartContainer
Status failed
Status from runtime service failed
StopContainer
StopPodSandbox
StreamContainerStats from runtime service failed
StreamContainerStats not implemented, falling back to ListContainerStats
StreamContainerStats recv failed
StreamContainers from runtime service failed
StreamContainers not implemented, falling back to ListContainers
StreamContainers recv failed
StreamPodSandboxMetrics from runtime service failed
StreamPodSandboxMetrics not implemented, falling back to ListPodSandboxMetrics
StreamPodSandboxMetrics recv failed
StreamPodSandboxStats from runtime service failed
StreamPodSandboxStats not implemented, falling back to ListPodSandboxStats
StreamPodSandboxStats recv failed
StreamPodSandboxes from runtime service failed
StreamPodSandboxes not implemented, falling back to ListPodSandbox
StreamPodSandboxes recv failed
UpdateContainerResources
UpdatePodSandboxResources from runtime service failed
Using CRI v1 runtime API
Validated CRI v1 runtime API
Validating the CRI v1 API runtime version
Version from runtime service failed
[RemoteRuntimeService] Attach
[RemoteRuntimeService] CheckpointContainer
[RemoteRuntimeService] ContainerStats
[RemoteRuntimeService] ContainerStatus
[RemoteRuntimeService] CreateContainer
[RemoteRuntimeService] Exec
[RemoteRuntimeService] ListContainerStats
[RemoteRuntimeService] ListContainers
[RemoteRuntimeService] ListMetricDescriptors Response
[RemoteRuntimeService] ListPodSandbox
[RemoteRuntimeService] PodSandbox Response
[RemoteRuntimeService] PodSandboxStats
[RemoteRuntimeService] PodSandboxStatus
[RemoteRuntimeService] PortForward
[RemoteRuntimeService] RemoveContainer
[RemoteRuntimeService] RemovePodSandbox
[RemoteRuntimeService] ReopenContainerLog
[RemoteRuntimeService] RunPodSandbox
[RemoteRuntimeService] RuntimeConfigResponse
[RemoteRuntimeService] StartContainer
[RemoteRuntimeService] Status
[RemoteRuntimeService] StopContainer
[RemoteRuntimeService] StopPodSandbox
[RemoteRuntimeService] StreamContainerStats Response
[RemoteRuntimeService] StreamContainers Response
[RemoteRuntimeService] StreamPodSandboxMetrics Response
[RemoteRuntimeService] StreamPodSandboxStats Response
[RemoteRuntimeService] StreamPodSandboxes Response
[RemoteRuntimeService] UpdateContainerResources
[RemoteRuntimeService] UpdatePodSandboxResources
[RemoteRuntimeService] UpdateRuntimeConfig
[RemoteRuntimeService] Version
container event received
container events stream is closed
failed to receive streaming container event
verify ContainerStatus failed
## status_manager.go
Container readiness changed before pod has synced
Container readiness changed for unknown container
Container readiness unchanged
Container startup changed before pod has synced
Container startup changed for unknown container
Container startup unchanged
Could not initialize pod allocation checkpoint manager, please drain node and remove policy state file
Delaying pod deletion as the phase is non-terminal
Failed to delete status for pod
Failed to get status for pod
Failed to update status for pod
Got unexpected podIsFinished=false, while podIsFinished=true in status cache, programmer error
Ignoring same status for pod
Kubernetes client is nil, not starting status manager
Marking terminal pod as failed
Mismatch between pod spec and status, likely programmer error
Patch status for pod
Pod does not exist on the server
Pod fully terminated and removed from etcd
Pod had no status time set
Pod has been deleted, no need to reconcile
Pod has been deleted, no need to update readiness
Pod has been deleted, no need to update startup
Pod status is inconsistent with cached status for pod
Pod was deleted and then recreated, skipping status update
PodStatus missing
Removing
Skipping the status update for pod
Starting to sync pod status with apiserver
Static pod
Status Manager: adding pod with new status to podStatusChannel
Status Manager: adding pod:
Status Manager: syncPod in syncbatch
Status Manager: syncing batch
Status Manager: syncing pod with status from podStatusChannel
Status Manager: syncing pod:
Status for pod
Status update on pod
Sync pod status
Syncing all statuses
Syncing updated statuses
Terminal running pod should have already been marked as failed, programmer error
TerminatePod calling updateStatusInternal
The pod termination is finished as SyncTerminatedPod completes its execution
Unknown phase, programmer error
unknown phase:
updateStatusInternal
## util.go
Can't mkdir
Can't touch
Error checking mount point
Executing command:
Failed marshaling identifier for stripVersionEncoder:
Failed to mount the volume at
Match for Required node selector terms
Multiple sandboxes are ready for Pod. Need to reconcile them
Sandbox for pod has changed. Need to start a new one
Sandbox for pod has no IP address. Need to start a new one
Tearing down volume
command (
create non-exist namespace
found flex volume secret info:
ready-file is not a file:
## worker.go
No status for pod
Non-running container probed
Pod deletion requested before container has fully started
Pod deletion requested, setting
Pod is terminated, exiting probe worker
Probe target container not found
Triggerd Probe by manual run
Triggered Probe by manual run
`;
