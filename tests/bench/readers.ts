/**
 * Opening as a reader and as an editor, by turns, each time with a head that no page has loaded. Before decision 43, readers
 * received the same as editors. Then readers who join within ten seconds while three people type.
 *
 * `npm run bench -- readers --people 100 --rounds 30 --seconds 10`
 */
import { setTimeout as sleep } from 'node:timers/promises';
import * as Y from 'yjs';
import { applyUpdates } from '#contract/apply-updates.ts';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import type { Frame } from '#contract/frame.ts';
import { encodeHex } from '#contract/hex.ts';
import { digestOf, foldLog } from '../../supabase/functions/_shared/server/fold.ts';
import { openByHand, signUp, type DocumentClient, type HandRoom } from '../support/document-client.ts';
import { letIn, newDocument } from '../support/new-document.ts';
import { createRandom } from '../support/random.ts';
import { startTestSupabase, type TestSupabase } from '../support/start-test-supabase.ts';
import { summarize, type Latency } from './summarize.ts';

export interface ReaderPlan {
  readonly people: number;
  readonly rounds: number;
  readonly seconds: number;
}

type Say = (line: string) => void;

interface Stage {
  readonly supabase: TestSupabase;
  readonly documentId: string;
  readonly room: HandRoom;
  readonly editor: DocumentClient;
  readonly viewer: DocumentClient;
}

const ROWS_BEHIND = 200;
const TYPISTS = 3;
const APPEND_EVERY_MS = 2500;

export async function measureReaders(plan: ReaderPlan, say: Say) {
  const supabase = await startTestSupabase();
  try {
    const text = await openStage(supabase, 20_000);
    const opening = await measureOpening(text, plan.rounds);
    say(`20,000 words, ${ROWS_BEHIND} rows behind the snapshot: ${show(opening)}`);
    const joining = await measureJoining(text, plan);
    say(`${plan.people} readers in ${plan.seconds} s: ${JSON.stringify(joining)}`);
    const heavy = await measureOpening(await openStage(supabase, 400_000), Math.ceil(plan.rounds / 3));
    say(`400,000 words: ${show(heavy)}`);
    return { opening, joining, heavy };
  } finally {
    await supabase.close();
  }
}

type Opening = Readonly<Record<'editor' | 'viewer' | 'kept', Latency & { readonly bytes: number }>>;

const show = (opening: Opening): string =>
  Object.entries(opening)
    .map(
      ([who, { p50Ms, p95Ms, bytes }]) =>
        `${who} ${p50Ms.toFixed(0)} ms (p95 ${p95Ms.toFixed(0)}), ${bytes} bytes`,
    )
    .join('; ');

/** A document of `words` words in paragraphs, pasted by its owner and saved as a snapshot, and later rows. */
async function openStage(supabase: TestSupabase, words: number): Promise<Stage> {
  const [owner, editor, viewer] = await Promise.all(
    ['Olga', 'Edita', 'Vera'].map((name) => signUp(supabase, name)),
  );
  const documentId = await newDocument(owner!.client);
  await letIn(owner!, editor!, documentId, 'editor');
  await letIn(owner!, viewer!, documentId, 'viewer');
  await supabase.database.query('update private.rate_limits set burst = 1000000, per_second = 1000000');
  await writeSnapshot(supabase, documentId, words);
  const room = await openByHand(owner!, documentId);
  for (let row = 0; row < ROWS_BEHIND; row += 1) await typeRow(room, row);
  return { supabase, documentId, room, editor: editor!, viewer: viewer! };
}

/** As a fold leaves it: written to the tables, because a long log takes minutes to append. */
async function writeSnapshot({ database }: TestSupabase, documentId: string, words: number): Promise<void> {
  const random = createRandom(words);
  const doc = new Y.Doc();
  doc.clientID = 4_000_000_000;
  const root = doc.getXmlFragment(TEXT_ROOT);
  const word = (): string => Math.floor(random() * 36 ** 5).toString(36);
  for (let left = words; left > 0; left -= 100) {
    const paragraph = new Y.XmlElement('paragraph');
    paragraph.insert(0, [new Y.XmlText(Array.from({ length: 100 }, word).join(' '))]);
    root.push([paragraph]);
  }
  const { state, fingerprint } = foldLog(null, [Y.encodeStateAsUpdate(doc)]);
  const bytes = Buffer.from(state);
  await database.query(
    `insert into public.document_snapshots (document_id, seq, generation, sha256, bytes, digest)
     values ($1, 1, 1, sha256($2), $2, $3)`,
    [documentId, bytes, await digestOf(fingerprint)],
  );
  await database.query(
    'update public.document_logs set snapshot_seq = 1, snapshot_weight = $2, size_bytes = $2 where document_id = $1',
    [documentId, bytes.length],
  );
}

