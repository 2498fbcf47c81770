import { audienceOf } from '../core/audience.ts';
import { listHere } from '../core/people.ts';
import type { CoreState, People } from '../core/state.ts';
import type { PresentEntry } from '../ports/document-log.ts';

/** The list of present sessions: rebuilt when a session arrives or sends, and when one times out. */
export class PeopleList {
  #list: readonly PresentEntry[] = [];
  #madeFrom: People | null = null;
  #holdsUntilMs = 0;

  get list(): readonly PresentEntry[] {
    return this.#list;
  }

  /** Returns whether the list has changed. */
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
