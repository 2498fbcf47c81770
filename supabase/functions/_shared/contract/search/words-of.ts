/** Takes text apart into words, in the same way for the index and for what is searched. */
import { cutText } from '../cut-text.ts';
import { foldLetters, withAccents } from './fold-letters.ts';

export interface Word {
  /** Offsets in the text. */
  readonly from: number;
  readonly to: number;
  /** Number of the word in the text; that of its first part for a compound. */
  readonly place: number;
  /** Folded letters. */
  readonly exact: string;
  /** Lower case with accents. */
  readonly accented: string;
  /** The parts of *e-mail* are words; it follows them as one word, and this is their number. */
  readonly parts: number;
}

/** Endless words are cut: nobody types more. */
const MOST_CHARS = 60;

/** Letters of a word, and marks and invisible characters within it. */
const LETTER = String.raw`[\p{L}\p{N}][\p{M}\u00ad\u034f\u0640\u200b-\u200f\u2060\ufeff]*`;
const PART = `(?:${LETTER})+`;
/** Characters within addresses, names of code, abbreviations and numbers. */
const JOINER = String.raw`[-‐‑'’ʼ.,@:/\\_&?=#+~%]{1,3}`;
/** 10 000 with a hard space, or with a common one and groups of three digits. */
const NUMBER = String.raw`\p{N}{1,3}(?:[\u00a0\u202f\u2009]\p{N}{3})+(?!\p{N})|\p{N}{1,3}(?: \p{N}{3})+(?![\p{L}\p{N}])`;
const TOKEN = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${NUMBER})|${PART}(?:${JOINER}${PART})*`, 'gu');
const PARTS = new RegExp(PART, 'gu');

/** Scripts that put no space between words, or join particles to them. */
const RUNS =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}ー]\p{M}*/u;
const SPLIT_RUNS = new RegExp(`(?:${RUNS.source})+`, 'gu');
const RUN_LETTERS = new RegExp(RUNS.source, 'gu');

/**
 * The words of a text in order. Parts of a compound come first, then the compound without its joiners. Where words are not
 * separated, each two characters are a word, and the last one alone.
 */
export function wordsOf(text: string): readonly Word[] {
  const words: Word[] = [];
  let place = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const first = place;
    const parts = [...token.matchAll(PARTS)].flatMap((part) => splitRuns(part[0], index + part.index));
    let inRun = false;
    for (const part of parts) {
      inRun ||= part.isRun;
      const word = describe(part.text, part.from, part.to, place, 1);
      if (word === null) continue;
      words.push(word);
      place += 1;
    }
    if (parts.length < 2 || inRun) continue;
    const joined = describe(
      parts.map((part) => part.text).join(''),
      index,
      index + token.length,
      first,
      place - first,
    );
    if (joined !== null) words.push(joined);
  }
  return words;
}

function describe(text: string, from: number, to: number, place: number, parts: number): Word | null {
  const accented = cut(withAccents(text));
  const exact = cut(foldLetters(text));
  return exact === '' ? null : { from, to, place, exact, accented, parts };
}

const cut = (text: string): string => cutText(text, MOST_CHARS);

interface Piece {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly isRun: boolean;
}

/** A part as it is, or the pairs of characters in it. */
function splitRuns(part: string, from: number): readonly Piece[] {
  if (!RUNS.test(part)) return [{ text: part, from, to: from + part.length, isRun: false }];
  const pieces: Piece[] = [];
  let at = 0;
  const addPlain = (end: number): void => {
    if (end > at) pieces.push({ text: part.slice(at, end), from: from + at, to: from + end, isRun: false });
  };
  for (const { 0: run, index } of part.matchAll(SPLIT_RUNS)) {
    addPlain(index);
    pieces.push(...pairsOf(run, from + index));
    at = index + run.length;
  }
  addPlain(part.length);
  return pieces;
}

function pairsOf(run: string, from: number): readonly Piece[] {
  const letters = [...run.matchAll(RUN_LETTERS)];
  return letters.map(({ 0: letter, index }, at) => {
    const next = letters[at + 1]?.[0] ?? '';
    const text = letter + next;
    return { text, from: from + index, to: from + index + text.length, isRun: true };
  });
}

/** Whether a word is a pair, or a single character, of a script without spaces. */
export const isRun = (exact: string): boolean => RUNS.test(exact);
