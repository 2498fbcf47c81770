/** Folds text for comparison in searches; shared by find, lists and menus. */

/** A folded text, and the original offset of each of its characters. */
export interface FoldedText {
  readonly original: string;
  readonly text: string;
  /** One entry more than `text` has characters: the last is the length of the original. */
  readonly places: readonly number[];
}

/** A letter with its marks, a jamo syllable, joined emoji: characters that compose must be folded together. */
const CLUSTER =
  /(?:(?:[\u1100-\u115f\ua960-\ua97c]+|[\uac00-\ud7a3])[\u1160-\u11ff\ud7b0-\ud7fb]*|[^])(?:[\p{M}\p{Emoji_Modifier}\uff9e\uff9f]|\u200d\p{Extended_Pictographic})*/uy;

/** All default-ignorable characters except Hangul fillers, flag tags, and joiners between emoji; also the tatweel. */
const INVISIBLE =
  /(?![\u115f\u1160\u3164\uffa0\u{e0020}-\u{e007f}]|\u200d\p{Extended_Pictographic})\p{Default_Ignorable_Code_Point}|\u0640/gu;

/** Plain characters that users type, and their typographic variants. */
const PLAIN: ReadonlyMap<string, string> = new Map(
  [
    ['"', '„“”‟«»″״'],
    ["'", '‚‘’‛‹›′ʼʻ׳'],
    ['-', '‐‑‒–—―−־⁃﹘'],
    ['->', '→'],
    ['<-', '←'],
    ['!=', '≠'],
    ['+/-', '±'],
    ['(c)', '©'],
    ['(r)', '®'],
  ].flatMap(([plain = '', written = '']) => Array.from(written, (one) => [one, plain] as const)),
);

/** Characters whose compatibility forms users do not type: spacing accents, standalone jamo. */
const OWN_FORM = /^[\u3130-\u318f\uffa0-\uffdc]/;

/** Case variants that `toLowerCase` does not unify. */
const SMALL = /[ßς]/g;

/**
 * Scripts whose marks users leave out in a search. In other scripts a mark makes another letter: が is not か. Hamza and
 * madda count as marks, as in the search of browsers.
 */
const MARKED = /\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic}|\p{Script=Hebrew}|\p{Script=Arabic}/u;

/** й is a letter of its own to readers and in Unicode's collation; ё, ї and ў are letters with marks. */
const MARKS = /(и\u0306)|\p{M}/gu;

/** Letters with strokes and similar, which have no decomposition. */
const BARE: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ŋ: 'n',
  ƀ: 'b',
  ȼ: 'c',
  ɇ: 'e',
  ǥ: 'g',
  ɨ: 'i',
  ɉ: 'j',
  ƚ: 'l',
  ɍ: 'r',
  ʉ: 'u',
  ɏ: 'y',
  ƶ: 'z',
  ⱥ: 'a',
  ⱦ: 't',
  ґ: 'г',
  ٱ: 'ا',
};
const STROKED = new RegExp(`[${Object.keys(BARE).join('')}]`, 'gu');

/** Caches: texts repeat few characters, and Unicode property tests are slow. */
const unitsWith = new Map<number, string>();
const unitsWithout = new Map<number, string>();
const clustersWith = new Map<string, string>();
const clustersWithout = new Map<string, string>();

/** Characters that join neither the previous nor the next one. */
const ALONE =
  /^[^\p{M}\p{Cs}\p{Cf}\p{Emoji_Modifier}\u0d4e\u0e33\u0eb3\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7fb\uff9e\uff9f]$/u;
/** Cache by code unit: 0 unknown, 1 joins others, 2 stands alone. */
const kinds = new Uint8Array(0x10000);

/** Whether this code unit has a grapheme boundary on both sides, as far as it alone can tell. */
export const standsAlone = (code: number): boolean =>
  (kinds[code] ||= ALONE.test(String.fromCharCode(code)) ? 2 : 1) === 2;

/** Removes case, invisible characters and typographic variants; also accents, unless `accents` is set. */
export function foldText(original: string, accents: boolean): FoldedText {
  const [units, clusters] = accents ? [unitsWith, clustersWith] : [unitsWithout, clustersWithout];
  const { length } = original;
  const places: number[] = [];
  let text = '';
  let isAlone = length > 0 && standsAlone(original.charCodeAt(0));
  for (let at = 0, end: number; at < length; at = end) {
    const isNextAlone = at + 1 === length || standsAlone(original.charCodeAt(at + 1));
    const isUnit = isAlone && isNextAlone;
    end = isUnit ? at + 1 : clusterEnd(original, at);
    const folded = isUnit
      ? recall(units, original.charCodeAt(at), original.charAt(at), accents)
      : recall(clusters, original.slice(at, end), original.slice(at, end), accents);
    isAlone = isUnit || (end < length && standsAlone(original.charCodeAt(end)));
    text += folded;
    for (let unit = 0; unit < folded.length; unit += 1) places.push(at);
  }
  places.push(length);
  return { original, text, places };
}

/** The folded words of a text, for prefix matching. */
export const foldWords = (text: string): string[] => foldText(text, false).text.split(/\s+/).filter(Boolean);

/** End of the cluster that begins at this offset. */
export function clusterEnd(text: string, at: number): number {
  CLUSTER.lastIndex = at;
  return at + (CLUSTER.exec(text)?.[0].length ?? 1);
}

function recall<Key>(known: Map<Key, string>, key: Key, cluster: string, accents: boolean): string {
  let folded = known.get(key);
  if (folded === undefined) {
    folded = foldCluster(cluster, accents);
    known.set(key, folded);
  }
  return folded;
}

function foldCluster(cluster: string, accents: boolean): string {
  const visible = cluster.replaceAll(INVISIBLE, '').normalize();
  if (/^[^\S\n]$/u.test(visible)) return ' ';
  const small = (PLAIN.get(visible) ?? compatible(visible))
    .replaceAll('İ', 'i')
    .toLowerCase()
    .replaceAll(SMALL, (one) => (one === 'ß' ? 'ss' : 'σ'));
  if (accents || !MARKED.test(small)) return small.normalize();
  return small
    .normalize('NFD')
    .replaceAll(MARKS, '$1')
    .replaceAll(STROKED, (one) => BARE[one] ?? one)
    .normalize();
}

/** The plain form of full-width, half-width, ligature and superscript characters. */
function compatible(visible: string): string {
  const plain = visible.normalize('NFKC').replaceAll('⁄', '/');
  return OWN_FORM.test(visible) || plain.startsWith(' ') ? visible : plain;
}
