/**
 * A random history: two to six people write one document, each on a copy that lags behind. They type, delete, split, join,
 * move and wrap as an editor binding does: by deleting text and inserting the same text elsewhere. They bring back what they
 * deleted, as an undo or a paste does, and declare it. The server restores versions, whole and in part. Every letter occurs once, so that what happened to it is known without
 * Yjs.
 */
import * as Y from 'yjs';
import { applyUpdates } from '#contract/apply-updates.ts';
import type { HeirRange } from '#contract/authorship/heir-ranges.ts';
import { createRandom } from '../support/random.ts';
import { change, type Deleted } from './change-text.ts';
import { restore } from './restore-text.ts';

/** A person's change of one letter, in the log row with this seq. */
export interface Deed {
  readonly client: number;
  readonly what: 'type' | 'delete' | 'move' | 'return';
  seq: number;
}

export interface Row {
  readonly client: number;
  readonly atMs: number;
  readonly update: Uint8Array;
  readonly heirs: readonly HeirRange[];
  /** The second update of a move. */
  readonly goesOn: boolean;
}

export interface History {
  /** Row `n` has the seq `n + 1`. */
  readonly rows: readonly Row[];
  readonly deeds: ReadonlyMap<string, readonly Deed[]>;
  /** Each person receives all changes of others before they write. */
  readonly isInTurn: boolean;
}

interface Unsent {
  readonly update: Uint8Array;
  readonly heirs: readonly HeirRange[];
  readonly deeds: readonly Deed[];
  readonly goesOn: boolean;
  /** Peers have it. Until then the next update may become part of it. */
  isShown: boolean;
}

interface Person {
  readonly doc: Y.Doc;
  /** Text that this person deleted and did not bring back. */
  readonly deleted: Deleted[];
  /** Not in the log yet. */
  readonly unsent: Unsent[];
  /** Rows of the log that have been applied. */
  read: number;
}

const FIRST_LETTER = 0xac00;
const STEPS = 80;
/** Each restore has its own client, as in the function. */
const RESTORERS = 1000;

/** `between` stands between the words. */
export function playHistory(seed: number, between = ' '): History {
  const random = createRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const rows: Row[] = [];
  const deeds = new Map<string, Deed[]>();
  let letters = 0;
  const newLetters = (count: number): string =>
    Array.from({ length: count }, () => String.fromCharCode(FIRST_LETTER + letters++)).join('');
  const isInTurn = seed % 2 === 0;
  const people = Array.from({ length: 2 + below(5) }, (_, at) => openPerson(at + 2));

  const act = (person: Person): void => {
    const made: Deed[] = [];
    const note = (what: Deed['what'], text: string): void => {
      for (const letter of text) {
        const deed: Deed = { client: person.doc.clientID, what, seq: Infinity };
        made.push(deed);
        deeds.set(letter, [...(deeds.get(letter) ?? []), deed]);
      }
    };
    const { deleted } = person;
    const { updates, heirs } = change(person.doc, { below, newLetters, note, isInTurn, deleted, between });
    for (const [at, update] of updates.entries()) {
      const last = person.unsent.at(-1);
      const isPart = last?.isShown === false && below(3) === 0 && !hasMove(made) && !hasMove(last.deeds);
      if (isPart) person.unsent.pop();
      person.unsent.push({
        update: isPart ? Y.mergeUpdates([last.update, update]) : update,
        deeds: [...(isPart ? last.deeds : []), ...(at === 0 ? made : [])],
        heirs: [...(isPart ? last.heirs : []), ...(at === 0 ? heirs : [])],
        goesOn: isPart ? last.goesOn : at > 0,
        isShown: false,
      });
    }
  };
  const send = (person: Person): void => {
    const sent = person.unsent.shift();
    if (!sent) return;
    const { update, heirs, goesOn } = sent;
    rows.push({ client: person.doc.clientID, atMs: rows.length * 100, update, heirs, goesOn });
    for (const deed of sent.deeds) deed.seq = rows.length;
  };
  const receive = (person: Person): void => {
    for (; person.read < rows.length; person.read += 1) applyUpdates(person.doc, [rows[person.read]!.update]);
    // Peers receive changes before the log does.
    const other = people[below(people.length)]!;
    if (other === person || below(4) > 0) return;
    for (const entry of other.unsent) {
      entry.isShown = true;
      applyUpdates(person.doc, [entry.update]);
    }
  };

  const bringBack = (): void => {
    const client = RESTORERS + rows.length;
    const restored = restore(rows, client, below);
    if (!restored) return;
    rows.push({ client, atMs: rows.length * 100, ...restored.row, goesOn: false });
    for (const [letter, what] of restored.deeds)
      deeds.set(letter, [...(deeds.get(letter) ?? []), { client, what, seq: rows.length }]);
  };

  act(people[0]!);
  send(people[0]!);
  for (const person of people) receive(person);
  for (let step = 0; step < STEPS; step += 1) {
    const person = people[below(people.length)]!;
    if (isInTurn) receive(person);
    const dice = isInTurn ? 0 : below(10);
    if (dice < 6) act(person);
    else if (dice < 8) send(person);
    else receive(person);
    if (isInTurn) while (person.unsent.length > 0) send(person);
    if (below(20) === 0) bringBack();
  }
  for (const person of people) while (person.unsent.length > 0) send(person);
  return { rows, deeds, isInTurn };
}

/** In one update with a move and other changes, parts of fewer than eight letters are not recognized (decision 37). */
const hasMove = (deeds: readonly Deed[]): boolean => deeds.some(({ what }) => what === 'move');

function openPerson(client: number): Person {
  const doc = new Y.Doc();
  doc.clientID = client;
  return { doc, deleted: [], unsent: [], read: 0 };
}
