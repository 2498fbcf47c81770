/** Who came, who left, and who is in which section, told once each has lasted, and not all the time. */

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

/** Somebody who returns sooner, after a reload or a network gap, counts as present throughout. */
const SETTLE_MS = 3000;
const SAY_EVERY_MS = 5000;
const MOST_MOVES = 3;

interface Candidate {
  readonly now: Seen | null;
  readonly sinceMs: number;
}

const isSame = (one: Seen | null, other: Seen | null): boolean =>
  one?.name === other?.name && one?.section === other?.section;

export class Announcer {
  /** As announced; null before the first look has lasted. */
  #told: Map<string, Seen> | null = null;
  #candidates = new Map<string, Candidate>();
  #firstAtMs: number | null = null;
  #saidAtMs = -Infinity;

  /** The people are not known for a while: nothing has happened until they are. */
  pause(): void {
    this.#candidates.clear();
    if (this.#told === null) this.#firstAtMs = null;
  }

  /** @returns what to say now */
  look(people: ReadonlyMap<string, Seen>, nowMs: number): News | null {
    this.#firstAtMs ??= nowMs;
    if (this.#told === null) {
      if (nowMs - this.#firstAtMs >= SETTLE_MS) this.#told = new Map(people);
      return null;
    }
    const told = this.#told;
    for (const id of new Set([...told.keys(), ...people.keys(), ...this.#candidates.keys()])) {
      const now = people.get(id) ?? null;
      const candidate = this.#candidates.get(id);
      if (isSame(now, told.get(id) ?? null)) this.#candidates.delete(id);
      else if (!candidate || !isSame(candidate.now, now)) this.#candidates.set(id, { now, sinceMs: nowMs });
    }
    return nowMs - this.#saidAtMs < SAY_EVERY_MS ? null : this.#say(told, nowMs);
  }

  #say(told: Map<string, Seen>, nowMs: number): News | null {
    const news = {
      joined: [] as string[],
      left: [] as string[],
      moved: [] as { name: string; section: string }[],
    };
    for (const [id, { now, sinceMs }] of this.#candidates) {
      if (nowMs - sinceMs < SETTLE_MS) continue;
      const before = told.get(id);
      this.#candidates.delete(id);
      if (now) told.set(id, now);
      else told.delete(id);
      if (!now && before) news.left.push(before.name);
      if (now && !before) news.joined.push(now.name);
      if (now && now.section !== null && now.section !== before?.section && news.moved.length < MOST_MOVES)
        news.moved.push({ name: now.name, section: now.section });
    }
    if (news.joined.length + news.left.length + news.moved.length === 0) return null;
    this.#saidAtMs = nowMs;
    return news;
  }
}
