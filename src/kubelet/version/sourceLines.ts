// Where in the kubelet's source a line is printed, by version: the numbers tell the version of a log that doesn't, and the simulator's
// logs have those of the version that they are of; lines that are not listed get a number that no version has.

/** `minor:line` from that minor on, until the next. */
const lines: Readonly<Record<string, string>> = {
  'Adding apiserver pod source':
    '21:283 22:290 23:289 24:278 25:281 26:297 27:309 29:312 30:313 31:314 32:352 33:386 34:387 35:394 36:397',
  'Adding new pods from source': '21:257 24:258 25:260 26:272 30:271 35:275',
  'Adding pod URL with HTTP header':
    '21:278 22:285 23:284 24:273 25:276 26:292 27:304 29:307 30:308 31:309 32:347 33:381 34:382 35:389 36:392',
  'Added pod to network': '21:364 23:365',
  'Adding pod to network': '21:358 23:359',
  'Adding static pod path':
    '21:272 22:279 23:278 24:267 25:270 26:286 27:298 29:301 30:302 31:303 32:341 33:375 34:376 35:383 36:386',
  'All volumes are attached and mounted for pod':
    '21:425 22:437 23:440 24:438 25:439 27:433 28:442 31:440 34:482 35:471 36:470',
  'All volumes are unmounted for pod':
    '22:473 23:476 24:474 25:475 27:469 28:480 31:478 32:477 34:520 35:509 36:508',
  'Attempting to sync node with API server':
    '21:404 22:418 23:416 24:376 25:381 26:398 27:405 28:393 29:396 30:401 31:408 32:446 33:480 34:475 35:482 36:485',
  'Attempting to register node': '9:82 12:70 14:72 18:70 19:71 23:70 29:73 31:72 32:75 35:74 36:75',
  'Back-off restarting failed container':
    '21:926 22:961 23:981 24:967 25:922 26:933 27:1290 28:1358 29:1361 30:1345 31:1447 32:1514 33:1554 34:1632 35:1848 36:1934',
  'CNI failed to retrieve network namespace path': '21:333 23:334',
  'Calling network plugin to set up the pod': '21:417 23:404',
  'Calling network plugin to tear down the pod': '21:433 23:420',
  'Cancelling current pod sync': '22:761 23:775 27:972 29:970 34:993 36:1001',
  'Checking backoff for container in pod':
    '21:916 22:951 23:971 24:957 25:912 26:922 27:1279 28:1347 29:1350 30:1334 31:1436 32:1503 33:1543 34:1621 35:1836 36:1922',
  'Clean up containers for orphaned pod we had not seen before':
    '27:1210 28:1226 30:1315 31:1320 32:1334 33:1340 34:1403 35:1409 36:1414',
  'Clean up orphaned pod containers': '22:1140 23:1134 24:1131 25:1140 26:1154',
  'Cleaned up orphaned pod volumes dir': '21:140 22:160 27:163 35:161',
  'Completed init container for pod':
    '21:890 22:925 23:945 24:931 25:886 26:896 27:1246 28:1296 29:1299 30:1283 31:1299 32:1366 33:1385 34:1479 35:1694 36:1765',
  'Container exited normally':
    '21:722 22:732 24:731 25:711 26:718 27:751 28:754 29:779 30:788 31:817 32:818 33:867 34:875 35:899 36:918',
  "Container not found in pod's containers": '21:79 26:80',
  'Container of pod is not in the desired state and shall be started':
    '21:629 22:653 23:656 24:638 25:595 26:605 27:941 28:978 29:981 30:965 31:970 32:1037 33:1050 34:1118 35:1255 36:1310',
  'Container runtime initialized':
    '21:222 22:246 23:249 24:239 25:240 26:244 27:259 29:260 30:261 31:262 32:269 33:279 34:291 35:294 36:308',
  'Container runtime network not ready':
    '21:2211 22:2381 23:2394 24:2352 25:2373 26:2475 27:2768 28:2874 29:2911 30:2920 31:2902 32:3002 33:3117 34:3012 35:3130 36:3262',
  'Container runtime not ready': '21:2221 22:2391 23:2404 24:2362 25:2383',
  'Container runtime sanity check failed':
    '21:2200 22:2370 23:2383 24:2341 25:2362 26:2460 27:2753 28:2859 29:2896 30:2905 31:2887 32:2987 33:3102 34:2997 35:3115 36:3247',
  'Container termination failed with gracePeriod':
    '21:719 22:728 24:727 25:707 26:714 27:747 28:750 29:775 30:784 31:813 32:814 33:863 34:871 35:895 36:914',
  'CreatePodSandbox for pod failed':
    '21:790 22:819 23:833 24:815 25:772 26:782 27:1132 28:1181 29:1184 30:1168 31:1170 32:1237 33:1252 34:1343 35:1558 36:1614',
  'Created PodSandbox for pod':
    '21:798 22:827 23:841 24:823 25:780 26:790 27:1140 28:1189 29:1192 30:1176 31:1178 32:1245 33:1260 34:1351 35:1566 36:1622',
  'Creating PodSandbox for pod':
    '21:776 22:800 23:803 24:785 25:742 26:752 27:1095 28:1137 29:1140 30:1124 31:1126 32:1193 33:1208 34:1280 35:1495 36:1551',
  'Creating a mirror pod for static pod':
    '21:1681 22:1730 23:1743 24:1691 25:1710 26:1800 27:1862 28:1896 29:1927 30:1935 31:1913 32:3194 33:3309 34:3220 35:3348 36:3499',
  'Creating container in pod':
    '21:854 22:886 23:903 24:889 25:846 26:856 27:1206 28:1255 29:1258 30:1242 31:1251 32:1318 33:1333 34:1424 35:1639 36:1702',
  'Delaying pod deletion as the phase is non-terminal':
    '27:895 28:939 31:937 32:976 33:981 34:1103 35:1130 36:1249',
  'Deleted pod from network': '21:383 23:384',
  "Deleted mirror pod as it didn't match the static Pod": '32:3183 33:3298 34:3209 35:3337 36:3488',
  'Deleted mirror pod because it is outdated':
    '21:1670 22:1719 23:1732 24:1680 25:1699 26:1789 27:1851 28:1885 29:1916 30:1922 31:1900',
  'Deleting a mirror pod': '21:125 22:130 34:131',
  'Deleting pod from network': '21:375 23:376',
  'Determined the ip for pod after sandbox changed':
    '21:817 22:846 23:860 24:846 25:803 26:813 27:1163 28:1212 29:1215 30:1199 31:1201 32:1268 33:1283 34:1374 35:1589 36:1645',
  'Error adding pod to network': '21:361 23:362',
  'Error deleting pod from network': '21:380 23:381',
  'Error syncing pod, skipping':
    '21:190 22:951 23:965 27:1294 28:1300 29:1298 31:1301 34:1324 36:1338',
  'Error updating node status, will retry':
    '9:383 12:378 14:388 18:402 19:470 23:460 26:540 29:544 31:535 32:548 34:486 35:474 36:479',
  'Event channel is full, discard this relist() cycle event':
    '21:276 22:280 26:316 27:318 32:344 34:342 36:399',
  'Eviction manager: attempting to reclaim':
    '21:339 23:338 25:340 26:345 27:346 28:342 29:366 31:369 32:376 35:381',
  'Eviction manager: eviction thresholds have been met, but no pods are active to evict':
    '21:361 23:360 25:362 26:367 27:368 28:364 29:388 31:391 32:398 35:403',
  'Eviction manager: must evict pod(s) to reclaim':
    '21:350 23:349 25:351 26:356 27:357 28:353 29:377 31:380 32:387 35:392',
  'Eviction manager: pod failed to evict':
    '21:573 22:574 23:573 25:575 26:593 27:594 28:590 29:614 32:625 33:627 35:633',
  'Eviction manager: pod is evicted successfully':
    '21:575 22:576 23:575 25:577 26:595 27:596 28:592 29:616 32:627 33:629 35:635',
  'Eviction manager: pods ranked for eviction':
    '21:368 23:367 25:369 26:374 27:375 28:371 29:395 31:398 32:405 35:410',
  'Failed creating a mirror pod': '32:3196 33:3311 34:3222 35:3350 36:3501',
  'Failed creating a mirror pod for':
    '21:1683 22:1732 23:1745 24:1693 25:1712 26:1802 27:1864 28:1898 29:1929 30:1937 31:1915',
  'Failed deleting a mirror pod': '21:132 22:138 34:139',
  'Failed killing the pod': '21:1288',
  'Failed to create sandbox for pod': '21:68 22:70 25:71 26:72 33:70 34:71 36:70',
  'Failed to delete pod':
    '21:2141 22:2312 23:2325 24:2283 25:2304 26:2401 27:2580 28:2646 29:2683 30:2692 31:2674 32:2729 33:2784 34:2848 35:2965 36:3085',
  'Failed to ensure lease exists, will retry': '17:136 20:144 26:146 29:145 35:201',
  'Failed to run kubelet': '21:292 22:294 23:302',
  'Failed to stop sandbox':
    '21:958 22:993 23:1013 24:999 25:954 26:965 27:1322 28:1390 29:1393 30:1377 31:1479 32:1546 33:1586 34:1665 35:1881 36:1967',
  'Failed to stop sandbox before removing': '21:176 26:177 27:180 34:182',
  'Failed to update lease': '17:178 20:187 26:189 27:193 29:195 35:251',
  'Generating pod status':
    '21:1520 22:1447 23:1441 24:1432 25:1447 26:1461 27:1578 28:1655 29:1673 30:1762 31:1767 32:1826 33:1762 34:1867 35:1887 36:1893',
  'Generic (PLEG): container finished': '22:296 26:332 27:334 32:358 34:356 36:413',
  GenericPLEG: '21:155 26:182 27:184 32:201 34:199 36:257',
  'GenericPLEG: Reinspecting pods that previously failed inspection': '21:284 22:306 26:342 27:344',
  'GenericPLEG: Relisting': '21:191 26:222 27:224 32:242 34:240 36:298',
  'GenericPLEG: Relisting Pod': '36:426',
  'GenericPLEG: Unable to retrieve pod': '36:436',
  'GenericPLEG: Unable to retrieve pods': '21:205 26:236 27:238 32:256 34:254 36:312',
  'Got phase for pod':
    '22:1459 23:1453 24:1444 25:1457 26:1471 27:1591 28:1668 29:1686 30:1775 31:1780 32:1839 33:1772 34:1877 35:1897 36:1903',
  'Gracefully deleting pods from source': '21:259 24:260 25:262 26:274 30:273 35:277',
  'Killing container with a grace period':
    '21:714 22:723 24:722 25:702 26:709 27:742 28:745 29:770 30:779 31:808 32:809 33:858 34:866 35:890 36:909',
  'Killing container with a grace period override':
    '21:710 22:719 24:718 25:698 26:705 27:738 28:731 29:749 30:758 31:787 32:788 33:837 34:845 35:869 36:888',
  'Killing unwanted container for pod':
    '21:739 22:763 23:766 24:748 25:705 26:715 27:1058 28:1100 29:1103 30:1087 31:1089 32:1156 33:1171 34:1243 35:1432 36:1488',
  'Killing unwanted pod': '21:1285',
  'Kubelet does not support snapshot update':
    '21:1953 22:2125 23:2138 24:2096 25:2117 26:2220 27:2372 28:2428 29:2454 30:2463 31:2428 32:2489 33:2543 34:2536 35:2609',
  'Kubelet version':
    '21:440 23:446 24:399 25:413 26:412 27:415 28:467 29:492 30:489 31:491 32:520 33:530 34:529 35:525 36:545',
  'ListPodSandbox with filter from runtime service failed':
    '21:207 23:351 24:356 25:377 26:277 28:294',
  'Message for Container of pod':
    '21:683 22:707 23:710 24:692 25:649 26:659 27:1001 28:1038 29:1041 30:1025 31:1027 32:1094 33:1107 34:1182 35:1319 36:1374',
  'MountVolume.SetUp succeeded':
    '21:694 22:707 23:751 24:698 25:725 27:713 29:716 31:632 32:609 33:610 35:609 36:611',
  'Multiple sandboxes are ready for Pod. Need to reconcile them':
    '21:474 22:498 23:501 24:483 25:44 34:48',
  'No ready sandbox for pod can be found. Need to start a new one':
    '21:479 22:503 23:506 24:488 25:48 34:52',
  'No sandbox for pod can be found. Need to start a new one':
    '21:460 22:484 23:487 24:469 25:30 34:34',
  'Node was previously registered':
    '9:127 12:112 14:114 18:112 19:109 23:108 29:112 31:111 32:124 35:123 36:125',
  'Notifying pod of pending update': '27:965 29:963 34:986 36:994',
  'Operation for': '21:335 22:301 23:348 24:335 26:348',
  'Orphaned pod found, removing pod cgroups': '21:2020',
  'Orphaned pod found, removing': '21:216 22:236 27:248 30:250 35:248',
  'Orphaned running pod terminating without grace period':
    '27:2056 28:2103 29:2134 30:2143 31:2121 32:2175 33:2224 34:2244 35:2317 36:2436',
  'PLEG: Delete status for pod': '21:377 22:399 25:395 26:434 27:436 32:442 34:440 36:523',
  'PLEG: Ignoring events for pod': '21:252 26:283 27:285 32:302 34:300 36:367',
  'PLEG: pod failed reinspection': '21:288 22:310 26:346 27:348',
  'PodSandboxStatus of sandbox for pod':
    '21:1003 22:1045 23:1065 24:1051 25:1006 26:1040 27:1397 28:1465 29:1468 30:1452 31:1554 32:1621 33:1663 34:1744 35:1961 36:2044',
  'PLEG: Write status': '21:387 22:409 24:413 25:409 26:447 27:451 32:457 34:453',
  'Patch status for pod':
    '21:586 22:682 23:685 25:688 26:719 27:830 28:874 31:872 32:911 33:916 34:1038 35:1065 36:1184',
  'Pending update already queued': '27:1506 28:1512 29:1510 31:1513 34:1536 35:1546 36:1560',
  'Pod admission denied': '31:2306 32:2351 33:2405 34:702 36:619',
  'Pod cannot start ever': '27:1170 29:1168 31:1171 34:1194 36:1202',
  'Pod cannot start yet': '22:882 23:896 27:1176 29:1174 31:1177 34:1200 36:1208',
  'Pod does not exist on the server':
    '21:558 22:653 23:656 25:659 26:690 27:801 28:845 31:843 32:882 33:887 34:1010 35:1037 36:1156',
  'Pod failed validation due to duplicate pod name, ignoring':
    '21:326 24:327 25:329 26:341 30:340 35:344 36:269',
  'Pod fully terminated and removed from etcd':
    '21:614 22:710 23:713 25:716 26:757 27:868 28:912 31:910 32:949 33:954 34:1076 35:1103 36:1222',
  'Pod has been deleted and must be killed':
    '22:1959 23:1972 24:1930 25:1951 26:2054 27:2190 28:2246 29:2277 30:2286 31:2262 32:2316 33:2370 34:2386 35:2459 36:2578',
  'Pod has been terminated and is no longer known to the kubelet, remove all history':
    '22:1258 23:1272 27:1630 28:1636 29:1634 31:1637 34:1660 35:1670 36:1684',
  'Pod has been terminated but another pod with the same UID was created, remove history to allow restart':
    '22:1256 23:1270 27:1628 28:1634 29:1632 31:1635 34:1658 35:1668 36:1682',
  'Pod has completed and its containers have been terminated, ignoring remaining sync work':
    '21:2044',
  'Pod has completed execution and should be deleted from the API server': '21:2036',
  'Pod indicated lifecycle completed naturally and should now terminate':
    '22:1023 23:1037 27:1366 28:1372 29:1370 31:1373 34:1396 36:1410',
  'Pod is being evicted by the kubelet, begin teardown':
    '22:635 23:649 27:866 29:864 34:884 36:892',
  'Pod is being removed by the kubelet, begin teardown':
    '22:638 23:652 27:869 29:867 34:887 36:895',
  'Pod is being synced for the first time': '22:571 23:585 27:770 29:768 34:788 36:796',
  'Pod is complete and the worker can now stop':
    '22:1105 23:1119 27:1456 28:1462 29:1460 31:1463 34:1486 36:1500',
  'Pod is finished processing, no further updates': '22:611 23:625 27:842 29:840 34:860 36:868',
  'Pod is in a terminal phase (success/failed), begin teardown':
    '22:630 23:644 27:861 29:859 34:879 36:887',
  'Pod is marked for graceful deletion, begin teardown':
    '22:625 23:639 27:856 29:854 34:874 36:882',
  'Pod is orphaned and has not been started':
    '27:1603 28:1609 29:1607 31:1610 34:1633 35:1643 36:1657',
  'Pod is orphaned and must be torn down': '22:620 23:634 27:851 29:849 34:869 36:877',
  'Pod is orphaned and still running, began terminating':
    '27:1615 28:1621 29:1619 31:1622 34:1645 35:1655 36:1669',
  'Pod is orphaned and still terminating, notified the pod worker':
    '27:1622 28:1628 29:1626 31:1629 34:1652 35:1662 36:1676',
  'Pod is restartable after termination due to UID reuse':
    '22:1215 23:1209 24:1206 25:1221 26:1235',
  'Pod is terminal': '22:978 23:992 27:1321 28:1327 29:1325 31:1328 34:1351 36:1365',
  'Pod is terminated and will need no more status updates':
    '22:1912 23:1925 24:1883 25:1904 26:2007 27:2143 28:2190 29:2221 30:2230 31:2206 32:2260 33:2314 34:2330 35:2403 36:2522',
  'Pod is terminating but has been requested to restart with same UID, will be reconciled later':
    '22:604 23:618 27:835 29:833 34:853 36:861',
  'Pod is waiting for termination, ignoring runtime-only kill until after pod worker is fully terminated':
    '22:654 23:668 27:884 29:882 34:902 36:910',
  'Pod never started and the worker can now stop': '22:1131 23:1145',
  'Pod sync status does not exist, the worker should not be running':
    '22:813 23:827 27:1022 29:1020 31:1023 34:1046 36:1054',
  'Pod terminated all containers successfully':
    '22:1050 23:1064 27:1395 28:1401 29:1399 31:1402 34:1425 36:1439',
  'Pod terminated all orphaned containers successfully and worker can now stop':
    '22:1081 23:1095 27:1426 28:1432 29:1430 31:1433 34:1456 36:1470',
  'Pod terminating with grace period':
    '22:1794 23:1807 24:1755 25:1774 26:1867 27:1961 28:1998 29:2029 30:2038 31:2016 32:2070 33:2119 34:2139 35:2212',
  'Pod termination cleaned up volume paths':
    '27:2114 28:2161 29:2192 30:2201 31:2178 32:2232 33:2286 34:2302 35:2375 36:2494',
  'Pod termination removed cgroups':
    '22:1907 23:1920 24:1878 25:1897 26:2000 27:2136 28:2183 29:2214 30:2223 31:2199 32:2253 33:2307 34:2323 35:2396 36:2515',
  'Pod termination stopped all running containers':
    '22:1863 23:1876 24:1834 25:1853 26:1955 27:2035 28:2073 29:2104 30:2113 31:2091 32:2145 33:2194 34:2214 35:2287 36:2405',
  'Pod termination stopped all running orphan containers':
    '22:1804 23:1817 24:1765 25:1784 26:1877',
  'Pod termination stopped all running orphaned containers':
    '22:1770 23:1817 24:1759 25:1784 26:1877 27:2065 28:2112 29:2143 30:2152 31:2130 32:2184 33:2233 34:2253 35:2326 36:2445',
  'Pod termination unmounted volumes':
    '22:1886 23:1899 24:1857 25:1876 26:1979 27:2100 28:2147 29:2178 30:2187 31:2165 32:2219 33:2273 34:2289 35:2362 36:2481',
  'Pod update included RunningPod which is only valid when Pod is not specified':
    '22:559 23:573 27:756 29:754 34:774 36:781',
  'Pod update is ignored, runtime pods can only be killed':
    '22:552 23:566 27:748 29:746 34:766 36:773',
  'Pod was deleted and sandbox failed to be created':
    '21:786 22:814 23:828 24:810 25:767 26:777 27:1127 28:1176 29:1179 30:1163 31:1165 32:1232 33:1247 34:1338 35:1553 36:1609',
  'Pod was deleted and then recreated, skipping status update':
    '21:576 22:671 23:674 25:677 26:708 27:819 28:863 31:861 32:900 33:905 34:1027 35:1054 36:1173',
  'Pod will be restarted because it is in the desired set and not known to the pod workers (likely due to UID reuse)':
    '27:1156 28:1168 30:1257 31:1262 32:1276 33:1282 34:1345 35:1351 36:1356',
  'Pod worker attempted to set terminatingAt twice, likely programmer error':
    '22:1029 23:1043 27:1378 28:1384 29:1382 31:1385 34:1408 36:1422',
  'Pod worker has been requested for removal but is still not fully terminated':
    '22:1251 23:1265 27:1589 28:1595 29:1593 31:1596 34:1619 35:1629 36:1643',
  'Pod worker has observed request to terminate':
    '22:1005 23:1019 27:1348 28:1354 29:1352 31:1355 34:1378 36:1392',
  'Pod worker has stopped': '27:951 29:949 34:969 36:977',
  'Pod worker no longer has status, worker should exit': '27:1108 29:1106 31:1109 34:1132',
  'Pod worker received no pending work, programmer error?':
    '27:1119 29:1117 31:1120 34:1143 36:1151',
  'Post-termination container state':
    '22:1856 23:1869 24:1827 25:1846 26:1939 27:2012 28:2050 29:2081 30:2090 31:2068 32:2122 33:2171 34:2191 35:2264 36:2382',
  'Predicate failed on Pod': '21:143 23:145 26:133 28:151 30:168 32:226 33:227 34:233',
  'Probe failed': '21:116 23:121 25:114 26:109 27:107 33:120 35:122',
  'Processing pod event': '22:888 23:902 27:1226 28:1232 29:1230 31:1233 34:1256 36:1265',
  'Processing pod event done': '22:878 23:892 27:1302 28:1308 29:1306 31:1309 34:1332',
  'PullImage from image service failed': '21:114 23:216 24:218 25:222 26:171 27:167 28:180',
  'Reading config file': '21:201 36:200',
  'Received invalid update type': '21:292 24:293 25:295 26:307 30:306 35:310',
  'Receiving a new pod': '21:383 24:384 25:386 26:398 30:397 35:401 36:326',
  'Removing pods from source': '21:266 24:267 25:269 26:281 30:280 35:284',
  'Requeuing pod due to pending update': '33:1511 34:1534 35:1544 36:1558',
  'Retrieved pods from runtime': '27:436 29:437 30:431 31:432 32:439 33:475 34:496 35:504 36:477',
  'RunPodSandbox from runtime service failed': '21:116 23:198 24:201 25:222 26:176 28:193',
  'Sandbox for pod has changed. Need to start a new one': '21:485 22:509 23:512 24:494 25:54 34:58',
  'Sandbox for pod has no IP address. Need to start a new one':
    '21:491 22:515 23:518 24:500 25:60 34:64',
  'Setting pods for source': '21:278 24:279 25:281 26:293 30:292 35:296 36:226',
  'Skipping pod synchronization':
    '21:1870 22:2042 23:2055 24:2013 25:2034 26:2137 27:2289 28:2345 29:2371 30:2380 31:2345 32:2406 33:2460 34:2452 35:2525 36:2646',
  'Started kubelet':
    '21:1190 22:1213 23:1246 24:1183 25:1175 26:1186 27:1168 28:1232 29:1261 30:1269 31:1274 32:1287 33:1289 34:1262 35:1257 36:1285',
  'Starting kubelet main sync loop':
    '21:1846 22:2018 23:2031 24:1989 25:2010 26:2113 27:2265 28:2321 29:2347 30:2356 31:2321 32:2382 33:2436 34:2428 35:2501 36:2622',
  'Static pod does not have a corresponding mirror pod; skipping':
    '21:522 22:617 23:620 25:623 26:654 27:754 28:798 31:796 32:835 33:840 34:962 35:989 36:1108',
  'Status for pod is up-to-date':
    '21:593 22:689 23:692 25:695 26:726 27:837 28:881 31:879 32:918 33:923 34:1045 35:1072 36:1191',
  'Status for pod updated successfully':
    '21:595 22:691 23:694 25:697 26:728 27:839 28:883 31:881 32:920 33:925 34:1047 35:1074 36:1193',
  'Status from runtime service failed': '21:515 23:916 24:925 25:948 26:616 28:633',
  'StopContainer from runtime service failed': '21:276 23:479 24:484 25:505 26:349 28:366',
  'StopPodSandbox from runtime service failed': '21:144 23:245 24:248 25:269 26:205 28:222',
  'Stopping PodSandbox for pod, because all other containers are dead':
    '21:723 22:747 23:750 24:732 25:689 26:699 27:1042 28:1084 29:1087 30:1071 31:1073 32:1140 33:1155 34:1227 35:1416 36:1472',
  'Stopping PodSandbox for pod, will start new one':
    '21:721 22:745 23:748 24:730 25:687 26:697 27:1040 28:1082 29:1085 30:1069 31:1071 32:1138 33:1153 34:1225 35:1414 36:1470',
  'Sync exited with context cancellation error':
    '22:947 23:961 27:1290 28:1296 29:1294 31:1297 34:1320 36:1334',
  'SyncLoop (PLEG): event for pod':
    '21:1970 22:2142 23:2155 24:2113 25:2134 26:2231 27:2383 28:2439 29:2465 30:2474 31:2439 32:2500 33:2554 34:2546 35:2619 36:2737',
  'SyncLoop (PLEG): pod does not exist, ignore irrelevant event':
    '21:1974 22:2146 23:2159 24:2117 25:2138 26:2235 27:2387 28:2443 29:2469 30:2478 31:2443 32:2504 33:2558 34:2550 35:2623 36:2741',
  'SyncLoop (SYNC) pods':
    '21:1989 22:2161 23:2174 24:2132 25:2153 26:2250 27:2402 28:2458 29:2484 30:2493 31:2458 32:2519 33:2573 34:2565 35:2638 36:2756',
  'SyncLoop (housekeeping)':
    '21:2009 22:2192 23:2205 24:2163 25:2184 26:2281 27:2433 28:2489 29:2515 30:2524 31:2506 32:2567 33:2621 34:2612 35:2685 36:2803',
  "SyncLoop (housekeeping, skipped): sources aren't ready yet":
    '21:2007 22:2189 23:2202 24:2160 25:2181 26:2278 27:2430 28:2486 29:2512 30:2521 31:2503 32:2564 33:2618 34:2609 35:2682 36:2800',
  'SyncLoop (probe)':
    '21:2026 22:2214 23:2227 24:2185 25:2206 26:2303 27:2455 28:2511 29:2537 30:2546 31:2528 32:2589 33:2643 34:2634 35:2707 36:2826',
  'SyncLoop (probe): ignore irrelevant update':
    '21:2023 22:2211 23:2224 24:2182 25:2203 26:2300 27:2452 28:2508 29:2534 30:2543 31:2525 32:2586 33:2640 34:2631 35:2704 36:2823',
  'Successfully registered node':
    '9:85 12:73 14:75 18:73 19:74 23:73 29:76 31:75 32:78 35:77 36:78',
  'SyncLoop ADD':
    '21:1932 22:2104 23:2117 24:2075 25:2096 26:2199 27:2351 28:2407 29:2433 30:2442 31:2407 32:2468 33:2522 34:2515 35:2588 36:2709',
  'SyncLoop DELETE':
    '21:1948 22:2120 23:2133 24:2091 25:2112 26:2215 27:2367 28:2423 29:2449 30:2458 31:2423 32:2484 33:2538 34:2531 35:2604 36:2725',
  'SyncLoop RECONCILE':
    '21:1945 22:2117 23:2130 24:2088 25:2109 26:2212 27:2364 28:2420 29:2446 30:2455 31:2420 32:2481 33:2535 34:2528 35:2601 36:2722',
  'SyncLoop REMOVE':
    '21:1942 22:2114 23:2127 24:2085 25:2106 26:2209 27:2361 28:2417 29:2443 30:2452 31:2417 32:2478 33:2532 34:2525 35:2598 36:2719',
  'SyncLoop UPDATE':
    '21:1939 22:2111 23:2124 24:2082 25:2103 26:2206 27:2358 28:2414 29:2440 30:2449 31:2414 32:2475 33:2529 34:2522 35:2595 36:2716',
  'SyncPod enter':
    '22:1544 23:1557 24:1504 25:1523 26:1613 27:1674 28:1703 29:1734 30:1740 31:1758 32:1847 33:1892 34:1909 35:1950 36:2028',
  'SyncPod exit':
    '22:1546 23:1559 24:1506 25:1525 26:1615 27:1676 28:1705 29:1736 30:1742 31:1764 32:1853 33:1898 34:1915 35:1956 36:2034',
  'SyncPod received new pod, will create a sandbox for it':
    '21:714 22:738 23:741 24:723 25:680 26:690 27:1033 28:1075 29:1078 30:1062 31:1064 32:1131 33:1146 34:1218 35:1407 36:1463',
  'SyncTerminatedPod enter':
    '22:1873 23:1886 24:1844 25:1863 26:1965 27:2086 28:2133 29:2164 30:2173 31:2151 32:2205 33:2254 34:2275 35:2348 36:2467',
  'SyncTerminatedPod exit':
    '22:1874 23:1887 24:1845 25:1864 26:1966 27:2087 28:2134 29:2165 30:2174 31:2152 32:2206 33:2255 34:2276 35:2349 36:2468',
  'SyncTerminatingPod enter':
    '22:1785 23:1798 24:1746 25:1765 26:1858 27:1951 28:1988 29:2019 30:2028 31:2006 32:2060 33:2104 34:2129 35:2188 36:2294',
  'SyncTerminatingPod exit':
    '22:1786 23:1799 24:1747 25:1766 26:1859 27:1952 28:1989 29:2020 30:2029 31:2007 32:2061 33:2105 34:2130 35:2202 36:2308',
  'SyncTerminatingRuntimePod enter':
    '27:2052 28:2099 29:2130 30:2139 31:2117 32:2171 33:2220 34:2240 35:2313 36:2432',
  'SyncTerminatingRuntimePod exit':
    '27:2053 28:2100 29:2131 30:2140 31:2118 32:2172 33:2221 34:2241 35:2314 36:2433',
  'Trying to delete pod':
    '21:1666 22:1714 23:1727 24:1675 25:1694 26:1784 27:1846 28:1880 29:1911 30:1917 31:1895 32:3177 33:3292 34:3203 35:3331 36:3482',
  'Triggerd Probe by manual run': '32:186',
  'Triggered Probe by manual run': '33:196 34:198',
  'Unable to attach or mount volumes for pod; skipping pod':
    '21:1701 22:1751 23:1764 24:1712 25:1731 26:1821 27:1883 28:1915 29:1946 30:1954 31:1932 32:2005 33:2050 34:2076 35:2129 36:2205',
  'Unable to find pod for mirror pod, skipping':
    '28:2535 29:2561 30:2570 31:2552 32:2612 33:2666 34:2656 35:2729',
  'Unable to register node with API server':
    '9:106 12:92 14:94 18:92 19:93 23:92 29:96 31:95 32:107 35:106 36:108',
  'Unable to update node status':
    '9:375 12:366 14:375 18:389 19:457 23:447 26:527 29:531 31:522 32:535 34:473 35:461 36:465',
  'Unable to read pod status prior to final pod termination':
    '22:1843 23:1856 24:1804 25:1823 26:1916 27:1989 28:2026 29:2057 30:2066 31:2044 32:2098 33:2147 34:2167 35:2240',
  'UnmountVolume.TearDown succeeded':
    '21:854 22:867 23:918 24:857 25:891 27:879 29:882 30:888 31:804 32:781 33:782 35:780 36:782',
  'Updating pods from source': '21:261 24:262 25:264 26:276 30:275 35:279',
  'Waiting for node sync before watching apiserver pods': '21:42 36:41',
  'Waiting for volumes to attach and mount for pod':
    '21:394 22:406 23:409 24:407 25:408 27:399 28:406 31:404 34:421 35:410 36:409',
  'Waiting for volumes to unmount for pod':
    '22:446 23:449 24:447 25:448 27:442 28:451 31:449 34:492 35:481 36:480',
  'Watching URL': '21:57 36:56',
  'Will retry updating lease': '20:122 26:124 29:123 35:179',
  'computePodActions got for pod':
    '21:705 22:729 23:732 24:714 25:671 26:681 27:1024 28:1066 29:1069 30:1053 31:1055 32:1122 33:1137 34:1209 35:1398 36:1454',
  'failed to update lease using latest lease, fallback to ensure lease':
    '17:106 20:114 26:116 29:115 35:171',
  'killPodWithSyncResult failed':
    '21:729 22:753 23:756 24:738 25:695 26:705 27:1048 28:1090 29:1093 30:1077 31:1079 32:1146 33:1161 34:1233 35:1422 36:1478',
  'kubelet.go Unhandled Error':
    '21:1509 22:1789 23:1839 24:1778 25:1806 26:1899 27:1964 28:2001 29:2032 30:2040 31:2027 32:2087 33:2130 34:2150 35:2223',
  'kuberuntime_manager.go Unhandled Error':
    '21:864 22:895 23:919 24:905 25:862 26:872 27:1212 28:1209 29:1262 30:1256 31:1272 32:1341 33:1358 34:1449 35:1664 36:1727',
  'operationExecutor.MountVolume started':
    '21:269 23:293 24:245 25:269 26:228 27:231 30:220 31:218 32:224 34:225',
  'operationExecutor.UnmountVolume started':
    '21:196 23:209 24:192 25:211 26:169 27:172 30:161 31:159 32:162 34:163',
  'Hairpin mode is set': '21:242 23:243',
  'Using CNI configuration file': '21:208 23:209',
  'Loaded network plugin': '21:168',
  'Docker cri networking managed by the network plugin': '21:257 23:258',
  'Setting cgroupDriver': '21:278 23:279',
  'Starting the GRPC server for the docker CRI shim.': '21:62 23:63',
};

