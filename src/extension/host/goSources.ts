// How Go source comes onto this machine: a file of its own, since few windows fetch any.
export { downloadModule } from './goDownload.ts';
export { SourceStore } from './sourceStore.ts';
export { unpackSource } from './unpackSource.ts';
