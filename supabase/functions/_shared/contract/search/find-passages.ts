/** Passages of a text in which searched words stand. */
import { guessLanguage } from './guess-language.ts';
import { readQuery, type SearchedWord, type Term } from './read-query.ts';
import { stemsOf } from './stem-word.ts';
import { wordsOf, type Word } from './words-of.ts';

export interface Passage {
  /** A part of the block; an ellipsis where it is cut. */
  readonly text: string;
  /** The searched words, as offsets in `text`. */
  readonly marks: readonly (readonly [from: number, to: number])[];
  /** Line of the body, from 0. */
  readonly block: number;
  /** All of the searched words stand there. */
  readonly isWhole: boolean;
}

type Mark = readonly [from: number, to: number];

interface Found {
  /** How many of the searched words stand there. */
  readonly count: number;
  readonly marks: readonly Mark[];
}

/** The lines of a body that have most of the words, at most `most`, in the order of the text. */
export function findPassages(body: string, query: string, most: number): readonly Passage[] {
  const steps = passagesIn(body.split('\n'), query, most);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** As `findPassages`, a line at each step: a long text takes a while. */
export function* passagesIn(
  lines: readonly string[],
  query: string,
  most: number,
): Generator<undefined, readonly Passage[]> {
  const terms = readQuery(query).length;
  const find = createFinder(query);
  if (find === null) return [];
  let best = 0;
  let found: { line: string; block: number; marks: readonly Mark[] }[] = [];
  for (const [block, line] of lines.entries()) {
    const { count, marks } = find(line);
    if (count > best) [best, found] = [count, []];
    if (count > 0 && count === best && found.length < most) found.push({ line, block, marks });
    yield;
  }
  return found.map(({ line, block, marks }) => ({
    ...cutAround(line, marks),
    block,
    isWhole: best === terms,
  }));
}

/** Finds the words of a query in lines; null where nothing is searched. `count` is `terms` where all of them stand. */
export function createFinder(query: string): ((line: string) => Found) | null {
  const terms = readQuery(query);
  if (terms.length === 0) return null;
  return (line) => {
    const words = wordsOf(line);
    const language = guessLanguage(words);
    const isWord = (word: Word, searched: SearchedWord): boolean =>
      word.exact === searched.exact ||
      (searched.isBeginning && word.exact.startsWith(searched.exact)) ||
      (searched.stems.length > 0 &&
        stemsOf(word.accented, language).some((stem) => searched.stems.includes(stem)));
    const marks = terms.map((term) =>
      term.isPhrase ? findPhrase(words, term) : findWords(words, term, isWord),
    );
    return { count: marks.filter((each) => each.length > 0).length, marks: joinMarks(marks.flat()) };
  };
}

/** The compound, or all parts of it. */
function findWords(
  words: readonly Word[],
  { parts, joined }: Term,
  isWord: (word: Word, searched: SearchedWord) => boolean,
): readonly Mark[] {
  const marksOf = (searched: SearchedWord): readonly Mark[] =>
    words.filter((word) => isWord(word, searched)).map(({ from, to }) => [from, to]);
  const whole = joined === null ? [] : marksOf(joined);
  if (whole.length > 0) return whole;
  const marks = parts.map(marksOf);
  return marks.every((each) => each.length > 0) ? marks.flat() : [];
}

function findPhrase(words: readonly Word[], { parts }: Term): readonly Mark[] {
  const [first] = parts;
  const single = words.filter((word) => word.parts === 1);
  const at = new Map(single.map((word) => [word.place, word]));
  return single.flatMap((start): readonly Mark[] => {
    const run = parts.map(({ place, exact }) => {
      const word = at.get(start.place + place - first!.place);
      return word?.exact === exact ? word : null;
    });
    const last = run.at(-1);
    return last && run.every((word) => word !== null) ? [[start.from, last.to]] : [];
  });
}

/** In order, each once. Pairs of characters overlap. */
function joinMarks(marks: readonly Mark[]): readonly Mark[] {
  const joined: Mark[] = [];
  for (const [from, to] of marks.toSorted(([a], [b]) => a - b)) {
    const last = joined.at(-1);
    if (last !== undefined && from < last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], to)];
    else joined.push([from, to]);
  }
  return joined;
}

/** Letters before the first mark, and after the last. */
const AROUND = 80;

function cutAround(line: string, marks: readonly Mark[]): Pick<Passage, 'text' | 'marks'> {
  const isNear = (first: Mark) => (mark: Mark) => mark[0] >= first[0] && mark[1] <= first[0] + AROUND;
  const shown =
    marks.map((first) => marks.filter(isNear(first))).toSorted((a, b) => b.length - a.length)[0] ?? [];
  const first = shown[0] ?? marks[0]!;
  const last = shown.at(-1) ?? first;
  const from = first[0] <= AROUND ? 0 : toWord(line, first[0] - AROUND, first[0]);
  const end = line.length - last[1] <= AROUND ? line.length : toWordEnd(line, last[1] + AROUND, last[1]);
  const lead = from > 0 ? '…' : '';
  const text = `${lead}${line.slice(from, end)}${end < line.length ? '…' : ''}`;
  const inside = marks.filter((mark) => mark[0] >= from && mark[1] <= end);
  return { text, marks: inside.map(([a, b]) => [a - from + lead.length, b - from + lead.length]) };
}

/** The beginning of a word after an offset, or the offset where there is none before `most`. */
function toWord(line: string, offset: number, most: number): number {
  const space = line.slice(offset, most).search(/\s/);
  return space < 0 ? toCharacter(line, offset) : offset + space + 1;
}

function toWordEnd(line: string, offset: number, least: number): number {
  const space = line.slice(least, offset).search(/\s\S*$/);
  return space <= 0 ? toCharacter(line, offset) : least + space;
}

/** Not between the halves of a character. */
const toCharacter = (line: string, offset: number): number =>
  /[\uDC00-\uDFFF]/.test(line.charAt(offset)) ? offset - 1 : offset;
