// What the engine says in words of which there are few, in the language of the person. What it says of lines and findings is English, as they are.
import { t as inLanguage } from './l10n.ts';

/** Only notes that a text is to be translated. */
const t = (text: string): string => text;

const words: ReadonlySet<string> = new Set([
  t('sync'),
  t('terminating'),
  t('terminated'),
  t('finished'),
  t('gone'),
  t('working'),
  t('idle'),
  t('unknown'),
  t('healthy'),
  t('not healthy'),
  t('failing'),
  t('failed'),
  t('succeeded'),
  t('running'),
  t('exited'),
  t('ready'),
  t('1 update waiting'),
  t('nothing waiting'),
  t('1 pod'),
  t('1 container'),
  t('1 sandbox'),
  t('1 volume'),
  t('none seen'),
  t('nothing fails'),
  t('runs'),
  t('skips all pods'),
  t('a pod that no line names'),
  t('its address, the host’s end of its interface, and rules for it'),
  t('the kubelet has forgotten the pod, and its teardown still fails'),
  t('only the container collector still tries to tear it down, once a minute'),
  t('waits for its first sync'),
  t('sandbox is set up'),
  t('image is pulled'),
  t('containers start'),
  t('terminates, all in all'),
  t('containers stop'),
  t('sandbox and network are torn down'),
  t('volumes are unmounted'),
  t('is cleaned up'),
  t('backs off'),
  t('waits to be forgotten'),
  t('CNI fails'),
  t('CNI ADD fails'),
  t('CNI DEL fails'),
  t('pods of the node from here'),
  t('pods that it knows'),
  t('with an update in the slot'),
  t('overdue'),
  t('containers that run'),
  t('sandboxes that are ready'),
  t('last failure'),
  t('failed tries so far'),
  t('statuses'),
  t('relists'),
  t('health'),
  t('holds'),
  t('carries'),
  t('pods'),
  t('last'),
  t('now'),
  t('state'),
  t('because'),
  t('for'),
  t('updates of pods'),
  t('events of containers'),
  t('results of probes'),
  t('a tick each second'),
  t('a tick each two seconds'),
  t('no tick waits'),
  t('empty: the loop takes each as it comes'),
  t('not read: what comes now waits'),
]);

const counts: ReadonlySet<string> = new Set([
  t('{0} pods'),
  t('{0} containers'),
  t('{0} sandboxes'),
  t('{0} volumes'),
  t('{0} failing'),
]);

/** The text in the language of the person where it is one of those, or two of them with a comma; else as it is. */
export function inWords(text: string): string {
  if (words.has(text)) return inLanguage(text);
  const [, count = '', what = ''] = /^([\d,]+) ([a-z]+)$/.exec(text) ?? [];
  if (counts.has(`{0} ${what}`)) return inLanguage(`{0} ${what}`, count);
  const parts = text.split(', ');
  return parts.length === 2 && parts.every((part) => words.has(part))
    ? parts.map((part) => inLanguage(part)).join(', ')
    : text;
}
