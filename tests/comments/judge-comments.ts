/** Looks at all places of threads in a random history, and compares them with what the people did. */
import type * as Y from 'yjs';
import { livingIn, type Identities, type Letter } from './identities.ts';
import { playComments, type PlayedThread } from './play-comments.ts';
import type { Place } from '../../src/app/room/comments/place-tracker.ts';

export interface Verdict {
  /** One line for each place on a letter that was not chosen, and for each place that pages do not agree on. */
  readonly wrong: readonly string[];
  /** One line for each thread without a place though a chosen letter lives. */
  readonly lost: readonly string[];
  /** Places that were looked at. */
  readonly looks: number;
  /** Chosen letters that lived in the end, and those of them at which a thread stood. */
  readonly living: number;
  readonly found: number;
}

export function judgeComments(seed: number): Verdict {
  const wrong = new Set<string>();
  const lost = new Set<string>();
  const last = new Map<string, string>();
  let [looks, living, found] = [0, 0, 0];
  playComments(seed, (page, threads, identities, when) => {
    const here = new Judge(page.doc, identities);
    for (const thread of threads) {
      const place = page.tracker.placeOf(thread);
      looks += 1;
      for (const fault of here.faultsOf(thread, place)) wrong.add(`${thread.id}: ${fault}`);
      if (when === 'meanwhile') continue;
      const isNew = when === 'opened';
      const isPlain = identities.areSingle(thread.letters);
      // A page that saw a change may know more letters than the log shows, and cannot tell equal texts apart. One that is opened now
      // does not.
      const kind = place.state === 'none' ? 'near' : place.state;
      const shown = JSON.stringify(isNew || kind === 'healed' ? [place.state, place.ranges] : [kind]);
      const others = last.get(thread.id) ?? shown;
      if (!isNew) last.set(thread.id, others);
      if (isNew && thread.place?.state !== place.state)
        wrong.add(`${thread.id}: the fold has it ${thread.place?.state}`);
      if (isPlain && !isNew && others !== shown) wrong.add(`${thread.id} differs: ${others} and ${shown}`);
      const stored = thread.place?.state === 'none' ? 'near' : thread.place?.state;
      if (isPlain && stored !== kind) wrong.add(`${thread.id}: ${kind}, not ${stored}`);
      const [left, reached] = here.count(thread, place);
      [living, found] = [living + left, found + reached];
      if (isPlain && left > 0 && (place.state === 'near' || place.state === 'none'))
        lost.add(`${thread.id}: ${place.state}, and ${left} letters live`);
    }
  });
  return { wrong: [...wrong], lost: [...lost], looks, living, found };
}

class Judge {
  readonly #identities: Identities;
  readonly #living: ReadonlySet<string>;
  readonly #byLetter = new Map<Letter, (readonly [number, number])[]>();

  constructor(doc: Y.Doc, identities: Identities) {
    this.#identities = identities;
    const living = livingIn(doc);
    this.#living = new Set(living.map(([client, clock]) => `${client}/${clock}`));
    for (const id of living) {
      const known = identities.of(...id);
      for (const letter of known.length === 1 ? known : [])
        this.#byLetter.set(letter, [...(this.#byLetter.get(letter) ?? []), id]);
    }
    // Of a letter that two people moved or brought back at once, one may be anybody's.
    for (const [letter, ids] of this.#byLetter) if (ids.length > 1) identities.doubled.add(letter);
  }

  faultsOf({ letters, anchor }: PlayedThread, { state, ranges }: Place): readonly string[] {
    if (state === 'near' || state === 'none') return [];
    const signs = new Set([...letters].map(({ sign }) => sign));
    const left = new Set(
      this.#idsOf(letters).map(([client, clock]) => this.#identities.of(client, clock)[0]!.sign),
    );
    const isAgain = (sign: string): boolean => signs.has(sign) && (state === 'healed' || !left.has(sign));
    const faults: string[] = [];
    for (const { client, clock, length } of ranges)
      for (let at = clock; at < clock + length; at += 1) {
        const known = this.#identities.of(client, at);
        // A space, of which there are many.
        if (known.length === 0) continue;
        if (!this.#living.has(`${client}/${at}`)) faults.push(`${state} at a letter that is gone`);
        else if (known.some((letter) => letters.has(letter))) continue;
        // Two were the chosen one.
        else if (known.some(({ sign }) => this.#wasDoubled(letters, sign))) continue;
        // Typed again, it is equal; a copy beside the letter never takes its place.
        else if (known.some(({ sign, source }) => isAgain(sign) && source === 'typed')) continue;
        else faults.push(`${state} at ${known[0]!.sign} (${known[0]!.source}) instead of ${anchor.quote}`);
      }
    return faults.slice(0, 1);
  }

  /** How many of the chosen letters live, and how many of these the place has. */
  count({ letters }: PlayedThread, { state, ranges }: Place): readonly [number, number] {
    const ids = this.#idsOf(letters);
    const has = ([client, clock]: readonly [number, number]): boolean =>
      ranges.some(
        (range) => range.client === client && clock >= range.clock && clock < range.clock + range.length,
      );
    const isPainted = state === 'exact' || state === 'healed';
    return [ids.length, isPainted ? ids.filter(has).length : 0];
  }

  #wasDoubled(letters: PlayedThread['letters'], sign: string): boolean {
    return [...letters].some((letter) => letter.sign === sign && this.#identities.doubled.has(letter));
  }

  /** Where the letters are for certain. */
  #idsOf(letters: PlayedThread['letters']): readonly (readonly [number, number])[] {
    return [...letters].flatMap((letter) =>
      this.#identities.doubled.has(letter) ? [] : (this.#byLetter.get(letter) ?? []),
    );
  }
}
