// Where the kubelets of 1.20 and before print what: by Go format, the file, function, level and line of each minor.

export interface PrintfPlace {
  readonly file: string;
  readonly line: number;
  readonly func: string;
  readonly severity: 'I' | 'W' | 'E' | 'F';
  /** The lowest `--v` that shows it. */
  readonly v: number;
}

/** Format → minor → place. */
const byFormat = new Map<string, Map<number, PrintfPlace>>();

/** The place of a format in the source of 1.`minor`; undefined where that has no such text. */
export function printfPlace(format: string, minor: number): PrintfPlace | undefined {
  if (byFormat.size === 0) readPlaces();
  return byFormat.get(format)?.get(minor);
}

/** The formats of a file whose texts tell their function, as what stands between their verbs; the longest first. */
const texts = new Map<string, (readonly [pieces: readonly string[], format: string])[]>();
/** Shorter beginnings tell nothing. */
const ENOUGH = 6;
const verb = /%[-+#]*\d*\w/;

/** The function whose text a message of 1.20 or before is, as far as it goes; of several versions the first where none is told. */
export function printfFunction(file: string, message: string, minor?: number): string | undefined {
  if (byFormat.size === 0) readPlaces();
  const format = texts.get(file)?.find(([pieces]) => isMadeOf(message, pieces))?.[1];
  if (format === undefined) return undefined;
  const of = byFormat.get(format);
  const place = (minor === undefined ? undefined : of?.get(minor)) ?? of?.values().next().value;
  return place?.func;
}

/** Whether a message has the pieces of a format, in their order. */
function isMadeOf(message: string, [head = '', ...rest]: readonly string[]): boolean {
  if (!message.startsWith(head)) return false;
  let at = head.length;
  for (const piece of rest) {
    const found = message.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return true;
}

function readTexts(): void {
  for (const [format, of] of byFormat)
    for (const file of new Set([...of.values()].map((place) => place.file))) {
      const pieces = format.split(verb);
      if ((pieces[0] ?? '').length < ENOUGH) continue;
      texts.set(file, [...(texts.get(file) ?? []), [pieces, format]]);
    }
  const length = (pieces: readonly string[]): number => pieces.join('').length;
  for (const of of texts.values()) of.sort(([a], [b]) => length(b) - length(a));
}

function readPlaces(): void {
  for (const row of places.split('\n')) {
    const [head = '', format] = row.split('\t');
    if (format === undefined) continue;
    const [file = '', func = '', level = '', ...spans] = head.split(' ');
    const of = byFormat.get(format) ?? new Map<number, PrintfPlace>();
    byFormat.set(format, of);
    const severity = level.startsWith('E') ? 'E' : level.startsWith('W') ? 'W' : 'I';
    const v = Number(level.slice(1));
    for (const span of spans) {
      const [minor, line] = span.split(':').map(Number);
      of.set(minor ?? 0, { file, line: line ?? 0, func, severity, v });
    }
  }
  readTexts();
}

/** Written by `npm run printf-places -- DIR…`: `file function level minor:line…`, a tabulator, the format. */
export const places = `
apiserver.go NewSourceApiserver I0 18:43 19:43 20:43	Waiting for node sync before watching apiserver pods
cni.go SetUpPod E0 9:227 10:227 11:228 12:278	Error while adding to cni network: %s
cni.go TearDownPod W0 9:242 10:242 11:243 12:293 13:302 14:309 15:309 16:331 17:331 18:331 19:333 20:333	CNI failed to retrieve network namespace path: %v
cni.go addToNetwork E0 13:324 14:331 15:331 16:364 17:364 18:364 19:366 20:366	Error adding %s to network %s/%s: %v
cni.go addToNetwork E0 9:259 10:259 11:260 12:310	Error adding network: %v
cni.go addToNetwork I4 13:321 14:328 15:328 16:361 17:361 18:361 19:363 20:363	Adding %s to network %s/%s netns %q
cni.go addToNetwork I4 13:327 14:334 15:334 16:367 17:367 18:367 19:369 20:369	Added %s to network %s: %v
cni.go addToNetwork I4 9:256 10:256 11:257 12:307	About to add CNI network %v (type=%v)
cni.go buildCNIRuntimeConf I4 9:284 10:286 11:287 12:337	Got netns path %v
cni.go buildCNIRuntimeConf I4 9:285 10:287 11:288 12:338	Using podns path %v
cni.go deleteFromNetwork E0 13:345 14:352 15:352 16:385 17:385 18:385 19:387 20:387	Error deleting %s from network %s/%s: %v
cni.go deleteFromNetwork E0 9:277 10:279 11:280 12:330	Error deleting network: %v
cni.go deleteFromNetwork I4 13:340 14:347 15:347 16:380 17:380 18:380 19:382 20:382	Deleting %s from network %s/%s netns %q
cni.go deleteFromNetwork I4 13:348 14:355 15:355 16:388 17:388 18:388 19:390 20:390	Deleted %s from network %s/%s
cni.go deleteFromNetwork I4 9:274 10:274 11:275 12:325	About to del CNI network %v (type=%v)
cni.go getDefaultCNINetwork I4 12:161 13:176 14:182 15:182 16:206 17:206 18:206 19:208 20:208	Using CNI configuration file %s
cni.go syncNetworkConfig W0 9:171 10:171 11:172 12:188 13:203 14:213 15:213 16:237 17:237 18:237 19:239 20:239	Unable to update cni config: %s
config.go filterInvalidPods W0 9:348 10:348 11:357 12:357 13:357 14:357 15:355 16:355 17:355 18:355 19:326 20:326	Pod[%d] (%s) from %s failed validation due to duplicate pod name %q, ignoring
config.go merge I4 9:297 10:297 11:303 12:303 13:303 14:303 15:303 16:303 17:303 18:303 19:278 20:278	Setting pods for source %s
config.go merge I4 9:310 10:310 11:316 12:316 13:316 14:316 15:316 16:316 17:316 18:316	Restoring pods for source %s
config.go recordFirstSeenTime I4 9:405 10:405 11:414 12:414 13:414 14:414 15:412 16:412 17:412 18:412 19:383 20:383	Receiving a new pod %q
controller.go backoffEnsureLease E0 12:113 13:115 14:125 15:125 16:135 17:135 18:136 19:136	failed to ensure node lease exists, will retry in %v, error: %v
controller.go retryUpdateLease E0 12:147 13:149 14:159 15:159 16:170 17:177 18:178 19:178	failed to update node lease, error: %v
controller.go sync E0 16:113 17:113 18:114 19:114	%v, will retry after %v
controller.go sync I0 16:105 17:105 18:106 19:106	failed to update lease using latest lease, fallback to ensure lease, err: %v
docker_service.go NewDockerService I0 9:232 10:244 11:253 12:251 13:251 14:253 15:253 16:255 17:255 18:254 19:257 20:256	Docker cri networking managed by %v
docker_service.go NewDockerService I0 9:250 10:262 11:271 12:269 13:269 14:271 15:271 16:273 17:273 18:274 19:277 20:277	Setting cgroupDriver to %s
eviction_manager.go evictPod E0 9:579 10:590 11:575 12:575 13:575 14:576 15:576 16:579 17:569 18:588 19:587 20:587	eviction manager: pod %s failed to evict %v
eviction_manager.go evictPod I0 9:581 10:592 11:577 12:577 13:577 14:578 15:578 16:581 17:571 18:590 19:589 20:589	eviction manager: pod %s is evicted successfully
eviction_manager.go synchronize E0 9:357 10:369 11:355 12:355 13:355 14:355 15:355 16:357 17:357 18:366 19:366 20:366	eviction manager: eviction thresholds have been met, but no pods are active to evict
eviction_manager.go synchronize I0 9:346 10:358 11:344 12:344 13:344 14:344 15:344 16:346 17:346 18:355 19:355 20:355	eviction manager: must evict pod(s) to reclaim %v
eviction_manager.go synchronize I0 9:364 10:376 11:362 12:362 13:362 14:362 15:362 16:364 17:364 18:373 19:373 20:373	eviction manager: pods ranked for eviction: %s
eviction_manager.go synchronize W0 9:332 10:344 11:333 12:333 13:333 14:333 15:333 16:335 17:335 18:344 19:344 20:344	eviction manager: attempting to reclaim %v
file.go NewSourceFile I1 9:52 10:52 11:68 12:68 13:68 14:68 15:68 16:68 17:68 18:68 19:68 20:68	Watching path %q
file.go extractFromFile I3 11:194 12:200 13:200 14:200 15:200 16:201 17:201 18:201 19:201 20:201	Reading config file %q
file.go extractFromFile I3 9:161 10:161	Reading manifest file %q
generic.go generateEvents I4 9:147 10:147 11:147 12:147 13:153 14:153 15:153 16:153 17:153 18:155 19:155 20:155	GenericPLEG: %v/%v: %v -> %v
generic.go relist E0 14:274 15:274 16:276 17:276 18:276 19:276 20:276	event channel is full, discard this relist() cycle event
generic.go relist E0 9:197 10:197 11:197 12:197 13:203 14:205 15:205 16:205 17:205 18:205 19:205 20:205	GenericPLEG: Unable to retrieve pods: %v
generic.go relist E0 9:241 10:241 11:241 12:241 13:247	PLEG: Ignoring events for pod %s/%s: %v
generic.go relist E0 9:271 10:271 11:271 12:271 13:277	PLEG: pod %s/%s failed reinspection: %v
generic.go relist I4 14:250 15:250 16:252 17:252 18:252 19:252 20:252	PLEG: Ignoring events for pod %s/%s: %v
generic.go relist I5 14:286 15:286 16:288 17:288 18:288 19:288 20:288	PLEG: pod %s/%s failed reinspection: %v
generic.go relist I5 9:183 10:183 11:183 12:183 13:189 14:189 15:189 16:189 17:189 18:191 19:191 20:191	GenericPLEG: Relisting
generic.go relist I5 9:268 10:268 11:268 12:268 13:274 14:282 15:282 16:284 17:284 18:284 19:284 20:284	GenericPLEG: Reinspecting pods that previously failed inspection
generic.go updateCache I4 9:371 10:371 11:371 12:371 13:377 14:386 15:386 16:388 17:388 18:377 19:377 20:377	PLEG: Delete status for pod %q
generic.go updateCache I4 9:380 10:380 11:380 12:380 13:386 14:395 15:395 16:397 17:397 18:386 19:386 20:386	PLEG: Write status for %s/%s: %#v (err: %v)
http.go NewSourceURL I1 9:57 10:57 11:57 12:57 13:57 14:57 15:57 16:57 17:57 18:57 19:57 20:57	Watching URL %s
http.go run I0 9:75 10:75 11:75 12:75 13:75 14:75 15:75 16:75 17:75 18:75 19:75 20:75	Successfully read pods from URL.
http.go run W0 9:66 10:66 11:66 12:66 13:66 14:66 15:66 16:66 17:66 18:66 19:66 20:66	Failed to read pods from URL: %v
http.go run W0 9:68 10:68 11:68 12:68 13:68 14:68 15:68 16:68 17:68 18:68 19:68 20:68	Failed to read pods from URL. Dropping verbosity of this message to V(4): %v
kubelet.go HandlePodRemoves I2 9:2044 10:2069 11:2037 12:2095 13:2122 14:2100 15:2101 16:2116 17:2118 18:2140 19:2057 20:2113	Failed to delete pod %q, err: %v
kubelet.go NewMainKubelet I0 18:483 19:394 20:394	Attempting to sync node with API server
kubelet.go NewMainKubelet I0 9:576 10:559	Hairpin mode set to %q
kubelet.go NewMainKubelet I2 9:653 10:637 11:628 12:633 13:636 14:632 15:635 16:641 17:642	Starting the GRPC server for the docker CRI shim.
kubelet.go PreInitRuntimeService I2 18:366	Starting the GRPC server for the docker CRI shim.
kubelet.go dispatchWork I4 17:2011 18:2034 19:1951 20:2009	Pod %q has completed execution and should be deleted from the API server: %s
kubelet.go dispatchWork I4 17:2018 18:2041 19:1958 20:2016	Pod %q has completed, ignoring remaining sync work: %s
kubelet.go makePodSourceConfig I0 10:273 11:274 12:279 13:281 14:279 15:282 16:287 17:286 18:288 19:261 20:262	Adding pod path: %v
kubelet.go makePodSourceConfig I0 10:279 11:280 12:285 13:287 14:285 15:288 16:293 17:292 18:294 19:267 20:268	Adding pod url %q with HTTP header %v
kubelet.go makePodSourceConfig I0 18:313 19:273 20:273	Adding apiserver pod source
kubelet.go makePodSourceConfig I0 9:290	Adding manifest path: %v
kubelet.go makePodSourceConfig I0 9:296	Adding manifest url %q with HTTP header %v
kubelet.go makePodSourceConfig I0 9:306 10:289 11:290 12:295 13:297 14:295 15:298 16:303 17:302 18:304	Adding checkpoint path: %v
kubelet.go makePodSourceConfig I0 9:315 10:298 11:299 12:304 13:306 14:304 15:307 16:312 17:311	Watching apiserver
kubelet.go syncLoop E0 17:1847 18:1870 19:1794 20:1852	skipping pod synchronization - %v
kubelet.go syncLoop I0 9:1771 10:1786 11:1754 12:1804 13:1831 14:1808 15:1809 16:1823 17:1823 18:1846 19:1770 20:1828	Starting kubelet main sync loop.
kubelet.go syncLoop I0 9:1782 10:1803 11:1771 12:1821 13:1848 14:1825 15:1826 16:1840	skipping pod synchronization - %v
kubelet.go syncLoopIteration E0 9:1866 10:1891 11:1859 12:1909 13:1936 14:1913 15:1914 16:1928 17:1935 18:1958 19:1877 20:1935	Kubelet does not support snapshot update
kubelet.go syncLoopIteration I1 9:1918 10:1943 11:1911 12:1961 13:1988 14:1965 15:1966 16:1980 17:1987 18:2010 19:1927 20:1985	SyncLoop (container unhealthy): %q
kubelet.go syncLoopIteration I2 9:1840 10:1865 11:1833 12:1883 13:1910 14:1887 15:1888 16:1902 17:1909 18:1932 19:1856 20:1914	SyncLoop (ADD, %q): %q
kubelet.go syncLoopIteration I2 9:1847 10:1872 11:1840 12:1890 13:1917 14:1894 15:1895 16:1909 17:1916 18:1939 19:1863 20:1921	SyncLoop (UPDATE, %q): %q
kubelet.go syncLoopIteration I2 9:1850 10:1875 11:1843 12:1893 13:1920 14:1897 15:1898 16:1912 17:1919 18:1942 19:1866 20:1924	SyncLoop (REMOVE, %q): %q
kubelet.go syncLoopIteration I2 9:1856 10:1881 11:1849 12:1899 13:1926 14:1903 15:1904 16:1918 17:1925 18:1948 19:1872 20:1930	SyncLoop (DELETE, %q): %q
kubelet.go syncLoopIteration I2 9:1860 10:1885 11:1853 12:1903 13:1930 14:1907 15:1908 16:1922 17:1929 18:1952	SyncLoop (RESTORE, %q): %q
kubelet.go syncLoopIteration I2 9:1885 10:1910 11:1878 12:1928 13:1955 14:1932 15:1933 16:1947 17:1954 18:1977 19:1894 20:1952	SyncLoop (PLEG): %q, event: %#v
kubelet.go syncLoopIteration I4 9:1853 10:1878 11:1846 12:1896 13:1923 14:1900 15:1901 16:1915 17:1922 18:1945 19:1869 20:1927	SyncLoop (RECONCILE, %q): %q
kubelet.go syncLoopIteration I4 9:1889 10:1914 11:1882 12:1932 13:1959 14:1936 15:1937 16:1951 17:1958 18:1981 19:1898 20:1956	SyncLoop (PLEG): ignore irrelevant event: %#v
kubelet.go syncLoopIteration I4 9:1904 10:1929 11:1897 12:1947 13:1974 14:1951 15:1952 16:1966 17:1973 18:1996 19:1913 20:1971	SyncLoop (SYNC): %d pods; %s
kubelet.go syncLoopIteration I4 9:1925 10:1950 11:1918 12:1968 13:1995 14:1972 15:1973 16:1987 17:1994 18:2017 19:1934 20:1992	SyncLoop (housekeeping, skipped): sources aren't ready yet.
kubelet.go syncLoopIteration I4 9:1927 10:1952 11:1920 12:1970 13:1997 14:1974 15:1975 16:1989 17:1996 18:2019 19:1936 20:1994	SyncLoop (housekeeping)
kubelet.go syncPod E0 16:1683 17:1683 18:1703 19:1620 20:1679	Unable to attach or mount volumes for pod %q: %v; skipping pod
kubelet.go syncPod E0 9:1458 10:1473 11:1441 12:1484 13:1509 14:1484 15:1494 16:1501 17:1501 18:1517 19:1434 20:1491	%v
kubelet.go syncPod E0 9:1525 10:1540 11:1508 12:1551 13:1576 14:1553 15:1563 16:1577 17:1577 18:1598 19:1515 20:1572	error killing pod: %v
kubelet.go syncPod E0 9:1611 10:1626 11:1594 12:1637 13:1664 14:1641 15:1651 16:1665 17:1665 18:1685 19:1602 20:1661	Failed creating a mirror pod for %q: %v
kubelet.go syncPod E0 9:1620 10:1635 11:1603 12:1646 13:1673 14:1650 15:1660 16:1674 17:1674 18:1694 19:1611 20:1670	Unable to make pod data directories for pod %q: %v
kubelet.go syncPod E0 9:1629 10:1644 11:1612 12:1655 13:1682 14:1659 15:1669	Unable to mount volumes for pod %q: %v; skipping pod
kubelet.go syncPod I0 13:1647 14:1624 15:1634 16:1648 17:1648 18:1668 19:1585 20:1644	Trying to delete pod %s %v
kubelet.go syncPod I4 9:1609 10:1624 11:1592 12:1635 13:1662 14:1639 15:1649 16:1663 17:1663 18:1683 19:1600 20:1659	Creating a mirror pod for static pod %q
kubelet.go syncPod W0 13:1651 14:1628 15:1638 16:1652 17:1652 18:1672 19:1589 20:1648	Deleted mirror pod %q because it is outdated
kubelet.go syncPod W0 9:1596 10:1611 11:1579 12:1622	Deleting mirror pod %q because it is outdated
kubelet.go updateRuntimeUp E0 9:2093 10:2118 11:2093 12:2154 13:2181 14:2159 15:2160 16:2175 17:2177 18:2199 19:2116 20:2172	Container runtime sanity check failed: %v
kubelet.go updateRuntimeUp E0 9:2109 10:2134 11:2106 12:2167 13:2194 14:2172 15:2173 16:2188 17:2190 18:2212 19:2129 20:2183	Container runtime network not ready: %v
kubelet.go updateRuntimeUp E0 9:2121 10:2146 11:2118 12:2179 13:2206 14:2184 15:2185 16:2199 17:2201 18:2223 19:2140 20:2194	Container runtime not ready: %v
kubelet.go updateRuntimeUp I4 9:2106 10:2131 11:2103 12:2164 13:2191 14:2169 15:2170 16:2185 17:2187 18:2209 19:2126 20:2180	Container runtime status: %v
kubelet_dockershim.go runDockershim I2 19:67 20:64	Starting the GRPC server for the docker CRI shim.
kubelet_node_status.go registerWithAPIServer I0 9:82 10:93 11:79 12:70 13:72 14:72 15:72 16:72 17:70 18:70 19:71 20:71	Attempting to register node %s
kubelet_node_status.go registerWithAPIServer I0 9:85 10:96 11:82 12:73 13:75 14:75 15:75 16:75 17:73 18:73 19:74 20:74	Successfully registered node %s
kubelet_node_status.go syncNodeStatus E0 9:375 10:393 11:379 12:366 13:368 14:375 15:375 16:375 17:389 18:389 19:457 20:457	Unable to update node status: %v
kubelet_node_status.go tryRegisterWithAPIServer E0 9:106 10:117 11:103 12:92 13:94 14:94 15:94 16:94 17:92 18:92 19:93 20:93	Unable to register node %q with API server: %v
kubelet_node_status.go tryRegisterWithAPIServer I0 9:127 10:140 11:123 12:112 13:114 14:114 15:114 16:114 17:112 18:112 19:109 20:109	Node %s was previously registered
kubelet_node_status.go updateNodeStatus E0 9:383 10:404 11:391 12:378 13:381 14:388 15:388 16:388 17:402 18:402 19:470 20:470	Error updating node status, will retry: %v
kubelet_pods.go PerformPodKillingWork E0 18:1235 19:1250 20:1246	Failed killing the pod %q: %v
kubelet_pods.go PerformPodKillingWork I2 18:1232 19:1247 20:1243	Killing unwanted pod %q
kubelet_pods.go PodResourcesAreReclaimed I3 9:929 10:924 11:895 12:896 13:886 14:903 15:903 16:908 17:938 18:940 19:955 20:952	Pod %q is terminated, but some containers are still running
kubelet_pods.go cleanupOrphanedPodCgroups I3 9:1794 10:1789 11:1682 12:1683 13:1672 14:1689 15:1681 16:1714 17:1744 18:1857 19:1871 20:1962	Orphaned pod %q found, removing pod cgroups
kubelet_pods.go generateAPIPodStatus I3 9:1369 10:1358 11:1326 12:1327 13:1317 14:1334 15:1326 16:1333 17:1363 18:1471 19:1486 20:1482	Generating status for %q
kubelet_pods.go getPullSecretsForPod W0 9:875 10:870 11:841 12:842 13:832 14:849 15:849 16:854 17:866 18:868 19:883 20:880	Unable to retrieve pull secret %s/%s for %s/%s due to %v.  The image pull may not succeed.
kubelet_pods.go podKiller E0 9:1121 10:1116 11:1085 12:1086 13:1076 14:1093 15:1093 16:1098 17:1128	Failed killing the pod %q: %v
kubelet_pods.go podKiller I2 9:1118 10:1113 11:1082 12:1083 13:1073 14:1090 15:1090 16:1095 17:1125	Killing unwanted pod %q
kubelet_volumes.go cleanupOrphanedPodDirs I3 9:106 10:118 11:120 12:120 13:120 14:120 15:120 16:120 17:120 18:121 19:174 20:174	Orphaned pod %q found, but volumes are not cleaned up
kubelet_volumes.go cleanupOrphanedPodDirs I3 9:119 10:131 11:145 12:145 13:145 14:145 15:145 16:145 17:145 18:170 19:216 20:216	Orphaned pod %q found, removing
kuberuntime_container.go killContainer E0 9:604 10:569 11:575 12:577 13:581 14:585 15:585 16:590 17:604 18:652 19:639 20:639	Container %q termination failed with gracePeriod %d: %v
kuberuntime_container.go killContainer I2 19:635 20:635	Killing container %q with a %d second grace period
kuberuntime_container.go killContainer I2 9:582 10:547 11:553 12:555 13:559 14:581 15:581 16:586 17:600 18:648	Killing container %q with %d second grace period
kuberuntime_container.go killContainer I3 19:632 20:632	Killing container %q, but using a %d second grace period override
kuberuntime_container.go killContainer I3 9:599 10:564 11:570 12:572 13:576 14:578 15:578 16:583 17:597 18:645	Killing container %q, but using %d second grace period override
kuberuntime_container.go killContainer I3 9:606 10:571 11:577 12:579 13:583 14:587 15:587 16:592 17:606 18:654 19:641 20:641	Container %q exited normally
kuberuntime_container.go removeContainer I4 9:823 10:786 11:792 12:794 13:798 14:802 15:802 16:807 17:821 18:869 19:841 20:842	Removing container %q
kuberuntime_gc.go removeSandbox E0 9:153 10:153 11:153 12:153 13:153 14:169 15:170 16:170 17:170 18:170 19:176 20:176	Failed to stop sandbox %q before removing: %v
kuberuntime_gc.go removeSandbox I4 9:148 10:148 11:148 12:148 13:148 14:164 15:165 16:165 17:165 18:165 19:171 20:171	Removing sandbox %q
kuberuntime_manager.go GetPodStatus E0 9:860 10:859 11:859 12:852 13:861 14:903 15:887 16:920 17:957 18:954 19:951 20:965	PodSandboxStatus of sandbox %q for pod %q error: %v
kuberuntime_manager.go NewKubeGenericRuntimeManager I0 9:186 10:186 11:186 12:197 13:198 14:210 15:205 16:207 17:217 18:217 19:214 20:216	Container runtime %s initialized, version: %s, apiVersion: %s
kuberuntime_manager.go SyncPod E0 16:783 17:820 18:818	%v start failed: %v: %s
kuberuntime_manager.go SyncPod E0 19:815 20:829	%v %+v start failed in pod %v: %v: %s
kuberuntime_manager.go SyncPod E0 9:595 10:594 11:594 12:605 13:614 14:645 15:640 16:658 17:693 18:691 19:688 20:702	killPodWithSyncResult failed: %v
kuberuntime_manager.go SyncPod E0 9:647 10:646 11:646 12:657 13:666 14:697 15:692 16:710 17:746 18:744 19:741 20:755	createPodSandbox for pod %q failed: %v
kuberuntime_manager.go SyncPod E0 9:704 10:703 11:703 12:714 13:723 14:754 15:749	init container start failed: %v: %s
kuberuntime_manager.go SyncPod E0 9:734 10:733 11:733 12:744 13:753 14:784 15:779	container start failed: %v: %s
kuberuntime_manager.go SyncPod I3 9:571 10:570 11:570 12:581 13:590 14:621 15:616 16:634 17:669 18:667 19:664 20:678	computePodActions got %+v for pod %q
kuberuntime_manager.go SyncPod I3 9:605 10:604 11:604 12:615 13:624 14:655 15:650 16:668 17:703 18:701 19:698 20:712	Killing unwanted container %q(id=%q) for pod %q
kuberuntime_manager.go SyncPod I4 16:737 17:773 18:771 19:768 20:782	Determined the ip %v for pod %q after sandbox changed
kuberuntime_manager.go SyncPod I4 16:770 17:806 18:804 19:801 20:815	Backing Off restarting %v %+v in pod %v
kuberuntime_manager.go SyncPod I4 16:774 17:810 18:808 19:805 20:819	Creating %v %+v in pod %v
kuberuntime_manager.go SyncPod I4 19:735 20:749	Creating PodSandbox for pod %q
kuberuntime_manager.go SyncPod I4 9:580 10:579 11:579 12:590 13:599 14:630 15:625 16:643 17:678 18:676 19:673 20:687	SyncPod received new pod %q, will create a sandbox for it
kuberuntime_manager.go SyncPod I4 9:587 10:586 11:586 12:597 13:606 14:639 15:634 16:652 17:687 18:685 19:682 20:696	Stopping PodSandbox for %q because all other containers are dead.
kuberuntime_manager.go SyncPod I4 9:589 10:588 11:588 12:599 13:608 14:637 15:632 16:650 17:685 18:683 19:680 20:694	Stopping PodSandbox for %q, will start new one
kuberuntime_manager.go SyncPod I4 9:641 10:640 11:640 12:651 13:660 14:691 15:686 16:704 17:740 18:738	Creating sandbox for pod %q
kuberuntime_manager.go SyncPod I4 9:655 10:654 11:654 12:665 13:674 14:705 15:700 16:718 17:754 18:752 19:749 20:763	Created PodSandbox %q for pod %q
kuberuntime_manager.go SyncPod I4 9:674 10:673 11:673 12:684 13:693 14:724 15:719	Determined the ip %q for pod %q after sandbox changed
kuberuntime_manager.go SyncPod I4 9:697 10:696 11:696 12:707 13:716 14:747 15:742	Backing Off restarting init container %+v in pod %v
kuberuntime_manager.go SyncPod I4 9:701 10:700 11:700 12:711 13:720 14:751 15:746	Creating init container %+v in pod %v
kuberuntime_manager.go SyncPod I4 9:709 10:708 11:708 12:719 13:728 14:759 15:754 16:810 17:847 18:844 19:841 20:855	Completed init container %q for pod %q
kuberuntime_manager.go SyncPod I4 9:721 10:720 11:720 12:731 13:740 14:771 15:766	Backing Off restarting container %+v in pod %v
kuberuntime_manager.go SyncPod I4 9:725 10:724 11:724 12:735 13:744 14:775 15:770	Creating container %+v in pod %v
kuberuntime_manager.go computePodActions I0 9:514 10:513 11:513	Container %+v is dead, but RestartPolicy says that we should restart it.
kuberuntime_manager.go computePodActions I2 9:550 10:549 11:549 12:560 13:569 14:600 15:595 16:612 17:647 18:645 19:642 20:656	Container %q (%q) of pod %s: %s
kuberuntime_manager.go computePodActions I3 12:524 13:533 14:554 15:549 16:566 17:598 18:596 19:593	Container %+v is dead, but RestartPolicy says that we should restart it.
kuberuntime_manager.go computePodActions I3 20:607	Container %q of pod %q is not in the desired state and shall be started
kuberuntime_manager.go doBackOff I0 9:758 10:757 11:757	checking backoff for container %q in pod %q
kuberuntime_manager.go doBackOff I0 9:768 10:767 11:767	Back-off %s restarting failed container=%s pod=%s
kuberuntime_manager.go doBackOff I3 12:768 13:777 14:808 15:803 16:836 17:873 18:870 19:867 20:881	checking backoff for container %q in pod %q
kuberuntime_manager.go doBackOff I3 12:778 13:787 14:818 15:813	Back-off %s restarting failed container=%s pod=%s
kuberuntime_manager.go doBackOff I3 16:846 17:883 18:880 19:877 20:891	back-off %s restarting failed container=%s pod=%s
kuberuntime_manager.go killPodWithSyncResult E0 9:800 10:799 11:799 12:810 13:819 14:850 15:845 16:878 17:915 18:912 19:909 20:923	Failed to stop sandbox %q
kuberuntime_manager.go podSandboxChanged I2 17:444 18:442 19:439 20:453	Multiple sandboxes are ready for Pod %q. Need to reconcile them
kuberuntime_manager.go podSandboxChanged I2 17:460 18:458 19:455 20:469	Sandbox for pod %q has no IP address. Need to start a new one
kuberuntime_manager.go podSandboxChanged I2 9:385 10:385 11:385 12:396 13:397 14:409 15:404 16:409 17:430 18:428 19:425 20:439	No sandbox for pod %q can be found. Need to start a new one
kuberuntime_manager.go podSandboxChanged I2 9:399 10:399 11:399 12:410 13:411 14:423 15:418 16:423	More than 1 sandboxes for pod %q are ready. Need to reconcile them
kuberuntime_manager.go podSandboxChanged I2 9:403 10:403 11:403 12:414 13:415 14:427 15:422 16:427 17:448 18:446 19:443 20:457	No ready sandbox for pod %q can be found. Need to start a new one
kuberuntime_manager.go podSandboxChanged I2 9:410 10:409 11:409 12:420 13:421 14:433 15:428 16:433 17:454 18:452 19:449 20:463	Sandbox for pod %q has changed. Need to start a new one
kuberuntime_manager.go podSandboxChanged I2 9:416 10:415 11:415 12:426 13:427 14:439 15:434 16:439	Sandbox for pod %q has no IP address.  Need to start a new one
kuberuntime_sandbox.go createPodSandbox E0 9:54 10:54 11:56 12:68 13:68 14:68 15:68 16:68 17:68 18:68 19:69 20:70	CreatePodSandbox for pod %q failed: %v
mirror_client.go DeleteMirrorPod E0 9:88 10:88 11:88 12:88 13:101 14:101 15:101 16:100 17:131 18:132 19:132 20:132	Failed deleting a mirror pod %q: %v
mirror_client.go DeleteMirrorPod I2 13:93 14:93 15:93 16:93 17:124 18:125 19:125 20:125	Deleting a mirror pod %q (uid %#v)
mirror_client.go DeleteMirrorPod I2 9:85 10:85 11:85 12:85	Deleting a mirror pod %q
nestedpendingoperations.go operationComplete E0 9:263 10:267 11:267 12:267 13:267 14:267 15:301 16:301 17:301 18:301 19:301 20:301	Operation for
operation_generator.go GenerateMountVolumeFunc I1 9:523 10:557 11:558 12:568 13:577 14:669 15:713 16:744 17:634 18:657 19:663 20:672	MountVolume.SetUp succeeded
operation_generator.go GenerateUnmountVolumeFunc I0 9:643 10:687 11:688 12:698 13:693 14:815 15:860 16:831 17:713 18:782 19:788 20:797	UnmountVolume.TearDown succeeded
plugins.go InitNetworkPlugin I1 9:190 10:190 11:159 12:159 13:159 14:159 15:161 16:166 17:166 18:166 19:168 20:168	Loaded network plugin %q
plugins.go SetUpPod I3 9:412 10:412 11:377 12:377 13:377 14:378 15:380 16:407 17:407 18:406 19:408 20:417	Calling network plugin %s to set up pod %q
plugins.go TearDownPod I3 9:426 10:426 11:391 12:391 13:391 14:392 15:394 16:421 17:421 18:420 19:422 20:433	Calling network plugin %s to tear down pod %q
pod_container_deletor.go getContainersToDeleteInPod W0 9:77 10:77 11:75 12:75 13:75 14:75 15:75 16:75 17:75 18:77 19:79 20:79	Container %q not found in pod's containers
pod_workers.go managePodLoop E0 9:186 10:186 11:186 12:186 13:190 14:190 15:190 16:191 17:191 18:191 19:191 20:191	Error syncing pod %s (%q), skipping: %v
predicate.go Admit I2 9:120 10:133 11:133 12:133 13:133 14:132 15:132 16:132 17:132 18:138 19:139 20:139	Predicate failed on Pod: %v, for reason: %v
prober.go probe I1 9:111 10:111 11:111 12:111 13:111 14:112 15:112 16:116 17:116 18:124 19:117 20:117	%s probe for %q failed (%v): %s
reconciler.go mountAttachVolumes I1 18:269 19:269 20:269	operationExecutor.MountVolume started
reconciler.go reconcile I0 9:191 10:181 11:181 12:181 13:181 14:181 15:177 16:182 17:183	operationExecutor.UnmountVolume started
reconciler.go reconcile I1 9:262 10:252 11:252 12:252 13:252 14:252 15:248 16:253 17:254	operationExecutor.MountVolume started
reconciler.go unmountVolumes I0 18:196 19:196 20:196	operationExecutor.UnmountVolume started
remote_image.go PullImage E0 9:108 10:108 11:108 12:112 13:112 14:113 15:113 16:113 17:113 18:113 19:113 20:113	PullImage %q from image service failed: %v
remote_runtime.go ListPodSandbox E0 9:169 10:169 11:169 12:173 13:173 14:186 15:182 16:182 17:182 18:182 19:203 20:206	ListPodSandbox with filter %+v from runtime service failed: %v
remote_runtime.go NewRemoteRuntimeService I0 9:43 10:43	Connecting to runtime service %s
remote_runtime.go NewRemoteRuntimeService I3 11:43 12:43 13:43 14:54 15:51 16:51 17:51 18:51 19:51 20:54	Connecting to runtime service %s
remote_runtime.go RunPodSandbox E0 9:92 10:92 11:92 12:96 13:96 14:109 15:105 16:105 17:105 18:105 19:113 20:116	RunPodSandbox from runtime service failed: %v
remote_runtime.go Status E0 9:434 10:434 11:434 12:438 13:438 14:482 15:453 16:453 17:453 18:453 19:501 20:510	Status from runtime service failed: %v
remote_runtime.go StopContainer E0 9:229 10:229 11:229 12:233 13:233 14:250 15:243 16:243 17:243 18:243 19:271 20:274	StopContainer %q from runtime service failed: %v
remote_runtime.go StopPodSandbox E0 9:115 10:115 11:115 12:119 13:119 14:132 15:128 16:128 17:128 18:128 19:140 20:143	StopPodSandbox %q from runtime service failed: %v
server.go Run I0 9:182 10:376 11:408 12:408 13:407 14:418 15:425 16:410 17:416 18:417 19:412 20:416	Version: %+v
server.go RunKubelet I0 9:755 10:945 11:986 12:1014 13:1000 14:1055 15:1081 16:1065 17:1114 18:1126 19:1148 20:1176	Started kubelet
status_manager.go Start I0 9:140 10:140 11:152 12:152 13:152 14:152 15:152 16:156 17:157 18:158 19:158 20:158	Starting to sync pod status with apiserver
status_manager.go syncBatch I5 9:419 10:421 11:442 12:445 13:445 14:445 15:445 16:489 17:515 18:516 19:510 20:510	Static pod %q (%s/%s) does not have a corresponding mirror pod; skipping
status_manager.go syncPod I2 9:466 10:468 11:489 12:492 13:492 14:492 15:492 16:536 17:562 18:563 19:557 20:557	Pod %q was deleted and then recreated, skipping status update; old UID %q, new UID %q
status_manager.go syncPod I3 11:496 12:499 13:499 14:499 15:499 16:543 17:569 18:570 19:564 20:564	Patch status for pod %q with %q
status_manager.go syncPod I3 17:549 18:550 19:544 20:544	Pod %q does not exist on the server
status_manager.go syncPod I3 18:576 19:570 20:570	Status for pod %q is up-to-date: (%d)
status_manager.go syncPod I3 9:453 10:455 11:476 12:479 13:479 14:479 15:479 16:523	Pod %q (%s) does not exist on the server
status_manager.go syncPod I3 9:479 10:481 11:503 12:506 13:506 14:506 15:506 16:550 17:576 18:578 19:572 20:572	Status for pod %q updated successfully: (%d, %+v)
status_manager.go syncPod I3 9:492 10:494 11:516 12:519 13:519 14:519 15:519 16:563 17:589 18:597 19:591 20:591	Pod %q fully terminated and removed from etcd
volume_manager.go Run I0 9:247 10:247 11:247 12:248 13:248 14:248 15:243 16:249 17:265 18:265 19:265 20:271	Starting Kubelet Volume Manager
volume_manager.go Run I2 9:245 10:245 11:245 12:246 13:246 14:246 15:241 16:247 17:263 18:263 19:263 20:269	The desired_state_of_world populator starts
volume_manager.go WaitForAttachAndMount I3 9:342 10:347 11:347 12:350 13:350 14:355 15:350 16:356 17:372 18:372 19:372 20:373	Waiting for volumes to attach and mount for pod %q
volume_manager.go WaitForAttachAndMount I3 9:371 10:380 11:380 12:383 13:383 14:388 15:383 16:387 17:403 18:403 19:403 20:404	All volumes are attached and mounted for pod %q
`;
