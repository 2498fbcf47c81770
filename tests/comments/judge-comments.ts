/** Looks at all places of threads in a random history, and compares them with what the people did. */
import { livingIn, type Identities, type Letter } from './identities.ts';
import type { CopiesBeside } from './copies-beside.ts';
import { playComments, type Look, type Page, type PlayedThread } from './play-comments.ts';
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
  const look: Look = (page, log, identities, when) => {
    const { threads } = log;
    const here = new Judge(page, identities);
    for (const thread of threads) {
      const place = page.tracker.placeOf(thread);
      looks += 1;
      const { copies } = thread.place?.state === 'healed' ? log : page;
      for (const fault of here.faultsOf(thread, place, copies, when !== 'opened'))
        wrong.add(`${thread.id}: ${fault}`);
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
  };
  playComments(seed, look);
  return { wrong: [...wrong], lost: [...lost], looks, living, found };
}

class Judge {
  readonly #identities: Identities;
  readonly #living: ReadonlySet<string>;
  readonly #byLetter: ReadonlyMap<Letter, readonly (readonly [number, number])[]>;

  readonly #moved: ReadonlySet<Letter>;

  constructor({ doc, moved }: Page, identities: Identities) {
    this.#identities = identities;
    this.#moved = moved;
    this.#living = new Set(livingIn(doc).map(([client, clock]) => `${client}/${clock}`));
    this.#byLetter = identities.placesIn(doc);
  }

  faultsOf(
    thread: PlayedThread,
    { state, ranges }: Place,
    copies: CopiesBeside<PlayedThread>,
    isOpen: boolean,
  ): readonly string[] {
    const { letters, anchor } = thread;
    const signs = new Set([...letters].map(({ sign }) => sign));
    const left = new Set(
      this.#idsOf(letters).map(([client, clock]) => this.#identities.of(client, clock)[0]!.sign),
    );
    if (state === 'near' || state === 'none') return [];
    const isAgain = (sign: string): boolean => signs.has(sign) && (state === 'healed' || !left.has(sign));
    const isEqual = (letter: Letter): boolean =>
      state === 'healed' &&
      signs.has(letter.sign) &&
      copies.isFree(thread, letter) &&
      (left.size === 0 || isOpen);
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
        // Unless it came when all of them had gone: the log has no clipboard, so that is equal text, as if typed again. An open page
        // cannot know that another brought them back, until it asks the log (decision 61).
        else if (known.some(isEqual)) continue;
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
    return [...letters].some(
      (letter) => letter.sign === sign && (this.#moved.has(letter) || this.#identities.doubled.has(letter)),
    );
  }

  /** Where the letters are for certain. */
  #idsOf(letters: PlayedThread['letters']): readonly (readonly [number, number])[] {
    return [...letters].flatMap((letter) =>
      this.#identities.doubled.has(letter) ? [] : (this.#byLetter.get(letter) ?? []),
    );
  }
}
