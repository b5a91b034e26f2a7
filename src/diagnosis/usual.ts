// What runtimes print as an error or a warning though nothing is wrong.

/** They are asked about, or are to end or to clean up, what is gone already. */
const gone =
  /not found|[Nn]o such (?:container|image|process|exec)|does not exist|already (?:closed|removed|stopped|unmounted|in progress)|not running|not mounted|cgroup deleted|ttrpc: closed|no running task/;
const asked =
  /(?<!exit )[Ss]tat(?:us|s)|[Mm]etrics|[Uu]sage|[Dd]elet|[Rr]emov|[Cc]lean|[Uu]n?mount|[Kk]ill|[Ss]top|[Ee]xec|[Ii]nspect|\bGET\b|\bDELETE\b|locating|Exit|\bstate\b/;
/** The network of a sandbox that is to go is another matter. */
const ofNetwork = /plugin|network|Multus/;

const always: readonly RegExp[] = [
  /cleanup warnings?|failed to cleanup/i,
  // Parts that nobody configured.
  /OpenTelemetry|failed to load plugin .*(?:skip plugin|not supported|aufs|btrfs|zfs|devmapper)/,
  // Before the network add-on has written its configuration.
  /failed to load cni during init|failed to reload cni config|cni config load failed/i,
  // Who asked has hung up, or has what it wanted.
  /[Cc]opy shim log|closed fifo|broken pipe|file already closed|stream copy error|^(?![^\n]{0,300}\bfor volume ")[^\n]{0,600}error reading from server: EOF/,
  // The kubelet dials a plug-in's socket until its watcher has seen that it is gone.
  /createTransport failed to connect to [^\n]{0,200}\/plugins_registry\/[^\n]{1,400}connect: (?:no such file|connection refused)/,
  // They do it themselves next.
  /failed to handle (?:backOff )?event|using the force|next endpoint|trying next host/i,
  // What the kernel has not, and nobody needs.
  /does not support|blkio|swap limit|deprecated/i,
];

/** What Windows says of the files of a Linux. */
const ofOtherSystem =
  /\/(?:proc|sys|etc|dev)\/[^\n]{0,200}: The system cannot find the (?:path|file) specified|(?:not (?:implemented|supported)|unsupported) (?:on|in|for) (?:this (?:platform|build|os)|windows)/i;

/** It says itself that it matters only otherwise, or leaves out what it cannot have; a unit is asked for that need not be there, or what is to be made is there (mount-setup.c). */
const byItself =
  /\([Ii]gnore this if |^skip loading plugin |^Failed to get unit file state for |Failed to create symlink \/sys\/fs\/cgroup\/\S+: File exists/;

/** The API server's answer (apimachinery's pkg/api/errors) to who makes what is there, or deletes what is not: it has what it wanted. */
const isThere = /\b[Cc]reat(?:e|ing)\b[^\n]{0,300}?\b[a-z][\w.]* "[^"\n]{1,253}" already exists/;
const isAway = /\b[Dd]elet(?:e|ing)\b[^\n]{0,300}?\b[a-z][\w.]* "[^"\n]{1,253}" not found/;

export function isHarmlessByItself(body: string): boolean {
  return [byItself, isThere, isAway].some((form) => form.test(body));
}

/** It asks for what this system never has. */
export function isOfOtherSystem(body: string): boolean {
  return ofOtherSystem.test(body);
}

export function isUsual(body: string): boolean {
  if (always.some((pattern) => pattern.test(body))) return true;
  return gone.test(body) && asked.test(body) && !ofNetwork.test(body);
}
