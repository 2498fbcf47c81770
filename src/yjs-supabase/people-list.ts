import { audienceOf } from './core/audience.ts';
import { listHere } from './core/people.ts';
import type { CoreState, People } from './core/state.ts';
import type { RosterEntry } from './document-log.ts';

/** Who is here: made anew when somebody comes or says something, and when somebody has been silent for too long. */
export class PeopleList {
  #list: readonly RosterEntry[] = [];
  #madeFrom: People | null = null;
  #holdsUntilMs = 0;

  get list(): readonly RosterEntry[] {
    return this.#list;
  }

  /** Tells whether the list has become another. */
  update(state: CoreState, nowMs: number): boolean {
    if (state.people === this.#madeFrom && nowMs < this.#holdsUntilMs) return false;
    this.#madeFrom = state.people;
    this.#holdsUntilMs = audienceOf(state, nowMs).untilMs;
    const [before, now] = [this.#list, listHere(state, nowMs)];
    if (now.length === before.length && now.every((entry, at) => entry === before[at])) return false;
    this.#list = now;
    return true;
  }
}
