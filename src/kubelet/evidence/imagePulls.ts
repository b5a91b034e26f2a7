// Evidence of a runtime's pulls of images: containerd's and CRI-O's own lines, dockershim's in the kubelet's log, dockerd's at debug level.
// None of them names the pod that waits for the image.
import { SECOND } from '../../base/time.ts';
import { parseGoDuration } from '../goDuration.ts';
import type { KubeletEvent } from '../event.ts';
import type { Rule } from './rule.ts';

/** Between two reports of its progress (defaultImagePullingProgressReportInterval of kube_docker_client.go). */
const DOCKERSHIM_REPORT = 10 * SECOND;

const imageId = 'sha256:89da1fb6dcb964dd35c3f41b7b93ffc35eaf20bc61f2e1335fea710a18424287';
const digest =
  'registry.example/shop/api@sha256:67f9a4f10d147a6e04629340e6493c9703300ca23a2f7f3aa56fe615d75d31ca';
const image = 'registry.example/shop/api:v2';

function pulling(name: string, request: string | undefined, length = 0): KubeletEvent {
  return { kind: 'image.pulling', image: name, for: length, request };
}

function pulled(
  name: string | undefined,
  names: readonly (string | undefined)[],
  more: { readonly size?: number; readonly took?: number; readonly request?: string | undefined },
): KubeletEvent {
  return {
    kind: 'image.pulled',
    image: name,
    names: names.filter((one): one is string => one !== undefined && one !== ''),
    size: more.size,
    took: more.took,
    request: more.request,
  };
}

const ofContainerd: readonly Rule[] = [
  {
    id: 'containerd.pulling',
    v: 0,
    files: [''],
    pattern: /^PullImage "([^"]+)"$/,
    since: 20,
    until: undefined,
    read: (_, [, name = '']) => [pulling(name, undefined)],
    samples: [
      {
        line: `time="2026-11-21T10:53:32.0Z" level=info msg="PullImage \\"${image}\\""`,
        events: [{ kind: 'image.pulling', image, for: 0, request: undefined }],
      },
    ],
  },
  {
    // Size and length are told from 1.6 on.
    id: 'containerd.pulled',
    v: 0,
    files: [''],
    pattern:
      /^Pulled image "([^"]+)" with image id "([^"]*)", repo tag "([^"]*)", repo digest "([^"]*)"(?:, size "(\d+)" in (\S+))?$/,
    since: 20,
    until: undefined,
    read: (_, [, name, id, tag, repoDigest, size, took]) => [
      pulled(name, [id, tag, repoDigest], {
        ...(size === undefined ? {} : { size: Number(size) }),
        ...lengthOf(took),
      }),
    ],
    samples: [
      {
        line: `time="2026-11-21T10:53:37.8Z" level=info msg="Pulled image \\"${image}\\" with image id \\"${imageId}\\", repo tag \\"${image}\\", repo digest \\"${digest}\\", size \\"70601125\\" in 5.766826368s"`,
        events: [
          {
            kind: 'image.pulled',
            image,
            names: [imageId, image, digest],
            size: 70_601_125,
            took: 5_766_826,
            request: undefined,
          },
        ],
      },
    ],
  },
  {
    id: 'containerd.pullDone',
    v: 0,
    files: [''],
    pattern: /^PullImage "([^"]+)" returns image reference "([^"]+)"$/,
    since: 20,
    until: undefined,
    read: (_, [, name, id]) => [pulled(name, [id], {})],
    samples: [
      {
        line: `time="2026-11-21T10:53:37.8Z" level=info msg="PullImage \\"${image}\\" returns image reference \\"${imageId}\\""`,
        events: [
          {
            kind: 'image.pulled',
            image,
            names: [imageId],
            size: undefined,
            took: undefined,
            request: undefined,
          },
        ],
      },
    ],
  },
  {
    id: 'containerd.pullFailed',
    v: 0,
    files: [''],
    pattern: /^PullImage "([^"]+)" failed$/,
    since: 20,
    until: undefined,
    read: (record, [, name]) => [
      {
        kind: 'image.pullFailed',
        image: name,
        error: record.field('error') ?? '',
        request: undefined,
      },
    ],
    samples: [
      {
        line: `time="2026-11-21T10:53:37.8Z" level=error msg="PullImage \\"${image}\\" failed" error="rpc error: code = NotFound desc = ${image}: not found"`,
        events: [
          {
            kind: 'image.pullFailed',
            image,
            error: `rpc error: code = NotFound desc = ${image}: not found`,
            request: undefined,
          },
        ],
      },
    ],
  },
];

const ofCrio: readonly Rule[] = [
  {
    id: 'crio.pulling',
    v: 0,
    files: [''],
    pattern: /^Pulling image: (\S+)$/,
    since: 20,
    until: undefined,
    read: (record, [, name = '']) => [pulling(name, record.field('id'))],
    samples: [
      {
        line: `time="2026-11-21 10:53:32.0Z" level=info msg="Pulling image: ${image}" id=9fd4db69 name=/runtime.v1.ImageService/PullImage`,
        events: [{ kind: 'image.pulling', image, for: 0, request: '9fd4db69' }],
      },
    ],
  },
  {
    id: 'crio.pulled',
    v: 0,
    files: [''],
    pattern: /^Pulled image: (\S+)$/,
    since: 20,
    until: undefined,
    read: (record, [, repoDigest]) => [
      pulled(undefined, [repoDigest], { request: record.field('id') }),
    ],
    samples: [
      {
        line: `time="2026-11-21 10:53:42.8Z" level=info msg="Pulled image: ${digest}" id=9fd4db69 name=/runtime.v1.ImageService/PullImage`,
        events: [
          {
            kind: 'image.pulled',
            image: undefined,
            names: [digest],
            size: undefined,
            took: undefined,
            request: '9fd4db69',
          },
        ],
      },
    ],
  },
];

