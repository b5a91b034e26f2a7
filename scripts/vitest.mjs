// vitest.mjs [ARG…] runs vitest, then says how many tests each folder under test/ has passed. A skipped test counts as failed:
// what is not tested must not look green.
import fs from 'node:fs';
import path from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { binOf, root, runNode, sayCounts } from './lib.mjs';

bootstrap();
const report = path.join(root, `artifacts/vitest-${process.pid}.json`);
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
// The command line must also run on the Node that runs this script, which may be older than the one that runs the tests.
const env = { ...process.env, KUBELET_DEBUGGER_OLD_NODE: process.execPath };
const code = runNode([binOf('vitest'), 'run', ...reporters, ...process.argv.slice(2)], { env });
const files = fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')).testResults : [];
fs.rmSync(report, { force: true });

const folders = new Map();
for (const { name, status, assertionResults } of files) {
  const folder = path.relative(path.join(root, 'test'), name).split(path.sep)[0];
  const sum = folders.get(folder) ?? { passed: 0, failed: 0 };
  const passed = assertionResults.filter((test) => test.status === 'passed').length;
  const failed = assertionResults.length - passed;
  sum.passed += passed;
  // A file that could not even be loaded has no test that failed.
  sum.failed += failed === 0 && (status !== 'passed' || passed === 0) ? 1 : failed;
  folders.set(folder, sum);
}
let [passed, failed] = [0, 0];
for (const [folder, sum] of folders) {
  console.log(`${folder}: ${sum.passed} passed, ${sum.failed} failed`);
  passed += sum.passed;
  failed += sum.failed;
}
if (code !== 0 && failed === 0) failed = 1;
sayCounts(passed, failed);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