async function typeRow({ doc, append }: HandRoom, row: number): Promise<number> {
  const root = doc.getXmlFragment(TEXT_ROOT);
  const leaf = (root.get((row * 7) % root.length) as Y.XmlElement).get(0) as Y.XmlText;
  leaf.insert(row % (leaf.length + 1), 'typed ');
  const started = performance.now();
  const { status } = await append();
  if (status !== 200) throw new Error(`an append answered ${status}`);
  return performance.now() - started;
}

interface Opened {
  readonly ms: number;
  readonly bytes: number;
}

async function open(person: DocumentClient, documentId: string, stateVector?: string): Promise<Opened> {
  const started = performance.now();
  const known = stateVector === undefined ? {} : { stateVector };
  const { status, body } = await person.call('load-document', { documentId, after: null, ...known });
  if (status !== 200) throw new Error(`load-document answered ${status}: ${JSON.stringify(body)}`);
  const { parts } = body as Frame;
  applyUpdates(new Y.Doc(), parts);
  return { ms: performance.now() - started, bytes: parts.reduce((sum, { length }) => sum + length, 0) };
}

/** `kept`: a reader who opens at a head at which another did. */
async function measureOpening({ documentId, room, editor, viewer }: Stage, rounds: number): Promise<Opening> {
  const opened: Record<keyof Opening, Opened[]> = { editor: [], viewer: [], kept: [] };
  for (let round = -2; round < rounds; round += 1) {
    await typeRow(room, round + 2);
    const first = round % 2 === 0 ? await open(editor, documentId) : null;
    const reader = await open(viewer, documentId);
    const second = first ?? (await open(editor, documentId));
    await sleep(100);
    const kept = await open(viewer, documentId);
    // The first rounds warm up.
    if (round < 0) continue;
    opened.editor.push(second);
    opened.viewer.push(reader);
    opened.kept.push(kept);
  }
  const sum = (all: readonly Opened[]) => ({
    ...summarize(all.map(({ ms }) => ms)),
    bytes: all.at(-1)!.bytes,
  });
  return { editor: sum(opened.editor), viewer: sum(opened.viewer), kept: sum(opened.kept) };
}

async function measureJoining(stage: Stage, { people, seconds }: ReaderPlan) {
  const alone = await type(stage, sleep(seconds * 1000));
  const opened: number[] = [];
  const readers = Array.from({ length: people }, async (_, at) => {
    await sleep((seconds * 1000 * at) / people);
    opened.push((await open(stage.viewer, stage.documentId, at % 2 === 0 ? undefined : EMPTY)).ms);
  });
  const joined = Promise.all(readers);
  const beside = await type(stage, joined);
  await joined;
  return { opening: summarize(opened), appendsAlone: summarize(alone), appendsBeside: summarize(beside) };
}

const EMPTY = encodeHex(Y.encodeStateVector(new Y.Doc()));

/** Three people append until the promise settles; returns how long each append took. */
async function type({ documentId, editor }: Stage, until: Promise<unknown>): Promise<number[]> {
  const ended = new AbortController();
  const over = until.finally(() => ended.abort());
  const took: number[] = [];
  const typists = Array.from({ length: TYPISTS }, async (_, at) => {
    const room = await openByHand(editor, documentId);
    for (let row = 0; !ended.signal.aborted; row += 1) {
      await sleep((APPEND_EVERY_MS * (row === 0 ? at + 1 : TYPISTS)) / TYPISTS);
      took.push(await typeRow(room, row));
    }
  });
  await Promise.all([over, ...typists]);
  return took;
}
