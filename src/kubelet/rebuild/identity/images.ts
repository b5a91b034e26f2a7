// Which container runs which image, as lines and samples tell it: events that pull, statuses, and errors of a pull. An image has a name
// and, once it is there, an id.
import type { KubeletEvent } from '../../event.ts';

export interface ImageUse {
  readonly image: string;
  readonly imageId: string | undefined;
  /** Other names of it: its tag and its digest. */
  readonly names?: readonly string[];
  /** The container, by its id or else by its name in the pod. */
  readonly id: string | undefined;
  readonly container: string | undefined;
}

const events =
  /^(?:Pulling image|Successfully pulled image|Failed to pull image|Back-off pulling image|Container image) "([^"]+)"/;
/** `failed to "StartContainer" for "app" with ImagePullBackOff: "Back-off pulling image \"x\": …"`. */
const pullError =
  /"StartContainer" for "([^"]+)" with \w*Image\w*: .{0,200}?\bimage \\*"([^"\\]+)/s;

export function imagesIn(event: KubeletEvent): readonly ImageUse[] {
  switch (event.kind) {
    case 'container.image':
      return [{ ...nobody, image: event.image, imageId: event.imageId || undefined, id: event.id }];
    case 'pod.event':
      return named(events.exec(event.message)?.[1], event.container);
    case 'worker.error': {
      const found = pullError.exec(event.error);
      return named(found?.[2], found?.[1]);
    }
    case 'image.pulling':
    case 'image.pullFailed':
      return named(event.image, event.container);
    case 'image.pulled': {
      const { names, container } = event;
      const [first] = names;
      const image = event.image ?? first;
      return image === undefined
        ? []
        : [{ image, imageId: undefined, names, id: undefined, container }];
    }
    case 'sample.pod':
      return event.containers.flatMap(({ id, name, image, imageId }) =>
        image === undefined ? [] : [{ image, imageId, id, container: name }],
      );
    default:
      return [];
  }
}

const nobody = { id: undefined, container: undefined };

function named(image: string | undefined, container: string | undefined): readonly ImageUse[] {
  return image === undefined ? [] : [{ image, imageId: undefined, id: undefined, container }];
}

/** Whether two names mean one image, as docker completes them: `nginx` is `docker.io/library/nginx:latest`. */
export function isSameImage(one: string, other: string): boolean {
  return one === other || whole(one) === whole(other);
}

function whole(image: string): string {
  const name = image.replace(/^(?:docker\.io\/)?(?:library\/)?(?=[^/]+$)/, '');
  const path = name.replace(/^docker\.io\//, '');
  return /[:@]/.test(path.slice(path.lastIndexOf('/') + 1)) ? path : `${path}:latest`;
}
