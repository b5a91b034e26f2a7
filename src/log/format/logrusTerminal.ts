// Logrus on a terminal (sirupsen/logrus text_formatter.go, printColored): `INFO[2019-04-04T23:09:50+02:00] text   key=value`, or the
// seconds since the program's start between the brackets. Formatters of others put a blank before them, and write the level out.
import { at, indexOfByte, isLetter, skipDigits, SPACE } from '../bytes.ts';
import { readIso } from '../stamps.ts';
import { DONE, NO_MATCH, type Format } from './format.ts';
import { severityWord } from './words.ts';

export const logrusTerminal: Format = {
  name: 'logrus-terminal',
  starts: 'TDIWEFP',
  read(bytes, from, to, head) {
    let word = from;
    while (word < from + 8 && isLetter(at(bytes, word))) word++;
    const open = at(bytes, word) === SPACE ? word + 1 : word;
    if (at(bytes, open) !== 91) return NO_MATCH;
    const severity = severityWord(bytes, from, word);
    const end = indexOfByte(bytes, 93, open + 1, Math.min(to, open + 41));
    if (severity === 0 || end < 0 || (end + 1 < to && at(bytes, end + 1) !== SPACE))
      return NO_MATCH;
    const isSeconds = end - open >= 5 && skipDigits(bytes, open + 1, end) === end;
    if (!isSeconds && readIso(bytes, open + 1, end, head) !== end) return NO_MATCH;
    head.severity = severity;
    head.bodyFrom = Math.min(end + 2, to);
    return DONE;
  },
  // https://github.com/collabnix/dockerlabs, beginners/install/raspberrypi3/setting-up-k3s-cluster.md
  samples: [
    {
      line: `INFO[2019-04-04T23:09:50.475043016+05:30] Starting k3s v0.3.0 (9a1a1ec)`,
      format: 'logrus-terminal',
      time: '2019-04-04T17:39:50.475043Z',
      severity: 'info',
      message: 'Starting k3s v0.3.0 (9a1a1ec)',
    },
    {
      line: `FATA[0003] starting kubernetes: preparing server: not ready`,
      format: 'logrus-terminal',
      severity: 'fatal',
      message: 'starting kubernetes: preparing server: not ready',
    },
    {
      line: `ERROR [2019-04-04T23:09:50.475043016Z] example.io/agent: "no device" id=3`,
      format: 'logrus-terminal',
      time: '2019-04-04T23:09:50.475043Z',
      severity: 'error',
      message: 'example.io/agent: "no device" id=3',
    },
  ],
};
