/** Asks PostgreSQL the table of queries in three ways: with our words, and with its configurations `simple` and `english`. */
import { indexText } from '#contract/search/index-text.ts';
import { searchQuery } from '#contract/search/search-query.ts';
import { documentOf } from './document-of.ts';
import { readQueries, type Row } from './read-queries.ts';

export const WAYS = ['ours', 'simple', 'english'] as const;
export type Way = (typeof WAYS)[number];

export interface Figures {
  readonly recall: number;
  /** Of the texts found, those that should be. */
  readonly precision: number;
}

export interface QueryFigures {
  readonly queries: number;
  readonly all: Readonly<Record<Way, Figures>>;
  readonly byTable: Readonly<Record<string, Readonly<Record<Way, Figures>>>>;
  /** Of our way, as `query: text`. */
  readonly lost: readonly string[];
  readonly mistaken: readonly string[];
  readonly misordered: readonly string[];
}

type Query = (sql: string, values?: unknown[]) => Promise<{ readonly rows: readonly unknown[] }>;

/** One text of a row, and how each way ranks it: null is not found. */
interface Asked {
  readonly row: Row;
  readonly text: string;
  readonly isWanted: boolean;
  readonly ranks: Readonly<Record<Way, number | null>>;
}

const RANKED = `
  select ours, simple, english from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as asked (query, text, vector, ask),
  lateral (select case when vector::tsvector @@ ask::tsquery then ts_rank(vector::tsvector, ask::tsquery) end as ours) as o,
  ${['simple', 'english']
    .map(
      (
        way,
      ) => `lateral (select to_tsvector('${way}', text) as words, websearch_to_tsquery('${way}', query) as terms) as of_${way},
  lateral (select case when of_${way}.words @@ of_${way}.terms then ts_rank(of_${way}.words, of_${way}.terms) end as ${way}) as in_${way}`,
    )
    .join(',\n  ')}`;

export async function judgeQueries(query: Query): Promise<QueryFigures> {
  const asked = await askAll(query, readQueries());
  const tables = [...new Set(asked.map(({ row }) => row.table))];
  const ours = (texts: readonly Asked[]) => texts.map(({ row, text }) => `${row.query}: ${text}`);
  return {
    queries: new Set(asked.map(({ row }) => row)).size,
    all: figuresOf(asked),
    byTable: Object.fromEntries(
      tables.map((table) => [table, figuresOf(asked.filter(({ row }) => row.table === table))]),
    ),
    lost: ours(asked.filter(({ isWanted, ranks }) => isWanted && ranks.ours === null)),
    mistaken: ours(asked.filter(({ isWanted, ranks }) => !isWanted && ranks.ours !== null)),
    misordered: misorderedIn(asked),
  };
}

async function askAll(query: Query, rows: readonly Row[]): Promise<readonly Asked[]> {
  const texts = rows.flatMap((row) => [
    ...row.finds.map((text) => ({ row, text, isWanted: true })),
    ...row.misses.map((text) => ({ row, text, isWanted: false })),
  ]);
  const found = await query(RANKED, [
    texts.map(({ row }) => row.query),
    texts.map(({ text }) => text.replaceAll(/\*\*|^```|^# /g, '')),
    texts.map(({ text }) => indexText(documentOf(text)).vector),
    texts.map(({ row }) => searchQuery(row.query)),
  ]);
  return texts.map((one, at) => ({ ...one, ranks: found.rows[at] as Asked['ranks'] }));
}

function figuresOf(asked: readonly Asked[]): Record<Way, Figures> {
  const of = (way: Way): Figures => {
    const found = asked.filter(({ ranks }) => ranks[way] !== null);
    const right = found.filter(({ isWanted }) => isWanted).length;
    return {
      recall: right / asked.filter(({ isWanted }) => isWanted).length,
      precision: right / found.length,
    };
  };
  return { ours: of('ours'), simple: of('simple'), english: of('english') };
}

/** Queries whose first text does not rank above the second. */
const misorderedIn = (asked: readonly Asked[]): readonly string[] =>
  [...new Set(asked.map(({ row }) => row))]
    .filter(({ ranks }) => ranks.length > 1)
    .filter((row) => {
      const [first, second] = row.ranks.map(
        (text) => asked.find((one) => one.row === row && one.text === text)?.ranks.ours ?? 0,
      );
      return first! <= second!;
    })
    .map(({ query }) => query);
