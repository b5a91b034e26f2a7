// From a text to a value: paths like `pod("default/web-1").worker.state`, ids of any kind, and filters, which are true or false for the line.
import { err, ok, type Result } from '../../base/result.ts';
import type { PodHistory } from '../../kubelet/rebuild/history.ts';
import { completionsAt } from '../findLines.ts';
import { compileCondition } from '../debug/condition.ts';
import type { DebugContext, DebugNode } from './debugNode.ts';
import { podNode } from './debugPodValues.ts';
import { kubeletNode, podExpressions, rootNames } from './debugValues.ts';
import { podName } from './incident.ts';

type Step =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'pod'; readonly name: string };

const stepPattern =
  /\s*(?:\.?pod\(\s*("(?:[^"\\]|\\.)*"|'[^']*')\s*\)|\.?([A-Za-z_][\w-]*)|\[\s*(\d+)\s*\]|\[\s*("(?:[^"\\]|\\.)*"|'[^']*')\s*\])\s*/y;

function stepsOf(text: string): readonly Step[] | undefined {
  const steps: Step[] = [];
  stepPattern.lastIndex = 0;
  while (stepPattern.lastIndex < text.length) {
    const m = stepPattern.exec(text);
    if (m === null) return undefined;
    const [, pod, name, number, key] = m;
    if (pod !== undefined) steps.push({ kind: 'pod', name: unquoted(pod) });
    else if (number !== undefined) steps.push({ kind: 'name', name: `[${number}]` });
    else steps.push({ kind: 'name', name: name ?? unquoted(key ?? '') });
  }
  return steps.length === 0 ? undefined : steps;
}

/** A place in a list: never a filter for the line. */
function isPlace(text: string): boolean {
  return text.includes('[') && stepsOf(text) !== undefined;
}

function unquoted(text: string): string {
  return text.slice(1, -1).replace(/\\(.)/g, '$1');
}

/** Finds a value by its expression. */
export function resolve(context: DebugContext, expression: string): Result<DebugNode> {
  const steps = stepsOf(expression);
  if (steps === undefined) return err(`"${shortened(expression)}" is no path to a value.`);
  let node: DebugNode | undefined = kubeletNode(context);
  for (const step of expression.trim() === 'kubelet' ? [] : steps) {
    const found: DebugNode | undefined =
      step.kind === 'pod' ? podNamed(context, step.name) : node.members?.find(step.name);
    if (found === undefined)
      return err(
        step.kind === 'pod'
          ? `The log up to here mentions no pod ${step.name}.`
          : `Nothing in ${node.name} is named ${step.name} here.`,
      );
    node = found;
  }
  return ok(node);
}

function podNamed(context: DebugContext, name: string): DebugNode | undefined {
  const pod = podOf(context, name);
  return pod === undefined ? undefined : podNode(context, pod);
}

/** A value in words. */
export function textAt(context: DebugContext, expression: string): string {
  const node = resolve(context, expression);
  return node.ok ? node.value.text : 'not there';
}

/** A pod by its key, its name (the life at the cursor), or any id of it or its containers. */
export function podOf({ index, moment }: DebugContext, text: string): PodHistory | undefined {
  const { history } = index.incident;
  const byKey = history.pod(text);
  if (byKey !== undefined) return byKey;
  const [namespace = '', name] = text.split('/');
  if (name !== undefined) {
    const lives = history.podsNamed(namespace, name);
    return lives.findLast((pod) => pod.firstSeen <= moment.time) ?? lives[0];
  }
  const key = history.identify(text)?.podKey;
  return key === undefined ? undefined : history.pod(key);
}

/** What a text that a person wrote or points at means. */
export function evaluate(context: DebugContext, text: string): Result<DebugNode> {
  const wanted = text.trim();
  if (wanted === '') return err('There is nothing to evaluate.');
  const found = resolve(context, wanted);
  if (found.ok) return found;
  const pod = podOf(context, wanted.replace(/^["'[]+|["'\],:]+$/g, ''));
  if (pod !== undefined) return ok(podNode(context, pod));
  if (!/[=~<>!()" ]/.test(wanted) || /^[\w.]+\(/.test(wanted) || isPlace(wanted)) return found;
  const condition = compileCondition(context.index.incident, wanted);
  if (!condition.ok) return condition;
  const { index, moment } = context;
  const record = index.record(moment.position);
  const holds = record !== undefined && condition.value(moment.position);
  return ok({
    name: wanted,
    expression: wanted,
    text: String(holds),
    known: 'seen',
    provedBy: record === undefined ? [] : [record.id],
  });
}

/** What may stand where a person has written `text` so far. */
export function complete(context: DebugContext, text: string): readonly string[] {
  const m = /^(.*)\.([\w-]*)$/s.exec(text);
  const head = m?.[1] ?? '';
  const node = m === null ? undefined : resolve(context, head);
  if (node?.ok === true) {
    const { members } = node.value;
    if (members === undefined) return [];
    const names: string[] = [];
    for (let i = 0; i < Math.min(members.count, 100); i++) {
      const name = members.at(i)?.name;
      if (name !== undefined && /^[A-Za-z_]\w*$/.test(name)) names.push(`${head}.${name}`);
    }
    return names.filter((name) => name.startsWith(text));
  }
  const verbs = ['goto ', 'why ', 'help'];
  const all = [...rootNames(context), ...podExpressions(context), ...verbs];
  const filters = completionsAt(context.index.incident, text, text.length);
  return [
    ...all.filter((name) => name.startsWith(text)).slice(0, 200),
    ...filters.map((each) => text.slice(0, each.from) + each.text),
  ];
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** `{line.pod}` and `{podUID}` in a text, replaced by what they are at the moment. */
export function interpolate(context: DebugContext, template: string): string {
  return template.replace(/\{([^{}]{1,200})\}/g, (whole, inner: string) => {
    const { index, moment } = context;
    const own = inner.trim();
    const record = index.record(moment.position);
    if (own === 'pod') {
      const pod = index.podOf(moment.position);
      if (pod !== undefined) return podName(pod);
    }
    const field = record?.field(own);
    if (field !== undefined) return field;
    const line = resolve(context, `line.${own}`);
    if (line.ok) return line.value.text;
    const value = evaluate(context, own);
    return value.ok ? value.value.text : whole;
  });
}
