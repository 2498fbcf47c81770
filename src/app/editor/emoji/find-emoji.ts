/** Loaded with the first colon that a word follows. */
import list from './emoji.txt?raw';
import { foldText } from '../../i18n/fold-text.ts';

export interface Emoji {
  readonly emoji: string;
  /** Display names. */
  readonly name: { readonly en: string; readonly cs: string };
}

interface Entry extends Emoji {
  /** Folded, like the other search terms. */
  readonly names: readonly string[];
  /** Short names; the English ones as on GitHub. */
  readonly codes: readonly string[];
  readonly words: readonly string[];
}

const MOST = 10;

const fold = (text: string): string => foldText(text, false).text;
const wordsOf = (text: string): string[] => text.split(/[\s:,()“”’-]+/).filter(Boolean);

const ENTRIES: readonly Entry[] = list
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [emoji = '', en = '', cs = '', codes = '', more = ''] = line.split('|');
    return {
      emoji,
      name: { en, cs },
      names: [fold(en), fold(cs)],
      codes: fold(codes).split(' ').filter(Boolean),
      words: wordsOf(fold(more)),
    };
  });

/** Best match first: whole name, start of the name, word of the name, any other term. Shorter names come first. */
export function findEmoji(query: string): readonly Emoji[] {
  const typed = fold(query);
  const ranked = ENTRIES.map((entry) => ({ entry, rank: rankOf(entry, typed) }));
  return ranked
    .filter(({ rank }) => rank < Infinity)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, MOST)
    .map(({ entry }) => entry);
}

const LONGEST = 100;

function rankOf({ names, codes, words }: Entry, typed: string): number {
  const name = typed.replaceAll('_', ' ');
  const lengths = (fits: (one: string) => boolean): number =>
    Math.min(...names.filter(fits).map((one) => wordsOf(one).length));
  if (codes.includes(typed) || names.includes(name)) return 0;
  const begun = lengths((one) => one.startsWith(name));
  if (begun < Infinity) return LONGEST + begun;
  const within = lengths((one) => wordsOf(one).some((word) => word.startsWith(typed)));
  if (within < Infinity) return 2 * LONGEST + within;
  return [...codes, ...words].some((word) => word.startsWith(typed)) ? 3 * LONGEST : Infinity;
}
