/** A fake of the Web Locks of one browser, with the features that the app uses: exclusive locks and `ifAvailable`. */

export interface FakeLocks extends LockManager {
  /** Releases all locks, as when their page is closed. */
  releaseAll(): void;
}

export function createFakeLocks(): FakeLocks {
  const queues = new Map<string, { run: () => void; free: () => void }[]>();
  const next = (name: string): void => {
    queues.get(name)?.shift();
    queues.get(name)?.[0]?.run();
  };

  function request(name: string, ...rest: unknown[]): Promise<unknown> {
    const use = rest.at(-1) as (lock: Lock | null) => unknown;
    const { ifAvailable = false } = (rest.length > 1 ? rest[0] : {}) as LockOptions;
    const queue = queues.get(name) ?? [];
    queues.set(name, queue);
    if (ifAvailable && queue.length > 0) return Promise.resolve(use(null));
    return new Promise((resolve, reject) => {
      let isFree = false;
      const free = (): void => {
        if (!isFree) next(name);
        isFree = true;
      };
      const run = (): void => {
        void Promise.resolve()
          .then(() => use({ name, mode: 'exclusive' }))
          .then(resolve, reject)
          .finally(free);
      };
      queue.push({ run, free });
      if (queue.length === 1) run();
    });
  }

  return {
    request,
    query: () =>
      Promise.resolve({
        held: [...queues].filter(([, queue]) => queue.length > 0).map(([name]) => ({ name })),
        pending: [],
      }),
    releaseAll: () => {
      for (const queue of queues.values()) queue[0]?.free();
    },
  };
}