const ofDocker: readonly Rule[] = [
  {
    id: 'dockershim.pulling',
    reads: ['kubelet', 'cri-dockerd'],
    v: 2,
    files: ['kube_docker_client.go'],
    messages: ['Pulling image'],
    pattern: /^Pulling image "([^"]+)": /,
    since: 9,
    until: 23,
    read: (record, [, name]) => [
      pulling(name ?? record.field('image') ?? '', undefined, DOCKERSHIM_REPORT),
    ],
    samples: [
      {
        line: `I1121 10:53:42.631072   22571 kube_docker_client.go:344] Pulling image "${image}": "b4d181a07f80: Downloading [===>   ]  19.56MB/27.15MB"`,
        events: [{ kind: 'image.pulling', image, for: DOCKERSHIM_REPORT, request: undefined }],
      },
      {
        line: `I1121 10:53:42.631072   22571 kube_docker_client.go:345] "Pulling image" image="${image}" progress="b4d181a07f80: Extracting"`,
        events: [{ kind: 'image.pulling', image, for: DOCKERSHIM_REPORT, request: undefined }],
      },
    ],
  },
  {
    id: 'dockershim.pullEnded',
    reads: ['kubelet', 'cri-dockerd'],
    v: 2,
    files: ['kube_docker_client.go'],
    messages: ['Stop pulling image'],
    pattern: /^Stop pulling image "([^"]+)": "([\s\S]*)"$/,
    since: 9,
    until: 23,
    read: (record, [, name, progress]) => {
      const pulledName = name ?? record.field('image');
      const last = progress ?? record.field('progress') ?? '';
      // Its last words are the daemon's verdict; any others are where it stopped.
      return /^Status: /.test(last)
        ? [pulled(pulledName, [], {})]
        : [{ kind: 'image.pullFailed', image: pulledName, error: last, request: undefined }];
    },
    samples: [
      {
        line: `I1121 10:53:47.384641   22571 kube_docker_client.go:347] Stop pulling image "${image}": "Status: Downloaded newer image for ${image}"`,
        events: [
          {
            kind: 'image.pulled',
            image,
            names: [],
            size: undefined,
            took: undefined,
            request: undefined,
          },
        ],
      },
      {
        line: `I1121 10:53:47.384641   22571 kube_docker_client.go:348] "Stop pulling image" image="${image}" progress="v2: Pulling from shop/api"`,
        events: [
          {
            kind: 'image.pullFailed',
            image,
            error: 'v2: Pulling from shop/api',
            request: undefined,
          },
        ],
      },
    ],
  },
  {
    id: 'dockerd.pulling',
    v: 0,
    files: [''],
    pattern: /^Calling POST \/v[\d.]+\/images\/create\?fromImage=([^&\s]+)(?:&tag=([^&\s]+))?$/,
    since: 9,
    until: undefined,
    read: (_, [, name = '', tag]) => [pulling(nameIn(name, tag), undefined)],
    samples: [
      {
        line: `time="2026-11-21T10:53:32.0Z" level=debug msg="Calling POST /v1.40/images/create?fromImage=registry.example%2Fshop%2Fapi&tag=v2"`,
        events: [{ kind: 'image.pulling', image, for: 0, request: undefined }],
      },
    ],
  },
  {
    id: 'dockerd.pullFailed',
    v: 0,
    files: [''],
    pattern: /^Not continuing with pull after error: ([\s\S]+)$/,
    since: 9,
    until: undefined,
    read: (_, [, error = '']) => [
      { kind: 'image.pullFailed', image: undefined, error, request: undefined },
    ],
    samples: [
      {
        line: `time="2026-11-21T10:53:37.8Z" level=error msg="Not continuing with pull after error: manifest unknown"`,
        events: [
          {
            kind: 'image.pullFailed',
            image: undefined,
            error: 'manifest unknown',
            request: undefined,
          },
        ],
      },
    ],
  },
];

export const imagePullRules: readonly Rule[] = [...ofContainerd, ...ofCrio, ...ofDocker];

function lengthOf(took: string | undefined): { readonly took?: number } {
  const length = took === undefined ? undefined : parseGoDuration(took);
  return length === undefined ? {} : { took: length };
}

/** Of a request's path; what no server would have sent stays as it is. */
function nameIn(escaped: string, tag: string | undefined): string {
  const name = escaped.replaceAll(/%2[fF]/g, '/').replaceAll(/%3[aA]/g, ':');
  if (tag === undefined) return name;
  return `${name}${tag.startsWith('sha256') ? '@' : ':'}${tag.replaceAll(/%3[aA]/g, ':')}`;
}
