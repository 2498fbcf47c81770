/**
 * Judges updates against the whole document, on the server and in every client. Updates that are harmless alone may
 * together nest too deep or span too many cells. The verdict on logged updates depends only on the log: a live update
 * may be forged under another author's name.
 */
import { lintUpdate, POISON, type Written } from './lint-update.ts';
import { isRefused, placeOf, Places, type FindPlace, type Id, type Waiting } from './struct-places.ts';

export type Verdict =
  /** `banned`: Yjs clients whose waiting structs this update revealed as poison. Never apply those. */
  | { readonly kind: 'good'; readonly banned: readonly number[] }
  | { readonly kind: 'poison' }
  /** Content that a newer client may have written. */
  | { readonly kind: 'unknown' };

export interface UpdateGate {
  judge(update: Uint8Array, source: 'snapshot' | 'log' | 'live' | 'own'): Verdict;
  /** The update is poison by now, whatever its verdict was. */
  isBanned(update: Uint8Array): boolean;
}

/** Places and waiting structs from one kind of source. */
interface Known {
  readonly places: Places;
  readonly waiting: Map<string, Waiting>;
  readonly find: FindPlace;
}

function openKnown(ground: Known | null): Known {
  const places = new Places();
  const find: FindPlace = (id) => ground?.find(id) ?? places.find(id);
  return { places, waiting: new Map(), find };
}

/** Places the waiting structs that can be placed now; returns those that are poison. */
function settle({ places, waiting, find }: Known): readonly Waiting[] {
  const late: Waiting[] = [];
  for (let settled = -1; settled !== 0;) {
    settled = 0;
    for (const [key, struct] of waiting) {
      const place = placeOf(struct, find);
      if (place === null) continue;
      settled += 1;
      waiting.delete(key);
      if (isRefused(struct, place)) late.push(struct);
      else places.add(struct, struct.length, place);
    }
  }
  const clients = new Set(late.map(({ client }) => client));
  for (const [key, { client }] of waiting) if (clients.has(client)) waiting.delete(key);
  return late;
}

export function createUpdateGate(): UpdateGate {
  const logged = openKnown(null);
  const live = openKnown(logged);
  /** By client, the clock from which on its updates are poison: later ones depend on the refused one. */
  const banned = new Map<number, number>();

  const ban = ({ client, clock }: Id): void =>
    void banned.set(client, Math.min(clock, banned.get(client) ?? clock));

  const isPoison = (written: readonly Written[]): boolean =>
    written.some(({ client, nextClock }) => nextClock > (banned.get(client) ?? Infinity));

  return {
    judge: (update, source) => {
      const known = source === 'live' ? live : logged;
      const linted = lintUpdate(update, { folded: source !== 'live', ground: known });
      if (!linted.ok && linted.why !== POISON) return { kind: 'unknown' };
      const written = linted.written ?? [];
      if (!linted.ok && source !== 'live') written.forEach(ban);
      if (!linted.ok || (source !== 'snapshot' && isPoison(written))) return { kind: 'poison' };
      known.places.addAll(linted.places);
      for (const struct of linted.waiting) known.waiting.set(`${struct.client}:${struct.clock}`, struct);
      const late = settle(logged);
      late.forEach(ban);
      const clients = [...late, ...settle(live)].map(({ client }) => client);
      return { kind: 'good', banned: [...new Set(clients)] };
    },
    isBanned: (update) => isPoison(lintUpdate(update, { folded: true }).written ?? []),
  };
}
