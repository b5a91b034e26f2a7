// Structs as lines up to 1.27 show them. An address in memory is a stand-in: a log's own tells nothing either.
import type { Container, PodStatus } from './pod.ts';

/** A pointer as Go prints it, the same for the same text. */
export function goAddress(text: string, minor: number): string {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  // Heaps begin there with the Go that a version is built by.
  const heap = minor < 12 ? '0xc42' : '0xc00';
  return `${heap}${((hash >>> 0) % 0x100_0000).toString(16).padStart(6, '0')}0`;
}

/** `(*v1.Container).String()`, of generated.pb.go: what `%v` prints of a pointer. */
export function goContainer(container: Container, minor: number): string {
  const list = (type: string): string => (minor < 16 ? '[]' : `[]${type}{}`);
  const { cpuRequest } = container;
  const cpu =
    cpuRequest === undefined ? '' : `cpu: {{${cpuRequest} -3} {<nil>} ${cpuRequest}m DecimalSI},`;
  const claims = minor < 26 ? '' : 'Claims:[]ResourceClaim{},';
  const fields = [
    `Name:${container.name}`,
    `Image:${container.image}`,
    'Command:[]',
    'Args:[]',
    'WorkingDir:',
    `Ports:${list('ContainerPort')}`,
    `Env:${list('EnvVar')}`,
    `Resources:ResourceRequirements{Limits:ResourceList{},Requests:ResourceList{${cpu}},${claims}}`,
    `VolumeMounts:${list('VolumeMount')}`,
    'LivenessProbe:nil',
    'ReadinessProbe:nil',
    'Lifecycle:nil',
    'TerminationMessagePath:/dev/termination-log',
    'ImagePullPolicy:IfNotPresent',
    'SecurityContext:nil',
    'Stdin:false',
    'StdinOnce:false',
    'TTY:false',
    `EnvFrom:${list('EnvFromSource')}`,
    'TerminationMessagePolicy:File',
    `VolumeDevices:${list('VolumeDevice')}`,
    ...(minor < 16 ? [] : ['StartupProbe:nil']),
    ...(minor < 27 ? [] : ['ResizePolicy:[]ContainerResizePolicy{}']),
  ];
  return `&Container{${fields.join(',')},}`;
}

/** What `%+v` prints of a `v1.Container` that is no pointer. */
export function goContainerValue({ name, image, cpuRequest }: Container, minor: number): string {
  const cpu =
    cpuRequest === undefined
      ? ''
      : `cpu:{i:{value:${cpuRequest} scale:-3} d:{Dec:<nil>} s:${cpuRequest}m Format:DecimalSI}`;
  const startup = minor < 16 ? '' : ' StartupProbe:nil';
  return `{Name:${name} Image:${image} Command:[] Args:[] WorkingDir: Ports:[] EnvFrom:[] Env:[] Resources:{Limits:map[] Requests:map[${cpu}]} VolumeMounts:[] VolumeDevices:[] LivenessProbe:nil ReadinessProbe:nil${startup} Lifecycle:nil TerminationMessagePath:/dev/termination-log TerminationMessagePolicy:File ImagePullPolicy:IfNotPresent SecurityContext:nil Stdin:false StdinOnce:false TTY:false}`;
}

/** `%#v` of a `*kubecontainer.PodStatus`. */
export function goPodStatus(status: PodStatus, minor: number): string {
  const pointers = (type: string, ids: readonly { readonly id: string }[]): string =>
    `[]*${type}{${ids.map(({ id }) => `(*${type})(${goAddress(id, minor)})`).join(', ')}}`;
  const [first = ''] = status.ips;
  const list = `IPs:[]string{${status.ips.map((ip) => `"${ip}"`).join(', ')}}`;
  const ips = minor < 16 ? `IP:"${first}"` : list;
  const api = minor < 10 ? 'runtime' : 'v1alpha2';
  return `&container.PodStatus{ID:"${status.id}", Name:"${status.name}", Namespace:"${status.namespace}", ${ips}, ContainerStatuses:${pointers('container.ContainerStatus', status.containerStatuses)}, SandboxStatuses:${pointers(`${api}.PodSandboxStatus`, status.sandboxStatuses)}}`;
}
