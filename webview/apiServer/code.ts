// The functions of the API server that its parts are, in the library that it is made of.
import type { GoPart } from '../shared/goLink.ts';

const storage = (file: string, name: string): GoPart => ({
  path: `staging/src/k8s.io/apiserver/pkg/storage/${file}`,
  name,
});

export const code = {
  etcd: [
    storage('etcd3/store.go', 'store.GetList|store.List'),
    storage('etcd3/watcher.go', 'watchChan.run'),
  ],
  cache: [
    storage('cacher/cacher.go', 'Cacher.GetList|Cacher.List'),
    storage('cacher/watch_cache.go', 'watchCache.processEvent'),
    storage('cacher/cacher.go', 'Cacher.dispatchEvent'),
  ],
  watches: [storage('cacher/cacher.go', 'Cacher.Watch')],
} as const;
