import type { Client } from '../../src/protocol/channel.ts';
import type { HostApi, HostEvent } from '../../src/protocol/hostApi.ts';

/** A page's way to the extension and, through it, to the engine. */
export type PageClient = Client<HostApi, HostEvent>;
