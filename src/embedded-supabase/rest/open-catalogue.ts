/** Keeps the catalogue fresh: reloads it on a notification over `pgrst`, and when a request misses a name. */
import type { Database } from '../db/database.ts';
import type { Catalogue } from './catalogue.ts';
import { loadCatalogue } from './load-catalogue.ts';

/** Unknown names must not keep the database busy with reloads: this many are allowed in a row, … */
const MISSES = 10;
/** … and then one more per interval. */
const MISS_INTERVAL_MS = 1000;

export interface OpenCatalogue {
  readonly current: () => Promise<Catalogue>;
  /** A newer one than `known`, or `known` itself when it is as fresh as can be. */
  readonly refresh: (known: Catalogue) => Promise<Catalogue>;
  readonly close: () => Promise<void>;
}

/** @param schemasOf returns the exposed schemas for each load. */
export function openCatalogue(
  database: Database,
  schemasOf: () => Promise<readonly string[]>,
): OpenCatalogue {
  let latest: Promise<Catalogue> | null = null;
  let running: Promise<Catalogue> | null = null;
  let queued: Promise<Catalogue> | null = null;
  let misses = MISSES;
  let missedAtMs = performance.now();

  const start = (): Promise<Catalogue> => {
    const load = schemasOf().then((schemas) => loadCatalogue(database, schemas));
    running = load;
    const settle = () => {
      if (running === load) running = null;
    };
    load.then(settle, settle);
    // A failed load keeps the old catalogue; if there is none, the next request tries again.
    load.then(
      () => (latest = load),
      () => undefined,
    );
    return load;
  };
  /** One load at a time. A request during a load may concern a later change, so another load follows. */
  const reload = (): Promise<Catalogue> => {
    if (running === null) return start();
    queued ??= running
      .then(
        () => undefined,
        () => undefined,
      )
      .then(() => {
        queued = null;
        return start();
      });
    return queued;
  };
  const listening = database.listen('pgrst', (payload) => {
    if (payload === 'reload config') return;
    // A failure is reported by the next request that needs a catalogue.
    reload().catch(() => undefined);
  });
  // `close` awaits it. Until then, failing to listen only means reloading on a miss.
  listening.catch(() => undefined);

  return {
    current: () => latest ?? running ?? start(),
    refresh: async (known) => {
      const present = await (latest ?? running ?? start());
      if (present !== known) return present;
      const nowMs = performance.now();
      misses = Math.min(MISSES, misses + (nowMs - missedAtMs) / MISS_INTERVAL_MS);
      missedAtMs = nowMs;
      if (misses < 1) return await (queued ?? running ?? present);
      misses -= 1;
      return await reload();
    },
    close: async () => {
      const stop = await listening.catch(() => async () => undefined);
      await stop();
      await (queued ?? running)?.catch(() => undefined);
    },
  };
}
