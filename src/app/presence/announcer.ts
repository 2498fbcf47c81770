/** Decides when arrivals, departures and changes of section are announced: once they last, and a few seconds apart. */

/** A person as they are now; `section` is null above the first heading and without a caret. */
export interface Seen {
  readonly name: string;
  readonly section: string | null;
}

export interface News {
  readonly joined: readonly string[];
  readonly left: readonly string[];
  readonly moved: readonly { readonly name: string; readonly section: string }[];
}

/** A person who returns sooner, after a reload or a network gap, counts as present throughout. */
const SETTLE_MS = 3000;
const ANNOUNCE_EVERY_MS = 5000;
const MOST_MOVES = 3;

interface Candidate {
  readonly now: Seen | null;
  readonly sinceMs: number;
}

const isSame = (one: Seen | null, other: Seen | null): boolean =>
  one?.name === other?.name && one?.section === other?.section;

export class Announcer {
  /** The announced state; null until the first one has lasted. */
  #announced: Map<string, Seen> | null = null;
  #candidates = new Map<string, Candidate>();
  #firstAtMs: number | null = null;
  #announcedAtMs = -Infinity;

  /** The people are not known for a while: nothing has happened until they are. */
  pause(): void {
    this.#candidates.clear();
    if (this.#announced === null) this.#firstAtMs = null;
  }

  /** @returns what to announce now */
  look(people: ReadonlyMap<string, Seen>, nowMs: number): News | null {
    this.#firstAtMs ??= nowMs;
    if (this.#announced === null) {
      if (nowMs - this.#firstAtMs >= SETTLE_MS) this.#announced = new Map(people);
      return null;
    }
    const announced = this.#announced;
    for (const id of new Set([...announced.keys(), ...people.keys(), ...this.#candidates.keys()])) {
      const now = people.get(id) ?? null;
      const candidate = this.#candidates.get(id);
      if (isSame(now, announced.get(id) ?? null)) this.#candidates.delete(id);
      else if (!candidate || !isSame(candidate.now, now)) this.#candidates.set(id, { now, sinceMs: nowMs });
    }
    return nowMs - this.#announcedAtMs < ANNOUNCE_EVERY_MS ? null : this.#announce(announced, nowMs);
  }

  #announce(announced: Map<string, Seen>, nowMs: number): News | null {
    const news = {
      joined: [] as string[],
      left: [] as string[],
      moved: [] as { name: string; section: string }[],
    };
    for (const [id, { now, sinceMs }] of this.#candidates) {
      if (nowMs - sinceMs < SETTLE_MS) continue;
      const before = announced.get(id);
      this.#candidates.delete(id);
      if (now) announced.set(id, now);
      else announced.delete(id);
      if (!now && before) news.left.push(before.name);
      if (now && !before) news.joined.push(now.name);
      if (now && now.section !== null && now.section !== before?.section && news.moved.length < MOST_MOVES)
        news.moved.push({ name: now.name, section: now.section });
    }
    if (news.joined.length + news.left.length + news.moved.length === 0) return null;
    this.#announcedAtMs = nowMs;
    return news;
  }
}
