import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdsGoroutines, leastWait, parseGoroutines } from '../../../src/log/goroutineDump.ts';
import { wrappers } from '../../support/wrappers.ts';

const dump = `goroutine 514 [select, 12 minutes, locked to thread]:
google.golang.org/grpc/internal/transport.(*recvBufferReader).readClient(0x2178113a2840, {0x217811f9b8f0, 0x5, 0x5})
\tgoogle.golang.org/grpc@v1.72.1/internal/transport/transport.go:204 +0x8c
k8s.io/kubernetes/pkg/kubelet.(*podWorkers).podWorkerLoop.func1(...)
\tk8s.io/kubernetes@v1.34.2/pkg/kubelet/pod_workers.go:1305
created by k8s.io/kubernetes/pkg/kubelet.(*podWorkers).UpdatePod in goroutine 230
\tk8s.io/kubernetes@v1.34.2/pkg/kubelet/pod_workers.go:958 +0x9c5
`;

describe.each(Object.entries(wrappers))('a dump whose every line has %s before it', (_, wrap) => {
  const text = `SIGQUIT: quit\nPC=0x47a3c1 m=0 sigcode=0\n\n${dump}\n${dump}`;
  const lines = text.split('\n').map((line) => `${wrap(line)}\n`);

  it('is the same dump', () => {
    expect(holdsGoroutines(lines.join(''))).toBe(true);
    expect(parseGoroutines(lines.join(''))).toEqual(parseGoroutines(text));
  });
});

describe('a dump', () => {
  it('gives state, wait, frames and who began it', () => {
    const [found, ...more] = parseGoroutines(dump);
    expect(more).toEqual([]);
    expect(found).toEqual({
      id: 514,
      state: 'select',
      minutes: 12,
      lockedToThread: true,
      cut: false,
      frames: [
        {
          function: 'google.golang.org/grpc/internal/transport.(*recvBufferReader).readClient',
          args: '0x2178113a2840, {0x217811f9b8f0, 0x5, 0x5}',
          file: 'google.golang.org/grpc@v1.72.1/internal/transport/transport.go',
          line: 204,
        },
        {
          function: 'k8s.io/kubernetes/pkg/kubelet.(*podWorkers).podWorkerLoop.func1',
          args: '...',
          file: 'k8s.io/kubernetes@v1.34.2/pkg/kubelet/pod_workers.go',
          line: 1305,
        },
      ],
      createdBy: {
        function: 'k8s.io/kubernetes/pkg/kubelet.(*podWorkers).UpdatePod',
        args: '',
        file: 'k8s.io/kubernetes@v1.34.2/pkg/kubelet/pod_workers.go',
        line: 958,
        goroutine: 230,
      },
    });
  });

  it('is read as a SIGQUIT prints it, with addresses of the runtime', () => {
    const text = `SIGQUIT: quit
PC=0x47a3c1 m=0 sigcode=0

goroutine 0 gp=0x5b2e20 m=0 mp=0x5b3d40 [idle]:
runtime.futex(0x5b3e80, 0x80, 0x0, 0x0, 0x0, 0x0)
\truntime/sys_linux_amd64.s:557 +0x21 fp=0x7ffd5b5e8a68 sp=0x7ffd5b5e8a60 pc=0x47a3c1

goroutine 1 gp=0xc0000061c0 m=nil [chan receive (nil chan), 3 minutes]:
runtime.gopark(0x0?, 0x0?, 0x0?, 0x0?, 0x0?)
\truntime/proc.go:435 +0xce fp=0xc00053f8d8 sp=0xc00053f8b8 pc=0x472f8e
main.main()
\tmain.go:9 +0x1 fp=0xc00053f8d8 sp=0xc00053f8b8 pc=0x472f8e
rax    0xca
rbx    0x0
`;
    const found = parseGoroutines(text);
    expect(found.map(({ id, state, minutes }) => [id, state, minutes])).toEqual([
      [0, 'idle', 0],
      [1, 'chan receive (nil chan)', 3],
    ]);
    expect(found[1]?.frames.map(({ line }) => line)).toEqual([435, 9]);
  });

  it.each([
    ['a journal', 'Nov 21 13:42:24 node-a kubelet[298]: '],
    ['an exact journal', 'Nov 21 13:42:24.346912 node-a kubelet[298]: '],
    ['a journal in ISO time', '2026-11-21T13:42:24+0000 node-a kubelet[298]: '],
    ['a container runtime', '2026-11-21T13:42:24.346912345Z stderr F '],
    ['the lines of kubectl logs --prefix', '[pod/kube-system/kubelet-x/kubelet] '],
    ['the lines of stern', 'kubelet-x kubelet '],
    ['the lines of talosctl', '10.5.0.2: '],
    ['a quote', '> '],
    ['what grep prints', 'kubelet.log:21065:'],
  ])('is found in %s, among other lines', (_, head) => {
    const log = `I1121 13:42:24.346912     298 kubelet.go:2515] "SyncLoop ADD"\n${dump}\nI1121 13:42:25.346912     298 kubelet.go:2515] "SyncLoop ADD"\n`;
    const text = log.replace(/^/gm, head).replaceAll('\n', '\r\n');
    expect(holdsGoroutines(text)).toBe(true);
    expect(parseGoroutines(text)).toEqual(parseGoroutines(dump));
  });

  it('may be cut in the middle of a goroutine, and frames may be left out', () => {
    const cut = dump.slice(0, dump.indexOf('\tk8s.io'));
    expect(parseGoroutines(cut)[0]?.frames).toHaveLength(1);
    const elided = dump.replace(/^k8s\.io.*\n.*\n/m, '...23 frames elided...\n');
    expect(parseGoroutines(elided)[0]).toMatchObject({ cut: true, createdBy: { line: 958 } });
  });

  it('is not seen in a log without one', () => {
    expect(holdsGoroutines('I1121 kubelet.go:1] "goroutine 5 [select] is stuck"\n')).toBe(false);
    expect(parseGoroutines('goroutine [x]:\n')).toEqual([]);
  });

  it('throws for no text', () => {
    const piece = fc.constantFrom(...dump.split(/(?<=[\n([{ ])/), '\0', '\u{1f600}', '((((', '))');
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 60 }), (pieces) => {
        for (const { id, frames } of parseGoroutines(pieces.join(''))) {
          expect(Number.isFinite(id)).toBe(true);
          expect(frames.every(({ line }) => Number.isInteger(line))).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('is read in time that grows with its length alone', () => {
    const hostile = `goroutine 1 [select]:\n${'('.repeat(200_000)})\n\t${'a'.repeat(200_000)}:x\n`;
    const began = performance.now();
    parseGoroutines(hostile.repeat(5));
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});

it('has waited up to the time between two collections less than Go says, and never less than nothing', () => {
  expect([0, 1, 2, 3, 12].map(leastWait)).toEqual([0, 0, 0, 50_000_000, 590_000_000]);
});
