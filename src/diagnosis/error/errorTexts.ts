// Written by `npm run error-texts -- DIR…` from the Go sources of those who say them: how errors begin, before their first value.

/** Speaker → how what only it says begins; a bar or a line's end stands between two. */
export const errorStarts: Readonly<Record<string, string>> = {
  'API server': `
Error looking up servi|Failed to read the CA|a mirror pod may not r|a mirror pod may not u|can only access CSINod|can only access leases|can only access node l|can only create Resour|can only create a node|can only delete Resour
cannot create with non|cannot modify taints|cannot update configSo|claim not present|could not decode distr|could not determine no|could not determine po|could not parse distri|disabled by feature ga|ephemeral container
error checking mirror|error decoding token|error looking up node|error looking up servi|error validating audie|error while getting di|getting untrusted issu|id token _claim_names|init container|init verifier failed|invalid username/passw
is not allowed to modi|jwt returned by distri|malformed token|may only update PVC st|missing client|missing secretLister|missing serviceAccount|no service account spe|no username claim prov|node authorizer does n|node may only request
node requested token b|node requested token n|node requested token w|password file|pod does not have|the UID in the bound o|unable to access the o|unable to parse csr|unexpected operation|unexpected pod subreso|unexpected subresource
unexpected type|unknown node|verifier not initializ|verify distributed cla|verifying untrusted is|volume with secret.sec|webhook authorizer doe|webhook subject access|while calling|while getting distribu|while retrieving node
while retrieving pod|while retrieving servi|while unmarshaling tok
`,
  'CNI plug-in bandwidth': `
Buffer doesn't match|Failed to find qdisc|Limit doesn't match|Rate doesn't match|burst cannot be more t|container interface|create ifb qdisc|create ingress qdisc|create qdisc|get host device|get ifb device|if burst is set, rate
if rate is set, burst|invalid burst|invalid rate|must be called as a ch|no interfaces provided|no veth peer of contai|veth peer with index
`,
  'CNI plug-in bridge': `
Bridge interface|CNI created bridge|CNI created interface|CNI veth created for b|Interface name missing|Unable to obtain veth|Unknown IP object|bridge port in error s|cannot set hairpin mod|cannot set vlan and vl|cannot use IPAM when D
could not add|could not get list of|could not lookup|could not remove IP ad|could not set bridge's|could not set promiscu|faild to create vlan g|faild to find host nam|failed to create bridg|failed to enable forwa|failed to remove defau
failed to set bridge a|failed to set isolated|failed to set vlan int|failed to setup hairpi|failed to setup vlan t|failed to up|incorrect trunk id par|incorrect trunk maxID|incorrect trunk minID|minID and maxID should|minID is greater than
`,
  'CNI plug-in dhcp': `
Can not parse option|DHCP option Subnet Mas|Error getting listener|Error writing pidfile|LISTEN_FDS=1 but no FD|error calling|error dialing DHCP dae|error looking up|error obtaining socket|error parsing netconf|error parsing socket p
failed to send DHCPREL|no more tries|value too long for opt
`,
  'CNI plug-in dummy': `
dummy interface requir|failed to create dummy|failed to fetch dummy
`,
  'CNI plug-in firewall': `
could not initialize i|expected rule|failed to add the addr|failed to find the add|got empty bridge name|got nil interface|interface needs to be|unknown ingress policy
`,
  'CNI plug-in host-device': `
error with host device|failed to create tempN|failed to find host de|failed to find origina|failed to find physica|failed to list node li|failed to move|failed to parse MAC ad|failed to rename devic|failed to rename host
failed to set alias to|failed to unset alias|kernel device path|no net directory under|runtime config DeviceI
`,
  'CNI plug-in host-local': `
IPNet IP and Mask vers|Network has host bits|cannot understand ip|empty range set|failed to allocate for|invalid range set|mixed address families|no IP addresses availa|no IP ranges specified|requested IP address|requested ip
`,
  'CNI plug-in ipvlan': `
Container IPVlan mode|chained master failure|failed to create ipvla|failed to refetch ipvl|failed to rename ipvla|unknown ipvlan mode
`,
  'CNI plug-in loopback': `
failed to parse prevRe|loopback interface fou|loopback interface is
`,
  'CNI plug-in macvlan': `
container Interface na|container interface na|container macvlan mode|failed to create macvl|failed to load netConf|failed to refetch macv|failed to rename macvl|required prevResult mi|sandbox in prevResult|unknown macvlan mode
`,
  'CNI plug-in portmap': `
Cannot specify externa|Invalid container port|Invalid host port numb|MasqMarkBit must be be|could not check ipv4 d|could not check ipv6 d|could not list rules i|could not teardown ipv|error deleting nftable|error parsing iptables
failed to create top-l|failed to parse config|missing hostport rules|neither iptables nor i|unable to create chain|unable to enable route|unable to set up nftab|unable to setup DNAT|unrecognized backend
`,
  'CNI plug-in ptp': `
Could not enable IP fo|failed to add route on|failed to delete route|failed to look up
`,
  'CNI plug-in sbr': `
Cannot find network in|Failed to add default|Failed to add rule|Failed to delete route|Failed to get link|Failed to list all add|Failed to list all rou|Failed to list all rul|Failed to readd route|No IP addresses suppli
This plugin must be ca|Unable to list routes|failed to add rule|failed to list rules o
`,
  'CNI plug-in static': `
an entry in the 'ips|invalid address|invalid gateway addres|the 'address' field is|the 'ip' field is expe
`,
  'CNI plug-in tap': `
failed set socket labe|failed to create tap|failed to get bridge|failed to refetch tap|failed to rename tap t|failed to run command|failed to set tap
`,
  'CNI plug-in tuning': `
duplicated sysctl keys|failed to create backu|failed to get|failed to marshall dat|failed to restore MAC|failed to restore MTU|failed to restore all-|failed to restore prom|failed to restore tran|failed to save file|invalid net sysctl key
`,
  'CNI plug-in vlan': `
"master" field is requ|Container vlan Master|failed to execute IPAM|failed to refetch vlan|failed to rename vlan
`,
  'CNI plug-in vrf': `
cmdAdd failed|cmdDel failed|configuration is expec|could not add VRF|could not add route|could not get link by|could not restore addr|could not set link up|could not set vrf|failed getting all rou|failed getting global
failed getting list of|failed getting local/h|failed getting routes
`,
  'CNI plug-in windows': `
IPAM plugin return is|win-overlay doesn't su
`,
  'CNI plug-in': `
Cannot obtain List of|Error switching to ns|Expected Route|Failed to close|Failed to delete refer|Failed to find Gateway|Failed to match addr|Failed to open current|Invalid static route f|anotherAwesomeArg must|container veth name
could not list address|could not look up|error switching to ns|failed to Statfs|failed to check iptabl|failed to convert prev|failed to delete|failed to enable IPv6|failed to enable keep_|failed to ensure iptab|failed to find 'peer_i
failed to find a uniqu|failed to generate ran|failed to get IP addre|failed to list chains|failed to locate iptab|failed to make veth pa|failed to open current|failed to request etht|failed to settle addre|failed to setup spoof-
failed to teardown spo|got no container IPs|invalid 'peer_ifindex|invalid IP address|invalid protocol suppl|link not found|must be called as the|no interfaces to confi|unexcepted additional|unknown ipmasq backend
`,
  'CRI-O': `
'all' should be only o|CDI device injection f|CNI manager shut down|CRI-O is not supported|Container creation tim|CreateContainer failed|DefaultTransport is no|ExecCPUAffinity not se|ExecSyncContainer fail|GetNamespace not suppo
NRI eviction of contai|NRI update of containe|PID namespace requeste|PodNamespacesConfig ca|PodSandbox with ID sta|PodSandboxId should no|PreCreate received emp|StopContainer with sig|StopPodSandbox failed|a complete checkpoint
add or replace linux n|already existing conne|already exists|annotation shouldn't b|apply profile from byt|applying apparmor prof|artifact data is empty|blockio configuration|call ServeAttachContai|call ServeExecContaine
can't create HostPortM|cannot chown|cannot create|cannot generate pod na|cannot generate sandbo|cannot mount|cannot parse OCI state|cannot restore running|cannot start exec|cannot use both keep-i|cannot use uidmapping|certificate is not val
certificate is not yet|certificates chain is|cgroup hierarchy setup|cgroup manager is nil|cgroup stats not suppo|cgroupfs manager conmo|check for CRIU|check systemd|checking if AppArmor p|checking if PID of|checking if default Ap
checking signature of|checking whether names|checkpoint/restore sup|checkpointing not impl|choose manifest instan|choosing instance|config already set|config image is nil|config is nil|config is not set|config provided AppArm
configured runtime doe|configuring RDT failed|configuring blockio fa|conmon cgroup|conmon path is not abs|conmon process has gon|conmon version output|container ID or name s|container ID should no|container PID not init
container cgroup path|container create faile|container is already s|container is not creat|container process not|container restore fail|container spec does no|container state is nil|container with ID star|copying log file to
could not delete ctr i|could not delete pod i|could not execute sys|could not find contain|could not find pod|could not find sandbox|could not find source|could not get containe|could not get sandbox|could not get thread s
could not list existin|could not remove pod s|could not retrieve con|could not serve attach|could not serve exec f|could not stop storage|cpuset conversion erro|create OCI artifact se|create artifact refere|create artifact store
create canonical refer|create container|create dropped infra|create endpoint|create fsnotify watche|create image source|create image volumes p|create metrics endpoin|create oci runtime pid|create output file|create policy context
create remote runtime|create resolv conf|createdAt time is Zero|creating container inf|creating containers-st|creating docker:// ref|creating image info|creating image source|creating listener|creating metrics endpo|creating namespace pat
creating pod sandbox w|creating runtime info|creating sandbox info|creating socket direct|cri-o configured with|custom log level filte|dbus manager is nil|decoding seccomp profi|default_runtime set to|delete container|delete image
digesting image|disallowed annotations|disk stats not support|disk usage statistics|do get request|empty dir vol name is|empty image config for|empty localhost AppArm|empty networking names|empty runtime handler|empty runtime path for
ensure image volumes p|error attempting to wa|error checking if cont|error checking if proc|error exporting root f|error getting stderr p|error getting stdin pi|error getting stdout p|error loading server c|error moving conmon wi
error opening log file|error reading checkpoi|error reading containe|error reading sandbox|error reserving ctr na|error reserving pod na|error stopping network|error unmarshalling|error writing 'bind.mo|exceeded maximum allow
exec cgroup with Cgrou|exec command cannot be|exec container|executing command|expanding systemd slic|failed precondition|failed to add conmon t|failed to add entry|failed to add hostport|failed to adjust conta|failed to apply exec c
failed to calculate co|failed to calculate po|failed to chown file|failed to clean up nft|failed to configure na|failed to configure ti|failed to connect to c|failed to create NRI i|failed to create cpuse|failed to create file
failed to create new w|failed to create pod n|failed to create state|failed to delete pod s|failed to determine ve|failed to disable FIPS|failed to drop cap|failed to encode Kata|failed to ensure nftab|failed to expand syste
failed to find cpuset|failed to get ID of co|failed to get ID of po|failed to get a local|failed to get an image|failed to get artifact|failed to get conmon p|failed to get conmonrs|failed to get disk usa|failed to get empty di
failed to get filesyst|failed to get finished|failed to get init lab|failed to get store to|failed to get version|failed to initialize N|failed to join|failed to kill|failed to mount contai|failed to mount shm tm|failed to open contain
failed to open exec cg|failed to parse egress|failed to parse ingres|failed to parse shared|failed to parse shm si|failed to parse thread|failed to pause contai|failed to pin namespac|failed to pre-create e|failed to read conmon
failed to read exit fi|failed to recreate dir|failed to recreate fil|failed to remove bad l|failed to remove resol|failed to remove stora|failed to resolve cont|failed to run pre-crea|failed to run pre-star|failed to run pre-stop
failed to save templat|failed to set cpuset.c|failed to set sched_lo|failed to shutdown cli|failed to shutdown sto|failed to start NRI in|failed to stop infra c|failed to sync clean s|failed to sync graph r|failed to translate mo
failed to unmount cont|failed to unmount shm|failed to unmounts log|failed to update CRI c|failed to wait|failed to write config|failed to write file s|failed to write file t|failed to write runtim|failed to write to fil
filter image annotatio|find conmon process|find container|fs.may_detach_mounts s|generate self-signed c|generating spec for co|get OCI capabilities l|get auth file path|get blob mount paths|get conmon process sta|get conmon version
get conmon-rs version|get context for namesp|get default policy|get disk usage for pat|get exec user|get hostname|get image fs info|get instance manifest|get last capability|get manifest from ref|get runtime status|get server version
get stats for iface|get storage image stat|get top level manifest|get user agent|getting container meta|got invalid kata volum|health checker failed|idmap mounts specified|image reference|image volumes path|incorrect read of
infra container not fo|initialize CNI plugin|initialize nsmgr|inject notifier|inspect artifact|inspecting image|installing default App|internal error, invali|invalid HOME environme|invalid RootfsImageRef|invalid runtime_type
invalid allowed_annota|invalid annotation|invalid argument|invalid capabilities|invalid cni_status_gra|invalid container name|invalid container_leve|invalid default_sysctl|invalid device mode|invalid device specifi|invalid exec_cpu_affin
invalid format for --r|invalid infra_ctr_cpus|invalid log_dir|invalid memory limit|invalid mount specifie|invalid nameOrDigest|invalid namespace type|invalid namespaces sub|invalid namespaces_dir|invalid network namesp|invalid network_dir
invalid pause image|invalid plugin_dir ent|invalid plugin_dirs en|invalid pod metrics|invalid pod name|invalid reference|invalid registries|invalid runtime_config|invalid runtime_path f|invalid short name mod|invalid systemd cgroup
invalid timezone|invalid umask string|invalid userns mode|iptables not available|iptables not supported|json encode to pipe fa|kernel version|kubelet may be retryin|label key and value gr|linklogs unsupported o|list artifacts from ma
listen for seccomp soc|load default profile|load local profile|load stream server x50|load x509 key pair|log size max should be|log_dir is not an abso|marshal KataVirtualVol|marshal data|marshal default seccom|memory validation fail
metadata is nil|metadata.Name should n|missing networking nam|monitor fields transla|mount storage|mount.ContainerPath is|mount.HostPath is empt|mountImage was aborted|moveSelfToCgroup unsup|must provide non-nil i|name is empty
name is not reserved|name is reserved|namespaced signature p|netns is not implement|network namespace path|network teardown faile|no HostPort support fo|no cgroup stats availa|no cpus found for cont|no exclusive CPUs foun|no image specified
no running container i|no_sync_log is only al|node configuration val|node not configured wi|non CRI-O container|non ascii character de|not able to get mountp|not able to read confi|not allowed to map GID|not allowed to map UID
notification not suppo|only bash, fish or zsh|open devnull file|open image volumes pat|open seccomp profile|parse conmon version|parse image name|parse manifest|parse x509 certificate|parsing RDT config fai|parsing blockio config
parsing created timest|parsing list manifest|parsing shim address|pid and start time alr|pinns validation|plugin status uninitia|pod ID should not be e|pod level PID namespac|pod sandbox with name|pod with ID starting w
port forward into netw|prepare temp auth file|privileged container w|proc entry for pid|provided api config is|provided config is nil|provided configuration|provided key does not|pull OCI artifact|pull artifact|pull child finished su
pullImage was aborted|rdt configuration|read TLS CA file|read blob file|read max threads file|read policy path|read private key file|reading blockio config|reading rdt config fil|reference is a contain|register metric|relabel failed
reload certificates|reloading default prof|remove PID namespace f|remove artifact|remove file to create|removing namespaces en|removing unused socket|requested logDir for s|resolve pulled image|restore volumes|restoring not implemen
retrieve hostname|retrieving default App|runtime conditions are|runtime features struc|runtime not correctly|runtime status|runtime validation|runtime_config_path ca|safe mount sub path|sandbox already has a|sandbox config is alre
sandbox config metadat|sandbox for container|sandbox metadata is ni|sandbox metadata name|sandbox metadata uid c|sandbox name annotatio|sandbox namespace cann|sandbox not created|seccomp fd index out o|seccomp fd not found o
seccomp is not enabled|server shutdown before|set CPU CFS quota|set CPU PM QOS resume|set CPU load balancing|set CPU scaling govern|set IRQ load balancing|set init PID|set memory limit|setting container conf|setting container name
setting pod sandbox na|setting sandbox config|setting timezone for c|setup seccomp|shared CPU set is empt|shared CPUs were reque|short name mode is enf|specgen is nil, specge|specified container|specified pod not foun|specified pod sandbox
specified sandbox not|src/dst reader/writer|start seccomp notifier|start systemd watchdog|start transient unit|state command returned|status code conversion|stop containers in par|stop pod network|stream TLS cert path i
stream TLS key path is|symbolic links not sup|system registries relo|target PID namespace f|target PID namespace s|the argument --|the bind mount source|the image is in use by|the requested|timed out moving conmo|timeout cannot be nega
tls_min_version must b|try to pull OCI artifa|type assertion error w|type assertion failed|unable to check storag|unable to create defau|unable to create direc|unable to create strea|unable to decode confi|unable to ensure in-us
unable to find ')' in|unable to follow symli|unable to generate JSO|unable to get disk usa|unable to get graph dr|unable to get stats fo|unable to get storage|unable to get usage fo|unable to get userSpec|unable to load AppArmo
unable to load configu|unable to load default|unable to load local p|unable to load runtime|unable to load seccomp|unable to mount direct|unable to move auth fi|unable to open storage|unable to parse age du|unable to parse cpuset
unable to parse malfor|unable to parse timeou|unable to prepare atta|unable to prepare exec|unable to prepare port|unable to pull image|unable to read dir nam|unable to read status|unable to reload appar|unable to reload block
unable to reload rdt_c|unable to reload runti|unable to remove defau|unable to remove manag|unable to retrieve bui|unable to retrieve ker|unable to run notifier|unable to run pause im|unable to set mount at|unable to set recursiv
unable to set runtime|unable to stat file|unable to stat()|unable to unmarshal fe|unable to unmount|unable to update cgrou|unable to walk seccomp|unix socket path|unknown ExecCPUAffinit|unknown namespace type|unknown stats type
unrecognized image vol|unrecognized ulimit|unsupported pod mode|update config from dro|update config from fil|update config from pat|update config from sin|updating container PID|updating resources for|user group is specifie
user specified image n|userns requested but n|validating NRI config|validating api config|validating capabilitie|validating checkpoint/|validating image confi|validating network con|validating root config|validating runtime con
validating stats confi|validating tls_cipher_|validating tls_min_ver|verifying signatures|version constant|version file|wait on retry|waited too long for re|watch error for contai|watchdog timeout of|websocket streaming|workloads validation
write goroutines|write heap dump
`,
  cAdvisor: `
"Unavailable" value fr|Any CPU is not availab|Could not get PIDs for|Could not get devicema|Could not get dm pool|Could not get zfs file|Error finding containe|Error running command|Expected the request t|Invalid dmsetup status
Invalid regexp|Metric count limit mus|No match found for reg|No metrics provided in|Not yet supported|RHEL/Centos 7.x kernel|Status code is not OK|Too many metrics defin|Unable to get NVM aver|Unable to get NVM capa|Unable to get all NVM
Unable to get details|Unable to get number o|Unexpected value of 'd|Unix socket path|cAdvisor requires runt|can't get CPU ID from|cannot create config f|cannot find device|cannot find filesystem|cannot parse interface|cannot register perf e
cannot unmarshal|cgroup path can not be|container stats move b|containerd task is in|coudn't assign pids to|could not detect clock|could not find device|could not find path fo|could not parse all 11|could not parse device
could not parse file n|could not parse freque|could not parse line|could not parse mtu fr|could not parse speed|could not parse value|could not stat|couldn't clear mon_gro|couldn't clear previou|couldn't create monito|couldn't find monitori
couldn't find path for|couldn't get podman cl|couldn't obtain|couldn't open cpu cgro|couldn't open schedule|couldn't parse|couldn't read network|couldn't read schedule|couldn't read tasks fi|couldn't read tcp stat|couldn't read udp stat
cumulative stats decre|decode value|derived stats not enab|different number of cp|distance not found|elapsed time too small|encountered error crea|error creating thin_ls|error determining whet|error inspecting conta|error opening file
error parsing kernel v|error parsing release|error performing thin_|error releasing metada|error reserving metada|error while parsing|expected a response, g|expected at least|expected to only recei|failed to compute day
failed to compute hour|failed to create a net|failed to create a new|failed to create colle|failed to detect Docke|failed to execute|failed to get device f|failed to get load sta|failed to get mount po|failed to get netlink
failed to identify the|failed to open cgroup|failed to parse cpu ma|failed to parse the cr|failed to read stat fr|failed to register col|failed to resolve the|failed to retrieve any|failed to retrieve min|failed to setup contai
failed to validate Doc|failed to validate Pod|failure opening|family id not found in|for a call to watch, r|group should have cont|identifier must not be|invalid TCP stats line|invalid cpu percent|invalid interface stat
invalid memory percent|invalid number of samp|invalid ppid|invalid request for|invalid request type|invalid values in|invalid virtual size|item not found|kernel version 4.4.0 o|libpfm4 is not initial|manager requires memor
mismatch field count m|namespace is required|namespace validation|netlink request failed|nil container handler|nil memory storage|no cached value for us|no containers found|no known factory can h|no partition info for|non-existent label
none of the resources|parsing error while re|query not implemented|received empty respons|response not present|server returned HTTP s|setting up perf event|stat failed on|the events in group us|the resctrl isn't init|there are no monitorin
there is no events in|there is no mon_data s|there is no pmu with e|there should be all pi|too many metrics to co|unable to communicate|unable to create conta|unable to create os.Fi|unable to decode perf|unable to detect conta
unable to determine|unable to find contain|unable to find data in|unable to find plugins|unable to find thin_ls|unable to get|unable to initialize r|unable to load perf ev|unable to marshal data|unable to obtain disks|unable to open cgroup
unable to parse config|unable to parse limit|unable to parse max op|unable to post|unable to read all|unable to read configu|unable to read perf ev|unable to transform ev|unable to unmarshal|unexpected format of C|unexpected number of m
unexpected output of d|unknown backend storag|unknown container|unknown event type|unsupported fileinfo f|unsupported metric|unsupported type|usage of thin_ls is di|version string
`,
  'containerd (registry)': `
authorization failed|authorization server d|cannot truncate remote|closed incomplete writ|content range requests|could not decode|could not fetch conten|failed to authorize|failed to do request|failed to fetch anonym|failed to fetch oauth
failed to get blob inf|failed to handle basic|failed to load X509 ke|failed to marshal imag|failed to marshal mani|failed to parse TOML|failed to read index d|failed to unmarshal da|failed to unmarshal hi|failed to unmarshal im
failed to update conte|failed to update uncom|failed to write image|illegal base64url stri|invalid host tree|invalid content digest|invalid host name form|invalid pair|invalid protected leng|invalid schema 1 manif|invalid tail base 64 v
invalid token auth cha|manifest list/index re|manifest required for|missing schema 1 manif|no pull hosts|no push hosts|no realm specified for|no resolve hosts|no signatures|pipe error before comm|pull access denied, re
push access denied, re|push is on-going|pushing with mount fro|schema 1 conversion fa|server message|status for ref|unable to cast|unable to decode token|unable to fetch descri|unable to initialize c|unable to load CA cert
unable to parse locati|unable to parse server|unable to read CA cert|unable to read CERT fi|unexpected HEAD status|unexpected status code|unhandled content rang|unsupported Content-En
`,
  containerd: `
'CONTAINER_STDERR' env|'CONTAINER_STDOUT' env|CNI config list in con|ContainerConfig should|EROFS unsupported, ple|FUSE is not supported|Failed to remove both|ID does not exist|Image.Name required|Linux spec is required|Lower mount invalid
NRI RunPodSandbox fail|NRI container start fa|NRI container update f|Prefix can't be empty|Target.MediaType must|Target.Size must be gr|Unable to attach mount|Unable to open tree fo|Unable to shift GID/UI|Upper mount invalid
cni.bin_dir and cni|configs.tls cannot b|io_type can only be|mirrors cannot be se|no_pivot only works|runtime_engine only|runtime_root only wo|systemd_cgroup only|add TERM env var to sp|address can not be emp|address url parse erro
admin attributes from|an error occurred when|an error occurs during|apparmor config invali|apparmor is not suppor|apparmor profile not f|apparmor unknown Profi|applier must be provid|bad content length|base_image_size is req|blob not found
blob with expected dig|blockCIMDiff does not|blocking pull of|blockio disabled, refu|bucket does not exist|calculating blob info|calculating blob path|calculating expected b|can not find snapshott|can not resolve|can't find base OCI sp
can't find container f|can't find sandbox for|can't find shim for sa|can't get status for d|can't load base OCI sp|can't query device nam|can't query metadata f|can't remove device|can't use user namespa|cannot calculate blob
cannot canonicalize pa|cannot commit on close|cannot convert metric|cannot delete init pro|cannot parse|cannot remove snapshot|cannot update|certificate could not|certificate key could|cgroup does not exist|check current system k
check network namespac|checkpointing containe|cim path not found|cimDiff does not suppo|close wait error|cni conf dir is remove|cni config load failed|cni config not initial|cni network conf monit|cni plugin not initial|commit failed
committed snapshot|committing a scratch s|conflicting definition|connection error|container config must|container is already i|container is in|container is still run|container metrics|container must be crea|container must not be
container state is unk|container.Extension ke|container.Spec must be|containerd client supp|content digest|content store service|copying of parent fail|copying of scratch fai|could not add plugin r|could not find mkfs.er
could not get device i|could not get free loo|could not get the daem|could not load require|could not open backing|could not open loop de|could not parse timest|could not read started|could not read updated|could not seek to curr
could not set loop fd|create container faile|create error|create image id refere|create managed label|create namespace|create new shim socket|create tmp file|creating Files dir|creation date must not|credential handler not
currently unsupported|default network not fo|destination path can n|device is in use|devmapper not configur|diff service not found|differ does not implem|dst cannot be nil|echo requires access t|enable sched core supp|entry mountExtensions
envelope topic|error getting inode fl|error getting writer s|error parsing referenc|error setting loopback|error setting uncompre|error unpacking image|error while removing|event envelope has inv|event monitor error|expected EpollConsole,
extraction doesn't sup|failed GrantVmGroupAcc|failed adding device w|failed call to UtimesN|failed creating server|failed discarding extr|failed encoding id|failed encoding intege|failed encoding size|failed getting metrics
failed parsing subscri|failed publishing even|failed reading status|failed to Lchown|failed to NRI-adjust c|failed to activate lay|failed to activate new|failed to add containe|failed to add sandbox|failed to add stored s|failed to add task
failed to adjust OOM s|failed to apply OCI op|failed to apply config|failed to apply option|failed to bind mount n|failed to build metric|failed to call PluginI|failed to check|failed to chmod|failed to chown|failed to cleanup buck
failed to cleanup imag|failed to cleanup sand|failed to clear IMMUTA|failed to clone OCI sp|failed to close grpc c|failed to close ingest|failed to close tar wr|failed to close ttrpc|failed to close vhdx h|failed to close write
failed to collect disk|failed to commit|failed to compute usag|failed to configure CD|failed to configure lo|failed to connect the|failed to connect to|failed to convert CNI|failed to convert cont|failed to convert erof
failed to convert metr|failed to convert stat|failed to convert tar2|failed to convert to c|failed to convert whit|failed to copy|failed to covert conta|failed to create|failed to deactivate d|failed to deactivate l|failed to decode pod s
failed to decode sandb|failed to decode statu|failed to decompress a|failed to deep copy|failed to delete activ|failed to delete bundl|failed to delete devic|failed to delete image|failed to delete lease|failed to delete paren
failed to delete sandb|failed to delete snaps|failed to delete task|failed to destroy netw|failed to detect compr|failed to detect media|failed to do idmap to|failed to drain exec p|failed to enable fsver|failed to enable neces
failed to encode statu|failed to ensure|failed to exec in sand|failed to execute port|failed to expand sandb|failed to extract cont|failed to extract laye|failed to extract metr|failed to fetch metric|failed to find Utility
failed to find cidr|failed to find root pa|failed to find snapsho|failed to find the mou|failed to find valid e|failed to follow symli|failed to forcibly sto|failed to fork thread|failed to free device|failed to generate cni
failed to generate ima|failed to generate run|failed to generate scr|failed to generate spe|failed to generate tls|failed to generate use|failed to get Containe|failed to get CreatedA|failed to get NRI adju|failed to get active m
failed to get active s|failed to get block de|failed to get bootstra|failed to get capabili|failed to get caps|failed to get cgroup m|failed to get compress|failed to get controll|failed to get credenti|failed to get diff IDs
failed to get event pl|failed to get exit cha|failed to get fd for s|failed to get fetcher|failed to get host IP|failed to get hostname|failed to get image|failed to get info fro|failed to get layer mo|failed to get metadata
failed to get mounts f|failed to get parent c|failed to get pid coun|failed to get pod sand|failed to get podsanbo|failed to get reader|failed to get runtimeH|failed to get selinux|failed to get service|failed to get snapshot
failed to get spec|failed to get storage|failed to get stream f|failed to get stream p|failed to get stream s|failed to get streamin|failed to get system c|failed to get task|failed to get the conv|failed to get the numb
failed to get usage du|failed to get usage na|failed to get user nam|failed to get userns f|failed to get verbose|failed to get writer s|failed to get xattr|failed to grant vm gro|failed to handle conta|failed to handle sandb
failed to handle the v|failed to ingest|failed to init base sc|failed to init pinned-|failed to init selinux|failed to initialize d|failed to initialized|failed to insert id|failed to insert objec|failed to introspect r
failed to join cgroup|failed to join path|failed to kill contain|failed to kill exec|failed to kill pod san|failed to kill sandbox|failed to link mount t|failed to list images|failed to list sandbox|failed to list xattrs
failed to listen to un|failed to load CA file|failed to load CNI con|failed to load base OC|failed to load cert fi|failed to load cgroup|failed to load cni con|failed to load existin|failed to load plugin|failed to load sandbox
failed to load task|failed to load x509 ke|failed to make UVM's s|failed to make vm di|failed to make path re|failed to marshal|failed to migrate to|failed to mount idmapp|failed to mount image|failed to mount netns|failed to mount overla
failed to mount rootfs|failed to mount sandbo|failed to mountat|failed to obtain conta|failed to obtain cpu s|failed to obtain memor|failed to obtain metri|failed to obtain pid c|failed to open|failed to parse base O|failed to parse base i
failed to parse cni co|failed to parse drain_|failed to parse image|failed to parse label|failed to parse length|failed to parse line|failed to parse offset|failed to parse output|failed to parse overla|failed to parse regist
failed to parse sandbo|failed to parse status|failed to parse stop s|failed to perform sync|failed to pin user nam|failed to prepare extr|failed to prepare for|failed to prepare idma|failed to prepare laye|failed to prevent pid
failed to pull and unp|failed to pull checkpo|failed to pull image|failed to query contro|failed to query device|failed to query pool|failed to query sandbo|failed to read active|failed to read base di|failed to read bootstr
failed to read bucket|failed to read contain|failed to read content|failed to read expecte|failed to read from lo|failed to read header|failed to read image b|failed to read labels|failed to read pipe|failed to read snapsho
failed to read status|failed to read timesta|failed to record sourc|failed to recover stat|failed to register ser|failed to reimport sna|failed to release exec|failed to remap lowerd|failed to remove|failed to removing mou
failed to removing sna|failed to reserve cont|failed to reserve sand|failed to resolve imag|failed to resolve laye|failed to resolve runt|failed to resume devic|failed to retrieve che|failed to retrieve sou|failed to run
failed to save metadat|failed to save pod san|failed to save sandbox|failed to scan and rem|failed to seek on|failed to seek to offs|failed to send window|failed to send write|failed to set RDT clas|failed to set blockio
failed to set device|failed to set glog lev|failed to set label|failed to set loop dev|failed to set removing|failed to set starting|failed to set up NRI f|failed to set volume m|failed to set xattr|failed to setup loop w
failed to setup networ|failed to setup sandbo|failed to setxattr|failed to start exec|failed to start loggin|failed to start noop p|failed to start shim|failed to start transa|failed to stat base VH|failed to stat diff VH
failed to stat parent|failed to stat snapsho|failed to stop cri ser|failed to stop stream|failed to suspend devi|failed to sync tar2ext|failed to syncfs for|failed to tag checkpoi|failed to terminate ta|failed to truncate wri
failed to unmarshal|failed to unmount|failed to unpack image|failed to unprepare la|failed to update devic|failed to update http|failed to update image|failed to update paren|failed to update resou|failed to update sandb
failed to update statu|failed to update the n|failed to utime|failed to validate OCI|failed to validate san|failed to wait for con|failed to wait for pro|failed to wait for san|failed to wait for tas|failed to wait pod san
failed to wait sandbox|failed to watch cni co|failed to write bootst|failed to write bundle|failed to write compre|failed to write diff|failed to write file h|failed to write hostna|failed to write parent|failed to write resolv
failed to write whiteo|failed validation on c|failed walking backend|failed while waiting f|failure checking for c|fifos are not set|file system not suppor|filesystem type cannot|first message must hav|found illegal string
fsverity is not enable|fsverity is not suppor|generating container c|get TLSConfig for regi|get cni namespace opti|get container info|get daemon OOM score|get default host|get image by reference|get image compressed r|get image config descr
get image diffIDs|get image from contain|get image id|get image info from co|get parent OOM score|get registry endpoints|host OS version doesn|host windows version d|hostpath must be empty|huge pages limits are|id already exists
idmap mounts not suppo|illegal character|image config|image might be filtere|image name is required|image name must not be|image not specified in|image verifier|images service not fou|incompatible types aft|initialize platform
inspection service cou|instance of service|introspecting OCI runt|invalid IP configurati|invalid drain_exec_sy|invalid archive|invalid blockfile conf|invalid btrfs configur|invalid cni config|invalid container id f|invalid content resour
invalid cri image conf|invalid custom binary|invalid decoded auth|invalid devmapper conf|invalid empty entrypoi|invalid envelope encou|invalid erofs configur|invalid exec id|invalid host id for us|invalid image pull pro
invalid image with no|invalid interface conf|invalid linux platform|invalid manifest|invalid mapping|invalid max retry coun|invalid mount type|invalid native configu|invalid overlay config|invalid plugin config|invalid profile
invalid resource type|invalid result|invalid runtime info t|invalid runtime name|invalid runtime option|invalid size|invalid snapshot gc ke|invalid snapshot resou|invalid stream idle ti|invalid stream server|invalid target contain
invalid task id|invalid whiteout name|invalid windows mount|lease does not exist|lease id must be provi|media type must be exp|metadata extension|method CheckpointConta|method GetContainerEve|method ListMetricDescr|method ListPodSandboxM
metrics for sandbox no|mismatched parent|missing mountExtensio|missing index.json in|missing parent|mount callback failed|mount helper|mount layer type must|mount options is too l|mount source|mount.Lookup is not im|multiple rw branch fou
must have at least one|must not be empty|must set X509KeyPairSt|must specify a contain|must start with '/|needed differ not load|network namespace for|network type not found|nil apparmor profile i|no Files folder in lay
no content to write to|no corresponding runti|no image name found|no manifest found for|no match for platform|no network config foun|no parent layers prese|no processor for media|no runtime bucket|no runtime for|no runtime name
no sandbox buckets|no scratch file genera|no shim address|no snapshotter set for|no stream id in url qu|no such namespace|no target for symlink|no transaction in cont|no unpack platforms de|normalize image ref|npipe not found on rec
number of layers and d|number of mounts shoul|object already exists|object with key|only manifests may be|only one mapping line|only works for snapsho|open shim log pipe|parent does not exist|parent snapshot|parse endpoint url
parse registry endpoin|parse server address|pipe not found before|pod sandbox should not|pod sandbox stats not|pod spec and all conta|pool_name is required|port forward|prefix lookup on expor|process does not exist|protocol not supported
provided total differs|publisher not closed|quantities must match|read /sys/fs/cgroup/cg|read image config from|read past object lengt|readdir /sys/fs/cgroup|reading pod bandwidth|readonly must be true|received failed|ref key does not match
ref source not support|remove already used so|remove failed|remove pre-existing so|removing mount|rename tmp file|requested snapshot|required only one gid|required only one uid|required pod-level use|required that ttrpc se|resource type
restart policy|restore returned a PID|restoring container lo|rollback failed|root_path is required|rootfs not created for|rootpath on mountPath|runtime info|rw branch be first|rw branch not found|sandbox bucket|sandbox config must in
sandbox container|sandbox is in|sandbox network namesp|sandbox.Runtime.Name f|sandboxConfig must not|schema 1 image manifes|scratch snapshot witho|seccomp config invalid|seccomp is not support|seccomp unknown Profil|second rename attempt
server is not initiali|set shim OOM score|shim namespace cannot|short write copying fi|skip descriptor|snapshot does not exis|snapshot type|snapshots bucket does|snapshots service not|snapshotter does not e|snapshotter must be pr
src cannot be nil|start failed|stat on ingest file fa|stat volume in rootfs|stop handler|stream received error|stream server error|taking runtime copy of|target snapshot|task already exists|task does not exist|the format of 'level
the scheme of sandbox|timeout creating new l|timestamp must be set|truncate failed|try create new shim so|unable to create manif|unable to create nri c|unable to dial stderr|unable to dial stdout|unable to dial wait pi
unable to downgrade be|unable to find label|unable to find pod san|unable to find sandbox|unable to get OCI runt|unable to get director|unable to get identifi|unable to get sandbox|unable to init client|unable to initialize u
unable to lease conten|unable to list images|unable to load CRI ima|unable to load CRI run|unable to load shim|unable to make connect|unable to marshal src|unable to migrate|unable to parse numeri|unable to parse platfo
unable to parse quanti|unable to parse stdout|unable to prepare extr|unable to read target|unable to resolve plat|unable to resume write|unable to save sandbox|unable to set linux co|unable to set lo to up|unable to set windows
unable to stat scratch|unable to transfer fro|unable to unmarshal in|unable to update exten|unable to use transact|unexpected ContainerPa|unexpected Permissions|unexpected bucket|unexpected commit dige|unexpected commit size
unexpected container s|unexpected copy size f|unexpected digest|unexpected error from|unexpected media type|unexpected metrics res|unexpected metrics typ|unexpected protocol|unexpected seek locati|unexpected task status
unhandled aufs suffix|unhandled tar header t|uninitialized epoller|unknown features type|unknown request type|unmarshal image config|unmarshal runtime feat|unmarshal spec|unmount rootfs|unpacking of rootfs-di|unprivileged_icmp and
unrecognised HostPath|unrecognised mediatype|unrecognized image for|unsupported Filesystem|unsupported OCI versio|unsupported client typ|unsupported compressio|unsupported content cl|unsupported diff media|unsupported event
unsupported introspect|unsupported layer for|unsupported shim clien|unsupported spec platf|unsupported stat type|unsupported stream cli|unsupported to setup n|unsupported user names|unsupported version|untar manifest|untar oci layout
untrusted workload wit|update failed validati|update image store for|update not supported o|updated date must not|upperdir not found|user namespace config|wait container|wait sandbox container|walk all snapshots fai|walk all snapshots for
websocket server finis|windows path contains|windows stats is empty|windowsDiff cannot dif|windowsDiff does not s|windowsLcowDiff does n|write docker manifest|write existing socket|write tmp file|writer has been reset|writing Annotations fo
writing labels for ima|writing labels for inf|wrong diff id calculat|xattrs not supported o
`,
  'kubelet (CSI)': `
CSIBlockVolume feature|CSIDriver lister does|CSIDriverLister not fo|CSIInlineVolume featur|CSINode is not yet ini|Expander.NodeExpand fa|Expander.NodeExpand fo|Failed to initialize C|applyFSGroup failed fo|attachdetachment timeo
attacher.MountDevice f|attaching volumes from|attachment timeout for|detaching volumes from|detachment timeout for|detected topology valu|driver name is empty|driverInformer must no|error adding CSI drive|error during CSI NodeG
error getting CSI clie|error getting kube cli|error removing CSI dri|error uninstalling CSI|error updating CSI nod|error updating CSINode|error updating Node ob|error updating node|error while marshallin|expander.NodeExpand fa
failed to call NodePub|failed to clean up glo|failed to create CSI c|failed to get NodeGetI|failed to get NodeStag|failed to get a Kubern|failed to get usage fr|failed to initialize C|failed to parse node's|failed to update drive
failed while trying to|fetching NodePublishSe|fetching NodeStageSecr|invalid CSIDriver obje|makeDeviceMountPath fa|missing expected param|missing spec|missing staging target|missing target path|missing volume id|missing volume path
no existing VolumeAtta|nodeV1ClientCreate is|size can not be less t|unable to get Kubernet|unexpected api.CSIVolu|unexpected driver mode|unexpected volume mode|version of CSI driver|volume attachment has|volume attachment is b
volume attachment watc|volume source not foun|volume.Spec has both v|volume.Spec nil|volumeName missing exp
`,
  kubelet: `
'customepnameprefix' v|'fsck' found errors on|0 length Deltas object|0-length response with|Aborting attempt to se|Align by socket is not|Assign quota FAILED|AssignedModified metho|Attach volume|AttachFileDevice not s|Attempt to reassign pr
Attempt to reassign qu|Attempt to remove inva|Attempting to assign n|Attempting to remove q|AzureDisk -  failed to|AzureDisk - invalid op|AzureDisk - mode|AzureDisk - multiple a|CDI annotation failed|CNI failed to parse ip
CNI failed to retrieve|CNI network not yet in|CNI plugin reported an|CNI plugin reported no|CPU Manager Policy Alp|CPU Manager Policy Bet|CPU hardcapping unsupp|Can not find plugin fo|Cannot create temporar|Cannot determine backi
Cannot determine mount|Cannot find available|Cannot find quota asso|Cannot find the networ|Cannot get kube client|Cannot get secret of t|Cannot open mounts fil|Cannot run xfs_quota|Cannot setup projected|Cannot specify storage
Cannot sync temporary|Cannot write temporary|Ceph-fuse failed|Cgroup Manager is not|Challenge response doe|CheckpointContainer re|Cipher suite|ClaimRef is nil|ClearQuota called, but|Close() on already clo|Cloud provider not ini
ClusterTrustBundle inf|ClusterTrustBundle pro|ConfigMap must be non-|ConfigMap must have a|Container Manager is u|Container runtime not|Converted to *dockerty|Could not access confi|Could not access regis|Could not access servi
Could not attach disk|Could not check whethe|Could not connect to s|Could not find attache|Could not find block v|Could not find plugin|Could not find sysctl|Could not find volume|Could not found disk n|Could not get info fro
Could not get the host|Could not initialize v|Could not map image|Could not parse iface|Could not query preshu|Could not read directo|Could not read mounts|Could not set registry|Couldn't create secret|Couldn't find key
Couldn't get configMap|Couldn't get secret|CpuPeriod must be spec|CreateListener is unsu|CreateVolume failed|CreatedAt is not set|DBus is not running|DRA driver name is emp|DeleteVolume failed|DetachDisk failed , de|DetachFileDevice not s
Device path of the vol|Directory cannot read|Du not supported for t|Encountered error whil|EpollCreate1 call fail|Error (re-)creating dr|Error adding container|Error adding watch on|Error building CNI con|Error checking if devi
Error checking if path|Error checking path|Error creating Flexvol|Error creating directo|Error creating new sec|Error decoding payload|Error executing remote|Error expanding volume|Error filepath.Glob|Error finding plugin f
Error getting CPU mask|Error getting DACL fro|Error getting group SI|Error getting owner SI|Error getting security|Error initializing wat|Error marking pvc|Error proxying respons|Error reaching registr|Error reading from err
Error reading pod band|Error reading the Flex|Error removing contain|Error running fstat on|Error scanning attache|Error setting permissi|Error setting promiscu|Error unmarshalling ac|Error updating PV spec|Error updating pvc
ExecCredential does no|Exists method not supp|Expected Openstack clo|Expected aws cloud, fo|Expected gce cloud got|Expected quota ID|Fail to retrieve volum|Failed GetExampleInfo|Failed dialing endpoin|Failed to add pod to s
Failed to construct FQ|Failed to delete|Failed to dial device|Failed to ensure|Failed to execute ipta|Failed to find nsenter|Failed to find subsyst|Failed to flush|Failed to garbage coll|Failed to generate loo|Failed to get AWS Clou
Failed to get AWS volu|Failed to get Azure Cl|Failed to get GCE GCEC|Failed to get device p|Failed to get kubeclie|Failed to get latest v|Failed to get netns|Failed to get stats fo|Failed to load volume|Failed to lookup Runti
Failed to map device t|Failed to marshal spec|Failed to mkdir|Failed to remove map p|Failed to set config f|Failed to start OOM wa|Failed to unmap device|Failed to unmarshal pa|Failed to unmount path|Failed to write sysctl
Find not supported for|Flags of successfully|Flocker client is not|Found multiple quota I|FsInfo not supported f|Get-Disk output is too|GetAddressAndDialer is|GetBootTime is unsuppo|GetEntries() on checkp|GetFSGroup not impleme
GetFullContainerName i|GetLoopDevice failed f|GetLoopDevice not supp|GetOrCreate() on check|GetOwner not implement|GetSELinuxSupport not|GetVolumeName failed f|GetVolumeName() is uni|Group without Version|GroupVersion is requir
Heuristic determinatio|HostPortManager IP fam|ID Token is not a vali|IPVS not supported for|Id is not set|Illegal path for devic|Image is not set|ImageRef is not set|Impossible dedupDeltas|Index with name|InhibitDelayMaxUSec fr
Initialize method not|IntOrString had no kin|Invalid Node Allocatab|Invalid RuntimeClass o|Invalid cloud provider|Invalid container moun|Invalid existing refre|Invalid handler|Invalid iptables rule|Invalid kernel flag|Invalid lock-type
Invalid or missing pod|Invalid rule syntax|Invalid timeout value.|Invalid value for|Invalid volume name fo|Ipv6 not enabled|KUBERNETES_EXEC_INFO e|Kubenet cannot SetUpPo|Kubenet does not have|Kubenet failed to retr|Kubenet is not support
Kubenet needs a PodCID|Load method not suppor|LocalEndpoints are uns|LocalVolume volume|Lock identity is empty|Lock must not be nil.|Metadata is not set|Mismatch between suppl|Missing "password" in|Missing "user" in secr
Missing probe handler|Mount options are not|Must provide|Name is not in metadat|Name, Namespace or Uid|Nameserver limits were|NeedResize is not supp|NegotiatedSerializer i|Network plugin|New-SmbGlobalMapping f|New-SmbGlobalMapping r
No cloudprovider prese|No containers return i|No data written to fil|No defaultMode used, n|No matching NodeSelect|No networks found in|No peer_ifindex in int|No valid id-token, and|No valid networks foun|No xfs_quota program f
Node object retrieved|NodePrepareResources f|NodePrepareResources l|NodePrepareResources r|NodePrepareResources s|OnStartedLeading callb|OnStoppedLeading callb|OpenStack cloud provid|Operating System Not S|Orphaned pod
PEM block type must be|PKill is unsupported i|PVC has empty pvc.Spec|PVC is being deleted|PVC is not bound|Part of the existing b|Path is empty|PathIsDevice failed fo|PersistentVolume not f|Photon Controller Util|PidOf is unsupported i
Pod Hostname|Pod Subdomain|Pod has no network nam|PodResources API Get m|Portworx volume|Provisioning failed|Provisioning in volume|PullImage failed|Quobyte API server mis|Quobyte registry missi|Quotas not supported o|Readlink error
RegisterPlugin error -|Registry did not issue|RemoveLoopDevice not s|Requesting quota of di|Requesting quota on ex|Required arguments mus|Required binary|Reset method not suppo|Resize is not supporte|ResizeFS.Resize - erro
ResizeFS.Resize - resi|Running with swap on i|Runtime api version is|Save method not suppor|ScaleIO gateway not pr|ScaleIO not defined in|ScaleIO protection dom|ScaleIO storage pool n|ScaleIO system not pro|Search Line limits wer
SetRLimit unsupported|SetUpAt() does not mak|Shutdown manager was u|Spec does not referenc|Stop was called|StorageClass for provi|StorageClass option 'r|StorageClass option 'z|Storageclass parameter|Symbolic link cannot b
TearDownAt() does not|The datasetState for v|The datasetUUID for vo|The device mount path|The map path should be|The order in patch lis|The volume with datase|Timed out on waiting f|Timed out waiting for|Timeout reached; Devic
Topolgy manager|Topology Manager Polic|UID unset for node|Unable to clear quota|Unable to create neste|Unable to destroy cgro|Unable to get preshout|Unable to get resource|Unable to get status f|Unable to load TLS cer|Unable to load TLS con
Unable to load transpo|Unable to override pre|Unable to parse CIDR f|Unable to parse api re|Unable to parse data s|Unable to parse lsattr|Unable to parse projec|Unable to parse quota|Unable to query interf|Unable to read TLS cer
Unable to read existin|Unable to retrieve con|Unable to run xfs_quot|Unable to understand t|Unable to upgrade http|Unable to upgrade webs|Unable to write projec|Unexpected address out|Unexpected command out|Unexpected return valu
Unexpected returned va|Unexpected stream type|Unexpected symlink fou|Unknown Device Plugin|Unknown Operation on d|Unknown position argum|Unknown probe type|Unknown scheme|Unmount failed|Unparsable URL|UnregisterPlugin error
Unsupported service|Update failed|Verify that your node|Volume has no storage|VolumeAttacher is nil|WaitForAttach failed f|Wrong port number. The|[cpumanager] the stati|[cpumanager] unable to|[memorymanager] (pod|[memorymanager] config
[memorymanager] failed|[memorymanager] machin|[memorymanager] prefer|[memorymanager] the ex|[memorymanager] you sh|accounting error, not|accounting error, too|add CRI pod container|add with positive delt|an empty namespace may
an error occurred forw|apiVersion from creden|apiVersion must be spe|application/json is on|array index out of bou|asked to stop|assign quota FAILED|at least registry host|attempt to reassign pr|attempt to reassign qu|attempt to remove inva
attempted to remove te|attempting to assign n|attempting to remove i|attempting to remove q|attempting to set cont|attempting to set pod|auth Provider Plugin|auth provider not supp|authProvider cannot be|authorization data exp
authorization data fro|authorization token in|authorization token is|azureDisk - SetupAt:Mo|azureDisk - Spec does|azureDisk - TearDownAt|azureDisk - TearTownAt|azureDisk - WaitForAtt|azureDisk - claim.Spec|azureDisk - failed to
azureDisk - mountDevic|bad value for option|bit number must be in|blkUtil.MapDevice fail|blkid returns invalid|blockVolumeMapper or d|both zone and zones St|burst is required to b|cAdvisor is unsupporte|cache expired|cache invalidated
call to GetLogicalProc|call to GetNumaAvailab|can not be accept|can not find btime fro|can not find plugin fo|can not get image size|can not parse bool|can only compare one e|can't add TLS certific|can't allocate unregis
can't create an event|can't find source name|can't found devicePath|can't generate CDI ann|can't get ip address o|can't parse file|can't patch an event w|can't print type|can't process config f|can't reference a nil|can't start pod becaus
can't update an event|can't use --reserved-c|can't use volume plugi|cannot add a feature g|cannot allocate unregi|cannot convert to Exec|cannot create director|cannot create rest.Con|cannot create temporar|cannot delete director
cannot determine backi|cannot determine mount|cannot determine zones|cannot discover NUMA t|cannot evaluate link|cannot find available|cannot find merge key|cannot find mount poin|cannot find network na|cannot find pod IPs in
cannot find quota asso|cannot find the networ|cannot find the volume|cannot find volume|cannot get ServiceAcco|cannot get kube client|cannot get node|cannot get secret of t|cannot get source of p|cannot get volumeMode|cannot have values for
cannot infer the podre|cannot load seccomp pr|cannot locate cluster|cannot locate context|cannot locate user|cannot lock path|cannot merge into nil|cannot merge lists wit|cannot merge mismatche|cannot migrate|cannot open directory
cannot open hostport|cannot open mounts fil|cannot parse deviceInf|cannot parse number|cannot parse proxy URL|cannot parse value of|cannot process zones i|cannot process zones w|cannot read cgroup con|cannot read link|cannot reserve
cannot resolve an empt|cannot run lsattr|cannot run xfs_quota|cannot set both body a|cannot set feature gat|cannot setup projected|cannot specify both Ge|cannot specify storage|cannot split volume un|cannot sync temporary
cannot use TokenManage|cannot validate map pa|cannot validate mount|cannot write temporary|certificate signing re|cgroup manager.Set fai|cgroup stats not found|cgroup update failed|challenge response doe|checkpoint ResourceCla
checkpoint is corrupte|checkpoint is not foun|checkpointing of|claim Selector is not|claim.Spec.Selector is|clearQuota called, but|client authentication|client rate limiter Wa|client-cert-data and c|client-key-data and cl
client-key-data or cli|closed all streams|closing fd for|cloud provider|cluster has no server|cluster was not specif|cni config needs ipRan|cni config uninitializ|cni didn't report ipv4|combination of signerN|command must be specif
command terminated wit|command timed out|configMap not found|configmap references n|configmaps lock is rem|configmapsleases lock|configuration provided|configuration.Name mus|configure watchdog tim|configured policy|conflicting SELinux la
conntrack command retu|consuming watch event|container Id|container config is ni|container has runAsNon|container id|container is not manag|container not stopped|container request|container runtime is d|container runtime netw
container runtime not|container runtime stat|container start failed|container status is ni|container terminated b|container's runAsUser|context cancelled|converted to *dockerty|core not found|corrupted mapPath|could not convert IPVS
could not convert data|could not convert loca|could not convert scal|could not covert a var|could not create direc|could not detect numbe|could not determine a|could not determine th|could not encode scale|could not find DaemonS
could not find PodDisr|could not find Replica|could not find Statefu|could not find an empt|could not find attache|could not find block s|could not find block v|could not find control|could not find daemon|could not find devices
could not find handler|could not find if plug|could not find jobs fo|could not find plugin|could not find proper|could not find scale s|could not find sysctl|could not find total s|could not find volume|could not get IPVS des
could not get IPVS ser|could not get Node|could not get consiste|could not initialize c|could not initialize v|could not list network|could not list the add|could not locate kuben|could not map image|could not open log fil|could not parse
could not persist new|could not read control|could not read directo|could not restore stat|could not retrieve por|could not save checkpo|couldn't create client|couldn't create secret|couldn't determine hos|couldn't enqueue objec
couldn't fetch globalP|couldn't find backing|couldn't find key|couldn't find port|couldn't find valid|couldn't get configMap|couldn't get current s|couldn't get resource|couldn't get secret|couldn't parse env fil|couldn't parse image n
couldn't parse image r|couldn't propagate obj|couldn't queue object|couldn't read version|couldn't start service|couldn't stop service|cpu and memory cgroup|cpus provided are not|create ResourceClaim c|create container log d
create gRPC connection|create user namespace|credential bundle is n|credential provider co|csiDriversSynced not f|csr signerNames differ|csr subjects differ|current or new size of|current set of availab|current-context must e
data does not contain|data doesn't contain v|decoding stdout|default cluster has no|default cpuset cannot|deletePod does not all|deployment containers|detected running conta|determine resource cla|device plugin GetPrefe
device plugin PreStart|device plugin registra|dial failed at socket|didn't find compatible|different device numbe|different inode|different user namespa|directory disk usage n|discovery resource|disk not found in ebsn|disk number out of ran
docker API version is|docker does not suppor|does not contain any v|duplicate provider nam|duplicate stream for t|duplicated taints with|either GetUsages or Us|empty API config|empty context name for|empty hostname is inva
empty list of supporte|empty names list is no|empty secret map|encode ExecCredentials|end port cannot be les|endpoint not found in|endpointnamespace fiel|endpoints lock is remo|endpointsleases lock i|env variable name must
environment variable k|environment variable v|epoll_wait returned mo|error (re-)creating dr|error (re-)creating ro|error Creating two way|error DevicePath|error Patching PV|error SubPath|error accepting connec|error accessing path
error adding container|error adding entry|error adding ipv4 addr|error adding socket pa|error adding watch on|error building CNI con|error calling GetOrCre|error calling ebsnvme-|error calling findMoun|error checking VolumeM
error checking bind mo|error checking if path|error checking path|error checking portpro|error checking subpath|error cleaning subpath|error closing listener|error closing response|error configuring root|error converting *[]Na
error converting CRI M|error copying from loc|error copying from rem|error creating Flexvol|error creating accesso|error creating directo|error creating error s|error creating file|error creating forward|error creating ipset
error creating plugins|error creating pod log|error creating podreso|error creating pods di|error creating pool fr|error creating request|error creating root di|error creating service|error creating websock|error decoding ECR aut
error decoding config|error decoding credent|error deleting|error destroying all s|error destroying set|error dialing backend|error dialing socket|error during lookup, p|error encoding request|error execing credenti|error executing remote
error expanding pvc|error expanding volume|error fetching current|error filepath.Glob|error finding candidat|error finding plugin f|error flushing set|error generating cache|error generating key|error getting NUMA dis|error getting boot tim
error getting image li|error getting installe|error getting node|error getting os relea|error getting page siz|error getting required|error getting stat of|error getting system u|error getting username|error getting version
error hijacking connec|error initializing plu|error initializing wat|error inspecting binar|error killing pod|error list volumes on|error listing all sets|error listing chain|error listing mount po|error listing set|error loading config f
error loading key from|error looking for path|error marking pvc|error marshaling json|error marshalling json|error migrating v1 che|error occurred while t|error on creating term|error opening|error parsing|error processing
error querying active|error querying for all|error reaching registr|error reading GVK from|error reading environm|error reading existing|error reading from err|error reading input fo|error reading pid file|error reading pod band
error reading private|error reading public k|error reading target o|error reading the Flex|error registering rate|error removing directo|error resolving symlin|error retrieving addit|error retrieving node|error running fstat on
error running pods|error scanning attache|error sending request|error setting permissi|error setting promiscu|error starting informe|error stream protocol|error syncing pod|error testing entry|error ummounting|error unmarshalling pa
error updating PV spec|error updating contain|error updating pv|error upgrading connec|error validating root|error validating signa|error when generating|error while processing|error while watching|error writing key to
error writing length p|errorf making gzip rea|errors moving|event is nil|eventHandler must be n|eventfd call failed|eviction manager|eviction percentage mi|eviction percentage th|eviction threshold|exceeded maxTries, som
exec plugin cannot sup|exec plugin didn't ret|exec plugin is configu|exec plugin returned o|execProvider and authP|executable not found i|expect 3 fields in|expected comma separat|expected dir at|expected kind, but got|expected quota ID
expected regular file|expected slice or arra|expected slice, but go|expected visit kind fi|expecting non empty en|fail to check mount po|fail to check rbd imag|fail to find unknown p|failed GetExampleInfo|failed calling Extract
failed command 'du' ($|failed creating|failed decoding file|failed dialing endpoin|failed election to ren|failed generating init|failed lenient decodin|failed parsing client|failed pulling image|failed reading Inhibit|failed readonly device
failed releasing inhib|failed set glog.loggin|failed storing inhibit|failed to CreateTwoWay|failed to DeleteVolume|failed to GetUniqueVol|failed to GetVolumeNam|failed to Lstat file|failed to Marshal newD|failed to Marshal oldD
failed to Stat|failed to SyncPod|failed to add CDIDevic|failed to add pod to s|failed to add resource|failed to allocate cpu|failed to apply contai|failed to apply oom sc|failed to apply resour|failed to attach volum|failed to bind mount d
failed to bind-mount|failed to build|failed to call NodePre|failed to call NodeUnp|failed to cast decoded|failed to cast object|failed to check existe|failed to check fsGrou|failed to check if pat|failed to check scsi_i
failed to clean up san|failed to cleanup logs|failed to cleanup moun|failed to close connec|failed to close contai|failed to close file|failed to close host p|failed to close stale|failed to close temp f|failed to close tempor
failed to compare Dock|failed to compress|failed to construct FQ|failed to construct SE|failed to construct re|failed to convert CPU|failed to convert fiel|failed to convert labe|failed to convert obje|failed to convert snap
failed to copy managed|failed to correctly pa|failed to create 2 way|failed to create a san|failed to create cgrou|failed to create claim|failed to create endpo|failed to create glust|failed to create gzip|failed to create healt
failed to create new c|failed to create plugi|failed to create proxy|failed to create rbd i|failed to create subPa|failed to create symbo|failed to create top l|failed to create volum|failed to decode|failed to delete cgrou
failed to delete old r|failed to delete recyc|failed to delete servi|failed to delete volum|failed to deserialize|failed to detach volum|failed to detect proce|failed to detect size|failed to determine if|failed to determine wh
failed to dial device|failed to dial socket|failed to download sch|failed to enable contr|failed to encode auth|failed to encode field|failed to ensure infor|failed to evaluate pat|failed to exec 'git|failed to exec cmd
failed to execute moun|failed to expand volum|failed to fetch PV|failed to fetch Resour|failed to fetch cadvis|failed to fetch stats|failed to fetch the ob|failed to fetch token|failed to find informa|failed to find node ob
failed to find nsenter|failed to find pid nam|failed to find subsyst|failed to find system|failed to finish detac|failed to fix up NodeA|failed to flush multip|failed to garbage coll|failed to generate cgr|failed to generate loo
failed to get AWS volu|failed to get Azure Cl|failed to get CPUs for|failed to get DRA Plug|failed to get Plugin f|failed to get ScaleIOV|failed to get admin se|failed to get any path|failed to get azure cl|failed to get cgroups
failed to get cluster|failed to get context|failed to get device p|failed to get diskName|failed to get docker i|failed to get docker v|failed to get existing|failed to get fsstats|failed to get gidTable|failed to get host ipa
failed to get host pat|failed to get image st|failed to get imageFs|failed to get kernel v|failed to get kube cli|failed to get kubeclie|failed to get latest s|failed to get latest v|failed to get list of|failed to get loopback
failed to get mounted|failed to get netns|failed to get node UID|failed to get node add|failed to get node inf|failed to get parse fu|failed to get pd name|failed to get pids for|failed to get plugin i|failed to get pod band
failed to get pod or c|failed to get pod reso|failed to get proxy UR|failed to get readonly|failed to get relative|failed to get rlimit s|failed to get root cgr|failed to get root con|failed to get rootFs i|failed to get rootFs s
failed to get rootfs i|failed to get scsi ser|failed to get secret|failed to get stats|failed to get volume i|failed to get volumeID|failed to get volumes|failed to get zone fro|failed to initialize f|failed to initialize i
failed to initialize s|failed to initialize t|failed to inspect Port|failed to inspect resi|failed to inspect sand|failed to instantiate|failed to json.Marshal|failed to kill all the|failed to list|failed to load CA bund
failed to load volume|failed to lookup Runti|failed to make sandbox|failed to map device t|failed to marshal appl|failed to marshal dns|failed to marshal heal|failed to marshal new|failed to marshal old|failed to monitor shut
failed to mount the vo|failed to mount unform|failed to mount volume|failed to move PID|failed to move tempora|failed to notify syste|failed to open environ|failed to open log|failed to open registr|failed to parse 'du' o
failed to parse 'zoned|failed to parse as an|failed to parse block|failed to parse certif|failed to parse fs usa|failed to parse gid|failed to parse group|failed to parse percen|failed to parse schema|failed to parse size o
failed to parse target|failed to parse the co|failed to parse the po|failed to parse the qu|failed to parse the sa|failed to parse timest|failed to parse total|failed to parse volume|failed to patch node C|failed to patch status
failed to prepare subP|failed to read CPU per|failed to read CPU quo|failed to read CPU sha|failed to read CPU wei|failed to read control|failed to read cpu.max|failed to read drop-in|failed to read file pa|failed to read kubelet
failed to read log fil|failed to read os-rele|failed to read podLogs|failed to read registr|failed to read size of|failed to read the cgr|failed to read token f|failed to readlink pat|failed to reconstruct|failed to record image
failed to recycle volu|failed to refresh toke|failed to release gid|failed to reload syste|failed to remove delet|failed to remove exces|failed to remove log|failed to remove loopb|failed to remove map p|failed to remove old l
failed to remove pod i|failed to remove ready|failed to remove tempo|failed to remove the t|failed to remove unuse|failed to remove volum|failed to rename tempo|failed to reopen conta|failed to reserve GID|failed to reset assign
failed to reset last-k|failed to reset seek i|failed to resolve recu|failed to retrieve Nod|failed to retrieve Tar|failed to retrieve ifa|failed to retrieve ins|failed to retrieve lun|failed to retrieve pro|failed to retrieve sdc
failed to retrieve sto|failed to retrieve vol|failed to rotate log|failed to run platform|failed to seek|failed to send registr|failed to serialize Im|failed to serialize al|failed to set config f|failed to set permissi
failed to set replica|failed to set resource|failed to set supporte|failed to set up sandb|failed to setup the FS|failed to setup traffi|failed to start OOM wa|failed to start plugin|failed to stat file|failed to stat log fil
failed to stat path|failed to store checkp|failed to store gid|failed to sync|failed to tail|failed to translate in|failed to traverse plu|failed to try resolvin|failed to unlink socke|failed to unmap device|failed to unmarshal dn
failed to unmount link|failed to unmount volu|failed to update Activ|failed to update Assig|failed to update LastK|failed to update endpo|failed to update pod C|failed to update top l|failed to validate cre|failed to validate dev
failed to validate mou|failed to validate nod|failed to validate sec|failed to wait for cac|failed to watch|failed to write Remote|failed to write cert f|failed to write checkp|failed to write key fi|failed to write sysctl
failed to write to tem|failed writing logind|fc detach disk|feature gate|fetch ResourceClaim|file path not specifie|file was empty|found PV object|found containerfs.avai|found containerfs.inod|found mismatch between|found multiple quota I
fsinfo not supported f|get container status|get filesystem info|get remote runtime typ|get service account is|getDeviceMajorMinor fa|getOSInfo, get|getOSInfo, open Window|getting credentials|gidMax must be <|gidMax must be >
gidMin must be <|gidMin must be >|git-repo volume plugin|given writer is no ter|glusterfs endpoint is|glusterfs server node|got invalid watch even|grace period must be s|groupVersion shouldn't|heap is closed|host IP unknown; known
host must be a URL or|hostNetwork is require|hostPath type check fa|host_path deleter only|hostname for pod|housekeeping took too|hugePages storage requ|illegal non-numeric ve|illegal version string|illegal zero-prefixed
imageFs information is|imagefs device is not|impossible IntOrString|impossible to reconstr|inCluster environment|incompatible types for|indexer conflict|indexer was not added|informer has already s|informer is stopping
init container start f|input contains unsuppo|input is nil|intOrString had no kin|interactiveMode must b|invalid 'proxy-url|invalid (empty) device|invalid (empty) vendor|invalid AccessModes|invalid Azure volume|invalid DNSPolicy
invalid HighThresholdP|invalid HostPath|invalid IPv4 address i|invalid IPv6 address i|invalid JSON document|invalid LowThresholdPe|invalid MaxFiles|invalid MountPropagati|invalid Node Allocatab|invalid PV spec|invalid apiVersion
invalid array index|invalid attach token|invalid ceph imageform|invalid certificate da|invalid character|invalid class|invalid cloud provider|invalid container moun|invalid detach token|invalid device|invalid disk to detach
invalid element type i|invalid encrypted bool|invalid eviction grace|invalid feature|invalid file key|invalid gidMax value|invalid gidMin value|invalid group/kind|invalid handler|invalid image name|invalid input, pod can
invalid interactiveMod|invalid iopsPerGB valu|invalid kernel flag|invalid key data|invalid key type|invalid label filter|invalid label selector|invalid line|invalid max log size|invalid message type r|invalid minimum garbag
invalid multiple recur|invalid name of device|invalid namespace|invalid number in perc|invalid number of repl|invalid option|invalid or missing IP|invalid parameter(user|invalid patch format o|invalid plugin name, e|invalid plugin+deviceI
invalid pods list|invalid port format|invalid port number|invalid private key fo|invalid protocol, expe|invalid resource|invalid root directory|invalid snapshot facto|invalid subresource|invalid supported gRPC|invalid sync frequency
invalid syntax|invalid taint|invalid transport.Conf|invalid type for compa|invalid user namespace|invalid value for IntO|invalid value for spec|invalid value of|invalid vendor|invalid volume name fo|invalid volume size of
iptables unsupported o|iptables-drop-bit is n|ipv6 not enabled|ipvs destination shoul|ipvs svc should not be|iscsi detach disk|key does not exist in|key is not found|keyring field must con|kill pod options are r|kubelet config file
kubelet is configured|kubelet mappings|kubelet user assigned|kubelet user namespace|kubenet cannot SetUpPo|kubenet does not have|kubenet failed to retr|kubenet needs a PodCID|label selector length|leading/trailing space
lease not initialized,|leaseDuration must be|length must be less th|limit on count of pods|list element types are|list resource claims|listeners not ready|lists of lists are not|local volume source is|localhostProfile must
log file does not exis|log is not compressed|log tag is not found|losetup -f --show|lost connection to pod|make container stats|makeLoopDevice failed|malformed Location hea|malformed header value|malformed pair, expect|manager version,
maximum number of in-f|maximum write|memory cgroup mount po|memory storage request|memory type conversion|merging lists cannot y|metadata.Name is not i|metadata.Name, metadat|misconfigured holder f|mismatch between suppl
mismatched subuids and|missing Ceph admin sec|missing Ceph monitors|missing argument for c|missing bool value for|missing configuration|missing container|missing image stats|missing localhost appa|missing node capacity
missing pod memory usa|missing probe handler|missing sandbox for po|missing value for|mkdir failed on disk|more than one authenti|mount failed|mount of disk|mount options|mount path is empty, f|mount point for|mounted volumes
mounter was not set fo|multiple pageSizes for|multiple volume plugin|must not contain '..|must specify either ke|name is required|name should not be emp|named ports not suppor|nameserver list is emp|namespace already set|namespace is nil
negative GIDs|negative eviction mini|negative max log size|negative values are no|negotiated websocket c|neither tag nor digest|network is not ready|network plugin|network state unknown|new none policy error|new static policy erro
nil pod.spec.enableSer|nil value for IntOrStr|no Auth Provider found|no DaemonSet found for|no PodCIDR set|no PodsandBox found wi|no Ready channel provi|no ReplicaSets found f|no StatefulSets found|no acceptable interfac|no cert data found
no cert/key data found|no cgroup v1 mountpoin|no checkpoint for sour|no config found to wri|no configuration files|no containerfs label f|no containers return i|no context chosen|no controllers found f|no cpus provided
no creatable volume pl|no credentials yet for|no daemon sets found f|no data written to fil|no defaultMode used, n|no deletable volume pl|no device is mounted a|no devices found alloc|no ebtables version fo|no elements in any of
no enabled versions fo|no fc disk found|no glusterFS endpoint|no healthy devices pre|no hosts found|no imagefs label for c|no indexer has been pr|no informer found for|no interfaces found on|no ipset version found|no jobs found for pod
no location of origin|no matchLabelExpressio|no matching container|no model found with a|no networks found in|no nodes found inside|no pagesize option spe|no peer_ifindex in int|no persistent volume p|no plugin with limits
no pod manifest update|no pod with the name|no preferred addresses|no provisionable volum|no recyclable volume p|no server found for cl|no serving certificate|no set of running pods|no stats provided|no suitable interface
no supported init syst|no target (nil pointer|no valid certificate a|no volume plugin match|no volume with the nam|no xfs_quota program f|node ID mismatch|node is shutting down|node not found|node object retrieved|node shutdown manager
nodeIP can't be a link|nodeIP can't be a mult|nodeIP can't be an all|nodeIP can't be loopba|nodeIP must be a valid|none of services suppo|not a flex volume|not a valid volume spe|not a valid wildcard p|not able to parse your
not all fields are set|not all reserved cpus|not allocated|not attachable|not enough cpus availa|not enough fields in /|not enough zones found|not in range, nothing|not supported due to r|number already allocat|obj.Name must be provi
object does not appear|object given as Proces|object has no meta|object not found|object provided to App|object was removed fro|old ResourceClaim with|old recycler pod found|one of the certificate|one of the two argumen
only cifs mount is sup|only directory and blo|only recognise file, d|only support tcp and n|only support tcp endpo|only support unix sock|openapitest only suppo|option parameters miss|orphaned pod|out of range|parse form failed
parse rbd info output|parsing claims|part of the existing b|patch content doesn't|patchPVCStatus failed|path does not exist, i|path is empty|path is not a director|peer_ifindex wasn't nu|percentage expected, g|percentage must be bet
pleg has yet to be suc|pleg was last seen act|plugin binary director|plugin binary executab|plugin name is empty|plugin volume host doe|pod Hostname|pod Subdomain|pod cache disabled|pod cannot be nil|pod cannot be run|pod does not exist
pod failed, pod.Status|pod has no network nam|pod logs root director|pod must not contain a|pod must not contain b|pod not found|pod request ServiceAcc|pod sandbox status is|pod with UID|podResources.Memory is|policy configured
pollInterval must be >|port range should be i|precondition failed fo|precondition is violat|prepare dynamic resour|prepare resource claim|previous terminated co|previously allocated d|private key does not i|private key is not a r
privateKey is not a si|protection domain not|provided PV spec is ni|provisioning in volume|pull QPS exceeded|pvName not specified f|quotas not supported o|ran out of attempts to|range picked for pod|rbd info failed, error
read empty token from|read message|read pods from disk|read stream id|readlink error|real server should not|received an object fro|received empty string|received unexpected va|record pod mappings|recovered from panic|recycler pod
redirect not allowed|ref not in format volN|register config|registry did not issue|rejected by rate limit|remaining buffer too s|remote port must be >|removeLoopDevice faile|renewDeadline must be|replication-type of|request connection can
requested number of de|requesting quota of di|requesting quota on ex|requesting uid, groups|required arguments mus|required binary|resize of device|resolved symlink for|resoruce is unreasonab|resource already set t|resource name already
resource name may not|resource-only containe|retrieved csr is not c|retryPeriod must be gr|retryWatcher failed to|returned object must b|returned output|rewrite resolv.conf fa|root container|rootDirectory not in c|runAsGroup is specifie
running with swap on i|runtime api version is|runtime container stat|runtime network not re|sandboxes for pod|scale provided to Appl|scsi_id failed for dev|scsi_id output cannot|scsi_id serial|seccomp profile path m|secret not found
secret ref not provide|serializer for|server does not suppor|server version|services have not yet|set name can't be nil|setting OOM scores is|skipping delete becaus|socket path is empty|some of strictly reser|spec does not referenc
spec is not a valid Sc|spec not Volume or Per|specifying a root cert|standard input is not|standard input is unav|start cpu manager erro|start dra manager erro|start memory manager e|starting index|static pods may not re
static pods may not us|static policy options|status.CreatedAt is no|status.Id is not set|status.Image is not se|status.ImageRef is not|status.Metadata is not|step must be > 0|stop requested|storage pool not set|storageClass for provi
storageclass parameter|strategic merge patch|stream error when read|stream type is not fou|subresource already se|summary was incomplete|swap configuration is|sync Loop took longer|system container|system not found|system project files f
terminated container|terminated init contai|the API server does no|the IPVS proxier will|the ListModels functio|the clientManager requ|the default feature ga|the device is in use w|the device mount path|the feature gate
the map path should be|the minimum value of|the pod with key|the port range cannot|the provided|the read limit is reac|the reserved limit has|the reserved memory co|the reserved memory ha|the statx syscall is n|the supplied pattern i
the total amount|the volumeSpec does no|the watched path is de|there is already a tra|time to stop because m|timed out on waiting f|timed out waiting to c|timeout error|timeout expired waitin|timeout on stopping wa|timeout waiting to kil
timestamp is not found|token response did not|too many keys|too many redirects|topology manager polic|total node memory is 0|trying to use docker r|unable to access path|unable to add process|unable to build bootst|unable to calculate an
unable to clear quota|unable to close system|unable to collect data|unable to configure TL|unable to convert|unable to create OpenS|unable to create a csr|unable to create a sym|unable to create certi|unable to create inoti
unable to create liste|unable to create neste|unable to create token|unable to decode retur|unable to decode to me|unable to decode watch|unable to destroy cgro|unable to do port forw|unable to fetch discov|unable to fetch pids f
unable to find|unable to generate a n|unable to generate cer|unable to generate ran|unable to get claim in|unable to get client f|unable to get full pre|unable to get informat|unable to get resource|unable to get status f
unable to get the dock|unable to inspect dock|unable to inspect imag|unable to list values|unable to listen on an|unable to load OpenSta|unable to load TLS cer|unable to load TLS con|unable to load bootstr|unable to load in-clus
unable to load kubecon|unable to load root ce|unable to load transpo|unable to locate encod|unable to lock|unable to mark volume|unable to marshal the|unable to negotiate pr|unable to open|unable to override inh|unable to parse --rese
unable to parse auth f|unable to parse bytes|unable to parse certif|unable to parse data s|unable to parse lsattr|unable to parse new cs|unable to parse origin|unable to parse pod fu|unable to parse port r|unable to parse projec
unable to parse quota|unable to parse the se|unable to process|unable to provision Su|unable to query interf|unable to queue object|unable to read TLS cer|unable to read Windows|unable to read certifi|unable to read client-
unable to read directo|unable to read existin|unable to read externa|unable to read file|unable to read physica|unable to reload login|unable to remove|unable to rename|unable to retrieve con|unable to retrieve dis|unable to retrieve ino
unable to return the g|unable to run xfs_quot|unable to select an IP|unable to set terminat|unable to set up dynam|unable to sync list re|unable to sync watch-l|unable to understand l|unable to understand n|unable to understand t
unable to upgrade|unable to valid path t|unable to write into r|unable to write projec|unclosed action|unclosed array expect|unexpected Node|unexpected RuntimeClas|unexpected ScaleIO dev|unexpected address out|unexpected command out
unexpected data in pat|unexpected directory c|unexpected empty conta|unexpected empty index|unexpected empty sandb|unexpected end of file|unexpected error creat|unexpected error marsh|unexpected error when|unexpected gvks regist
unexpected key format|unexpected length of p|unexpected line in|unexpected message typ|unexpected mount path|unexpected number of c|unexpected object type|unexpected object, exp|unexpected output when|unexpected patch strat
unexpected slice of sl|unexpected symlink fou|unexpected timestamp f|unexpected type receiv|unexpectedly allocated|unknown CPU ID|unknown CPU Manager Po|unknown Device Plugin|unknown Topology Manag|unknown apparmor profi
unknown configmap and|unknown image pull cre|unknown interactiveMod|unknown key type|unknown patch type|unknown phase|unknown pod source|unknown policy|unknown probe type|unknown protocol|unknown recursive read|unknown scope
unknown seccomp profil|unknown storage medium|unknown stream type|unknown taint spec|unknown tls version|unknown transport type|unknown type|unknown url scheme|unknown value|unknown version|unmount failed|unmounted volumes
unprepare dynamic reso|unprepare resource cla|unqualified device|unquote string|unrecognized character|unrecognized config so|unrecognized feature g|unrecognized filter op|unrecognized identifie|unsupported CRI runtim|unsupported cgroup ver
unsupported cpumanager|unsupported key found|unsupported log format|unsupported media type|unsupported on machine|unsupported platform|unsupported resource|unsupported scheme|unsupported service|unsupported supplement|unsupported topologyma
unterminated array|unterminated filter|unterminated quoted st|update failed|update node status exc|user namespace|user was not specified|username/password or b|using a custom transpo|util/mount on this pla|util/subpath on this p
utils/mount on this pl|validate CRI v1 image|validate CRI v1 runtim|validate service conne|value for key|virtual server should|volume ID is empty|volume attach timeout|volume create failed|volume delete failed|volume detach timeout
volume has no storage|volume host does not i|volume is still in use|volume not found|volume plugin|volume resizing failed|volume subpaths are di|volume symlink|volume/util/hostutil o|volumePlugin should no|volumes subdir was fou
waitForAttach failed f|wanted to free|watch closed before Un|webhook configuration|webhook plugin require|websocket connection i|while PEM-encoding pri|while creating initial|while creating on API|while creating refresh
while fetching service|while generating ECDSA|while generating Ed255|while generating RSA 3|while generating RSA 4|while generating keypa|while getting ClusterT|while getting PodCerti|while getting node obj|while listing ClusterT
while marshaling key t|while marshaling publi|while normalizing trus|while parsing label se|while registering even|while signing proof|won't be able to find|write on closed stream|wrong disk number form|wrong number of fields
wrong user namespace l|wrong user namespace o|yaml marshal failed|zero or negative inter|zero-length data recei|zone cannot be specifi|zone to be included|zone, zones and allowe|zone[s] cannot be spec|zoned is only supporte
`,
  libcni: `
boolean unmarshal erro|cache file path requir|config version does no|configuration version|decoding version from|decoding version info|does not support the C|error parsing configur|failed to GC plugin|failed to convert cach
failed to convert majo|failed to convert micr|failed to convert mino|failed to create noop|failed to delete stale|failed to execute plug|failed to find plugin|failed to marshal cach|failed to marshal plug|failed to parse plugin
failed to read plugin|failed to remarshal fi|failed to set network|failed to unmarshal ca|failed to unmarshal ra|failed to write noop p|get plugin's netns fai|incompatible CNI versi|interface name contain|interface name is . or
interface name is empt|interface name is too|invalid CNI_ARGS pair|invalid characters fou|invalid characters in|invalid plugin name|invalid version|keys cannot be empty|missing containerID|missing network name|no converter for CNI r
no paths provided|no plugin configs foun|no plugin name provide|plugin version does no|plugin's netns and net|read cached network|result type supports|unknown example net co|unmarshal existing net|unsupported CNI result
`,
  runc: `
--lsm-mount-context re|--lsm-profile requires|--parent-path must be|--pidfd-socket require|CRIU feature check fai|CRIU version|Container cannot be ch|Cwd must be an absolut|Cwd property must not|Destination buffer for|Do not know how to han
Failed to remove paths|Intel RDT not availabl|Intel RDT/CAT|Intel RDT/MBA|Invalid argument|Invalid gateway for ro|Invalid manage-cgroups|Invalid port number|Invalid source for rou|JSON specification fil|O_TMPFILE creation fai
O_TMPFILE has non-zero|Option --root argument|Requested network name|SCMP_ACT_NOTIFY cannot|Timed out while waitin|Timeout waiting for sy|Unable to parse RDMA e|Use --page-server ADDR|[internal error] canno|[internal error] emula
[internal error] id-ma|action in seccomp prof|additional-gids must b|apparmor failed to app|args must not be empty|bad value for|bind mounts cannot hav|buffer is too small|bundle not found in la|can't copy bootstrap d|can't get final child
can't get pdeath signa|can't mask path|can't parse version|can't restore pdeath s|can't set process labe|can't start container|cannot add rule|cannot allocate tty if|cannot convert nil to|cannot enter cgroupv2|cannot exec in a pause
cannot exec in a stopp|cannot fetch program f|cannot fstat O_TMPFILE|cannot fstat classic t|cannot fulfil mount re|cannot get dir FD for|cannot get seccomp soc|cannot initialize Secc|cannot map architectur|cannot marshall seccom
cannot mkdev() device|cannot send seccomp fd|cannot set any additio|cannot setgid to unmap|cannot setuid to unmap|cannot specify gid|cannot specify uid|cannot start a contain|cannot start an alread|cannot toggle freezer
cannot use console soc|cannot use nil as sysc|cannot use rootless sy|casting to UnixConn fa|cgroup manager can not|cgroup manager is not|cgroup namespaces aren|cgroup not exist|cgroup path not found|cgroup v1 manager need
change mount propagati|chdir to cwd|check proc-safety of|checking /proc/self/ex|chmod classic tmpfile|classic tmpfile|clos dir not accessibl|close log pipe|config cannot be null|config tries to change|container already has
container does not exi|container id cannot be|container init still r|container not paused|container paused|container process is a|container still runnin|container with given I|container with id|container's cgroup is|container's cgroup une
contains non-alphabeti|copied binary size mis|could not create seala|could not disassemble|could not find userns|could not get complete|could not seal fd|couldn't find PID fiel|create criu restore mo|create error pipe for
create mountpoint for|create pipe for userns|create target of file|criu is missing featur|current working direct|device access at|duration interval must|empty string is not a|encountered nil syscal|error adding SSB flag
error adding architect|error adding devices.l|error adding log flag|error adding pid|error adding seccomp f|error adding seccomp r|error assembling modif|error assembling progr|error closing exec fds|error copying bootstra
error creating device|error creating filter|error creating network|error creating scratch|error creating seccomp|error creating systemd|error disassembling or|error during container|error enabling no_new_|error executing setns
error exporting BPF|error finding last sys|error generating -ENOS|error generating patch|error getting pipe fds|error initializing sec|error jailing process|error loading seccomp|error parsing instruct|error patching filter
error preparing rootfs|error reading devices.|error reading from Exp|error reading pid from|error reopening /dev/n|error running|error sending config t|error setting Intel RD|error setting cgroup c|error setting no new p
error setting rlimit t|error setting rlimits|error setting rootfs a|error setting schedule|error setting up /dev|error setting up ptmx|error spawning mount r|error starting setns p|error updating spec st|error validating Secco
error waiting for our|error waiting on setns|error while statting c|error writing config t|expected a single path|expected cgroupsPath t|failed to cache mappin|failed to call BPF_PRO|failed to cast to Unix|failed to connect to d
failed to connect with|failed to create execu|failed to create usern|failed to dail|failed to dup socket|failed to fulfil mount|failed to open existin|failed to pidfd_open|failed to request moun|failed to send pidfd o|failed to set MOUNT_AT
failed to set io prior|failed to set the term|failed to setup pidfd|failed to spawn dummy|failed to spawn fork f|failed to verify if cu|failed to wait for use|fetch packet length fr|freezer not supported|fsconfig set overlayfs
hook ran past specifie|id-mapped mounts are n|id-mapped mounts are o|id-mapped mounts must|intelRdt.memBwSchema i|invalid --cgroup argum|invalid --parent-path|invalid --status-fd ar|invalid JSON payload f|invalid action, cannot
invalid cgroup device|invalid cgroup entry|invalid cgroup path|invalid container ID f|invalid device type|invalid directory to r|invalid directory to s|invalid format option|invalid freezer state|invalid intelRdt.ClosI
invalid io priority cl|invalid ioPriority.Pri|invalid log-format|invalid major|invalid memory swappin|invalid memory value|invalid minor|invalid mount|invalid namespace path|invalid netns path|invalid number of arch|invalid operator, cann
invalid personality do|invalid pressure level|invalid process|invalid psi data|invalid response|invalid rootfs|invalid scheduler flag|invalid scheduler poli|invalid scheduler.nice|invalid slice name|invalid stat data (bad
invalid stat data (too|invalid value for cpu-|invalid values, min >|make parent dir of fil|malformed devices.list|malformed line|malformed spec file|mapping for gid|mapping for uid|marshal sync|memory controller miss|memory+swap limit shou
mount configuration ca|mount destination|mount field contains n|mount source thread|mountfd request for|namespace path|new mount api|no cgroup mount found|no directory specified|no subsystem for mount|no such directory for|not a cgroup file
not a device node|not a number|open o_path procfd|open root handle|opening current binary|packet read too short|panic from initializat|parse access mode|parsing generated BPF|parsing id map failed|partial sendfile copy
possibly malicious pat|procError missing erro|procReady not received|process args cannot be|process property must|process scheduler can|procfd verification fa|program parsing halted|reading /proc/devices|reading from parent fa
reading from userns sp|receive mount source c|receiving fd from sync|rejecting memory limit|rejecting memory+swap|reopen tmpfile|requested rule|resolving path inside|restored process canno|resulting devices cgro|returned mountfd for
root must be specified|root not set|rootfsPropagation of|rootless container req|rootless containers re|rootless needs no limi|runc create failed|runc run failed|scheduler policy is re|scheduler runtime/dead|scheduler.priority can
seccomp listenerPath i|seccomp notify unsuppo|selinux label is speci|send mount request can|sending file after syn|setting device weight|systemd not running on|the maximum allowed cp|the minimum allowed cp|the program is finaliz
time namespace enabled|time namespace offsets|time namespaces aren't|tried to include non-m|unable to add inotify|unable to apply Intel|unable to apply apparm|unable to apply boundi|unable to apply caps|unable to apply cgroup
unable to apply networ|unable to apply rule f|unable to clear keep c|unable to convert _LIB|unable to create init|unable to create log p|unable to create new p|unable to create safe|unable to create sessi|unable to create sync
unable to destroy cont|unable to fetch SECCOM|unable to fetch no_new|unable to fetch seccom|unable to find device|unable to forward init|unable to freeze|unable to get all cont|unable to get cgroup P|unable to get cgroup f
unable to get console|unable to get containe|unable to get native a|unable to get network|unable to get simplifi|unable to init inotify|unable to init seccomp|unable to join session|unable to kill all pro|unable to mark non-std
unable to mod keyring|unable to mount|unable to parse pid|unable to parse the re|unable to remove conta|unable to restrict sys|unable to set domainna|unable to set hostname|unable to set keep cap|unable to set memory l
unable to set swap lim|unable to set unified|unable to set unit pro|unable to setup exec f|unable to setup user|unable to signal init|unable to start contai|unable to start init|unable to start unit|unable to stat preserv
unable to store init s|unable to validate sec|unexpected EOF|unexpected read from s|unexpected state|unexpected synchronisa|unified resource|unknown amd64 native a|unknown architecture|unknown controller|unknown device access
unknown device type|unknown freezer.state|unknown init type|unknown signal|unknown strategy type|unlinking classic tmpf|unmarshal procError fa|unmarshal sync from pa|user namespaces aren't|user namespaces enable|userns spawn|writing sync
wrong rlimit value
`,
};

