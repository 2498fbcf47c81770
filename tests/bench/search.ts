/**
 * `npm run bench -- search`: recall and precision of search beside configurations of PostgreSQL. `--documents 10000` also
 * measures searches in that many documents, which takes some minutes.
 */
import { openTestDatabase } from '../support/open-test-database.ts';
import { measureFoldShares, type FoldShare } from './search/fold-share.ts';
import { judgeQueries, WAYS, type Figures, type QueryFigures, type Way } from './search/judge-queries.ts';
import { judgeWords, TYPINGS, type WordFigures } from './search/judge-words.ts';
import { measureManyDocuments, type ManyDocuments } from './search/many-documents.ts';
import type { Latency } from './summarize.ts';

const LANGUAGES = ['czech', 'slovak'] as const;

type Say = (line: string) => void;

interface Measured {
  readonly words: readonly (Omit<WordFigures, 'lost' | 'mistaken'> & { readonly what: string })[];
  readonly queries: QueryFigures;
  readonly folds: readonly FoldShare[];
  readonly documents: ManyDocuments | null;
}

/** @param documents 0 leaves out the longer part */
export async function measureSearch(documents: number, say: Say): Promise<Measured> {
  const words = LANGUAGES.flatMap((language) =>
    TYPINGS.map((typing) => {
      const { lost: _, mistaken: __, ...figures } = judgeWords(language, typing);
      return { what: `${language} words, typed ${typing}`, ...figures };
    }),
  );
  say(words.map(describeWords).join('\n'));
  const queries = await judgeInDatabase();
  say(describeQueries(queries));
  const folds = await measureFoldShares();
  say(['\nprocessor time at a fold', ...folds.map(describeFold)].join('\n'));
  if (documents === 0) return { words, queries, folds, documents: null };
  const many = await measureManyDocuments(documents, say);
  say(describeDocuments(many));
  return { words, queries, folds, documents: many };
}

async function judgeInDatabase(): Promise<QueryFigures> {
  const { database, close } = await openTestDatabase();
  try {
    return await judgeQueries(database.query);
  } finally {
    await close();
  }
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

const describeWords = ({ what, ...figures }: Measured['words'][number]): string =>
  [
    `${what}, ${figures.lemmas} lemmas`.padEnd(46),
    `recall ${percent(figures.recall)} (declined ${percent(figures.recallOfDeclined)}, conjugated ${percent(figures.recallOfConjugated)}, of all pairs ${percent(figures.recallOfPairs)})`,
    `precision ${percent(figures.precision)}`,
    `look-alikes confused ${percent(figures.confused)}`,
  ].join('  ');

function describeQueries({ queries, all, byTable, lost, mistaken, misordered }: QueryFigures): string {
  const describe = (what: string, figures: Readonly<Record<Way, Figures>>): string =>
    [
      what.padEnd(16),
      ...WAYS.map((way) =>
        `${way} ${percent(figures[way].recall)} / ${percent(figures[way].precision)}`.padEnd(26),
      ),
    ].join('  ');
  const list = (what: string, rows: readonly string[]): string[] =>
    rows.length === 0 ? [] : [`\n${what}:`, ...rows.map((row) => `  ${row}`)];
  return [
    '\nrecall / precision',
    ...Object.entries(byTable).map(([table, figures]) => describe(table, figures)),
    describe(`all ${queries}`, all),
    ...list('not found', lost),
    ...list('found by mistake', mistaken),
    ...list('in another order', misordered),
  ].join('\n');
}

const describeFold = ({ bytes, bodyBytes, foldMs, indexMs, apartMs }: FoldShare): string =>
  [
    `log of ${(bytes / 1024).toFixed(0)} kB, text of ${(bodyBytes / 1024).toFixed(0)} kB`.padEnd(36),
    `fold ${foldMs.toFixed(1)} ms, index ${indexMs.toFixed(1)} ms, ${percent(indexMs / (foldMs - indexMs))} (at most 10 %), apart from a fold ${apartMs.toFixed(1)} ms`,
  ].join('  ');

const describeDocuments = (many: ManyDocuments): string =>
  [
    `\n${many.documents} documents of 2,000 words, beside as many of somebody else`,
    `a search among them     ${describeTimes(many.beside)}  (at most 150 ms)`,
    `  of the processor      ${describeTimes(many.besideProcessor)}`,
    `a search without them   ${describeTimes(many.alone)}`,
    `  of the processor      ${describeTimes(many.aloneProcessor)}`,
    `the slowest             ${many.slowest.query}, ${many.slowest.processorMs.toFixed(0)} ms of the processor`,
    `indexing a document     ${describeTimes(many.indexMs)}`,
    `saving its index        ${describeTimes(many.saveMs)}`,
    `text of a document      ${many.bodyKb.toFixed(0)} kB, with its index ${many.storedKb.toFixed(0)} kB`,
    `queries without a text  ${many.empty.join(', ')}`,
    `queries that found other rows beside foreign documents: ${many.changed.length}`,
  ].join('\n');

const describeTimes = ({ p50Ms, p95Ms }: Latency): string =>
  `p50 ${p50Ms.toFixed(1)} ms, p95 ${p95Ms.toFixed(1)} ms`;
