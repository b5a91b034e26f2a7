import {
  ansi,
  byteOrderMark,
  dockerDesktop,
  escaped,
  flagNotice,
  goCrash,
  kernel,
  klogFileHeader,
  minikube,
  pasted,
  prefixed,
  talos,
} from './format/decorations.ts';
import { dated } from './format/dated.ts';
import { csvRow, memberLine } from './format/exported.ts';
import { conditionRow, eventRow } from './format/eventRows.ts';
import type { Format } from './format/format.ts';
import { journaldForeign, journaldFull, journaldMarker, journaldShort } from './format/journald.ts';
import { cutJson, dockerJson, jsonEnvelope, journaldJson } from './format/jsonEnvelope.ts';
import { klog } from './format/klog.ts';
import { klogDamaged } from './format/klogDamaged.ts';
import { klogJson } from './format/klogJson.ts';
import { logrus } from './format/logrus.ts';
import {
  bracketed,
  headless,
  openVswitch,
  redis,
  talosKernel,
  unstamped,
} from './format/loggers.ts';
import { logrusTerminal } from './format/logrusTerminal.ts';
import {
  calico,
  cri,
  csv,
  dockerTimestamps,
  forwarder,
  goLog,
  journaldIso,
  stampLine,
  syslogIso,
  zap,
} from './format/stamped.ts';
import { syslog, syslog5424 } from './format/syslog.ts';

/** All forms of a line's start. The first that matches is taken, so the strict stand before the lenient. */
export const formats: readonly Format[] = [
  klog,
  journaldShort,
  klogJson,
  cri,
  openVswitch,
  zap,
  goLog,
  journaldIso,
  forwarder,
  calico,
  syslogIso,
  csvRow,
  csv,
  stampLine,
  dockerTimestamps,
  journaldFull,
  syslog5424,
  syslog,
  dockerJson,
  journaldJson,
  jsonEnvelope,
  cutJson,
  logrus,
  logrusTerminal,
  redis,
  dockerDesktop,
  dated,
  kernel,
  bracketed,
  minikube,
  talos,
  talosKernel,
  eventRow,
  conditionRow,
  unstamped,
  headless,
  ansi,
  byteOrderMark,
  journaldMarker,
  journaldForeign,
  memberLine,
  klogDamaged,
  klogFileHeader,
  flagNotice,
  goCrash,
  pasted,
  escaped,
  prefixed,
];
