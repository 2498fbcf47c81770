/**
 * The one judge of updates for a whole document, on the server and in every client: each alone may be harmless and all
 * together a tower that no editor survives. Its verdict depends on what the updates say, not on when they come.
 */
import { depthOf, Depths, type Id, type Waiting } from './depths.ts';
import { DEEPEST, lintUpdate, TOO_DEEP, type Written } from './lint-update.ts';

export type Verdict =
  /** `banned`: Yjs clients of which parts were waiting that are poison, as this update shows; they must never get in. */
  | { readonly kind: 'good'; readonly banned: readonly number[] }
  | { readonly kind: 'poison' }
  /** Content that only a newer client may know. */
  | { readonly kind: 'unknown' };

export interface UpdateGate {
  judge(update: Uint8Array, source: 'snapshot' | 'log' | 'live' | 'own'): Verdict;
  /** Known to be poison by now, whatever it was taken for when it came. */
  isBanned(update: Uint8Array): boolean;
}

export function createUpdateGate(): UpdateGate {
  const depths = new Depths();
  const waiting = new Map<string, Waiting>();
  /** From this clock on a client's updates are poison: without these, what follows could not be read. */
  const banned = new Map<number, number>();

  const ban = ({ client, clock }: Id): void =>
    void banned.set(client, Math.min(clock, banned.get(client) ?? clock));

  const isPoison = (written: readonly Written[]): boolean =>
    written.some(({ client, nextClock }) => nextClock > (banned.get(client) ?? Infinity));

  /** Measures what can be measured now; answers the clients whose parts turn out to be too deep. */
  function settle(): readonly number[] {
    const late = new Set<number>();
    for (let settled = -1; settled !== 0;) {
      settled = 0;
      for (const [key, struct] of waiting) {
        const depth = depthOf(struct, (id) => depths.find(id));
        if (depth === null) continue;
        settled += 1;
        waiting.delete(key);
        if (depth <= DEEPEST) depths.add(struct, struct.length, depth);
        else {
          ban(struct);
          late.add(struct.client);
        }
      }
    }
    for (const [key, { client }] of waiting) if (late.has(client)) waiting.delete(key);
    return [...late];
  }

  return {
    judge: (update, source) => {
      const folded = source === 'snapshot' || source === 'log';
      const linted = lintUpdate(update, { folded, ground: depths });
      if (!linted.ok && linted.why !== TOO_DEEP) return { kind: 'unknown' };
      const written = linted.written ?? [];
      if (!linted.ok) written.forEach(ban);
      if (!linted.ok || (source !== 'snapshot' && isPoison(written))) return { kind: 'poison' };
      depths.addAll(linted.depths);
      for (const struct of linted.waiting) waiting.set(`${struct.client}:${struct.clock}`, struct);
      return { kind: 'good', banned: waiting.size > 0 ? settle() : [] };
    },
    isBanned: (update) => {
      const linted = lintUpdate(update, { folded: true });
      return isPoison(linted.written ?? []);
    },
  };
}
