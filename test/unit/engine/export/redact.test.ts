import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diagnose } from '../../../../src/diagnosis/diagnose.ts';
import { exportFindings } from '../../../../src/engine/export/findings.ts';
import { findingFormats } from '../../../../src/protocol/askApi.ts';
import { redactor } from '../../../../src/engine/export/redact.ts';
import { exportState } from '../../../../src/engine/export/state.ts';
import type { Incident } from '../../../../src/engine/present/incident.ts';
import { podStory, storyText } from '../../../../src/engine/present/story.ts';
import { workersJsonl } from '../../../../src/engine/export/workers.ts';
import { rebuild } from '../../../../src/kubelet/rebuild/rebuild.ts';
import { captureNames, readCapture, tapeOf } from '../../../support/captures.ts';

function incidentOf(log: Uint8Array): Incident {
  const tape = tapeOf(log);
  const history = rebuild(tape);
  return { tape, history, findings: diagnose(history, tape) };
}

const small = incidentOf(
  new TextEncoder().encode(
    `${['shop/cart-7d9f-x2', 'default/web'].map((pod, i) => `I1121 09:34:0${i}.000000     100 kubelet.go:2515] "SyncLoop ADD" source="api" pods=["${pod}"]`).join('\n')}\n`,
  ),
);

describe('redactor', () => {
  it.each([
    ['pod="shop/cart-7d9f-x2"', 'pod="namespace-1/pod-1"'],
    ['cart-7d9f-x2_shop(5c0e91e5)', 'pod-1_namespace-1(5c0e91e5)'],
    ['default/web default/other', 'default/pod-2 default/object-1'],
    ['object "pay"/"tls" not registered', 'object "namespace-2"/"object-1" not registered'],
    ['kubelet.log:310 kuberuntime_manager.go:1', 'log-1:310 kuberuntime_manager.go:1'],
    [
      'dial tcp 10.1.2.3:6443: from 127.0.0.1, again 10.1.2.3 and fd00::12',
      'dial tcp address-1:6443: from 127.0.0.1, again address-1 and address-2',
    ],
    [
      'Get "https://api.prod.corp.example:6443/api/v1/namespaces/shop/pods/cart-7d9f-x2": EOF',
      'Get "https://host-1:6443/api/v1/namespaces/namespace-1/pods/pod-1": EOF',
    ],
    ['lookup db.prod.corp.example: no such host', 'lookup host-1: no such host'],
    ['image="registry.corp.example:5000/team/app:1.2"', 'image="registry-1/image-1:1.2"'],
    [
      'image="r.corp.example/team/app:1", Head "https://r.corp.example/v2/team/app/manifests/1"',
      'image="registry-1/image-1:1", Head "https://registry-1/v2/image-1/manifests/1"',
    ],
    ['image="registry.k8s.io/pause:3.10"', 'image="registry.k8s.io/pause:3.10"'],
    [
      'node "worker-7" not found, system:node:worker-7',
      'node "node-1" not found, system:node:node-1',
    ],
    ['Nov 21 09:34:00 worker-7 kubelet[100]: I1121', 'Nov 21 09:34:00 node-1 kubelet[100]: I1121'],
    [
      'https://github.com/kubernetes/kubernetes/issues/1',
      'https://github.com/kubernetes/kubernetes/issues/1',
    ],
    [
      '09:34:10.840254 v1.34.2 kubepods-burstable.slice',
      '09:34:10.840254 v1.34.2 kubepods-burstable.slice',
    ],
  ])('%s', (text, expected) => {
    expect(redactor(small).text(text)).toBe(expected);
  });

  it.each([
    'range set: {v4}-{v4}',
    'subnet {v4}/24',
    'read tcp {v4}:5555->{v4}:6443: i/o timeout',
    'dial tcp [{v6}]:6443: i/o timeout',
    'addr {v6}%eth0 {v6}/64',
    '"hostIP":"{v6}"',
    'lookup {label} on 10.0.0.53:53: no such host',
    'Get "https://{label}:6443/api/v1/nodes/{label}?timeout=10s": EOF',
    'Get "https://{host}:6443/leases/{label}?timeout=10s": EOF',
    '/etc/kubernetes/ssl/{host}.pem',
    '{"node":"{label}","nodeName":"{label}","host":"{label}"}',
    'err="{\\"nodeName\\":\\"{label}\\"}"',
    'node={"name":"{label}"}',
    'Source:EventSource{Component:kubelet,Host:{label},}',
    '--hostname-override="{label}"',
    'Node {label} status is now: NodeReady',
    'pod="{label}/{label}"',
    '"{label}_{label}({uid})"',
    '/var/log/pods/{label}_{label}_{uid}/app/0.log',
    'k8s_app_{label}_{label}_{uid}_0',
    'configmaps "x" is forbidden in the namespace "{label}"',
    '{"namespace":"{label}"}',
    'image="{label}:8082/{label}/app:1"',
    'Pulling image "{label}/pay:1.2"',
    'image="{host}:5000/app@sha256:12"',
    'data: {base64}',
    'secret "{label}" not found',
    'configmaps "{label}" is forbidden: User "system:serviceaccount:kube-system:{label}" cannot',
    'err="persistentvolumeclaims \\"{label}\\" is forbidden"',
    'Env:[]EnvVar{EnvVar{Name:DB_PASSWORD,Value:{label},ValueFrom:nil,},}',
    'cmd=["mysql","--password={label}"] cmd=["sh","-c","PGPASSWORD={label} psql"]',
    'Authorization: Bearer {label}',
    'lstat /home/{label}/data: no such file, mail {label}@{host}',
    'mount -t nfs {label}:/exports/{label} /var/lib/x, and {v4}:/srv/{label}/a',
    'role arn:aws:iam::123456789012:role/{label}',
    'failed calling webhook "{host}"',
  ])('leaves nothing of what no other line tells: %s', (template) => {
    const hex = fc.integer({ min: 4096, max: 65535 }).map((n) => n.toString(16));
    const word = fc.stringMatching(/^[a-z]{5}$/);
    const label = fc.tuple(word, fc.integer({ min: 10, max: 99 })).map(([a, n]) => `zq${a}-${n}`);
    const kinds = {
      v4: fc.tuple(...[1, 2, 3].map(() => fc.nat(255))).map((rest) => `11.${rest.join('.')}`),
      v6: fc.tuple(hex, hex, hex).map(([a, b, c]) => `fd00:${a}:${b}::${c}`),
      host: fc.tuple(label, word).map(([a, b]) => `${a}.zq${b}.corp`),
      label,
      base64: label.map((name) => btoa(`{"user":"${name}"}`)),
    };
    fc.assert(
      fc.property(fc.record(kinds), (secrets) => {
        const uid = '5c0e91e5-ca33-4316-ac70-0cfb035016d4';
        const filled = template.replaceAll('{uid}', uid);
        const line = Object.entries(secrets).reduce(
          (text, [kind, secret]) => text.replaceAll(`{${kind}}`, secret),
          filled,
        );
        const shown = redactor(small).text(line);
        for (const secret of Object.values(secrets)) expect(shown).not.toContain(secret);
      }),
      { numRuns: 30 },
    );
  });

  it('gives a name one pseudonym in all formats', () => {
    const refused = (host: string, at: number): string =>
      `E1121 09:3${at}:00.000000     100 controller.go:145] "Failed to ensure lease exists, will retry" err="Get \\"https://${host}:6443/apis/x\\": dial tcp 10.9.8.${at}:6443: connect: connection refused" interval="7s"`;
    const hosts = ['api-b.corp.example', 'api-a.corp.example', 'api-c.corp.example'];
    const incident = incidentOf(new TextEncoder().encode(hosts.map(refused).join('\n')));
    const { tape, findings } = incident;
    expect(findings.length).toBeGreaterThan(0);
    const asked =
      'https://api-c.corp.example:6443/ https://api-a.corp.example:6443/ 10.9.8.2 10.9.8.0';
    const shown = findingFormats.map((format) => {
      const redact = redactor(incident);
      redact.text(exportFindings(tape, findings, format, '1'));
      return redact.text(asked);
    });
    expect(new Set(shown).size).toBe(1);
  });

  // Each took a time that grew with the square of its length, or ended in a full stack.
  it.each(['\\', 'http://', 'https://a@', 'http://a/v2/', ':'])('reads 300 kB of %s', (part) => {
    const text = `${part.repeat(300_000 / part.length)} !`;
    expect(redactor(small).text(text)).toMatch(/ !$/);
  });

  it('takes out each address of addresses that stand in one another', () => {
    const text = 'https://a.corp.example/x?to=http://b.corp.example:1/y';
    expect(redactor(small).text(text)).toBe('https://host-1/x?to=http://host-2:1/y');
  });

  it.each([[1], [3], [12]])('takes a word of %i MB for none', (mb) => {
    for (const again of ['D', '/A', 'a'])
      expect(
        redactor(small).text(`node "worker-7" ${again.repeat((mb << 20) / again.length)} 10.1.2.3`),
      ).toMatch(/^node "node-\d" \S* address-1$/);
  });

  it('cuts no name of a text without a blank', () => {
    const text = '{"pod":"default/web-1"},'.repeat(100_000);
    const said = redactor(small).text(text);
    expect(said).toBe(said.slice(0, said.indexOf(',') + 1).repeat(100_000));
    expect(said).not.toContain('web');
  });

  it('keeps the keys of JSON', () => {
    expect(redactor(small).json({ web: ['cart-7d9f-x2', 3] })).toEqual({ web: ['pod-1', 3] });
  });

  it.each(captureNames())('leaves no pod and no node in the exports of %s', (name) => {
    const incident = incidentOf(readCapture(name).log);
    const { tape, history, findings } = incident;
    const moment = { time: history.to, position: tape.length - 1, hindsight: 'now' as const };
    const redact = redactor(incident);
    const exported = [
      ...findingFormats.map((format) => redact.text(exportFindings(tape, findings, format, '1'))),
      ...history.pods.map((pod) => redact.text(storyText(podStory(incident, moment, pod)))),
      ...[...workersJsonl(history)].map((line) => redact.text(line)),
      JSON.stringify(redact.json(exportState(tape, history, moment, history.pods))),
    ].join('\n');
    const names = [
      ...history.pods.map((pod) => pod.name),
      ...history.runs.flatMap(({ node }) => node.value ?? []),
    ];
    expect(names.length).toBeGreaterThan(0);
    for (const one of names)
      expect(exported).not.toMatch(new RegExp(`(?<![\\w-])${one}(?![\\w-])`));
  });
});
