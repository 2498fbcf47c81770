/**
 * The members present in a room. Pure: one entry per member, grouped by key when listed.
 *
 * A key (a user, say) may have several metas, one for each of its members (sockets). A changed meta is reported as a
 * leave of the old one and a join of the new one. Shapes and names are Phoenix.Presence's.
 */
type Meta = Readonly<Record<string, unknown>> & { readonly phx_ref: string };

/** `{key: {metas: [...]}}`, the payload of `presence_state`. */
type PresenceList = Readonly<Record<string, { readonly metas: readonly Meta[] }>>;

/** The payload of `presence_diff`. */
export interface PresenceDiff {
  readonly joins: PresenceList;
  readonly leaves: PresenceList;
}

interface Entry {
  readonly key: string;
  readonly meta: Meta;
  /** The tracked payload as JSON, to detect whether a new one differs. */
  readonly json: string;
}

export interface Presence<Member> {
  /** Null when the member already tracks exactly this payload. */
  track(
    member: Member,
    key: string,
    payload: Readonly<Record<string, unknown>>,
    phxRef: string,
  ): PresenceDiff | null;
  /** Null when the member was not tracked. */
  untrack(member: Member): PresenceDiff | null;
  list(): PresenceList;
}

// Object.fromEntries defines own properties, so that a key such as "__proto__" is handled like any other.
const single = (key: string, meta: Meta): PresenceList => Object.fromEntries([[key, { metas: [meta] }]]);

export function createPresence<Member>(): Presence<Member> {
  const entries = new Map<Member, Entry>();
  return {
    track(member, key, payload, phxRef) {
      const before = entries.get(member);
      const json = JSON.stringify(payload);
      if (before !== undefined && before.json === json) return null;
      const previous = before === undefined ? {} : { phx_ref_prev: before.meta.phx_ref };
      const meta: Meta = { ...payload, ...previous, phx_ref: phxRef };
      entries.set(member, { key, meta, json });
      return {
        joins: single(key, meta),
        leaves: before === undefined ? {} : single(before.key, before.meta),
      };
    },
    untrack(member) {
      const before = entries.get(member);
      if (before === undefined) return null;
      entries.delete(member);
      return { joins: {}, leaves: single(before.key, before.meta) };
    },
    list() {
      const metasByKey = new Map<string, Meta[]>();
      for (const { key, meta } of entries.values()) {
        const metas = metasByKey.get(key);
        if (metas === undefined) metasByKey.set(key, [meta]);
        else metas.push(meta);
      }
      return Object.fromEntries([...metasByKey].map(([key, metas]) => [key, { metas }]));
    },
  };
}
