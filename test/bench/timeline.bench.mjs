// The timeline page in a headless browser while a script zooms and pans over synthetic logs of 1M and 10M events.
import { buildSync } from 'esbuild';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { findChromium, needChromium } from '../../scripts/chromium.mjs';
import { fail, root } from '../../scripts/lib.mjs';

const why = needChromium();
if (why) fail(why);
const { outputFiles } = buildSync({
  entryPoints: [path.join(root, 'test/webview/timelineBench.ts')],
  bundle: true,
  write: false,
  minify: true,
  format: 'iife',
  target: 'es2022',
  conditions: ['production'],
  loader: { '.svg': 'dataurl', '.ttf': 'dataurl' },
});
const script = outputFiles[0].text;

/** Of what was measured, the value that `share` of the others do not exceed. */
function at(share, values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

function report(name, value, unit, peer, peerValue) {
  console.log(
    `${name}: ${value.toFixed(2)} ${unit} (${peer}: ${peerValue.toFixed(2)}, ratio ${(value / peerValue).toFixed(3)})`,
  );
}

const colors = ['editor-foreground: #222', 'foreground: #222', 'editor-background: #fff'];
const page = `<!doctype html><style>
  :root { ${colors.map((color) => `--vscode-${color};`).join(' ')} --vscode-editorError-foreground: #c00; --vscode-charts-blue: #06c; }
  html, body, main { height: 100%; margin: 0 } kd-timeline { height: 900px }
</style><body><main></main></body>`;

const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  for (const [name, events, limit] of [
    ['1M', 1e6, 16],
    ['10M', 10e6, 33],
  ]) {
    const tab = await browser.newPage({ viewport: { width: 1340, height: 900 } });
    tab.on('pageerror', (error) => {
      fail(`The timeline page failed: ${error.message}`);
    });
    await tab.setContent(page);
    await tab.addScriptTag({ content: script });
    const got = await tab.evaluate((count) => globalThis.measure(count), events);
    const naive = at(0.5, got.naive);
    for (const move of ['zoom', 'pan']) {
      report(`timeline ${name} draw p95, ${move}`, at(0.95, got[move]), 'ms', 'limit', limit);
      report(`timeline ${name} draw p50, ${move}`, at(0.5, got[move]), 'ms', 'unmerged', naive);
    }
    const brute = at(0.95, got.brute);
    report(`timeline ${name} window p95`, at(0.95, got.query), 'ms', 'brute force p95', brute);
    report(`timeline ${name} counters p95`, at(0.95, got.counters), 'ms', 'limit', 16);
    report(`timeline ${name} items of an answer p95`, at(0.95, got.items), 'ms', 'limit', 16);
    report(`timeline ${name} largest answer`, Math.max(...got.bytes) / 1000, 'kB', 'limit', 200);
    console.log(
      `timeline ${name} log and columns made: ${got.build.toFixed(0)} ms, ${got.query.length} answers`,
    );
    await tab.close();
  }
} finally {
  await browser.close();
}