/** How the messages begin that are put together before they are printed. */
const made = [
  'operationExecutor.MountVolume started',
  'operationExecutor.UnmountVolume started',
  'MountVolume.SetUp succeeded',
  'UnmountVolume.TearDown succeeded',
  'Operation for',
] as const;

/** The file and line of a message; of versions that were not looked at, those of the one before. */
export function sourceLine(
  file: string,
  message: string,
  minor: number,
): { readonly file: string; readonly line: number } {
  // From 1.31 on the CRI client logs by a logger of its own, whose lines all name its file.
  if (file === 'log.go') return { file, line: 32 };
  let line = 1;
  const start = made.find((text) => message.startsWith(text)) ?? message;
  const places = lines[`${file} ${message}`] ?? lines[start];
  for (const part of places?.split(' ') ?? []) {
    const [since = '', at = ''] = part.split(':');
    if (Number(since) <= minor) line = Number(at);
  }
  if (file === 'util.go' && minor < 25) return { file: 'kuberuntime_manager.go', line };
  return { file: file === 'reconciler_common.go' && minor < 26 ? 'reconciler.go' : file, line };
}

const spans: ReadonlyMap<string, readonly (readonly [since: number, line: number])[]> = new Map(
  Object.entries(lines).map(([message, text]) => [
    message,
    text.split(' ').map((part) => {
      const [since = '', line = ''] = part.split(':');
      return [Number(since), Number(line)] as const;
    }),
  ]),
);

