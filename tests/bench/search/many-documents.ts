/**
 * The time of a search in many documents of 2,000 words, the size of their index, and whether documents that the caller
 * may not read change what is found.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { indexText } from '#contract/search/index-text.ts';
import { searchQuery } from '#contract/search/search-query.ts';
import { openDeclared, readSchemas } from '../../support/open-schemas.ts';
import type { OpenedDatabase } from '../../../src/embedded-supabase/node/open-database.ts';
import { summarize, type Latency } from '../summarize.ts';
import { docWith } from './document-of.ts';
import { createLongTexts } from './long-texts.ts';

export interface ManyDocuments {
  /** Of the caller; as many of somebody else stand beside them. */
  readonly documents: number;
  readonly indexMs: Latency;
  readonly saveMs: Latency;
  /** Of a document. */
  readonly bodyKb: number;
  readonly storedKb: number;
  readonly beside: Latency;
  /** Of the database's process. */
  readonly besideProcessor: Latency;
  readonly alone: Latency;
  readonly aloneProcessor: Latency;
  readonly slowest: { readonly query: string; readonly processorMs: number };
  /** Queries that found nothing. */
  readonly empty: readonly string[];
  /** Queries that found other rows once the documents of somebody else were gone. */
  readonly changed: readonly string[];
}

const PEOPLE = join(import.meta.dirname, '../../support/database-people.sql');
const ME = 'olga';
const STRANGER = 'cizinec';
const ROUNDS = 5;
const DOCUMENTS_BETWEEN_LINES = 1000;

/** Frequent words, rare ones, several, beginnings, phrases. The texts' most frequent words are the table's first. */
const QUERIES = [
  ...['pán', 'pánů', 'student', 'bratrem', 'psa', 'knize', 'rozpočtem', 'domu', 'úředníkem', 'nejmladší'],
  ...['pán student', 'hrad dům', 'zákon článek', 'pán student bratr kluk', 'smlouvy o dilo', 'pes kupoval'],
  ...[
    'kni',
    'roz',
    'smlou',
    'pá',
    'stud',
    'hra',
    'zákon čl',
    'pán s',
    '"pán pána"',
    '"student"',
    '"pána pán"',
  ],
  ...['hokuli', 'rasta', 'šku dlo', 'bademo', 'troprá', 'xyzzy'],
];

type Say = (line: string) => void;

export async function measureManyDocuments(documents: number, say: Say): Promise<ManyDocuments> {
  const { database, close } = await openDeclared(readSchemas());
  try {
    await database.query('update private.rate_limits set burst = 1000000000');
    await database.query(readFileSync(PEOPLE, 'utf8'));
    await createDocuments(database, documents);
    const filled = await fill(database, documents, say);
    const sizes = await readSizes(database);
    const ask = await searchAs(database, ME);
    const beside = await searchAll(ask);
    await forget(database, STRANGER);
    const alone = await searchAll(ask);
    return {
      documents,
      ...filled,
      ...sizes,
      beside: beside.times,
      besideProcessor: beside.processor,
      alone: alone.times,
      aloneProcessor: alone.processor,
      slowest: { query: beside.slowest.query, processorMs: beside.slowest.processorMs },
      empty: QUERIES.filter((query) => beside.found.get(query) === '[]'),
      changed: QUERIES.filter((query) => alone.found.get(query) !== beside.found.get(query)),
    };
  } finally {
    await close();
  }
}

async function createDocuments({ query }: OpenedDatabase, documents: number): Promise<void> {
  for (const person of [ME, STRANGER])
    await query(`begin; select test.become('${person}');
      do $$ begin for number in 1..${documents} loop perform public.create_document(md5('${person}' || number)::uuid); end loop; end $$;
      commit`);
}

/** Both people have the same texts. */
async function fill(database: OpenedDatabase, documents: number, say: Say) {
  const makeText = createLongTexts();
  const indexMs: number[] = [];
  const saveMs: number[] = [];
  for (let number = 1; number <= documents; number += 1) {
    const { blocks, title } = makeText(number);
    const doc = docWith(blocks, title);
    const started = performance.now();
    const index = JSON.stringify(indexText(doc));
    const indexed = performance.now();
    await save(database, ME, number, index);
    saveMs.push(performance.now() - indexed);
    indexMs.push(indexed - started);
    await save(database, STRANGER, number, index);
    if (number % DOCUMENTS_BETWEEN_LINES === 0) say(`${number} documents are indexed`);
  }
  await database.query('vacuum analyze');
  return { indexMs: summarize(indexMs), saveMs: summarize(saveMs) };
}

const save = ({ query }: OpenedDatabase, person: string, number: number, index: string): Promise<unknown> =>
  query('select public.save_search_index(test.made($1, $1 || $2), 1, $3)', [person, number, index]);

async function forget({ query }: OpenedDatabase, person: string): Promise<void> {
  await query(
    `delete from private.document_search where document_id in
      (select id from public.documents where owner_id = test.id($1))`,
    [person],
  );
  await query('vacuum analyze');
}

async function readSizes({ query }: OpenedDatabase) {
  const { rows } = await query<{ body: number; stored: number }>(`
    select avg(octet_length(body))::float8 as body,
      pg_total_relation_size('private.document_search')::float8 / count(*) as stored from private.document_search`);
  return { bodyKb: rows[0]!.body / 1024, storedKb: rows[0]!.stored / 1024 };
}

interface Answer {
  readonly found: string;
  readonly ms: number;
  readonly processorMs: number;
}
type Ask = (query: string) => Promise<Answer>;

async function searchAll(ask: Ask) {
  const found = new Map<string, string>();
  const answers: (Answer & { readonly query: string })[] = [];
  // The first round warms caches.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const query of QUERIES) {
      const answer = await ask(query);
      found.set(query, answer.found);
      if (round > 0) answers.push({ ...answer, query });
    }
  }
  return {
    found,
    times: summarize(answers.map(({ ms }) => ms)),
    processor: summarize(answers.map(({ processorMs }) => processorMs)),
    slowest: answers.toSorted((a, b) => b.processorMs - a.processorMs)[0]!,
  };
}

/** Searches as a page does, in a transaction of its own. */
async function searchAs(database: OpenedDatabase, person: string): Promise<Ask> {
  const { rows } = await database.query<Record<'sub' | 'session_id', string>>(
    'select test.id($1) as sub, test.auth_session($1) as session_id',
    [person],
  );
  const claims = { role: 'authenticated', ...rows[0]! };
  return (query) =>
    database.asCaller({ claims }, async (tx) => {
      const backend = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      const processor = () => readProcessorMs(backend.rows[0]!.pid);
      const [started, used] = [performance.now(), processor()];
      const answer = await tx.query<{ found: unknown }>('select public.search_texts($1, 10) as found', [
        searchQuery(query),
      ]);
      const [ms, processorMs] = [performance.now() - started, processor() - used];
      return { found: JSON.stringify(answer.rows[0]!.found), ms, processorMs };
    });
}

/** Time in which a process ran, which other programs do not lengthen; not a number outside Linux. */
function readProcessorMs(pid: number): number {
  const file = `/proc/${pid}/schedstat`;
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[0]) / 1e6 : Number.NaN;
}
