// The parts of `npm test`, in order. Another part is one line here.
import { needChromium } from './chromium.mjs';
import { needCodeServer } from './codeServer.mjs';
import { needLab } from './labNeeds.mjs';
import { onPath } from './lib.mjs';
import { needMcpPeers } from './mcpPeers.mjs';
import { needOvsx } from './releasePeers.mjs';

/**
 * What a part may need of the machine. Each gives undefined when it is there (or was made so), else a sentence for a person.
 * @type {Record<string, () => string | undefined>}
 */
export const needs = {
  go: () => (onPath('go') ? undefined : 'there is no Go on the PATH.'),
  lab: needLab,
  mcpPeers: needMcpPeers,
  ovsx: needOvsx,
  workbench: () => needCodeServer() ?? needChromium(),
};

/**
 * name      also that of its log, artifacts/NAME.log
 * command   run by Node; its last line is `N passed, N failed`, unless it is a step
 * needs     names of `needs` above, or of parts that must have gone well before
 * step      makes something and tests nothing: it only can break
 * @type {readonly { name: string, command: readonly string[], needs?: readonly string[], step?: boolean }[]}
 */
export const parts = [
  { name: 'check', command: ['scripts/check.mjs'] },
  { name: 'vitest', command: ['scripts/vitest.mjs'] },
  { name: 'fuzz', command: ['test/fuzz/main.ts', '--minutes', '0.17'] },
  {
    name: 'lines',
    // What hangs takes minutes; how fast the others are, no test tells on a machine that others use.
    command: ['test/fuzz/lines.ts', ...['--minutes', '0.17', '--seconds', '60']],
  },
  {
    name: 'servers',
    // What has no bound takes gigabytes; how late memory is collected differs from machine to machine.
    command: ['test/fuzz/servers.ts', ...['--only', 'without end', '--mb', '200']],
  },
  {
    name: 'oracle-client-go',
    command: ['scripts/oracle-client-go.mjs'],
    needs: ['go'],
  },
  {
    name: 'oracle-client-go-mutations',
    // A seed that shows all: a fault that is seldom met must not be missed by bad luck.
    command: ['scripts/oracle-client-go.mjs', '--mutations', '--seed', '1'],
    needs: ['go'],
  },
  { name: 'oracle-protobuf', command: ['scripts/oracle-protobuf.mjs'], needs: ['go'] },
  { name: 'oracle-kubelet', command: ['scripts/oracle-kubelet.mjs'], needs: ['go'] },
  {
    name: 'oracle-kubelet-mutants',
    command: ['scripts/oracle-kubelet.mjs', '--mutants', '--seed', '7'],
    needs: ['go'],
  },
  { name: 'lab', command: ['test/lab/suite.ts'], needs: ['lab'] },
  { name: 'mcp-questions', command: ['test/mcp/answerQuestions.ts'] },
  { name: 'package', command: ['scripts/package.mjs'], step: true },
  { name: 'mcp', command: ['test/mcp/clients.ts'], needs: ['package', 'mcpPeers'] },
  {
    name: 'host-node',
    command: ['test/workbench/host.ts', 'node'],
    needs: ['package', 'workbench'],
  },
  {
    name: 'release',
    command: ['test/release/rehearsal.ts'],
    needs: ['ovsx', 'workbench'],
  },
  {
    name: 'lab-workbench',
    command: ['test/lab/suite.ts', 'workbench'],
    needs: ['lab', 'package', 'workbench'],
  },
  { name: 'host-web', command: ['test/workbench/host.ts', 'web'], needs: ['package', 'workbench'] },
  {
    name: 'ui',
    command: ['scripts/vitest.mjs', '--config', 'test/workbench/vitest.config.ts', '--root', '.'],
    needs: ['package', 'workbench'],
  },
  {
    name: 'go-source',
    command: ['scripts/vitest.mjs', '--config', 'test/workbench/goSource.config.ts', '--root', '.'],
    needs: ['go', 'package', 'workbench'],
  },
];