/** The minors whose lines are listed. */
const OLDEST = 21;
const NEWEST = 36;
/** Patches of a minor, and vendors, move lines by a few; more than this tells no more. */
const FAR = 40;
/** As many messages at least must agree. */
const ENOUGH = 3;
/** How far they may be from where they are listed, on the average. */
const DRIFT = 6;
/** So much farther than the nearest may be it as well. */
const NEAR = 1;

/**
 * The minors, from 1.21 on, whose source has these messages (message → line) where a log has them: the nearest first, then those that are
 * nearly as near. Empty when the messages are too few, or fit none.
 */
export function minorsOfLines(found: ReadonlyMap<string, number>): readonly number[] {
  const known = [...found].flatMap(([message, line]) => {
    const span = spans.get(message);
    return span === undefined ? [] : [{ span, line }];
  });
  if (known.length < ENOUGH) return [];
  const costs = Array.from({ length: NEWEST - OLDEST + 1 }, (_, i) => {
    const minor = OLDEST + i;
    const apart = known.map(({ span, line }) => {
      const at = span.findLast(([since]) => since <= minor)?.[1] ?? Infinity;
      return Math.min(FAR, Math.abs(at - line));
    });
    return { minor, cost: apart.reduce((sum, one) => sum + one, 0) / known.length };
  });
  const least = Math.min(DRIFT, ...costs.map(({ cost }) => cost));
  return costs
    .filter(({ cost }) => cost <= DRIFT && cost <= least + NEAR)
    .sort((a, b) => a.cost - b.cost)
    .map(({ minor }) => minor);
}
