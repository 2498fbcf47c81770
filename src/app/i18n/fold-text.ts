/** How a text is compared when somebody searches: the one fold of find, lists and menus. */

/** A text as it is compared, and where each of its characters stood. */
export interface FoldedText {
  readonly original: string;
  readonly text: string;
  /** One more than the text has characters: the last is the end of the original. */
  readonly places: readonly number[];
}

/** A letter with its marks, a syllable of jamo, emoji that are joined: what composes must be folded in one piece. */
const CLUSTER =
  /(?:(?:[\u1100-\u115f\ua960-\ua97c]+|[\uac00-\ud7a3])[\u1160-\u11ff\ud7b0-\ud7fb]*|[^])(?:[\p{M}\p{Emoji_Modifier}\uff9e\uff9f]|\u200d\p{Extended_Pictographic})*/uy;

/** All that is ignored by default but fillers of Hangul and the letters of flags; the joiner only where it joins no emoji. */
const INVISIBLE =
  /(?![\u115f\u1160\u3164\uffa0\u{e0020}-\u{e007f}]|\u200d\p{Extended_Pictographic})\p{Default_Ignorable_Code_Point}|\u0640/gu;

/** What typography and keyboards write where people type plain characters. */
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

/** Forms whose plain ones are not what people type: spacing accents, jamo that stand alone. */
const OWN_FORM = /^[\u3130-\u318f\uffa0-\uffdc]/;

/** A capital and its small letters are one, whatever else counts; `toLowerCase` leaves these apart. */
const SMALL = /[ßς]/g;

/**
 * Scripts whose marks people leave out when they type. In others a mark makes another letter: が is not か. Hamza and madda
 * are marks in the search of browsers too.
 */
const MARKED = /\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic}|\p{Script=Hebrew}|\p{Script=Arabic}/u;

/** й is a letter, to its readers and to Unicode's collation, in which ё, ї and ў are letters with marks. */
const MARKS = /(и\u0306)|\p{M}/gu;

/** Letters with strokes and the like, which do not come apart. */
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

/** The same few characters stand in every text; asking Unicode each time is slow. */
const unitsWith = new Map<number, string>();
const unitsWithout = new Map<number, string>();
const clustersWith = new Map<string, string>();
const clustersWithout = new Map<string, string>();

/** What neither joins the character before it nor the one after it. */
const ALONE =
  /^[^\p{M}\p{Cs}\p{Cf}\p{Emoji_Modifier}\u0d4e\u0e33\u0eb3\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7fb\uff9e\uff9f]$/u;
/** By code unit: 0 is not known yet, 1 joins others, 2 does not. */
const kinds = new Uint8Array(0x10000);

/** Whether there is an edge between characters on either side of it, as far as this code unit goes. */
export const standsAlone = (code: number): boolean =>
  (kinds[code] ||= ALONE.test(String.fromCharCode(code)) ? 2 : 1) === 2;

/** Without capitals, invisible characters and what typography does; without accents too unless they count. */
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

/** For what only asks whether a text begins with another. */
export const foldWords = (text: string): string[] => foldText(text, false).text.split(/\s+/).filter(Boolean);

/** Where the cluster ends that begins at a place. */
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

/** The plain form of wide, narrow, joined and raised characters. */
function compatible(visible: string): string {
  const plain = visible.normalize('NFKC').replaceAll('⁄', '/');
  return OWN_FORM.test(visible) || plain.startsWith(' ') ? visible : plain;
}
