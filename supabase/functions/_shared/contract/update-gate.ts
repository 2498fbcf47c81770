/**
 * The one judge of updates for a whole document, on the server and in every client: each alone may be harmless and all
 * together a tower or a table that no editor survives. The verdict on what the log has depends on what the log says and on nothing
 * else: live, anybody may say anything in anybody's name.
 */
import { lintUpdate, POISON, type Written } from './lint-update.ts';
import { isRefused, placeOf, Places, type FindPlace, type Id, type Waiting } from './places.ts';

export type Verdict =
  /** `banned`: Yjs clients of which parts were waiting that are poison, as this update shows; these must not get in. */
  | { readonly kind: 'good'; readonly banned: readonly number[] }
  | { readonly kind: 'poison' }
  /** Content that only a newer client may know. */
  | { readonly kind: 'unknown' };

export interface UpdateGate {
  judge(update: Uint8Array, source: 'snapshot' | 'log' | 'live' | 'own'): Verdict;
  /** Known to be poison by now, whatever it was taken for when it came. */
  isBanned(update: Uint8Array): boolean;
}

/** What is known from one kind of source. */
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

/** Measures what can be measured now; answers the parts that turn out to be poison. */
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
  const heard = openKnown(logged);
  /** From this clock on a client's updates are poison: without these, what follows could not be read. */
  const banned = new Map<number, number>();

  const ban = ({ client, clock }: Id): void =>
    void banned.set(client, Math.min(clock, banned.get(client) ?? clock));

  const isPoison = (written: readonly Written[]): boolean =>
    written.some(({ client, nextClock }) => nextClock > (banned.get(client) ?? Infinity));

  return {
    judge: (update, source) => {
      const known = source === 'live' ? heard : logged;
      const linted = lintUpdate(update, { folded: source !== 'live', ground: known });
      if (!linted.ok && linted.why !== POISON) return { kind: 'unknown' };
      const written = linted.written ?? [];
      if (!linted.ok && source !== 'live') written.forEach(ban);
      if (!linted.ok || (source !== 'snapshot' && isPoison(written))) return { kind: 'poison' };
      known.places.addAll(linted.places);
      for (const struct of linted.waiting) known.waiting.set(`${struct.client}:${struct.clock}`, struct);
      const late = settle(logged);
      late.forEach(ban);
      const clients = [...late, ...settle(heard)].map(({ client }) => client);
      return { kind: 'good', banned: [...new Set(clients)] };
    },
    isBanned: (update) => isPoison(lintUpdate(update, { folded: true }).written ?? []),
  };
}
