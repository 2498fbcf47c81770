/**
 * Measures the size of a history: 50 pages, edited by two people for two hours on each of 22 days. Compares the kept
 * log, packed and not, with a snapshot of each version, and measures the slowest version to read.
 */
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import * as Y from 'yjs';
import { decodeFrame } from '#contract/frame.ts';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { openProjectDatabase } from '../support/open-project-database.ts';
import { createRandom } from '../support/random.ts';

const PAGES = 50;
const PAGE_CHARS = 3000;
const DAYS = 22;
const STRETCHES_A_DAY = 4;
/** An append every 2.5 s for half an hour. */
const ROWS_A_STRETCH = 720;
const BATCH = 1000;

export interface HistorySize {
  readonly rows: number;
  readonly typedChars: number;
  readonly stateKb: number;
  /** The log in its form of the first 30 days, with its indexes. */
  readonly logKb: number;
  readonly packedKb: number;
  /** Snapshots that are kept as checkpoints. */
  readonly checkpoints: number;
  readonly checkpointsKb: number;
  /** A snapshot of each stretch, for comparison. */
  readonly snapshotsKb: number;
  /** One merged update of each stretch, for comparison: authors and times are lost in it. */
  readonly mergedKb: number;
  readonly slowestVersionMs: number;
}

interface Row {
  readonly author: 0 | 1;
  readonly bytes: Uint8Array;
}

export async function measureHistorySize(): Promise<HistorySize> {
  const { database, close } = await openProjectDatabase();
  try {
    const ids = await createDocument(database.query);
    const work = createWork();
    const rows: Row[] = [work.first];
    const sizes = { typed: 0, snapshots: 0, merged: 0 };
    const counters = [0, 0];
    let logged = 1;
    const log = async (): Promise<void> => {
      for (let at = 0; at < rows.length; at += BATCH) {
        await appendRows(database.query, ids, rows.slice(at, at + BATCH), logged, counters);
        logged += Math.min(BATCH, rows.length - at);
      }
    };
    for (let stretch = 0; stretch < DAYS * STRETCHES_A_DAY; stretch += 1) {
      for (let row = 0; row < ROWS_A_STRETCH; row += 1) {
        rows.push(work.next());
        if (rows.length % 200 === 0) {
          await log();
          rows.length = 0;
          await fold(database.query, ids.document, logged, work.state());
        }
      }
      sizes.snapshots += work.state().length;
      sizes.merged += Y.mergeUpdates(work.takeStretch()).length;
    }
    await log();
    const before = await sizeOf(database.query, 'public.document_updates');
    await database.query(`update public.document_updates set created_at = now() - interval '31 days'`);
    await database.query('select private.pack_updates($1)', [ids.document]);
    const [kept] = await read<{ count: string; bytes: string }>(
      database.query,
      'select count(*), sum(octet_length(bytes)) as bytes from public.document_snapshots where is_checkpoint',
    );
    return {
      rows: logged - 1,
      typedChars: work.typed(),
      stateKb: kb(work.state().length),
      logKb: kb(before),
      packedKb: kb(await sizeOf(database.query, 'private.packed_updates')),
      checkpoints: Number(kept!.count),
      checkpointsKb: kb(Number(kept!.bytes)),
      snapshotsKb: kb(sizes.snapshots),
      mergedKb: kb(sizes.merged),
      slowestVersionMs: await readSlowest(database.query, ids),
    };
  } finally {
    await close();
  }
}

const kb = (bytes: number): number => Math.round(bytes / 1024);

type Query = Awaited<ReturnType<typeof openProjectDatabase>>['database']['query'];

async function read<T>(query: Query, sql: string, args: readonly unknown[] = []): Promise<T[]> {
  return (await query(sql, [...args])).rows as T[];
}

async function sizeOf(query: Query, table: string): Promise<number> {
  const [row] = await read<{ size: string }>(query, `select pg_total_relation_size('${table}') as size`);
  return Number(row!.size);
}

interface Ids {
  readonly user: string;
  readonly document: string;
  readonly sessions: readonly [string, string];
}

async function createDocument(query: Query): Promise<Ids> {
  const ids: Ids = { user: randomUUID(), document: randomUUID(), sessions: [randomUUID(), randomUUID()] };
  await query(`insert into auth.users (id, email) values ($1, 'ann@example.com')`, [ids.user]);
  await query('insert into public.documents (id, owner_id) values ($1, $2)', [ids.document, ids.user]);
  await query('insert into public.document_logs (document_id) values ($1)', [ids.document]);
  await query(
    `insert into public.editing_sessions (id, document_id, user_id, generation, client_id)
     select s.id, $2, $3, 1, 100 + s.place from unnest($1::uuid[]) with ordinality as s (id, place)`,
    [ids.sessions, ids.document, ids.user],
  );
  return ids;
}

