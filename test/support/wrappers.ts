// What collectors put around each line of a kubelet's log, for lines of 10:00:20 on the 21st of November 2026.
const iso = '2026-11-21T10:00:20';

export const wrappers: Readonly<Record<string, (line: string) => string>> = {
  nothing: (line) => line,
  'a head of the journal': (line) => `Nov 21 10:00:20 node-1 kubelet[7]: ${line}`,
  'a head of the journal without a pid': (line) => `Nov 21 10:00:20 node-1 kubelet: ${line}`,
  'a head of the journal with the whole date': (line) =>
    `${iso}.123456+0000 node-1 kubelet[7]: ${line}`,
  'a head of rsyslog that wrote tabs as text': (line) =>
    `Nov 21 10:00:20 node-1 kubelet[7]: ${line.replaceAll('\t', '#011')}`,
  'the words of RFC 5424': (line) => `<30>1 ${iso}.1Z node-1 kubelet 7 - - ${line}`,
  'the head of a CRI log': (line) => `${iso}.123456789Z stderr F ${line}`,
  'a stamp of docker': (line) => `${iso}.123456789Z ${line}`,
  'a bullet of minikube': (line) => `* Nov 21 10:00:20 node-1 kubelet[7]: ${line}`,
  'an object of docker': (line) =>
    JSON.stringify({ log: `${line}\n`, stream: 'stderr', time: `${iso}.123456789Z` }),
  'an object of the journal': (line) =>
    JSON.stringify({
      MESSAGE: line,
      _PID: '7',
      SYSLOG_IDENTIFIER: 'kubelet',
      __REALTIME_TIMESTAMP: '1795255220123456',
    }),
};
