/** Pairs of forms of one word, and of forms of different words, from tables of declension and conjugation. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom } from '../../support/random.ts';
import { plain } from './read-queries.ts';

export type Pair = readonly [string, string];

export interface Lemma {
  /** The name of its pattern, as grammars call it. */
  readonly pattern: string;
  readonly forms: readonly string[];
}

const SEED = 46;

const linesOf = (file: string): readonly string[] =>
  readFileSync(join(import.meta.dirname, file), 'utf8').split('\n');

/** The first form is the one of dictionaries. */
export function readLemmas(language: 'czech' | 'slovak'): readonly Lemma[] {
  let pattern = '';
  return linesOf(`${language}-words.txt`).flatMap((line) => {
    if (line.startsWith('# ')) pattern = line.slice(2);
    const [, first, forms] = /^([^#:]+): (.+)$/.exec(line) ?? [];
    return forms === undefined ? [] : [{ pattern, forms: [first!, ...forms.split(' ')] }];
  });
}

/** Words that look alike and have nothing in common. */
export const readUnlike = (): readonly Pair[] =>
  linesOf('czech-unlike.txt')
    .filter((line) => /^[^#]+ /.test(line))
    .map((line) => line.split(' ') as unknown as Pair);

/** Each pair of forms of a lemma once. */
export const pairsWithin = ({ forms }: Lemma): readonly Pair[] =>
  forms.flatMap((form, at) => forms.slice(at + 1).map((other): Pair => [form, other]));

/** Forms of different lemmas, the same on each run. Accents are not asked of a person who searches. */
export const pairsAcross = (lemmas: readonly Lemma[], count: number): readonly Pair[] =>
  pick(count, (one) => {
    const [from, to] = [one(lemmas), one(lemmas)];
    return from === to ? null : [one(from.forms), one(to.forms)];
  });

/** Forms of one lemma, the same on each run. */
export const pickWithin = (lemmas: readonly Lemma[], count: number): readonly Pair[] =>
  pick(count, (one) => {
    const { forms } = one(lemmas);
    return [one(forms), one(forms)];
  });

type One = <T>(list: readonly T[]) => T;

function pick(count: number, draw: (one: One) => Pair | null): readonly Pair[] {
  const random = createRandom(SEED);
  const one: One = (list) => list[Math.floor(random() * list.length)]!;
  const pairs: Pair[] = [];
  while (pairs.length < count) {
    const pair = draw(one);
    if (pair !== null && plain(pair[0]) !== plain(pair[1])) pairs.push(pair);
  }
  return pairs;
}
