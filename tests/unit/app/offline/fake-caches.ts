/** The part of `CacheStorage` in use, in memory. Keys are paths. */
export function fakeCaches(): CacheStorage {
  const all = new Map<string, Map<string, Response>>();
  const pathOf = (key: RequestInfo | URL): string => new URL(String(key), 'https://spolu.example').pathname;
  const cacheOf = (kept: Map<string, Response>): Cache =>
    ({
      put: async (key: RequestInfo, response: Response) => void kept.set(pathOf(key), response),
      match: async (key: RequestInfo) => kept.get(pathOf(key))?.clone(),
    }) as unknown as Cache;
  return {
    open: async (name: string) => {
      const kept = all.get(name) ?? new Map<string, Response>();
      all.set(name, kept);
      return cacheOf(kept);
    },
    has: async (name: string) => all.has(name),
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    match: async (key: RequestInfo, { cacheName }: MultiCacheQueryOptions = {}) => {
      for (const [name, kept] of all) {
        const found = cacheName === undefined || cacheName === name ? kept.get(pathOf(key)) : undefined;
        if (found) return found.clone();
      }
      return undefined;
    },
  };
}
