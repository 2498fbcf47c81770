/** Finds a folded text in another. Matches begin and end at grapheme boundaries. */
import { clusterEnd, foldText, standsAlone, type FoldedText } from './fold-text.ts';

/** Offsets in the original. */
interface Found {
  readonly start: number;
  readonly end: number;
}

/** The forms of a query to search for: as typed, and with typographic characters. */
export function foldQuery(query: string, accents: boolean): readonly string[] {
  const typed = foldText(query, accents).text;
  const written = typed
    .replaceAll('--', '-')
    .replaceAll(/<<|>>/g, '"')
    .replaceAll(/(?<=\d ?)[*x](?= ?\d)/g, '×')
    .replaceAll(/\^(?=[23])/g, '')
    .replaceAll(/\(([ts]m)\)/g, '$1');
  return typed === '' || typed.includes('\ufffc') ? [] : [...new Set([typed, written])];
}

/** All matches that do not overlap, in order. */
export function findFolded(folded: FoldedText, wanted: readonly string[]): readonly Found[] {
  const [first = [], ...others] = wanted.map((one) => findForm(folded, one));
  if (others.length === 0) return first;
  let end = 0;
  return [first, ...others]
    .flat()
    .toSorted((one, other) => one.start - other.start)
    .filter((one) => {
      const isFree = one.start >= end;
      if (isFree) end = one.end;
      return isFree;
    });
}

/** Returns a predicate: whether a name contains every word of the query, ignoring accents. */
export function nameFinder(query: string): (name: string) => boolean {
  const words = query.split(/\s+/u).map((word) => foldQuery(word, false));
  const wanted = words.filter((forms) => forms.length > 0);
  return (name) => {
    const folded = foldText(name, false);
    return wanted.every((forms) => findFolded(folded, forms).length > 0);
  };
}

function findForm(folded: FoldedText, wanted: string): Found[] {
  const { text } = folded;
  const found: Found[] = [];
  for (let index = text.indexOf(wanted); index >= 0;) {
    const whole = wholeCharacters(folded, index, index + wanted.length);
    if (whole) found.push(whole);
    index = text.indexOf(wanted, index + (whole ? wanted.length : 1));
  }
  return found;
}

/** The range of the original behind a range of the folded text; null if that splits a grapheme. */
function wholeCharacters({ original, places }: FoldedText, from: number, to: number): Found | null {
  const start = places[from] ?? 0;
  const last = places[to - 1] ?? 0;
  const next = places[to] ?? original.length;
  if (start === places[from - 1] || last === next || edgeFrom(original, start) !== start) return null;
  const end = edgeFrom(original, clusterEnd(original, last));
  return end <= next ? { start, end } : null;
}

let characters: Intl.Segmenter | undefined;
let segmented = '';
let segments: Intl.Segments | undefined;

/** The first grapheme boundary at or after an offset. */
function edgeFrom(text: string, place: number): number {
  if (place === 0 || place === text.length) return place;
  if (endsCharacter(text.charCodeAt(place - 1)) && standsAlone(text.charCodeAt(place))) return place;
  if (segments === undefined || segmented !== text) {
    segments = (characters ??= new Intl.Segmenter()).segment(text);
    segmented = text;
  }
  const around = segments.containing(place);
  return around === undefined || around.index === place ? place : around.index + around.segment.length;
}

/** A combining mark from this block ends the grapheme, unless another mark follows. */
const endsCharacter = (code: number): boolean => standsAlone(code) || (code >= 0x300 && code < 0x370);