async function appendRows(
  query: Query,
  ids: Ids,
  rows: readonly Row[],
  after: number,
  counters: number[],
): Promise<void> {
  await query(
    `insert into public.document_updates (document_id, seq, generation, session_id, counter, author_id, sha256, bytes)
     select $1, $2 + r.place, 1, r.session, r.counter, $3, sha256(r.bytes), r.bytes
     from unnest($4::uuid[], $5::bigint[], $6::bytea[]) with ordinality as r (session, counter, bytes, place) order by r.place`,
    [
      ...[ids.document, after - 1, ids.user],
      rows.map(({ author }) => ids.sessions[author]),
      rows.map(({ author }) => (counters[author] = counters[author]! + 1)),
      rows.map(({ bytes }) => Buffer.from(bytes)),
    ],
  );
}

/** As `save_snapshot` does, without the caller's rights. */
async function fold(query: Query, document: string, seq: number, state: Uint8Array): Promise<void> {
  await query(
    `insert into public.document_snapshots (document_id, seq, generation, sha256, bytes, digest, since_checkpoint)
     values ($1, $2, 1, sha256($3), $3, md5(''), private.since_checkpoint($1, $2))`,
    [document, seq - 1, Buffer.from(state)],
  );
  await query(
    `delete from public.document_snapshots s using public.document_logs l
     where l.document_id = $1 and s.document_id = $1 and s.seq < l.snapshot_seq and not s.is_checkpoint`,
    [document],
  );
  await query('update public.document_logs set snapshot_seq = $2, head_seq = $2 where document_id = $1', [
    document,
    seq - 1,
  ]);
}

/** Two authors who write a sentence here and there, and delete a third of their text. */
function createWork() {
  const random = createRandom(7);
  const doc = new Y.Doc();
  const stretch: Uint8Array[] = [];
  let [last, cursor, typed]: [Uint8Array, number, number] = [Uint8Array.of(), 0, 0];
  doc.on('update', (update: Uint8Array) => {
    last = update;
    stretch.push(update);
  });
  const leaves = Array.from({ length: PAGES * 10 }, () => new Y.XmlText());
  doc.clientID = 101;
  doc.transact(() =>
    leaves.forEach((leaf) => {
      const paragraph = new Y.XmlElement('paragraph');
      paragraph.insert(0, [leaf]);
      leaf.insert(0, 'words of the text '.repeat(Math.ceil(PAGE_CHARS / 10 / 18)));
      doc.getXmlFragment(TEXT_ROOT).push([paragraph]);
    }),
  );
  let leaf = leaves[0]!;
  const next = (): Row => {
    const author = random() < 0.5 ? 0 : 1;
    doc.clientID = 101 + author;
    if (random() < 0.05) leaf = leaves[Math.floor(random() * leaves.length)]!;
    cursor = random() < 0.2 ? Math.floor(random() * leaf.length) : Math.min(cursor, leaf.length);
    doc.transact(() => {
      const count = Math.min(cursor, Math.floor(random() * 8));
      if (random() < 1 / 3) leaf.delete((cursor -= count), count);
      const words = Array.from({ length: 3 }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ');
      leaf.insert(cursor, words);
      cursor += words.length;
      typed += words.length;
    });
    return { author, bytes: last };
  };
  return {
    first: { author: 0, bytes: last } satisfies Row,
    next,
    state: () => Y.encodeStateAsUpdate(doc),
    typed: () => typed,
    takeStretch: () => stretch.splice(0),
  };
}

const WORDS = 'the a of and review team plan note with time draft for later next change Monday'.split(' ');

/** The version just before each checkpoint has the longest way from the previous checkpoint. */
async function readSlowest(query: Query, { document }: Ids): Promise<number> {
  const ends = await read<{ seq: string }>(
    query,
    'select seq - 1 as seq from public.document_snapshots where is_checkpoint order by seq',
  );
  const times: number[] = [];
  for (const { seq } of ends) {
    const startMs = performance.now();
    const [row] = await read<{ frame: Buffer }>(
      query,
      `select private.frame('{}', (select coalesce(array_agg(part order by place), '{}') from (
         select 0::bigint as place, (select s.bytes from public.document_snapshots s where s.document_id = $1 and s.seq <= $2 order by s.seq desc limit 1) as part
         union all select l.seq, l.bytes from private.read_log($1, coalesce((select max(s.seq) from public.document_snapshots s where s.document_id = $1 and s.seq <= $2), 0), $2) l
       ) parts where part is not null)) as frame`,
      [document, seq],
    );
    const doc = new Y.Doc();
    const { parts } = decodeFrame(new Uint8Array(row!.frame))!;
    doc.transact(() => parts.forEach((part) => Y.applyUpdate(doc, part)));
    times.push(performance.now() - startMs);
  }
  return Math.round(Math.max(...times));
}