/** What an operating system says (errno), in Go's words for Linux; between two as above. */
export const systemTexts = `
.lib section in a.out corrupted|RFS specific error|accessing a corrupted shared library|address already in use|address family not supported by protocol|advertise error|argument list too long|attempting to link in too many shared libraries
bad address|bad file descriptor|bad font file format|bad message|block device required|broken pipe|can not access a needed shared library|cannot allocate memory|cannot assign requested address|cannot exec a shared library directly
cannot send after transport endpoint shutdown|channel number out of range|communication error on send|connection refused|connection reset by peer|connection timed out|destination address required|device not a stream|device or resource busy
directory not empty|disk quota exceeded|exchange full|exec format error|file descriptor in bad state|file exists|file name too long|file too large|function not implemented|host is down|identifier removed|illegal seek
inappropriate ioctl for device|input/output error|interrupted system call|interrupted system call should be restarted|invalid argument|invalid cross-device link|invalid exchange|invalid or incomplete multibyte or wide character
invalid request code|invalid request descriptor|invalid slot|is a directory|is a named type file|key has been revoked|key has expired|key was rejected by service|level 2 halted|level 2 not synchronized|level 3 halted|level 3 reset
link has been severed|link number out of range|machine is not on the network|message too long|multihop attempted|name not unique on network|network dropped connection on reset|network is down|network is unreachable
no CSI structure available|no XENIX semaphores available|no anode|no buffer space available|no child processes|no data available|no locks available|no medium found|no message of desired type|no route to host|no space left on device
no such device|no such device or address|no such file or directory|no such process|not a XENIX named type file|not a directory|numerical argument out of domain|numerical result out of range|object is remote|operation already in progress
operation canceled|operation not permitted|operation not possible due to RF-kill|operation not supported|operation now in progress|out of streams resources|owner died|package not installed|permission denied|protocol driver not attached
protocol error|protocol family not supported|protocol not available|protocol not supported|protocol wrong type for socket|read-only file system|remote I/O error|remote address changed|required key not available|resource deadlock avoided
resource temporarily unavailable|socket operation on non-socket|socket type not supported|software caused connection abort|srmount error|stale file handle|state not recoverable|streams pipe error|structure needs cleaning|text file busy
timer expired|too many levels of symbolic links|too many links|too many open files|too many open files in system|too many references: cannot splice|too many users|transport endpoint is already connected|transport endpoint is not connected
value too large for defined data type|wrong medium type
`;
