/** Collects words into the text of a `tsvector`. */
import { guessLanguage } from './guess-language.ts';
import { stemsOf, type StemmedLanguage } from './stem-word.ts';
import { wordsOf } from './words-of.ts';

type Weight = 'A' | 'B' | 'C' | 'D';

/** PostgreSQL allows 1 MB for lexemes and positions. Words that come first stay. */
const MOST_BYTES = 900_000;
const LAST_POSITION = 16_383;
/** PostgreSQL takes no more positions of an exact word; phrases need them. Other lexemes need some for passages and ranks. */
const MOST_PLACES = { x: 255, s: 16, a: 1 };

/** Texts with the accents that were typed rank above those with others. A is for titles only (`title_words`). */
const HEAVIER = { A: 'A', B: 'B', C: 'B', D: 'C' } as const satisfies Record<Weight, Weight>;

export function createVector() {
  const places = new Map<string, string[]>();
  const encoder = new TextEncoder();
  const known = new Map<string, readonly string[]>();
  /** Words with more places than are kept. */
  const overflown = new Set<string>();
  let bytes = 0;
  let count = 0;
  let isFull = false;
  const put = (kind: 'x' | 's' | 'a', word: string, place: string): void => {
    const lexeme = `${kind}:${word}`;
    const own = places.get(lexeme);
    if (own !== undefined) {
      if (kind !== 'x' && own.length >= MOST_PLACES[kind] && /[CD]$/.test(place)) return;
      if (own.length >= MOST_PLACES.x) {
        if (kind === 'x') overflown.add(word);
        return;
      }
      own.push(place);
      bytes += 2;
      return;
    }
    const size = encoder.encode(lexeme).length + 8;
    isFull ||= bytes + size > MOST_BYTES;
    if (isFull) return;
    places.set(lexeme, [place]);
    bytes += size;
  };
  const stemsFor = (accented: string, language: StemmedLanguage | null): readonly string[] => {
    const key = `${language ?? ''}:${accented}`;
    const stems = known.get(key) ?? stemsOf(accented, language);
    known.set(key, stems);
    return stems;
  };
  return {
    /** Code has no stems and no accents of its own. Returns whether there is room for more words. */
    add: (text: string, weight: Weight, code: readonly (readonly [from: number, to: number])[]): boolean => {
      const words = wordsOf(text);
      const language = guessLanguage(words);
      for (const { exact, accented, from, place } of words) {
        const at = `${((count + place) % LAST_POSITION) + 1}${weight}`;
        put('x', exact, at);
        if (code.some(([start, end]) => from >= start && from < end)) continue;
        for (const stem of stemsFor(accented, language)) put('s', stem, at);
        if (accented !== exact) put('a', accented, `${at.slice(0, -1)}${HEAVIER[weight]}`);
      }
      count += words.filter(({ parts }) => parts === 1).length;
      return !isFull;
    },
    /** The words so far; that of the next one. */
    count: () => count + 1,
    toString: () =>
      [
        ...[...places].map(([lexeme, at]) => `'${lexeme}':${at.join(',')}`),
        ...[...overflown].map((word) => `'m:${word}'`),
      ].join(' '),
  };
}
