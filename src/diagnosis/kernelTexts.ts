// What the kernel's own printk texts show, by where in Linux they stand. Its lines mostly have no level, and it speaks of failures on any machine.

/** What is broken, or was refused: no machine that works says it. A row is a place in the source and what it prints, or what drivers of that kind print. */
const broken: readonly (readonly [place: string, text: RegExp])[] = [
  ['lib, mm', /\bBUG: |Bad page (?:state|map)|refcount_t: /],
  ['drivers/ata', /failed command: [A-Z]/],
  ['drivers/md', /\bDisk failure on |out-of-data-space|Failing path /],
  ['drivers/nvme', /[Rr]emoving after probe failure|not ready; aborting reset/],
  ['drivers/scsi, drivers/block', /conn error \(\d+\)|recovery timed out|failed to lock header/],
  ['drivers/block/drbd', /PingAck did not arrive|susp-io\( ?no -> /],
  ['ZFS’ module', /Pool \S+ has encountered an uncorrectable/],
  ['fs/smb', /has not responded in \d+ seconds/],
  ['net/ipv6', /duplicate address \S+ used by/],
  ['drivers/edac', /UE memory/],
  [
    'drivers/net',
    /Unit Hang|Tx that wasn't completed on time|link status definitely down|waiting for \d+ \w+ to complete/,
  ],
  ['NVIDIA’s module', /\bXid \(|fallen off the bus/],
  [
    'fs',
    /not supported as upperdir|check lease failed on |\bmount(?:ed)?[ _]failed\b|filesystem (?:corruption|shutdown)|[Cc]orruption (?:detected|of)|metadata I\/O error|\bmds\d+ hung/,
  ],
  ['security', /\bavc: {1,2}denied\b(?![^\n]*permissive=1)/],
  [
    'any driver: what it asked for is not answered',
    /\b(?:not|stopped|no longer) respond(?:ing)?\b|(?:command|cmd|request|queue|adminq|I\/O)\b[^\n]{0,60}\btime(?:d ?|-)?out/,
  ],
  [
    'any driver: the state of its device',
    /\bis hung\b|(?:controller|adapter|firmware|GPU|port|rail)\b[^\n]{0,40}\b(?:is (?:down|dead)|offlined?|hung|fault(?:ed)?\b)/,
  ],
];

export const brokenInKernel = new RegExp(broken.map(([, { source }]) => source).join('|'));

/** Words of a failure, which it also says of what it does without. */
export const failedInKernel =
  /\b(?:[Ff]ailed|[Ff]ailure|[Ee]rror|timed out|corrupt(?:ed)?|abort(?:ed|ing)|segfault|socket closed \(con state (?!OPEN)|socket error|session lost|invoked oom-killer|srb 0x[1-9a-f])/;
/** What it says of any machine while it starts. */
const usualOfKernel =
  /ACPI|X\.509|integrity:|[Mm]icrocode|firmware load|Direct firmware|\bBAR \d|[Cc]ommand line|errors=|error recovery|report_error|fd0|\btpm|efi:|EDAC|RAS|thermal|systemd|supported|trying next|perf:|ima:|platform|regulatory|Secure ?[Bb]oot|lockdown|kauditd|Error Record|loglevel|[Ee]rror [Rr]eporting/;

export function isFailedInKernel(body: string): boolean {
  return failedInKernel.test(body) && !usualOfKernel.test(body);
}
